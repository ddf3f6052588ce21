// Folds rows with the same key into the first one, and rejects those that contradict each other. Must not know files.

import type { By, Wanted } from '../changes/change.ts';
import type { RowFault } from '../changes/change-set.ts';
import type { LedgerRow } from '../changes/ledger.ts';
import { readCell } from '../columns/cell.ts';
import { plainCell } from '../columns/elements.ts';
import type { Mapping } from '../columns/mapping.ts';
import { fullName } from '../columns/person-name.ts';
import { quoteCell } from '../columns/quote.ts';
import { canBeSamePerson } from '../columns/same-person.ts';
import { foldKey } from '../contract/key.ts';
import { type FileWork, readFields } from './file-work.ts';
import type { Contradiction } from './rows.ts';
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

/**
 * Two rows name one record in different ways, such as by its id and by its title: rows that contradict each other are both
 * rejected, and a row that says nothing new is folded. @returns whether it was one of these
 */
export function foldSameRecord(first: LedgerRow, row: LedgerRow, work: Work): boolean {
  const { ledger } = work;
  const { key = [] } = work.endpoint;
  const contradictions = contradictionsOf(first, row, work);
  const differing = contradictions.find((each) => isUpdatable(each, work));
  if (differing !== undefined) {
    const fault = rejectFirst(first, row, differing, work);
    ledger.mark(row.number, 'rejected');
    ledger.attach(row.number, { faults: [fault] });
    return true;
  }
  const isNew = Object.entries(row.fields).some(
    ([field, value]) => value !== null && !key.includes(field) && first.fields[field] == null,
  );
  if (contradictions.length > 0 || isNew) return false;
  ledger.mark(row.number, 'folded');
  return true;
}

/** The fields to which both rows give different values. Those of the key may differ in case. */
function contradictionsOf(first: LedgerRow, row: LedgerRow, work: Work): readonly Contradiction[] {
  const isSame = (field: string, one: string, other: string) =>
    one === other || (work.endpoint.key?.includes(field) === true && foldKey(one) === foldKey(other));
  return Object.entries(row.fields).flatMap(([field, value]) => {
    const before = first.fields[field];
    if (value === null || before == null || isSame(field, before, value)) return [];
    const { column = field } = locate(work, field);
    const words = { value: wordOf(row, field, work) ?? value, firstValue: wordOf(first, field, work) ?? before };
    return [contradiction(first, row, { column, field, ...words })];
  });
}

/** The user's own word for a value. */
function wordOf({ source, filled = source }: LedgerRow, field: string, { mapping }: Work): string | undefined {
  const column = mapping.mapped.find(({ target }) => target === field);
  return column === undefined || filled === undefined ? undefined : plainCell(readCell(column, filled));
}

function isUpdatable({ field }: Contradiction, { updatable }: Work): boolean {
  return updatable.some(({ name }) => name === field);
}

/** Two words of one status do not contradict each other. */
function isSameStatus({ field, value, firstValue }: Contradiction, { rules: { statusOf } }: Work): boolean {
  const [one, other] = [value, firstValue].map((word) => statusOf?.(word) ?? word);
  return field === 'status' && one === other;
}

type Place = Pick<RowFault, 'row' | 'line'>;

/** Two rows for one record give a field different values, so that neither is applied. @returns the fault of the second */
function rejectFirst(first: LedgerRow, second: Place, found: Contradiction, work: Work): RowFault {
  const { ledger } = work;
  const { column, field, value, firstValue } = found;
  const faultAt = (place: Place, own: string, otherLine: number, other: string): RowFault => {
    const message = `${quoteCell(own)}, but line ${otherLine} is for the same record and has ${quoteCell(other)}`;
    return { row: place.row, line: place.line, code: 'contradiction', column, field, message };
  };
  if (ledger.state(first.number) !== 'rejected') {
    ledger.mark(first.number, 'rejected');
    ledger.attach(first.number, { faults: [faultAt(first, firstValue, second.line, value)] });
  }
  return faultAt(second, value, first.line, firstValue);
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

function contradiction(
  { line: firstLine }: Place,
  { row, line }: Place,
  { column, field, value, firstValue }: Pick<Contradiction, 'column' | 'field' | 'value' | 'firstValue'>,
): Contradiction {
  const message = `${quoteCell(value)}, but line ${firstLine} has ${quoteCell(firstValue)}, which is used`;
  return { row, line, column, field, code: 'contradiction', value, firstLine, firstValue, message };
}
