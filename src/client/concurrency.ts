// How many requests may be in flight at once: a fixed number, or one that follows the service's throughput. Has no clock of its own.

/** A request's position in the order of sending, from 1. */
export type SendNumber = number;

export interface Concurrency {
  readonly limit: number;
  /** A response arrived at `now`; `sent` requests were sent so far. `waiting`: a higher limit would have let more be sent. */
  onResponse(number: SendNumber, at: { readonly now: number; readonly sent: number; readonly waiting: boolean }): void;
  /** The service could not take the request. */
  onOverload(number: SendNumber, sent: number): void;
  /** Nothing is sent for a while: the current round is discarded. */
  onPause(): void;
}

export function createConcurrency(setting: number | 'auto'): Concurrency {
  if (setting === 'auto') return createAutomatic();
  return { limit: setting, onResponse() {}, onOverload() {}, onPause() {} };
}

/** The highest limit that a setting can reach. */
export function highestLimit(setting: number | 'auto'): number {
  return setting === 'auto' ? highest : setting;
}

const initial = 4;
const highest = 64;
/** Shorter rounds are dominated by chance. */
const shortestRoundMs = 50;
/** Doubling the limit is worth keeping if the rate grows by at least this factor. */
const worthDoubling = 1.1;
/** Doubling ends after this many rounds in a row without a gain: a single slow round proves nothing. */
const roundsWithoutGain = 2;

interface Round {
  readonly startedAt: number;
  /** Requests sent before it started: the first response to a later one completes a round trip. */
  readonly sentBefore: number;
  responses: number;
  waiting: boolean;
}

/**
 * Additive increase, multiplicative decrease. The limit grows only after rounds that were faster than any since the last
 * overload: a busy service only responds later to additional requests, so more of them would just queue.
 */
function createAutomatic(): Concurrency {
  let limit = initial;
  let roundsLeft = roundsWithoutGain;
  let fastest = 0;
  let sentBeforeCut = 0;
  let round: Round | undefined;

  function grow(rate: number): void {
    const doubling = roundsLeft > 0;
    // One more request should add a share of 1/limit; half of that is more than chance.
    const worth = doubling ? worthDoubling : 1 + 0.5 / limit;
    if (rate < fastest * worth) {
      roundsLeft--;
      return;
    }
    limit = Math.min(highest, doubling ? limit * 2 : limit + 1);
    fastest = rate;
    if (doubling) roundsLeft = roundsWithoutGain;
  }

  return {
    get limit() {
      return limit;
    },
    onResponse(number, { now, sent, waiting }) {
      if (round === undefined) {
        round = startRound(now, sent);
        return;
      }
      round.responses++;
      round.waiting ||= waiting;
      const elapsed = now - round.startedAt;
      if (number <= round.sentBefore || round.responses < limit || elapsed < shortestRoundMs) return;
      if (round.waiting) grow(round.responses / elapsed);
      round = startRound(now, sent);
    },
    onOverload(number, sent) {
      // Requests in flight at the last cut were sent under the old limit.
      if (number <= sentBeforeCut) return;
      limit = Math.max(1, Math.floor(limit / 2));
      roundsLeft = 0;
      fastest = 0;
      sentBeforeCut = sent;
      round = undefined;
    },
    onPause() {
      round = undefined;
    },
  };
}

function startRound(startedAt: number, sentBefore: number): Round {
  return { startedAt, sentBefore, responses: 0, waiting: false };
}
