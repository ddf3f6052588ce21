// Checks and saves every row of the file, and folds rows with the same key into the first one.
import { isAddress } from '../columns/address.ts';
import { isExactRow } from '../columns/cell.ts';
import { locateField, statusColumn } from '../columns/mapping.ts';
import { fullName } from '../columns/person-name.ts';
import { quoteCell } from '../columns/quote.ts';
import { divideRow, type PeopleColumns, peopleColumns } from '../columns/row-people.ts';
import { canBeSamePerson } from '../columns/same-person.ts';
import type { RowRange } from '../runs/entry.ts';
import type { Row } from '../sheets/table.ts';
import { breakRows } from './break-rows.ts';
import { foldRow } from './fold-rows.ts';
import { identities, identityOf } from './identity.ts';
import { unchangedRejects } from './rejects.ts';
import type { SavedRow } from './row-table.ts';
import { type Body, type CheckedRow, type Contradiction, type RowFault, rowChecker } from './rows.ts';
import type { PreparedRow } from './submitters.ts';
import type { CountedNotes, Work } from './work.ts';

export interface CheckOptions {
  readonly columns: readonly string[];
  /** The rows to import, by their numbers in the file; all if undefined. */
  readonly wanted?: RowRange | undefined;
  /** Rows that a run saved are divided already. */
  readonly areDivided?: boolean;
  readonly signal?: AbortSignal | undefined;
}

type ValidRow = Extract<CheckedRow, { kind: 'valid' }>;

/** How many contradictions and warnings are saved; a file may have a million. */
const savedNotes = 1000;

/** Gives every row its state. A row that names several people becomes a row for each of them. */
export async function checkRows(
  batches: AsyncIterable<readonly PreparedRow[]>,
  work: Work,
  { columns, wanted, areDivided = false, signal }: CheckOptions,
): Promise<void> {
  const isUnchanged = unchangedRejects(columns);
  const people = peopleColumns(work.mapping);
  const isBreak = work.endpoint.resource === 'submissions' ? breakRows(columns, work.mapping) : () => false;
  const check = rowChecker(work);
  const take = (row: PreparedRow) => takeRow(row, check(row), work);
  for await (const rows of batches) {
    signal?.throwIfAborted();
    for (const row of rows) {
      const isWanted = wanted === undefined || (row.row >= wanted[0] && row.row <= wanted[1]);
      if (!isWanted) work.table.add(row, 'left-out');
      else if (isExactRow(row.cells)) take(row);
      else if (isUnchanged(row.cells)) take({ ...row, fault: unchangedFault });
      else if (row.fault === undefined && isBreak(row.cells)) leaveOut(row, work);
      else if ((areDivided && people.isRecord) || row.fault !== undefined) take(row);
      else for (const each of divide(row, people, work)) take(each);
    }
  }
}

const unchangedFault =
  'the row was rejected as malformed and has not changed; if its cells are in the right columns, clear its "_message" cell';

function divide(row: PreparedRow, people: PeopleColumns, { mapping, divided }: Work): readonly PreparedRow[] {
  const division = divideRow(row.cells, people, mapping);
  if (division === undefined) return [row];
  const { rows, others } = division;
  if (rows.length > 1) {
    divided.rows++;
    divided.people += rows.length;
  }
  // A rejected submission is written as it is in the file, with all of its people.
  const whole = people.isRecord ? undefined : (row.whole ?? row.cells);
  return rows.map((cells) => ({ ...row, cells, others, whole }));
}

/** Breaks need no submission. Blank rows are not reported. */
function leaveOut(row: Row, { table, readBody, breaks }: Work): void {
  table.add(row, 'left-out');
  const { title = '' } = readBody(row.cells);
  if (title !== '') addNote(breaks, { row: row.row, line: row.line, title });
}

function takeRow(row: PreparedRow, checked: CheckedRow, work: Work): void {
  const { table, endpoint } = work;
  if (checked.kind === 'blank') {
    table.add(row, 'left-out');
    return;
  }
  if (checked.kind === 'invalid') {
    reject({ ...row, cells: row.whole ?? row.cells }, checked.faults, work);
    return;
  }
  const named = identities[work.matching].map((identity) => identityOf(identity, endpoint, checked.body));
  // If the record of a plan is gone, no other one has its title by right.
  const keys = isExactRow(row.cells) && named[0] !== undefined ? named.slice(0, 1) : named;

  const kind = keys.findIndex((key) => key !== undefined);
  const key = keys[kind];
  if (key === undefined) {
    reject(row, [withoutIdentity(row, work)], work);
    return;
  }
  const first = table.find(key, kind);
  if (first === undefined) {
    takeNotes(row, checked, work);
    countStatus(row, work);
    if (isNameless(checked.body, work)) work.nameless++;
    table.add(row, 'create', keys);
    return;
  }
  const other = otherPerson(table.read(first), row, work);
  if (other === undefined && table.state(first) === 'rejected') {
    const { line } = table.read(first);
    reject(row, [sharedAddress(row, row.cells, `of different people, as in line ${line}`, work)], work);
  } else if (other === undefined) {
    takeNotes(row, checked, work);
    foldInto(table.read(first), row, key, work);
  } else rejectBoth(first, row, other, work);
}

