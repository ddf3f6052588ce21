// One request and its attempts: in turn, timed, traced, and repeated where it may be. It does not know what is asked.
import type { PlenaryError } from '../errors.ts';
import type { Base } from './base-url.ts';
import type { Clock } from './clock.ts';
import { judge } from './outcome.ts';
import type { Pace } from './pace.ts';
import { headersFor, type Prepared } from './request.ts';
import type { Answer } from './response.ts';
import {
  type Decision,
  decide,
  fateOf,
  isHeldBack,
  type Outcome,
  type Shortfall,
  type Success,
  totalMs,
} from './retry.ts';
import { reasonOf, toError, toUnknown } from './shortfall-error.ts';
import type { Trace } from './trace.ts';
import type { Parcel, Transport } from './transport.ts';
import type { Turn } from './window.ts';

export interface ExchangeParts {
  readonly base: Base;
  readonly token: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly trace?: Trace | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A request on its way, with what its attempts have used up. */
export interface Course {
  readonly request: Prepared;
  readonly idempotencyKey?: string;
  /** Attempts begun. */
  attempts: number;
  /** One has left, and what came of it is not known yet. */
  isUnderWay: boolean;
  /** For all attempts together: `totalMs` from the moment the first one leaves; time in line does not count. */
  deadline: number;
}

/** No answer in 2xx, and the request is not sent again. */
export interface Ended {
  readonly kind: 'ended';
  readonly shortfall: Shortfall;
  readonly decision: Decision;
}

export interface Exchange {
  /** Sends until there is an answer in 2xx. @throws {PlenaryError} */
  repeat(request: Prepared): Promise<Answer>;
  /** Sends until there is an answer in 2xx, or sending again would be no use, or no safe thing to do. Rejects only with the signal's reason. */
  pursue(course: Course): Promise<Success | Ended>;
  /** Waits until the next attempt is due, or says that there is none. */
  waitForNext(shortfall: Shortfall, course: Course): Promise<Decision>;
  toError(end: Ended, course: Course): PlenaryError;
}

export function startCourse(request: Prepared, idempotencyKey?: string): Course {
  return {
    request,
    attempts: 0,
    isUnderWay: false,
    deadline: Number.POSITIVE_INFINITY,
    ...(idempotencyKey && { idempotencyKey }),
  };
}

export function createExchange(parts: ExchangeParts): Exchange {
  const { base, token, userAgent, timeoutMs, retries, transport, pace, clock, trace, signal } = parts;
  const longestMs = totalMs(timeoutMs, retries);

  const exchange: Exchange = {
    async repeat(request) {
      const course = startCourse(request);
      const end = await exchange.pursue(course);
      if (end.kind === 'success') return end.answer;
      const { shortfall } = end;
      const inDoubt = shortfall.kind === 'failure' && shortfall.sent && !request.repeatable;
      throw inDoubt ? toUnknown(shortfall, { base, ...course }) : exchange.toError(end, course);
    },

    async pursue(course) {
      for (;;) {
        const outcome = await attempt(course);
        if (outcome.kind === 'success') return outcome;
        const decision = mayRepeat(outcome, course.request) ? await exchange.waitForNext(outcome, course) : stop;
        if (decision.kind === 'stop') return { kind: 'ended', shortfall: outcome, decision };
      }
    },

    async waitForNext(shortfall, course) {
      const now = clock.now();
      const { attempts: attempt, deadline } = course;
      const standing = { attempt, retries, remainingMs: deadline - now, now, random: clock.random() };
      const decision = decide(shortfall, standing);
      if (decision.kind === 'stop') return decision;
      trace?.({ kind: 'retry', ...about(course), ms: decision.ms, reason: reasonOf(shortfall) });
      await clock.sleep(decision.ms, signal);
      return decision;
    },

    toError: ({ shortfall, decision }, { request, attempts }) =>
      toError(shortfall, { base, request, attempts, decision }),
  };
  return exchange;

  async function attempt(course: Course): Promise<Outcome> {
    for (;;) {
      const asked = clock.now();
      const turn = await pace.enter();
      // Standing in line behind others is not the request's own time.
      course.deadline = course.attempts === 0 ? turn.at + longestMs : course.deadline + turn.at - asked;
      course.attempts++;
      let outcome: Outcome | undefined;
      course.isUnderWay = true;
      try {
        outcome = judge(await transport.send(parcelOf(course, turn)), token);
      } finally {
        pace.leave(turn, outcome);
      }
      course.isUnderWay = false;
      trace?.(told(outcome, course, clock.now() - turn.at));
      if (!isHeldBack(outcome) || !pace.movesOn(longestMs)) return outcome;
      // Nor is being held back while others get through: in a storm, each would run out of attempts.
      course.attempts--;
      course.deadline += clock.now() - turn.at;
    }
  }

  function parcelOf({ request, idempotencyKey, deadline }: Course, { at }: Turn): Parcel {
    const { method, path, body } = request;
    const headers = headersFor(request, { token, userAgent, idempotencyKey });
    return { method, path, headers, body, timeoutMs: Math.max(1, Math.min(timeoutMs, deadline - at)) };
  }
}

export const stop: Decision = { kind: 'stop' };

/** A creation that may have been taken is not sent again; nor is what is answered with what no service of this API says. */
function mayRepeat(shortfall: Shortfall, { repeatable }: Prepared): boolean {
  return fateOf(shortfall) === 'unprocessed' || (repeatable && shortfall.kind !== 'malformed');
}

function about({ request: { method, path }, attempts: attempt }: Course) {
  return { method, path, attempt };
}

function told(outcome: Outcome, course: Course, ms: number) {
  if (outcome.kind === 'failure') return { kind: 'failure', ...about(course), reason: outcome.reason, ms } as const;
  const { status, requestId } = outcome.answer;
  return { kind: 'answer', ...about(course), status, requestId, ms } as const;
}
