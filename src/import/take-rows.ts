// Takes the rows of a file one by one: each is left out, rejected, folded into an earlier one, or
// added, once for each of its records. Must not know existing records.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Body, Change, FieldValues } from '../changes/change.ts';
import { comparedKey, namesOf } from '../changes/names.ts';
import { breakRows } from '../columns/breaks.ts';
import { titleOfCalledOff } from '../columns/called-off-title.ts';
import { emptyFields } from '../columns/cell.ts';
import { quoteCell } from '../columns/quote.ts';
import { malformed } from '../columns/read-table.ts';
import type { Role } from '../columns/table-spec.ts';
import { foldKey, keyText } from '../contract/key.ts';
import { isAddressField } from '../contract/private-fields.ts';
import { isNoValue } from '../people/words.ts';
import { rowPlace } from '../runs/row.ts';
import {
  addRejected,
  type Batch,
  comparesPeople,
  locate,
  reject,
  rowFault,
  warn,
} from './batch.ts';
import { foldInto, foldPerson, rejectFolded } from './fold-rows.ts';
import { lostLetters } from './lost-letters.ts';
import { createPapers, type OneRowPer, type Papers } from './paper-rows.ts';
import type { Fault } from './record-faults.ts';
import { personField, type RecordRow, roleOf } from './record-table.ts';
import { bodyFaults } from './row-check.ts';
import { unchangedRejects } from './row-files.ts';
import { type RowRecords, recordsOf } from './row-records.ts';
import { verdictOf } from './row-verdict.ts';
import type { FindSubmitter } from './submitters.ts';
import { speakersIn } from './talk-speakers.ts';
import { unreadWarnings } from './unread-people.ts';

/**
 * Gives every row its state.
 * @param options with what finds the submitters of rows without an address
 */
