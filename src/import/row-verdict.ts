// Decides what becomes of a record of a row, by its faults and by the earlier rows of the file: it
// is rejected, folded, joined, or new. Must not change any row.
import type { Body, Change } from '../changes/change.ts';
import { isSamePerson } from '../contract/key.ts';
import type { RunRow } from '../runs/row.ts';
import type { Batch } from './batch.ts';
import { invalidTalk, type Papers } from './paper-rows.ts';
import type { Fault } from './record-faults.ts';
import { type Identity, identityOf } from './row-check.ts';

/** A record of a row that is not among the rows of its batch yet. */
interface Candidate {
  readonly body: Body;
  readonly wanted: Change;
  /** What is wrong with the row alone. */
  readonly faults: readonly Fault[];
  /** Undefined if each row is about a record of its own. */
  readonly papers: Papers | undefined;
}

/**
 * What becomes of a record:
 *
 * - `reject`: it is invalid, and so is the first row of its talk, if there is one, which gets a
 *   fault of its own. Later rows of the talk find it if it starts the talk.
 * - `fold`: the first row means the same record
 * - `join`: the first row is about the same talk, and this one about another of its people
 * - `create`: no earlier row is about its record
 */
export type RowVerdict =
  | {
      readonly kind: 'reject';
      readonly faults: readonly Fault[];
      readonly talk?: { readonly first: RunRow; readonly fault: Fault };
      readonly startsTalk?: boolean;
    }
  | { readonly kind: 'fold' | 'join'; readonly first: RunRow }
  | { readonly kind: 'create' };

/** The order of the questions is the rule: a row has the faults of the first that finds any. */
export function verdictOf(
  candidate: Candidate,
  batch: Pick<Batch, 'rows' | 'endpoint'>,
): RowVerdict {
  const { body, wanted, faults, papers } = candidate;
  if (faults.length > 0) return invalid(candidate);
  const identity = identityOf(wanted.names);
  if (identity === undefined) return { kind: 'reject', faults: [withoutName(batch)] };
  const first = earlierRow(wanted, identity, batch);
  if (first !== undefined) {
    const other = papers?.otherId(first, body);
    return other === undefined ? { kind: 'fold', first } : { kind: 'reject', faults: [other] };
  }
  const paper = papers?.find(body, wanted);
  if (paper === undefined) return { kind: 'create' };
  if (paper.faults !== undefined) {
    const [fault, own] = paper.faults;
    return { kind: 'reject', faults: [own], talk: { first: paper.first, fault } };
  }
  return { kind: 'join', first: paper.first };
}

function invalid({ body, wanted, faults, papers }: Candidate): RowVerdict {
  const paper = papers?.find(body, wanted);
  if (paper === undefined) return { kind: 'reject', faults, startsTalk: true };
  // Rows that may be about several talks are no reason to reject those of one.
  if (paper.faults !== undefined) return { kind: 'reject', faults };
  const fault = invalidTalk(wanted);
  return { kind: 'reject', faults, talk: { first: paper.first, fault } };
}

/**
 * The row that means the same record. One that has a key beside its title, or names other people,
 * may mean another.
 */
function earlierRow({ people }: Change, { by, text }: Identity, { rows }: Pick<Batch, 'rows'>) {
  const named = rows.find(by, text);
  if (by !== 'title') return named[0];
  const first = named.find((row) => row.names.key === undefined);
  return isSameList(first?.people, people) ? first : undefined;
}

function isSameList(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return (
    one.length === other.length && one.every((name, at) => isSamePerson(name, other[at] ?? ''))
  );
}

function withoutName({ endpoint: { key = [] } }: Pick<Batch, 'endpoint'>): Fault {
  const names = ['id', ...key].join(', ').replace(/, ([^,]*)$/, ' or $1');
  const message = `the row names no record: it has no ${names}`;
  return { code: 'missing_identity', message };
}