function withoutIdentity({ row, line }: Row, { endpoint: { key = [] } }: Work): RowFault {
  const names = ['id', ...key].join(', ').replace(/, ([^,]*)$/, ' or $1');
  return { row, line, code: 'missing_identity', message: `the row names no record: it has no ${names}` };
}

/** Whether the record of a new speaker would have no name. */
function isNameless({ first_name, last_name }: Body, { endpoint, matching }: Work): boolean {
  return matching === 'key' && endpoint.resource === 'speakers' && first_name === undefined && last_name === undefined;
}

function reject(row: Row, faults: readonly RowFault[], { table }: Work): void {
  table.attach(table.add(row, 'rejected'), { faults });
}

function takeNotes(
  { row, line, others = [] }: PreparedRow,
  { body, warnings, dropped, unclearSplit }: ValidRow,
  work: Work,
): void {
  const address = body[work.endpoint.key?.at(-1) ?? ''];
  if (work.rules.allowsOdd && address !== undefined && !isAddress(address)) work.oddAddresses++;
  work.warnings.push(...warnings.slice(0, Math.max(0, savedNotes - work.warnings.length)));
  if (others.length > 0) addNote(work.coSpeakers, { row, line, names: others });
  if (unclearSplit !== undefined) {
    const { first, last } = unclearSplit;
    addNote(work.unclearSplits, { row, line, first, last });
  }
  const [example] = dropped;
  if (example === undefined) return;
  const { additions } = work;
  if (additions.rows++ === 0) Object.assign(additions, { line, example });
}

function countStatus({ cells }: Row, { mapping, statuses }: Work): void {
  const column = statusColumn(mapping);
  const status = column === undefined ? '' : (cells[column.index] ?? '').trim();
  if (status === '') return;
  const value = statuses.has(status) || statuses.size < mostStatuses ? status : '…';
  statuses.set(value, (statuses.get(value) ?? 0) + 1);
}

/** A column of more different texts has no status. */
const mostStatuses = 20;

function addNote<T>(notes: CountedNotes<T>, note: T): void {
  notes.rows++;
  if (notes.listed.length < savedNotes) notes.listed.push(note);
}

/** The names of two people, if two rows that have the same address as their key name different ones. */
function otherPerson(
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
function rejectBoth(
  at: number,
  row: Row,
  names: { readonly first: string; readonly second: string },
  work: Work,
): void {
  const { table } = work;
  const before = table.read(at);
  const [one, two] = [names.first, names.second].map((name) => JSON.stringify(name));
  if (table.state(at) !== 'rejected') {
    const where = { row: before.fileRow, line: before.line };
    table.mark(at, 'rejected');
    table.attach(at, {
      faults: [sharedAddress(where, before.cells, `of ${one}, and in line ${row.line} of ${two}`, work)],
    });
  }
  reject(row, [sharedAddress(row, row.cells, `of ${two}, and in line ${before.line} of ${one}`, work)], work);
}

function sharedAddress(
  { row, line }: Pick<Row, 'row' | 'line'>,
  cells: readonly string[],
  whose: string,
  { mapping, endpoint, readBody }: Work,
): RowFault {
  const [field = ''] = endpoint.key ?? [];
  const address = JSON.stringify(readBody(cells)[field] ?? '');
  return {
    row,
    line,
    ...locateField(mapping, field),
    code: 'other_person',
    message: `${address} is the address ${whose}`,
  };
}

function foldInto(first: SavedRow, row: Row, key: string, work: Work): void {
  const { table, mapping, endpoint, contradictions, readBody } = work;
  const fold = foldRow(first, row, mapping, endpoint.key ?? []);
  // Which of two decisions is meant is unknown.
  const differing =
    work.matching === 'record' ? fold.contradictions.find((each) => isUpdatable(each, work)) : undefined;
  if (differing !== undefined) {
    rejectContradiction(first, row, differing, work);
    return;
  }
  table.add(row, 'folded');
  if (fold.filled !== undefined) {
    const [before, after] = [first.filled ?? first.cells, fold.filled].map(readBody);
    if (isNameless(before ?? {}, work) && !isNameless(after ?? {}, work)) work.nameless--;
    table.rewrite({ ...first, filled: fold.filled });
  }
  const found = fold.contradictions.map((each) => ({ ...each, key: key.replaceAll('\0', ' / ') }));
  contradictions.push(...found.slice(0, savedNotes - contradictions.length));
}

function isUpdatable({ field }: Contradiction, { updatable }: Work): boolean {
  return updatable.some(({ name }) => name === field);
}

/** Two rows for one record give a field different values, so that neither is applied. */
function rejectContradiction(
  first: SavedRow,
  row: Row,
  { column, field, value, firstValue }: Contradiction,
  work: Work,
): void {
  const { table } = work;
  const fault = (at: Pick<Row, 'row' | 'line'>, own: string, other: string, otherLine: number): RowFault => ({
    ...{ row: at.row, line: at.line, code: 'contradiction' },
    ...(column !== undefined && { column }),
    ...(field !== undefined && { field }),
    message: `${quoteCell(own)}, but line ${otherLine} is for the same record and has ${quoteCell(other)}`,
  });
  if (table.state(first.row) !== 'rejected') {
    table.mark(first.row, 'rejected');
    const where = { row: first.fileRow, line: first.line };
    table.attach(first.row, { faults: [fault(where, firstValue, value, row.line)] });
  }
  reject(row, [fault(row, value, firstValue, first.line)], work);
}