export async function takeRows(
  rows: Iterable<RecordRow>,
  batch: Batch,
  options: {
    readonly submitterOf?: FindSubmitter | undefined;
    readonly oneRowPer?: OneRowPer | undefined;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<void> {
  const { submitterOf, oneRowPer, signal } = options;
  const take = rowTaker(batch, submitterOf, oneRowPer);
  let taken = 0;
  for (const row of rows) {
    if (taken++ % rowsPerTurn === 0) await nextTurn();
    signal?.throwIfAborted();
    take(row);
  }
  rejectFolded(batch);
}

/** Between two turns, signals are handled. */
const rowsPerTurn = 1000;

function rowTaker(
  batch: Batch,
  submitterOf: FindSubmitter | undefined,
  oneRowPer: OneRowPer | undefined,
): (row: RecordRow) => void {
  const { columns, endpoint, mapping } = batch;
  const isUnchanged = unchangedRejects(columns);
  const importsTalks = batch.matching === 'key' && endpoint.resource === 'submissions';
  const isBreak = importsTalks ? breakRows(columns, mapping.mapped) : () => false;
  const idColumn = locate(batch, 'id').column;
  const papers = importsTalks ? createPapers({ oneRowPer, idColumn }) : undefined;
  return (row) => {
    const [fault] = row.faults;
    if (isUnchanged(row.cells)) rejectRow(row, unchangedFault, batch);
    else if (fault?.code === malformed) rejectRow(row, fault.message, batch);
    else if (isBreak(row.cells) && !isNamed(row)) leaveOut(row, 'break', 'is a break', batch);
    else if (importsTalks && isCalledOff(row)) leaveOut(row, 'called_off', 'is called off', batch);
    else {
      const records = recordsOf(row, endpoint, submitterOf);
      for (const body of records.bodies) takeRecord({ row, records, body, papers }, batch);
    }
  };
}

/** A row that only has its cells. */
function bare({ row, line, cells }: RecordRow): Change {
  return { row, line, names: {}, fields: {}, source: cells };
}

const unchangedFault =
  'the row was rejected as malformed and has not changed; if its cells are in the right ' +
  'columns, clear its "_message" cell';

function rejectRow(row: RecordRow, message: string, batch: Batch): void {
  addRejected(batch, bare(row), [{ code: malformed, message }]);
}

/** Whether a row names a record by more than its title. */
function isNamed({ people }: RecordRow): boolean {
  return people.submitter?.address !== undefined;
}

/** A row with the address of a submitter is a talk, whatever its title says. */
function isCalledOff(row: RecordRow): boolean {
  return !isNamed(row) && titleOfCalledOff(row.values.title ?? '') !== undefined;
}

/**
 * Breaks and sessions that do not take place need no submission. Those without a title are not
 * reported.
 * @param what follows the title in the message
 */
function leaveOut(row: RecordRow, code: string, what: string, batch: Batch): void {
  batch.rows.add(bare(row), 'left-out');
  const { title } = row.values;
  if (title === undefined) return;
  const message = `${quoteCell(title)} ${what}, and is left out`;
  warn(batch, rowFault(batch, row, { field: 'title', code, message }));
}

/** One of the records of a row. */
interface Taken {
  readonly row: RecordRow;
  readonly records: RowRecords;
  readonly body: Body;
  /** Undefined if each row is about a record of its own. */
  readonly papers: Papers | undefined;
}

function takeRecord(taken: Taken, batch: Batch): void {
  const { body, papers } = taken;
  const wanted = wantedOf(taken, batch);
  const faults = faultsOf(taken, batch);
  if (taken.records.isGiven && faults.length === 0) batch.submittersGiven++;
  const verdict = verdictOf({ body, wanted, faults, papers }, batch);
  if (verdict.kind === 'reject') {
    const rejected = addRejected(batch, wanted, verdict.faults);
    if (verdict.startsTalk) papers?.add(body, rejected);
    // All rows of a talk are sent together, because the first of them has its submitter.
    if (verdict.talk !== undefined && verdict.talk.first.state !== 'rejected')
      reject(batch, verdict.talk.first, [verdict.talk.fault]);
    return;
  }
  takeNotes(taken, wanted, batch);
  switch (verdict.kind) {
    case 'fold':
      foldInto(verdict.first, wanted, batch);
      return;
    case 'join':
      foldPerson(verdict.first, wanted, batch);
      return;
    case 'create': {
      warnOfNoName(taken, batch);
      const added = batch.rows.add(wanted, 'create');
      papers?.add(body, added);
    }
  }
}

/** One fault of a cell is enough. */
function faultsOf(taken: Taken, batch: Batch): readonly Fault[] {
  const { records, body } = taken;
  const doubts = comparesPeople(batch) ? [] : records.doubts;
  const faults = [...records.faults];
  for (const fault of [...bodyFaults(body, batch), ...doubts]) {
    if (faults.every(({ field }) => field === undefined || field !== fault.field))
      faults.push(fault);
  }
  const person = personOf(taken, batch);
  return faults.map((fault) => ({ ...fault, person }));
}

/** Which of several numbered people a record of the row is about. */
function personOf({ row, records, body }: Taken, { endpoint }: Batch): number | undefined {
  const people = row.people[roleOf(endpoint.resource)]?.people;
  return people?.[records.bodies.indexOf(body)]?.number;
}

/** The row as what it wants of a record. */
function wantedOf(taken: Taken, batch: Batch): Change {
  if (!comparesPeople(batch)) {
    const wanted = wantedWith(taken, taken.body, batch);
    const speakers = taken.papers === undefined ? [] : speakersIn(taken.row, batch.mapping);
    return speakers.length === 0 ? wanted : { ...wanted, speakers };
  }
  const { submitter_first_name: _first, submitter_last_name: _last, ...body } = taken.body;
  return { ...wantedWith(taken, body, batch), people: possibleSubmitters(taken.row) };
}

/**
 * The names of people who can have submitted a talk. Its further authors alone do not show that
 * nobody else has.
 */
function possibleSubmitters({ people }: RecordRow): readonly string[] {
  // Where a comma leaves open how many they are, each reading has the words of their names.
  const namesOf = (role: Role) => people[role]?.people.flatMap(({ name }) => name || []) ?? [];
  const names = namesOf('submitter');
  if (names.length === 0) return [];
  return [...names, ...namesOf('co_speaker'), ...namesOf('co_author')];
}

function wantedWith({ row, records }: Taken, { id, ...body }: Body, batch: Batch): Change {
  const { endpoint, matching, empty, mapping } = batch;
  const cleared: Record<string, null> = {};
  if (empty === 'clear') {
    for (const field of emptyFields(row.cells, mapping)) if (field !== 'id') cleared[field] = null;
  }
  const fields: FieldValues = { ...cleared, ...body };
  const names = namesOf(endpoint, matching === 'record' ? keyText(id)?.trim() : undefined, fields);
  const otherKeys = records.otherAddresses?.flatMap((address) => {
    const submitter = { [personField('submissions', 'email')]: address };
    return comparedKey(endpoint, { ...fields, ...submitter }) ?? [];
  });
  return {
    ...rowPlace(row),
    source: row.cells,
    fields,
    names: otherKeys === undefined ? names : { ...names, otherKeys },
  };
}

function warnOfNoName({ row, records, body }: Taken, batch: Batch): void {
  if (batch.matching !== 'key' || batch.endpoint.resource !== 'speakers') return;
  if (body.first_name !== undefined || body.last_name !== undefined) return;
  if (records.warnings.some(({ code }) => code === 'no_name')) return;
  warn(batch, { ...rowPlace(row), code: 'no_name', message: 'the speaker has no name' });
}

/** Names of people, ids and statuses. */
const readOtherwise = /(first|last)_name$|^id$|^(speaker_)?status$/;

/**
 * Warns of what is doubtful in a row, or not imported. Those whom the folder saves as speakers of
 * its talk need no warning.
 */
function takeNotes(taken: Taken, { speakers = [] }: Change, batch: Batch): void {
  const { row, records, body } = taken;
  if (comparesPeople(batch)) return;
  const { warnings, bodies } = records;
  const saved = new Set(batch.savesSpeakers ? speakers.map(foldKey) : []);
  // Several records of a row have the same warnings.
  if (body === bodies[0]) {
    const unread = batch.matching === 'key' ? unreadWarnings(row.cells, batch.mapping, saved) : [];
    for (const warning of [...warnings, ...unread]) warn(batch, rowFault(batch, row, warning));
  }
  const others = records.others.filter((label) => !saved.has(foldKey(label)));
  if (others.length > 0) {
    const are = others.length > 1 ? 'are' : 'is';
    const message = `a submission has one submitter; ${others.join('; ')} ${are} not imported`;
    warn(batch, { ...rowPlace(row), code: 'co_speakers', message });
  }
  const person = personOf(taken, batch);
  for (const warning of lostLetters(body))
    warn(batch, rowFault(batch, row, { ...warning, person }));
  // People are read otherwise, and words of statuses have a meaning.
  for (const [field, text] of Object.entries(body)) {
    if (!isNoValue(text) || isAddressField(field) || readOtherwise.test(field)) continue;
    const message = `${quoteCell(text)} is imported as a value; clear the cell to import none`;
    warn(batch, rowFault(batch, row, { field, code: 'no_value', message }));
  }
}
