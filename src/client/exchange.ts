// One request and its attempts: in turn, timed, traced, and repeated where it may be. It does not know what is asked.
import type { PlenaryError } from '../errors.ts';
import type { Base } from './base-url.ts';
import type { Clock } from './clock.ts';
import { judge } from './outcome.ts';
import type { Pace } from './pace.ts';
import { headersFor, type Prepared } from './request.ts';
import type { Answer } from './response.ts';
import { type Decision, decide, type Outcome, type Shortfall, totalMs } from './retry.ts';
import { reasonOf, toError, toUnknown } from './shortfall-error.ts';
import type { Trace } from './trace.ts';
import type { Transport } from './transport.ts';

export interface ExchangeParts {
  readonly base: Base;
  readonly token: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly transport: Transport;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly trace: Trace;
  readonly signal?: AbortSignal | undefined;
}

/** A request on its way, with what its attempts have used up. */
export interface Course {
  readonly request: Prepared;
  readonly idempotencyKey?: string;
  /** Attempts begun. */
  attempts: number;
  /** For all attempts together: `totalMs` from the moment the first one leaves; time in line does not count. */
  deadline: number;
}

export interface Exchange {
  /** Sends until there is an answer in 2xx. @throws {PlenaryError} */
  repeat(request: Prepared): Promise<Answer>;
  /** One attempt; rejects only with the signal's reason. */
  attempt(course: Course): Promise<Outcome>;
  /** Waits until the next attempt is due, or says that there is none. */
  waitForNext(shortfall: Shortfall, course: Course): Promise<Decision>;
  toError(shortfall: Shortfall, course: Course, decision?: Decision): PlenaryError;
}

export function startCourse(request: Prepared, idempotencyKey?: string): Course {
  return { request, attempts: 0, deadline: Number.POSITIVE_INFINITY, ...(idempotencyKey && { idempotencyKey }) };
}

export function createExchange(parts: ExchangeParts): Exchange {
  const { base, token, userAgent, timeoutMs, retries, transport, pace, clock, trace, signal } = parts;

  const exchange: Exchange = {
    async repeat(request) {
      const course = startCourse(request);
      for (;;) {
        const outcome = await exchange.attempt(course);
        if (outcome.kind === 'success') return outcome.answer;
        const decision = mayRepeat(outcome, request) ? await exchange.waitForNext(outcome, course) : stop;
        if (decision.kind === 'wait') continue;
        const inDoubt = outcome.kind === 'failure' && outcome.sent && !request.repeatable;
        throw inDoubt ? toUnknown(outcome, { base, ...course }) : exchange.toError(outcome, course, decision);
      }
    },

    async attempt(course) {
      const asked = clock.now();
      await pace.enter();
      const begun = clock.now();
      // Standing in line behind others is not the request's own time.
      course.deadline = course.attempts === 0 ? begun + totalMs(timeoutMs, retries) : course.deadline + begun - asked;
      course.attempts++;
      const { request, idempotencyKey } = course;
      const identity = { token, userAgent, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
      const left = Math.max(1, Math.min(timeoutMs, course.deadline - begun));
      const end = await transport
        .send({ ...request, headers: headersFor(request, identity), timeoutMs: left })
        .finally(pace.leave);
      const outcome = judge(end, token);
      if (outcome.kind !== 'failure') pace.heed(outcome.answer.status, outcome.answer.headers);
      trace(told(outcome, course, clock.now() - begun));
      return outcome;
    },

    async waitForNext(shortfall, course) {
      const now = clock.now();
      const { attempts: attempt, deadline } = course;
      const standing = { attempt, retries, remainingMs: deadline - now, now, random: clock.random() };
      const decision = decide(shortfall, standing);
      if (decision.kind === 'stop') return decision;
      trace({ kind: 'retry', ...about(course), ms: decision.ms, reason: reasonOf(shortfall) });
      await clock.sleep(decision.ms, signal);
      return decision;
    },

    toError: (shortfall, { request, attempts }, decision = stop) =>
      toError(shortfall, { base, request, attempts, decision }),
  };
  return exchange;
}

const stop: Decision = { kind: 'stop' };

function mayRepeat(shortfall: Shortfall, request: Prepared): boolean {
  return request.repeatable && shortfall.kind !== 'malformed';
}

function about({ request: { method, path }, attempts: attempt }: Course) {
  return { method, path, attempt };
}

function told(outcome: Outcome, course: Course, ms: number) {
  if (outcome.kind === 'failure') return { kind: 'failure', ...about(course), reason: outcome.reason, ms } as const;
  const { status, requestId } = outcome.answer;
  return { kind: 'answer', ...about(course), status, requestId, ms } as const;
}
