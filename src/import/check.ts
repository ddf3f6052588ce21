// Checks and saves every row of the file.
import { breakRows } from '../columns/break-rows.ts';
import { cellText, isExactRow } from '../columns/cell.ts';
import { locateField, statusColumn } from '../columns/mapping.ts';
import { isNoValue } from '../columns/no-value.ts';
import { withPeople } from '../columns/people-cells.ts';
import { quoteCell } from '../columns/quote.ts';
import { divideRow } from '../columns/row-division.ts';
import { type PeopleColumns, peopleColumns } from '../columns/row-people.ts';
import { isTotalLine } from '../columns/total-line.ts';
import { isAddressField } from '../contract/key.ts';
import type { RowRange } from '../runs/entry.ts';
import type { Row } from '../sheets/table.ts';
import { foldInto, otherPerson, rejectBoth, sharedAddress } from './fold-rows.ts';
import { identities, identityOf } from './identity.ts';
import { unchangedRejects } from './rejects.ts';
import { nameOthers } from './rivals.ts';
import { type CheckedRow, type RowFault, rowChecker } from './rows.ts';
import type { PreparedRow } from './submitters.ts';
import { isNameless, reject, type Work, warn } from './work.ts';

export interface CheckOptions {
  readonly columns: readonly string[];
  /** The rows to import, by their numbers in the file; all if undefined. */
  readonly wanted?: RowRange | undefined;
  /** Rows that a run saved are divided already. */
  readonly areDivided?: boolean;
  readonly signal?: AbortSignal | undefined;
}

type ValidRow = Extract<CheckedRow, { kind: 'valid' }>;

/** Gives every row its state. A row that names several people becomes a row for each of them. */
export async function checkRows(
  batches: AsyncIterable<readonly PreparedRow[]>,
  work: Work,
  { columns, wanted, areDivided = false, signal }: CheckOptions,
): Promise<void> {
  const isUnchanged = unchangedRejects(columns);
  const people = peopleColumns(work.mapping);
  const isBreak = work.endpoint.resource === 'submissions' ? breakRows(columns, work.mapping.mapped) : () => false;
  const isTotal = totalRows(work);
  const { table, totals } = work;
  const check = rowChecker(work);
  const take = (row: PreparedRow) => takeRow(row, check(row), work);
  for await (const rows of batches) {
    signal?.throwIfAborted();
    for (const given of rows) {
      const row = withPeople(given, work.mapping);
      const isWanted = wanted === undefined || (row.row >= wanted[0] && row.row <= wanted[1]);
      if (!isWanted) table.add(row, 'left-out');
      else if (isExactRow(row.cells)) take(row);
      else if (isUnchanged(row.cells)) take({ ...row, fault: unchangedFault });
      else if (row.fault === undefined && isBreak(row.cells)) leaveOut(row, work);
      else if (row.fault === undefined && isTotal(row.cells)) totals.push(table.add(row, 'left-out'));
      else if ((areDivided && people.isRecord) || row.fault !== undefined) take(row);
      else for (const each of divide(row, people, work)) take(each);
    }
  }
}

/** A line of totals names no record by an id or an address, and decides nothing. Whether a record has its title is still unknown. */
function totalRows({
  mapping: { mapped },
  endpoint: { key = [] },
  matching,
  rules: { statusOf = () => undefined },
}: Pick<Work, 'mapping' | 'endpoint' | 'matching' | 'rules'>): (cells: readonly string[]) => boolean {
  if (matching === 'key') return () => false;
  const certain = mapped.filter(({ target }) => target === 'id' || (target !== 'title' && key.includes(target)));
  const status = mapped.filter(({ target }) => target === 'status');
  return (cells) =>
    certain.every((column) => cellText(column, cells) === '') &&
    status.every((column) => statusOf(cellText(column, cells)) === undefined) &&
    isTotalLine(cells);
}

const unchangedFault =
  'the row was rejected as malformed and has not changed; if its cells are in the right columns, clear its "_message" cell';

function divide(row: PreparedRow, people: PeopleColumns, work: Work): readonly PreparedRow[] {
  const division = divideRow(row.cells, people, work.mapping);
  if (division === undefined) return [row];
  const { rows, others } = division;
  if (rows.length > 1) {
    const message = `${rows.length} people, each with an address, are ${rows.length} records`;
    warn(work, { row: row.row, line: row.line, code: 'divided', message });
  }
  // A rejected submission is written as it is in the file, with all of its people.
  const whole = people.isRecord ? undefined : (row.whole ?? row.cells);
  return rows.map((cells) => ({ ...row, cells, others, whole }));
}

/** Breaks need no submission. Blank rows are not reported. */
function leaveOut(row: Row, work: Work): void {
  const { table, readBody } = work;
  table.add(row, 'left-out');
  const { title = '' } = readBody(row.cells);
  if (title === '') return;
  const { row: number, line } = row;
  warn(work, { row: number, line, code: 'break', message: `${quoteCell(title)} is a break, and is left out` });
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
  const first = earlierRow(key, kind, row, work);
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

/** The row that means the same record. Rows of one title that name different people mean different ones. */
function earlierRow(
  key: string,
  kind: number,
  row: PreparedRow,
  { table, matching, peopleOf }: Work,
): number | undefined {
  if (identities[matching][kind] !== 'title') return table.find(key, kind);
  const people = peopleOf(row);
  for (const at of table.findAll(key, kind)) if (!nameOthers(people, peopleOf(table.read(at)))) return at;
  return undefined;
}

function withoutIdentity({ row, line }: Row, { endpoint: { key = [] } }: Work): RowFault {
  const names = ['id', ...key].join(', ').replace(/, ([^,]*)$/, ' or $1');
  return { row, line, code: 'missing_identity', message: `the row names no record: it has no ${names}` };
}

function takeNotes({ row, line, others = [] }: PreparedRow, { body, warnings }: ValidRow, work: Work): void {
  for (const warning of warnings) warn(work, warning);
  if (others.length > 0) {
    const message = `the first speaker is the submitter; ${others.join('; ')} ${others.length > 1 ? 'are' : 'is'} not imported`;
    warn(work, { row, line, code: 'co_speakers', message });
  }
  // People are read otherwise, and words of statuses have a meaning.
  for (const [field, text = ''] of Object.entries(body)) {
    if (!isNoValue(text) || isAddressField(field) || /(first|last)_name$|^id$|^status$/.test(field)) continue;
    const message = `${quoteCell(text)} is imported as a value; clear the cell to import none`;
    warn(work, { row, line, ...locateField(work.mapping, field), code: 'no_value', message });
  }
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
