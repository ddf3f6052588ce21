// What a service has acknowledged, and whether it is all that the service has. Must not know how it is asked.
import { isDeepStrictEqual } from 'node:util';

export type Kind = 'speakers' | 'submissions';
export type Fields = Readonly<Record<string, unknown>>;

/** A record that was acknowledged. */
export interface Known {
  readonly kind: Kind;
  readonly id: string;
  /** As the last acknowledgment has it. */
  fields: Fields;
  /** By `performance.now()`, when that came. */
  since: number;
  /** A write of this record is in progress. */
  isBusy: boolean;
}

/** Is in a text field of each request that must be refused. */
export const refusedMark = 'must not be stored';

/** The records of one event. */
export interface Records {
  count(kind: Kind): number;
  /** Adds a record that was created. */
  add(kind: Kind, fields: Fields): void;
  /** A submission with this title was sent once, and has no known outcome. */
  addUncertain(title: string): void;
  /** A random record without a write in progress, which begins now; undefined if there is none. */
  take(kind: Kind): Known | undefined;
  /** The write has been acknowledged. */
  change(known: Known, fields: Fields): void;
  /** The write was refused. */
  release(known: Known): void;
  /** What is wrong with records that were read after a time, by `performance.now()`, and need not be all records. */
  faultsOf(read: readonly Fields[], askedAt: number): readonly string[];
  /** What is wrong with the lists of all records, when nothing is in progress. */
  audit(lists: Lists): readonly string[];
}

export interface Lists {
  readonly speakers: readonly Fields[];
  readonly submissions: readonly Fields[];
  readonly sessions: readonly Fields[];
  readonly contentItems: readonly Fields[];
  readonly contacts: readonly Fields[];
}

/** @param name of the event, in messages */
export function newRecords(name: string, random: () => number): Records {
  const all = { speakers: [] as Known[], submissions: [] as Known[] };
  const byId = new Map<string, Known>();
  const uncertain = new Set<string>();
  return {
    count: (kind) => all[kind].length,
    add(kind, fields) {
      const known = { kind, id: String(fields.id), fields, since: performance.now(), isBusy: false };
      all[kind].push(known);
      byId.set(known.id, known);
    },
    addUncertain: (title) => void uncertain.add(title),
    take(kind) {
      const known = all[kind][Math.floor(random() * all[kind].length)];
      if (known === undefined || known.isBusy) return undefined;
      known.isBusy = true;
      return known;
    },
    change(known, fields) {
      Object.assign(known, { fields, since: performance.now(), isBusy: false });
    },
    release(known) {
      known.isBusy = false;
    },
    faultsOf: (read, askedAt) =>
      read.flatMap((record) => {
        const known = byId.get(String(record.id));
        if (known === undefined || known.isBusy || known.since >= askedAt) return [];
        return differences(known.fields, record).map(
          (difference) => `${name}: ${record.id} is outdated: ${difference}`,
        );
      }),
    audit: (lists) =>
      [
        ...(['speakers', 'submissions'] as const).flatMap((kind) => auditKind(kind, lists[kind])),
        ...derived(lists),
      ].map((fault) => `${name}: ${fault}`),
  };

  function auditKind(kind: Kind, listed: readonly Fields[]): readonly string[] {
    const counts = countsOf(listed.map(({ id }) => String(id)));
    const titles = countsOf(listed.map(({ title }) => String(title)));
    const found = new Map(listed.map((record) => [String(record.id), record]));
    return [
      ...[...counts].filter(([, count]) => count > 1).map(([id, count]) => `${kind} has ${id} ${count} times`),
      ...all[kind].flatMap(({ id, fields }) => {
        const record = found.get(id);
        if (record === undefined) return [`${id} is lost: ${JSON.stringify(fields)}`];
        return differences(fields, record).map((difference) => `${id} is not as acknowledged: ${difference}`);
      }),
      ...listed
        .filter(
          ({ id, title }) =>
            !byId.has(String(id)) && !(uncertain.has(String(title)) && titles.get(String(title)) === 1),
        )
        .map((record) => `${record.id} was never acknowledged: ${JSON.stringify(record)}`),
      ...listed
        .filter((record) => JSON.stringify(record).includes(refusedMark))
        .map(({ id }) => `${id} has content that was refused`),
    ];
  }
}

/** What the service derives from speakers and submissions. */
function derived({ speakers, submissions, sessions, contentItems, contacts }: Lists): readonly string[] {
  const people = [...speakers.map(({ email }) => email), ...submissions.map(({ submitter_email }) => submitter_email)];
  const placed = submissions.filter(({ room, start }) => room !== null && start !== null);
  const published = submissions.filter(
    ({ status, room, start }) => status === 'accepted' || (room !== null && start !== null),
  );
  return [
    ...mismatch(
      'contacts',
      contacts.map(({ email }) => email),
      [...new Set(people)],
    ),
    ...mismatch('sessions', idsOf(sessions), idsOf(placed)),
    ...mismatch('content items', idsOf(contentItems), idsOf(published)),
  ];
}

function mismatch(what: string, listed: readonly unknown[], wanted: readonly unknown[]): readonly string[] {
  const [is, shouldBe] = [listed.map(String).toSorted(), wanted.map(String).toSorted()];
  if (isDeepStrictEqual(is, shouldBe)) return [];
  const [has, wants] = [new Set(is), new Set(shouldBe)];
  const missing = shouldBe.filter((one) => !has.has(one));
  const extra = is.filter((one) => !wants.has(one));
  return [
    `${what}: ${is.length} instead of ${shouldBe.length}; missing: ${missing.slice(0, 3)}; too many: ${extra.slice(0, 3)}`,
  ];
}

const idsOf = (records: readonly Fields[]) => records.map(({ id }) => id);

/** The fields of a record that are not as expected, in words. It may have others. */
export function differences(expected: Fields, record: Fields): readonly string[] {
  return Object.entries(expected)
    .filter(([field, value]) => record[field] !== value)
    .map(([field, value]) => `${field} is ${JSON.stringify(record[field])} instead of ${JSON.stringify(value)}`);
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
