// Folds rows with the same key into the first one, and rejects those that contradict each other. Must not know files.

import type { By, Wanted } from '../changes/change.ts';
import type { RowFault } from '../changes/change-set.ts';
import type { LedgerRow } from '../changes/ledger.ts';
import { readCell } from '../columns/cell.ts';
import { plainCell } from '../columns/elements.ts';
import type { Mapping } from '../columns/mapping.ts';
import { fullName } from '../columns/person-name.ts';
import { canBeSamePerson } from '../columns/same-person.ts';
import { foldKey } from '../contract/key.ts';
import { type FileWork, readFields } from './file-work.ts';
import type { Contradiction } from './row-rules.ts';
import { contradiction, isUpdatable, rejectFirst } from './same-record.ts';
import { isNameless, locate, reject, savedNotes, type Work } from './work.ts';

/** The names of two people, if two rows that have the same address as their key name different ones. */
export function otherPerson(
  first: Wanted,
  row: Wanted,
  { endpoint }: Work,
): { readonly first: string; readonly second: string } | undefined {
  if (endpoint.key?.length !== 1) return undefined;
  const [one, two] = [first, row].map(({ fields: { first_name, last_name } }) =>
    fullName(first_name ?? '', last_name ?? ''),
  ) as [string, string];
  return one === '' || two === '' || canBeSamePerson(one, two) ? undefined : { first: one, second: two };
}

/** It is unknown whose address it is, so that neither row is imported. */
export function rejectBoth(
  at: number,
  row: Wanted,
  names: { readonly first: string; readonly second: string },
  work: Work,
): void {
  const { ledger } = work;
  const before = ledger.read(at);
  const [one, two] = [names.first, names.second].map((name) => JSON.stringify(name));
  if (ledger.state(at) !== 'rejected') {
    const fault = sharedAddress(before, `of ${one}, and in line ${row.line} of ${two}`, work);
    ledger.mark(at, 'rejected');
    ledger.attach(at, { faults: [fault] });
  }
  reject(row, [sharedAddress(row, `of ${two}, and in line ${before.line} of ${one}`, work)], work);
}

export function sharedAddress({ row, line, fields }: Wanted, whose: string, work: Work): RowFault {
  const [field = ''] = work.endpoint.key ?? [];
  const message = `${JSON.stringify(fields[field] ?? '')} is the address ${whose}`;
  return { row, line, ...locate(work, field), code: 'other_person', message };
}

/** Adds a row with the name of an earlier one, which gets the cells that it lacks. */
export function foldInto(first: LedgerRow, row: Wanted, by: By, reading: FileWork): void {
  const { ledger, mapping, endpoint, contradictions } = reading;
  const { filled, contradictions: all } = foldRow(first, row, mapping, endpoint.key ?? []);
  const differences = all.filter((each) => !isSameStatus(each, reading));
  // Which of two decisions is meant is unknown.
  const differing = reading.matching === 'record' ? differences.find((each) => isUpdatable(each, reading)) : undefined;
  if (differing !== undefined) {
    reject(row, [rejectFirst(first, row, differing, reading)], reading);
    return;
  }
  ledger.add(row, 'folded');
  if (filled !== undefined) {
    const { fields } = readFields(filled, reading);
    if (isNameless(first.fields, reading) && !isNameless(fields, reading)) reading.nameless--;
    ledger.rewrite({ ...first, fields, filled });
  }
  const key = (row.names[by] ?? '').replaceAll('\0', ' / ');
  const found = differences.map((each) => ({ ...each, key }));
  contradictions.push(...found.slice(0, savedNotes - contradictions.length));
}

/** Two words of one status do not contradict each other. */
function isSameStatus({ field, value, firstValue }: Contradiction, { rules: { statusOf } }: Work): boolean {
  const [one, other] = [value, firstValue].map((word) => statusOf?.(word) ?? word);
  return field === 'status' && one === other;
}

/** @returns a function that reads the user's own word for a value */
export function wordReader(mapping: Mapping): NonNullable<Work['wordOf']> {
  return ({ source, filled = source }, field) => {
    const column = mapping.mapped.find(({ target }) => target === field);
    return column === undefined || filled === undefined ? undefined : plainCell(readCell(column, filled));
  };
}

type FoldedRow = Pick<LedgerRow, 'row' | 'line' | 'source' | 'filled'>;

interface Fold {
  /** The first row's cells, with values for empty ones; undefined if nothing was added. */
  readonly filled: readonly string[] | undefined;
  readonly contradictions: readonly Contradiction[];
}

/** What a row adds to the first row with its key, and where the two contradict each other. @param key fields that differ at most in case */
export function foldRow(first: FoldedRow, repeated: FoldedRow, mapping: Mapping, key: readonly string[]): Fold {
  const { source = [] } = repeated;
  const filled = [...(first.filled ?? first.source ?? [])];
  let isFilled = false;
  const contradictions: Contradiction[] = [];
  for (const mapped of mapping.mapped) {
    const { column, index, target: field, fields } = mapped;
    const before = plainCell(readCell(mapped, filled));
    const after = plainCell(readCell(mapped, source));
    if (after === '' || before === after) continue;
    if (before === '') {
      filled[index] = source[index] ?? '';
      isFilled = true;
    } else if (!fields.every((each) => key.includes(each)) || foldKey(before) !== foldKey(after)) {
      contradictions.push(contradiction(first, repeated, { column, field, value: after, firstValue: before }));
    }
  }
  return { filled: isFilled ? filled : undefined, contradictions };
}
