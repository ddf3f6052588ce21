// Decides which record each row means, by its id, its key or its title, and what the row changes in it. Must not know requests.
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { fullName } from '../columns/person-name.ts';
import { recordName } from '../columns/record-name.ts';
import { nearestOf } from '../columns/similarity.ts';
import { flagValue } from '../contract/escape.ts';
import { foldKey, keyText } from '../contract/key.ts';
import { validate } from '../contract/validation-error.ts';
import { InvalidInputError } from '../errors.ts';
import {
  type By,
  bodyOf,
  creationOf,
  type FieldValues,
  identifyingFields,
  type RunRow,
  turn,
  updateNote,
  ways,
} from '../runs/row.ts';
import { compare, withoutSameName } from './compare.ts';
import {
  ambiguous,
  conflictFault,
  duplicate,
  emptyPlaceholders,
  type FieldFault,
  fixedFault,
  missingField,
  notFound,
  otherName,
  unknownId,
} from './record-faults.ts';
import { createStatusCheck, type StatusCheck } from './status-check.ts';
import { locate, newRecord, refuse, rowPlace, type Work, warn } from './work.ts';

/** What is known while the records are read. */
export interface Finder {
  readonly work: Work;
  readonly found: Map<RunRow, Found>;
  /** Why a row does not get the feedback of the template. */
  readonly withoutFeedback: Map<RunRow, FieldFault>;
  /** All records by their titles or addresses. */
  readonly known: Map<string, { readonly id: string; readonly name: string }>;
  readonly statuses: StatusCheck;
}

export function createFinder(work: Work): Finder {
  const statuses = createStatusCheck(work);
  return { work, found: new Map(), withoutFeedback: new Map(), known: new Map(), statuses };
}

/** How a row has found its record: several are as certain if it names more than one. */
interface Found {
  readonly by: By;
  /** For messages, by id. */
  readonly records: Map<string, string>;
}

/** Notes every record of the event, before it is offered to the rows that name it. */
export function noteRecord({ work, known, statuses }: Finder, record: RecordData): void {
  const text = foldKey(keyText(record[nameFieldOf(work)]) ?? '');
  known.set(text, { id: recordId(record, work.resource) ?? '', name: recordName(work.resource, record) });
  statuses.note(record);
}

/** The first field of the key: a title, or an address. */
function nameFieldOf({ endpoint: { key: [name = ''] = [] } }: Work): string {
  return name;
}

/** Offers a record to a row that names it in this way. */
export function offer(finder: Finder, row: RunRow, by: By, record: RecordData): void {
  const { work, found } = finder;
  const before = found.get(row);
  if (before === undefined && row.state !== 'create') return;
  if (before !== undefined && ways.indexOf(before.by) < ways.indexOf(by)) return;
  const id = recordId(record, work.resource) ?? '';
  if (before?.by === by) {
    before.records.set(id, labelOf(work, record));
    return;
  }
  found.set(row, { by, records: new Map([[id, labelOf(work, record)]]) });
  take(finder, row, by, record);
}

/** After the last record: rows that found none, or several, are rejected, or created. @throws {InvalidInputError} */
export function resolveFound(finder: Finder): void {
  const { work, found } = finder;
  refuseForeignIds(finder);
  const owners = new Map<string, RunRow>();
  for (const [row, { by, records }] of [...found].toSorted(([one], [other]) => one.number - other.number)) {
    const [id = ''] = records.keys();
    const owner = owners.get(id);
    if (records.size > 1) refuse(work, row, [ambiguous(work.endpoint, by, [...records.values()])]);
    else if (owner !== undefined) {
      // Which of the two is meant is unknown.
      refuse(work, owner, [duplicate(row.line)]);
      refuse(work, row, [duplicate(owner.line)]);
    } else {
      owners.set(id, row);
      checkFound(finder, row, by, id);
    }
  }
  resolveOthers(finder);
}

/** Rows that found no record. */
function resolveOthers(finder: Finder): void {
  const { work, known } = finder;
  let searched = 0;
  let nearest: ((name: string) => string | undefined) | undefined;
  const similarTo = (name: string) => {
    if (searched++ >= searchedRows) return undefined;
    nearest ??= nearestOf(known.keys());
    return known.get(nearest(name) ?? '');
  };
  for (const row of work.rows.in('create')) {
    const { names, base, fields } = row;
    const isNew = work.creates && names.id === undefined && Object.keys(base ?? {}).length === 0;
    const name = keyText(fields[nameFieldOf(work)]) ?? '';
    if (isNew) checkCreation(finder, row);
    else if (names.id !== undefined) refuse(work, row, [unknownId(names.id)]);
    else refuse(work, row, [notFound(work.endpoint, name, similarTo(name))]);
  }
}

/** The most similar title is looked for in as many rows. */
const searchedRows = 20;

