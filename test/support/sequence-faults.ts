// A server whose requests meet drawn faults: lost, delayed, refused and garbled writes, and failing
// lists.
import fc from 'fast-check';
import type { Clock } from '../../src/client/clock.ts';
import type { Records } from './sequence-changes.ts';
import {
  type Answer,
  type AnyServer,
  type ApiRequest,
  type Fields,
  type Kind,
  startServer,
  type Write,
} from './servers/server.ts';

/** Longer than a request may take effect. */
export const limitMs = 10_000;

/**
 * What happens to a write: nothing, at once, within the time limit, or another client creates its
 * record first.
 */
type Effect = 'none' | 'now' | 'soon' | 'late' | 'equal' | 'other';

interface Fault {
  readonly answer: Answer;
  readonly effect: Effect;
}

const reset: Answer = { fault: 'reset' };
const status = (code: number): Answer => ({ status: code, json: { detail: 'drawn' } });
const html: Answer = {
  text: '<!doctype html><title>Log in</title>',
  headers: { 'content-type': 'text/html' },
};

const losses: readonly Fault[] = [
  ...[reset, ...[502, 503, 504].map(status)].flatMap((answer) =>
    (['none', 'now', 'soon', 'late'] as const).map((effect): Fault => ({ answer, effect })),
  ),
  // A service that reports its own failure has ended its work.
  ...(['none', 'now'] as const).map((effect): Fault => ({ answer: status(500), effect })),
];
const confirmed: readonly Fault[] = [
  { answer: { fault: 'cut off' }, effect: 'now' },
  { answer: { status: 204 }, effect: 'now' },
];
const others: readonly Fault[] = [html, status(408), status(429)].map((answer) => ({
  answer,
  effect: 'none',
}));
const refusals: readonly Fault[] = [
  { answer: status(422), effect: 'none' },
  { answer: status(409), effect: 'equal' },
  { answer: status(409), effect: 'other' },
];

/**
 * The number of the request among those of its command, and its fault; a list that has no such
 * fault fails.
 */
export const faults = fc.array(
  fc.record({
    at: fc.oneof(
      { weight: 3, arbitrary: fc.nat(3) },
      { weight: 4, arbitrary: fc.nat(9) },
      { weight: 1, arbitrary: fc.nat(29) },
    ),
    /** How many requests in a row have it. */
    times: fc.constantFrom(1, 1, 1, 2, 4),
    fault: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...losses) },
      { weight: 2, arbitrary: fc.constantFrom(...confirmed) },
      { weight: 2, arbitrary: fc.constantFrom(...others) },
      { weight: 2, arbitrary: fc.constantFrom(...refusals) },
    ),
  }),
  { maxLength: 5, size: 'max' },
);

export type Faults = typeof faults extends fc.Arbitrary<infer F> ? F : never;

interface FaultyServerOptions {
  readonly seed: Records;
  /** Whether a record that another client creates may have other values. */
  readonly othersDiffer: boolean;
}

/** Starts the server. Requests have the faults of the last `begin`. */
export async function startFaultyServer(clock: Clock, { seed, othersDiffer }: FaultyServerOptions) {
  let drawn: Faults = [];
  let requests = 0;
  let current: Faults[number] | undefined;
  let late: readonly { readonly at: number; commit(): void }[] = [];
  const foreign = new Set<string>();
  const met = { rows: new Set<number>(), isRefused: false, isFaulty: false };

  function commitDue(): void {
    const due = late.filter(({ at }) => at <= clock.now());
    late = late.filter((each) => !due.includes(each));
    for (const { commit } of due) commit();
  }

  /** Another client created this record. From then on the server refuses a second one. */
  const isForeign = ({ method, body }: Write) => method === 'POST' && foreign.has(keyOf(body));

  function carryOut(write: Write): Answer {
    const { answer, effect } = current?.fault ?? { effect: 'now' };
    if (answer !== undefined) met.rows.add(rowOf(write));
    if (isForeign(write)) return refuse(status(409));
    if (answer?.status === 409 || answer?.status === 422) {
      if (effect !== 'none') createFirst(write, effect);
      return refuse(answer);
    }
    if (effect === 'soon' || effect === 'late') {
      const at = clock.now() + (effect === 'soon' ? 100 : limitMs - 1000);
      const commit = () => void (isForeign(write) || write.commit());
      late = [...late, { at, commit }].toSorted((a, b) => a.at - b.at);
    }
    const committed = effect === 'now' ? write.commit() : {};
    return answer?.fault === 'cut off' ? { ...committed, ...answer } : (answer ?? committed);
  }

  function createFirst(write: Write, effect: Effect): void {
    if (write.method !== 'POST' || write.exists) return;
    foreign.add(keyOf(write.body));
    const name = write.path.endsWith('speakers') ? 'first_name' : 'abstract';
    write.commit(effect === 'other' && othersDiffer ? { [name]: 'Other' } : {});
  }

  function refuse(answer: Answer): Answer {
    met.isRefused = true;
    return answer;
  }

  function intercept({ method, url }: ApiRequest): Answer | undefined {
    commitDue();
    const number = requests++;
    current = drawn.find(({ at, times }) => at <= number && number < at + times);
    const isRead = method === 'GET' || url.pathname.endsWith('/search');
    const { answer = {} } = current?.fault ?? {};
    const isOfWrites = answer.text !== undefined || [204, 409, 422].includes(answer.status ?? 0);
    if (isRead && isOfWrites) return undefined;
    if (current !== undefined) met.isFaulty = true;
    if (!isRead || current === undefined) return undefined;
    return answer.fault === 'cut off' ? { json: { data: [] }, ...answer } : answer;
  }

  const kind: Kind = {
    name: 'faulty',
    intercept,
    write: carryOut,
  };
  const server: AnyServer = await startServer(kind, seed);

  return {
    server,
    foreign,
    /** What the requests since the last `begin` have met. */
    met,
    begin(next: Faults): void {
      drawn = next;
      requests = 0;
      met.rows.clear();
      Object.assign(met, { isRefused: false, isFaulty: false });
    },
    /** Lets the time limit of all requests pass. */
    async settle(): Promise<void> {
      await clock.sleep(2 * limitMs);
      commitDue();
    },
  };
}

/** Its record, by the number in its key or, as the service has numbered it, its id. */
const rowOf = ({ body, path }: Write) =>
  Number(/\d+/.exec(/rec_\d+/.exec(path)?.[0] ?? keyOf(body))?.[0]);

/** The address, or title and submitter, by which a record is known. */
export function keyOf({ title, email, submitter_email }: Fields): string {
  return String(
    title === undefined || email !== undefined ? email : `${title} by ${submitter_email}`,
  );
}
