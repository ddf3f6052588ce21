// Folds rows with the same key into the first one, and rejects those that contradict each other. Must not know files.

import type { Wanted } from '../changes/change.ts';
import type { RowFault } from '../changes/change-set.ts';
import type { LedgerRow } from '../changes/ledger.ts';
import { readCell } from '../columns/cell.ts';
import { plainCell } from '../columns/elements.ts';
import { fullName } from '../columns/person-name.ts';
import { quoteCell } from '../columns/quote.ts';
import { canBeSamePerson } from '../columns/record-name.ts';
import { foldKey } from '../contract/key.ts';
import { type FileWork, readFields } from './file-work.ts';
import { locate, reject, type Work, warn } from './work.ts';

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
export function foldInto(first: LedgerRow, row: Wanted, reading: FileWork): void {
  const { ledger, matching, updatable } = reading;
  const { filled, differences } = foldRow(first, row, reading);
  const isUpdatable = ({ field }: Difference) => updatable.some(({ name }) => name === field);
  // Which of two decisions is meant is unknown.
  const differing = matching === 'record' ? differences.find(isUpdatable) : undefined;
  if (differing !== undefined) {
    const { column, field, value, firstValue } = differing;
    const fault = (place: Place, own: string, otherLine: number, other: string): RowFault => {
      const message = `${quoteCell(own)}, but line ${otherLine} is for the same record and has ${quoteCell(other)}`;
      return { row: place.row, line: place.line, code: 'contradiction', column, field, message };
    };
    if (ledger.state(first.number) !== 'rejected') {
      ledger.mark(first.number, 'rejected');
      ledger.attach(first.number, { faults: [fault(first, firstValue, row.line, value)] });
    }
    reject(row, [fault(row, value, first.line, firstValue)], reading);
    return;
  }
  ledger.add(row, 'folded');
  if (filled !== undefined) ledger.rewrite({ ...first, fields: readFields(filled, reading).fields, filled });
  for (const { column, field, value, firstValue } of differences) {
    const message = `${quoteCell(value)}, but line ${first.line} has ${quoteCell(firstValue)}, which is used`;
    warn(reading, { row: row.row, line: row.line, column, field, code: 'contradiction', message });
  }
}

type Place = Pick<RowFault, 'row' | 'line'>;

type FoldedRow = Pick<LedgerRow, 'source' | 'filled'>;

/** A column in which two rows for one record have different cells. */
interface Difference {
  readonly column: string;
  readonly field: string;
  readonly value: string;
  readonly firstValue: string;
}

interface Fold {
  /** The first row's cells, with values for empty ones; undefined if nothing was added. */
  readonly filled: readonly string[] | undefined;
  readonly differences: readonly Difference[];
}

/** What a row adds to the first row with its key, and where the two differ. */
export function foldRow(
  first: FoldedRow,
  { source = [] }: FoldedRow,
  { mapping, endpoint: { key = [] }, rules: { statusOf } }: Pick<Work, 'mapping' | 'endpoint' | 'rules'>,
): Fold {
  const filled = [...(first.filled ?? first.source ?? [])];
  let isFilled = false;
  const differences: Difference[] = [];
  for (const mapped of mapping.mapped) {
    const { column, index, target: field, fields } = mapped;
    const firstValue = plainCell(readCell(mapped, filled));
    const value = plainCell(readCell(mapped, source));
    if (value === '' || firstValue === value) continue;
    if (firstValue === '') {
      filled[index] = source[index] ?? '';
      isFilled = true;
      continue;
    }
    // The fields of a key differ at most in case, and two words may mean one status.
    const isKey = fields.every((each) => key.includes(each)) && foldKey(firstValue) === foldKey(value);
    const isStatus = field === 'status' && (statusOf?.(value) ?? value) === (statusOf?.(firstValue) ?? firstValue);
    if (!isKey && !isStatus) differences.push({ column, field, value, firstValue });
  }
  return { filled: isFilled ? filled : undefined, differences };
}