/** A column of ids from another system is one mistake, not one in each row. */
function refuseForeignIds({ work: { mapping, rows, resource, endpoint }, found }: Finder): void {
  const column = mapping.mapped.find(({ target }) => target === 'id')?.column;
  const named = [...rows.in('create')].find(({ names }) => names.id !== undefined);
  if (column === undefined || named === undefined || found.size > 0) return;
  throw new InvalidInputError(`no ${resource} of the event have the ids of the column "${column}"`, {
    details: [{ line: named.line, column, message: unknownId(named.names.id).message }],
    fix: `find the records by ${endpoint.key?.join(' and ')} instead: --map ${flagValue(`${column}=`)}`,
  });
}

/** Compares a row with the record that it has found. */
function take(finder: Finder, row: RunRow, by: By, record: RecordData): void {
  const { work } = finder;
  const { endpoint, resource, updatable } = work;
  const matchedBy = identifyingFields(by, endpoint);
  const wanted = withFeedback(finder, row, record, matchedBy);
  if ('faults' in wanted) {
    refuse(work, row, wanted.faults);
    return;
  }
  // With a base, it is known that a name was divided otherwise.
  const fields = row.base === undefined ? withoutSameName(wanted.fields, record) : wanted.fields;
  const { changes, fixed, conflicts } = compare(record, fields, { matchedBy, updatable, base: row.base });
  if (fixed.length > 0) {
    refuse(work, row, fixed.map(fixedFault));
    return;
  }
  const name = recordName(resource, record);
  const isUndo = work.undoes !== undefined;
  const faults = conflicts.map((conflict) => {
    const { field = '', ...fault } = conflictFault(conflict, { name, isUndo });
    return { ...rowPlace(row), ...locate(work, field), ...fault };
  });
  turn(row, conflicts.length > 0 ? 'conflict' : changes.length > 0 ? 'update' : 'unchanged', {
    ...{ ...updateNote(recordId(record, resource), changes), by, name },
    ...(faults.length > 0 && { faults }),
  });
}

/** What all records have to be known for: whether a status is new, and whose title or address a row has. */
function checkFound(finder: Finder, row: RunRow, by: By, id: string): void {
  const { work, known, statuses } = finder;
  const nameField = nameFieldOf(work);
  const { changes = {}, name } = row.note;
  const named = changes[nameField];
  const isRenamed = by === 'id' && nameField === 'title' && foldKey(named ?? '') !== foldKey(name ?? '');
  const owner = isRenamed ? (known.get(foldKey(named ?? ''))?.id ?? id) : id;
  const faults = statuses.faultsIn(changes);
  // As if one column of a spreadsheet had been sorted.
  if (owner !== id) refuse(work, row, [otherName(nameField, name, owner)]);
  else if (faults.length > 0) refuse(work, row, faults);
  else noteFeedback(finder, row);
}

function checkCreation(finder: Finder, row: RunRow): void {
  const { work } = finder;
  const wanted = withFeedback(finder, row, newRecord(bodyOf(row)), []);
  const faults = [
    ...missingFields(work, row),
    ...finder.statuses.faultsIn(row.fields),
    ...('faults' in wanted ? wanted.faults : []),
  ];
  if (faults.length > 0) refuse(work, row, faults);
  else noteFeedback(finder, row);
}

/** The fields of a row, with feedback from the template. */
function withFeedback(
  { work, withoutFeedback }: Finder,
  row: RunRow,
  record: RecordData,
  matchedBy: readonly string[],
): { readonly fields: FieldValues } | { readonly faults: readonly FieldFault[] } {
  const filled = work.feedbackFor?.(row, row.fields, record, matchedBy);
  withoutFeedback.delete(row);
  if (filled === undefined) return { fields: row.fields };
  if ('reason' in filled) {
    withoutFeedback.set(row, filled.reason);
    return { fields: row.fields };
  }
  if ('text' in filled) return { fields: { ...row.fields, feedback: filled.text } };
  return { faults: [emptyPlaceholders(filled.empty)] };
}

function noteFeedback({ work, withoutFeedback }: Finder, row: RunRow): void {
  const reason = withoutFeedback.get(row);
  if (reason !== undefined) warn(work, { ...rowPlace(row), ...reason, field: 'feedback' });
}

/** What a new record lacks. */
function missingFields({ endpoint, updateOnly }: Work, row: RunRow): readonly FieldFault[] {
  if (endpoint.body === undefined) return [];
  const checked = validate(endpoint.body, creationOf(row, updateOnly), 'body');
  return checked.ok ? [] : checked.errors.map(missingField);
}

/** `sub_1 (Ada Lovelace, pending)` */
function labelOf({ resource }: Work, record: RecordData): string {
  const { submitter_first_name: first, submitter_last_name: last, status, speaker_status } = record;
  const who =
    resource === 'speakers' ? recordName(resource, record) : fullName(keyText(first) ?? '', keyText(last) ?? '');
  const shown = [who, keyText(status) ?? keyText(speaker_status) ?? ''].filter(Boolean).join(', ');
  const id = recordId(record, resource) ?? '';
  return shown === '' ? id : `${id} (${shown})`;
}
