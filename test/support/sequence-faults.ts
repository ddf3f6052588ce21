// A server whose requests meet drawn faults: lost, delayed, refused and garbled writes, failing lists and lists that are behind.
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

/** What happens to a write: nothing, at once, within the time limit, or another client creates its record first. */
type Effect = 'none' | 'now' | 'soon' | 'late' | 'equal' | 'other';

interface Fault {
  readonly answer: Answer;
  readonly effect: Effect;
}

const reset: Answer = { fault: 'reset' };
const status = (code: number): Answer => ({ status: code, json: { detail: 'drawn' } });
const html: Answer = { text: '<!doctype html><title>Log in</title>', headers: { 'content-type': 'text/html' } };

const losses = [reset, ...[500, 502, 503, 504].map(status)].flatMap((answer) =>
  (['none', 'now', 'soon', 'late'] as const).map((effect): Fault => ({ answer, effect })),
);
const confirmed: readonly Fault[] = [
  { answer: { fault: 'cut off' }, effect: 'now' },
  { answer: { status: 204 }, effect: 'now' },
];
const others: readonly Fault[] = [html, status(408), status(429)].map((answer) => ({ answer, effect: 'none' }));
const refusals: readonly Fault[] = [
  { answer: status(422), effect: 'none' },
  { answer: status(409), effect: 'none' },
  { answer: status(409), effect: 'equal' },
  { answer: status(409), effect: 'other' },
];

/** The number of the request among those of its command, and its fault; a list that has no such fault is behind or fails. */
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
    /**
     * Of a list that is read after a write: it shows what was there at the list before. Of a creation that is confirmed:
     * no list shows it before the command has ended.
     */
    isBehind: fc.boolean(),
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
  let hasWritten = false;
  let late: readonly { readonly at: number; commit(): void }[] = [];
  let lateCommits = 0;
  const shown = new Map<string, { readonly all: readonly object[]; readonly lateCommits: number }>();
  const foreign = new Set<string>();
  const unlisted = new Set<string>();
  const met = { rows: new Set<number>(), isRefused: false, isFaulty: false };

  function commitDue(): void {
    const due = late.filter(({ at }) => at <= clock.now());
    late = late.filter((each) => !due.includes(each));
    lateCommits += due.length;
    for (const { commit } of due) commit();
  }

  /** Another client created this record. From then on the server refuses a second one. */
  const isForeign = ({ method, body }: Write) => method === 'POST' && foreign.has(keyOf(body));

  function carryOut(write: Write): Answer {
    const { answer, effect } = current?.fault ?? { effect: 'now' };
    hasWritten = true;
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
    const isConfirmed = answer?.fault === 'cut off' || answer?.status === 204;
    if (isConfirmed && current?.isBehind && write.method === 'POST') unlisted.add(keyOf(write.body));
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
    if (isRead && (isOfWrites || current?.isBehind !== false)) return undefined;
    if (current !== undefined) met.isFaulty = true;
    if (!isRead || current === undefined) return undefined;
    return answer.fault === 'cut off' ? { json: { data: [] }, ...answer } : answer;
  }

  const kind: Kind = {
    name: 'faulty',
    intercept,
    write: carryOut,
    page({ resource, all }) {
      const before = shown.get(resource);
      // A record that is created late, and not listed at the end of the time limit, cannot be found by anybody.
      const isBehind = hasWritten && current?.isBehind === true && before?.lateCommits === lateCommits;
      if (isBehind) met.isFaulty = true;
      const known = isBehind ? before.all : all;
      const data = known.filter((record) => !unlisted.has(keyOf({ ...record })));
      shown.set(resource, { all, lateCommits });
      return { json: { data, page: 1, pageSize: 100, total: data.length } };
    },
  };
  const server: AnyServer = await startServer(kind, seed);
  for (const resource of ['speakers', 'submissions', 'sessions'])
    shown.set(resource, { all: server.listed(resource), lateCommits });

  return {
    server,
    foreign,
    /** What the requests since the last `begin` have met. */
    met,
    begin(next: Faults): void {
      drawn = next;
      requests = 0;
      hasWritten = false;
      met.rows.clear();
      Object.assign(met, { isRefused: false, isFaulty: false });
    },
    /** Lets the time limit of all requests pass. */
    async settle(): Promise<void> {
      await clock.sleep(2 * limitMs);
      unlisted.clear();
      commitDue();
    },
  };
}

/** Its record, by the number in its key or, as the service has numbered it, its id. */
const rowOf = ({ body, path }: Write) => Number(/\d+/.exec(/rec_\d+/.exec(path)?.[0] ?? keyOf(body))?.[0]);

/** The address, or title and submitter, by which a record is known. */
export function keyOf({ title, email, submitter_email }: Fields): string {
  return String(title === undefined || email !== undefined ? email : `${title} by ${submitter_email}`);
}
