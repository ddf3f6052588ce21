// Folds rows with the same key into the first one, and rejects those that contradict each other. Must not know files.
import { readCell } from '../columns/cell.ts';
import { plainCell } from '../columns/elements.ts';
import { locateField, type Mapping } from '../columns/mapping.ts';
import { fullName } from '../columns/person-name.ts';
import { quoteCell } from '../columns/quote.ts';
import { canBeSamePerson } from '../columns/same-person.ts';
import { foldKey } from '../contract/key.ts';
import type { Row } from '../sheets/table.ts';
import type { SavedRow } from './row-table.ts';
import type { Contradiction, RowFault } from './rows.ts';
import { isNameless, placeOf, reject, savedNotes, type Work } from './work.ts';

/** The names of two people, if two rows that have the same address as their key name different ones. */
export function otherPerson(
  first: SavedRow,
  row: Row,
  { readBody, endpoint }: Work,
): { readonly first: string; readonly second: string } | undefined {
  if (endpoint.key?.length !== 1) return undefined;
  const [one, two] = [first.filled ?? first.cells, row.cells].map((cells) => {
    const { first_name = '', last_name = '' } = readBody(cells);
    return fullName(first_name, last_name);
  }) as [string, string];
  return one === '' || two === '' || canBeSamePerson(one, two) ? undefined : { first: one, second: two };
}

/** It is unknown whose address it is, so that neither row is imported. */
export function rejectBoth(
  at: number,
  row: Row,
  names: { readonly first: string; readonly second: string },
  work: Work,
): void {
  const { table } = work;
  const before = table.read(at);
  const [one, two] = [names.first, names.second].map((name) => JSON.stringify(name));
  if (table.state(at) !== 'rejected') {
    const fault = sharedAddress(placeOf(work, at), before.cells, `of ${one}, and in line ${row.line} of ${two}`, work);
    table.mark(at, 'rejected');
    table.attach(at, { faults: [fault] });
  }
  reject(row, [sharedAddress(row, row.cells, `of ${two}, and in line ${before.line} of ${one}`, work)], work);
}

export function sharedAddress(
  { row, line }: Pick<Row, 'row' | 'line'>,
  cells: readonly string[],
  whose: string,
  { mapping, endpoint, readBody }: Work,
): RowFault {
  const [field = ''] = endpoint.key ?? [];
  const address = JSON.stringify(readBody(cells)[field] ?? '');
  const message = `${address} is the address ${whose}`;
  return { row, line, ...locateField(mapping, field), code: 'other_person', message };
}

export function foldInto(first: SavedRow, row: Row, key: string, work: Work): void {
  const { table, mapping, endpoint, contradictions, readBody } = work;
  const { filled, contradictions: all } = foldRow(first, row, mapping, endpoint.key ?? []);
  const differences = all.filter((each) => !isSameStatus(each, work));
  // Which of two decisions is meant is unknown.
  const differing = work.matching === 'record' ? differences.find((each) => isUpdatable(each, work)) : undefined;
  if (differing !== undefined) {
    reject(row, [rejectFirst(first, row, differing, work)], work);
    return;
  }
  table.add(row, 'folded');
  if (filled !== undefined) {
    const [before, after] = [first.filled ?? first.cells, filled].map(readBody);
    if (isNameless(before ?? {}, work) && !isNameless(after ?? {}, work)) work.nameless--;
    table.rewrite({ ...first, filled });
  }
  const found = differences.map((each) => ({ ...each, key: key.replaceAll('\0', ' / ') }));
  contradictions.push(...found.slice(0, savedNotes - contradictions.length));
}

/**
 * Two rows name one record in different ways, such as by its id and by its title: rows that contradict each other are both
 * rejected, and a row that says nothing new is folded. @returns whether it was one of these
 */
export function foldSameRecord(first: SavedRow, row: SavedRow, work: Work): boolean {
  const { table, mapping, endpoint, readBody } = work;
  const { key = [] } = endpoint;
  const { contradictions: found, filled = first.cells } = foldRow(first, row, mapping, key);
  const contradictions = found.filter((each) => !isSameStatus(each, work));
  const differing = contradictions.find((each) => isUpdatable(each, work));
  if (differing !== undefined) {
    const fault = rejectFirst(first, { row: row.fileRow, line: row.line }, differing, work);
    table.mark(row.row, 'rejected');
    table.attach(row.row, { faults: [fault] });
    return true;
  }
  const before = readBody(first.filled ?? first.cells);
  const isNew = Object.keys(readBody(filled)).some((field) => !key.includes(field) && before[field] === undefined);
  if (contradictions.length > 0 || isNew) return false;
  table.mark(row.row, 'folded');
  return true;
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
function rejectFirst(first: SavedRow, second: Place, found: Contradiction, work: Work): RowFault {
  const { table } = work;
  const { column, field, value, firstValue } = found;
  const faultAt = (place: Place, own: string, otherLine: number, other: string): RowFault => {
    const message = `${quoteCell(own)}, but line ${otherLine} is for the same record and has ${quoteCell(other)}`;
    return { row: place.row, line: place.line, code: 'contradiction', column, field, message };
  };
  if (table.state(first.row) !== 'rejected') {
    table.mark(first.row, 'rejected');
    table.attach(first.row, { faults: [faultAt(placeOf(work, first.row), firstValue, second.line, value)] });
  }
  return faultAt(second, value, first.line, firstValue);
}

type FoldedRow = Pick<SavedRow, 'row' | 'line' | 'cells' | 'filled'>;

interface Fold {
  /** The first row's cells, with values for empty ones; undefined if nothing was added. */
  readonly filled: readonly string[] | undefined;
  readonly contradictions: readonly Contradiction[];
}

/** What a row adds to the first row with its key, and where the two contradict each other. @param key fields that differ at most in case */
export function foldRow(first: FoldedRow, repeated: FoldedRow, mapping: Mapping, key: readonly string[]): Fold {
  const filled = [...(first.filled ?? first.cells)];
  let isFilled = false;
  const contradictions: Contradiction[] = [];
  for (const mapped of mapping.mapped) {
    const { column, index, target, fields } = mapped;
    const before = plainCell(readCell(mapped, filled));
    const after = plainCell(readCell(mapped, repeated.cells));
    if (after === '' || before === after) continue;
    if (before === '') {
      filled[index] = repeated.cells[index] ?? '';
      isFilled = true;
    } else if (!fields.every((field) => key.includes(field)) || foldKey(before) !== foldKey(after)) {
      contradictions.push({
        row: repeated.row,
        line: repeated.line,
        column,
        field: target,
        code: 'contradiction',
        value: after,
        firstLine: first.line,
        firstValue: before,
        message: `${quoteCell(after)}, but line ${first.line} has ${quoteCell(before)}, which is used`,
      });
    }
  }
  return { filled: isFilled ? filled : undefined, contradictions };
}
