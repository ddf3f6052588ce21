// Takes the rows of a file one by one: each is divided, left out, rejected, folded into an earlier one, or added. Must not know existing records.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type By, ways } from '../changes/names.ts';
import { breakRows } from '../columns/breaks.ts';
import { cellText, withPeople } from '../columns/cell.ts';
import { quoteCell } from '../columns/quote.ts';
import { divideRow } from '../columns/row-division.ts';
import { type PeopleColumns, peopleColumns } from '../columns/row-people.ts';
import { isAddressField } from '../contract/key.ts';
import type { Row } from '../files/table.ts';
import { isNoValue } from '../people/words.ts';
import type { RowFault, RunRow, Wanted } from '../runs/row.ts';
import { type CheckedRow, type FileWork, rowChecker, wantedOf } from './checked-row.ts';
import { foldInto } from './fold-rows.ts';
import { unchangedRejects } from './row-files.ts';
import { locate, reject, type Work, warn } from './work.ts';

interface DividedRow extends Row {
  /** The people whom it names beside the submitter. */
  readonly others?: readonly string[] | undefined;
  /** The cells as they were before. */
  readonly whole?: readonly string[] | undefined;
}

interface CheckOptions {
  readonly columns: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

type ValidRow = Extract<CheckedRow, { kind: 'valid' }>;

/** Gives every row its state. A row that names several people becomes a row for each of them. */
export async function takeRows(rows: readonly Row[], work: FileWork, { columns, signal }: CheckOptions): Promise<void> {
  const isUnchanged = unchangedRejects(columns);
  const { mapping } = work;
  const people = peopleColumns(mapping);
  const isBreak =
    work.matching === 'key' && work.endpoint.resource === 'submissions'
      ? breakRows(columns, mapping.mapped)
      : () => false;
  const isNamed = namedRows(work);
  const check = rowChecker(work);
  const take = (row: DividedRow) => takeRow(row, check(row), work);
  for (const [at, given] of rows.entries()) {
    if (at % rowsPerTurn === 0) await nextTurn();
    signal?.throwIfAborted();
    const row = withPeople(given, mapping);
    if (isUnchanged(row.cells)) take({ ...row, fault: unchangedFault });
    else if (row.fault === undefined && isBreak(row.cells) && !isNamed(row.cells)) leaveOutBreak(row, work);
    else if (row.fault !== undefined) take(row);
    else for (const each of divide(row, people, work)) take(each);
  }
}

/** Between two turns, signals are handled. */
const rowsPerTurn = 1000;

/** A row that only has its cells. */
function bare({ row, line, cells }: Row): Wanted {
  return { row, line, names: {}, fields: {}, source: cells };
}

type RowTest = (cells: readonly string[]) => boolean;

/** Rows that name a record by more than its title. */
function namedRows({ mapping: { mapped }, endpoint: { key = [] } }: Pick<Work, 'mapping' | 'endpoint'>): RowTest {
  const certain = mapped.filter(({ target }) => target === 'id' || (target !== 'title' && key.includes(target)));
  return (cells) => certain.some((column) => cellText(column, cells) !== '');
}

const unchangedFault =
  'the row was rejected as malformed and has not changed; if its cells are in the right columns, clear its "_message" cell';

function divide(row: Row, people: PeopleColumns, work: Work): readonly DividedRow[] {
  const division = divideRow(row.cells, people, work.mapping);
  if (division === undefined) return [row];
  const { rows, others } = division;
  if (rows.length > 1) {
    const message = `${rows.length} people, each with an address, are ${rows.length} records`;
    warn(work, { row: row.row, line: row.line, code: 'divided', message });
  }
  // A rejected submission is written as it is in the file, with all of its people.
  const whole = people.isRecord ? undefined : row.cells;
  return rows.map((cells) => ({ ...row, cells, others, whole }));
}

/** Breaks need no submission. Those without a title are not reported. */
function leaveOutBreak(row: Row, work: FileWork): void {
  work.rows.add(bare(row), 'left-out');
  const { title = '' } = work.readRow(row.cells).fields;
  if (title === '') return;
  const message = `${quoteCell(title)} is a break, and is left out`;
  warn(work, { row: row.row, line: row.line, ...locate(work, 'title'), code: 'break', message });
}

function takeRow(row: DividedRow, checked: CheckedRow, work: FileWork): void {
  if (checked.kind === 'blank') {
    work.rows.add(bare(row), 'left-out');
    return;
  }
  const { body } = checked;
  const wanted = body === undefined ? bare(row) : wantedOf(row, body, work);
  if (checked.kind === 'invalid') {
    reject({ ...wanted, source: row.whole ?? row.cells }, checked.faults, work);
    return;
  }
  if (checked.others !== undefined && work.submitters !== undefined) work.submitters.given++;
  const by = ways.find((way) => wanted.names[way] !== undefined);
  if (by === undefined) {
    reject(wanted, [withoutName(row, work)], work);
    return;
  }
  const first = earlierRow(wanted, by, work);
  if (first === undefined) {
    takeNotes(row, checked, work);
    warnOfNoName(row, checked, work);
    work.rows.add(wanted, 'create');
    return;
  }
  takeNotes(row, checked, work);
  foldInto(first, wanted, work);
}

/** The row that means the same record: one that has a key beside its title may mean another. */
function earlierRow({ names }: Wanted, by: By, { rows }: Work): RunRow | undefined {
  return rows.find(by, names[by] ?? '').find((row) => by !== 'title' || row.names.key === undefined);
}

function withoutName({ row, line }: Row, { endpoint: { key = [] } }: Work): RowFault {
  const names = ['id', ...key].join(', ').replace(/, ([^,]*)$/, ' or $1');
  return { row, line, code: 'missing_identity', message: `the row names no record: it has no ${names}` };
}

function warnOfNoName({ row, line }: Row, { body, warnings }: ValidRow, work: Work): void {
  if (work.matching !== 'key' || work.endpoint.resource !== 'speakers' || body.first_name || body.last_name) return;
  if (warnings.some(({ code }) => code === 'no_name')) return;
  warn(work, { row, line, code: 'no_name', message: 'the speaker has no name' });
}

/** Names of people, ids and statuses. */
const readOtherwise = /(first|last)_name$|^id$|^(speaker_)?status$/;

function takeNotes({ row, line, ...divided }: DividedRow, checked: ValidRow, work: Work): void {
  const { body, warnings, others = divided.others ?? [] } = checked;
  for (const warning of warnings) warn(work, warning);
  if (others.length > 0) {
    const message = `the first speaker is the submitter; ${others.join('; ')} ${others.length > 1 ? 'are' : 'is'} not imported`;
    warn(work, { row, line, code: 'co_speakers', message });
  }
  // People are read otherwise, and words of statuses have a meaning.
  for (const [field, text = ''] of Object.entries(body)) {
    if (!isNoValue(text) || isAddressField(field) || readOtherwise.test(field)) continue;
    const message = `${quoteCell(text)} is imported as a value; clear the cell to import none`;
    warn(work, { row, line, ...locate(work, field), code: 'no_value', message });
  }
}
