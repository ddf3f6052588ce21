// How many requests may be in flight at once: a fixed number, or as many as a service answers faster for. Knows no time of its own.

/** A request's place among those that left: the first is 1. */
export type SendNumber = number;

export interface Concurrency {
  readonly limit: number;
  /** An answer came at `now`; `sent` have left so far. `wanted`: more would have left, had the limit been higher. */
  answered(number: SendNumber, told: { readonly now: number; readonly sent: number; readonly wanted: boolean }): void;
  /** The service could not take the request. */
  strained(number: SendNumber, sent: number): void;
  /** Nothing leaves for a while: the round that is being measured says nothing. */
  interrupted(): void;
}

export function createConcurrency(setting: number | 'auto'): Concurrency {
  if (setting === 'auto') return findingItsLimit();
  return { limit: setting, answered() {}, strained() {}, interrupted() {} };
}

/** The most that are in flight at once, whatever the setting. */
export function mostAtOnce(setting: number | 'auto'): number {
  return setting === 'auto' ? most : setting;
}

const least = 4;
const most = 64;
/** Shorter rounds are more chance than measure. */
const shortestRoundMs = 50;
/** Twice as many at once have to bring at least this much more. */
const worthDoubling = 1.1;
/** As often in a row may it bring less before doubling ends: one slow round is no answer. */
const doubts = 2;

interface Round {
  readonly begunAt: number;
  /** What had left when it began: the first answer to a later one completes a round trip. */
  readonly sentBefore: number;
  answers: number;
  wanted: boolean;
}

/**
 * Additive increase, multiplicative decrease. It grows only by rounds that were faster than any since the last strain:
 * a service that is busy answers more requests at once later, not more of them, and would only be made to queue.
 */
function findingItsLimit(): Concurrency {
  let limit = least;
  let doubtsLeft = doubts;
  let fastest = 0;
  let sentBeforeCut = 0;
  let round: Round | undefined;

  function grow(rate: number): void {
    const doubling = doubtsLeft > 0;
    // One more should bring a share of one in `limit`; half of that is more than chance.
    const worth = doubling ? worthDoubling : 1 + 0.5 / limit;
    if (rate < fastest * worth) {
      doubtsLeft--;
      return;
    }
    limit = Math.min(most, doubling ? limit * 2 : limit + 1);
    fastest = rate;
    if (doubling) doubtsLeft = doubts;
  }

  return {
    get limit() {
      return limit;
    },
    answered(number, { now, sent, wanted }) {
      if (round === undefined) {
        round = beginRound(now, sent);
        return;
      }
      round.answers++;
      round.wanted ||= wanted;
      const elapsed = now - round.begunAt;
      if (number <= round.sentBefore || round.answers < limit || elapsed < shortestRoundMs) return;
      if (round.wanted) grow(round.answers / elapsed);
      round = beginRound(now, sent);
    },
    strained(number, sent) {
      // Those that were on their way at the last cut say nothing of what it brought.
      if (number <= sentBeforeCut) return;
      limit = Math.max(1, Math.floor(limit / 2));
      doubtsLeft = 0;
      fastest = 0;
      sentBeforeCut = sent;
      round = undefined;
    },
    interrupted() {
      round = undefined;
    },
  };
}

function beginRound(begunAt: number, sentBefore: number): Round {
  return { begunAt, sentBefore, answers: 0, wanted: false };
}
