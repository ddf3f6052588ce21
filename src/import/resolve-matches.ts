// Decides what a row changes in the record that it means, or why it is rejected. Must not know
// requests.

import { bodyOf, creationBody, type FieldValues, isEmpty, newValues } from '../changes/change.ts';
import type { Match } from '../changes/matching.ts';
import { identifyingFields, textsOf } from '../changes/names.ts';
import type { RecordData } from '../client/client.ts';
import { listLimit } from '../client/pages.ts';
import { recordId } from '../client/response.ts';
import { recordName, submitterName } from '../columns/record-name.ts';
import { nearestOf } from '../columns/similarity.ts';
import { flagValue } from '../contract/escape.ts';
import { comparedTitle, foldKey, keyText, nameFieldOf } from '../contract/key.ts';
import { isAddressField } from '../contract/private-fields.ts';
import { validate } from '../contract/validation-error.ts';
import { InvalidInputError } from '../errors.ts';
import { type RunRow, rowPlace, turn } from '../runs/row.ts';
import { type Batch, newRecord, reject, rowFault, warn } from './batch.ts';
import { compare, termsOf, withoutSameName } from './compare.ts';
import type { EventRecords } from './event-records.ts';
import type { NoFeedback } from './feedback-template.ts';
import { isOfOthers, otherAddress, otherPeople } from './other-people.ts';
import {
  ambiguous,
  conflictFault,
  cutList,
  duplicate,
  emptyPlaceholders,
  type Fault,
  fixedFault,
  missingField,
  notFound,
  otherSubmitter,
  ownerUnknown,
  shownId,
  titleOfOther,
  titleWithoutId,
  undoConflictFault,
  unknownId,
} from './record-faults.ts';
import { createStatusCheck, type StatusCheck } from './status-check.ts';

/** How the matches of rows are resolved. */
interface Resolver {
  readonly batch: Batch;
  readonly event: EventRecords;
  readonly statuses: StatusCheck;
  /** All records by their titles or addresses. */
  readonly known: ReadonlyMap<string, NamedRecord>;
  /** Why a row does not get the feedback of the template. */
  readonly withoutFeedback: Map<RunRow, NoFeedback>;
}

interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** All records by their titles or addresses. */
function recordsByName(batch: Batch, { all }: EventRecords): ReadonlyMap<string, NamedRecord> {
  const known = new Map<string, NamedRecord>();
  const nameField = nameFieldOf(batch.endpoint);
  for (const record of all) {
    const id = recordId(record, batch.resource);
    const name = comparedName(nameField, record[nameField]);
    if (id === undefined || name === undefined) continue;
    known.set(name, { id, name: recordName(batch.resource, record) });
  }
  return known;
}

function comparedName(nameField: string, value: unknown): string | undefined {
  if (nameField === 'title') return comparedTitle(value);
  const text = keyText(value);
  return text === undefined ? undefined : foldKey(text);
}

/**
 * Decides what rows change in the records that they mean; other rows are rejected, or created.
 * @throws {InvalidInputError}
 */
export function resolveMatches(
  batch: Batch,
  matches: ReadonlyMap<RunRow, Match<RunRow>>,
  event: EventRecords,
): void {
  const resolver = {
    batch,
    event,
    statuses: createStatusCheck(batch, event),
    known: recordsByName(batch, event),
    withoutFeedback: new Map(),
  };
  refuseForeignIds(batch, matches);
  for (const [row, match] of matches) {
    if (match.kind === 'one' && match.by === 'title' && batch.hasBase) {
      reject(batch, row, [ownerUnknown(shownId(batch.resource, match.record))]);
    } else if (match.kind === 'one' && isPerhapsAnother(batch, row, match, event)) {
      reject(batch, row, [cutList(shownId(batch.resource, match.record))]);
    } else if (match.kind === 'one' && match.by === 'title' && isOfOthers(row, match.record)) {
      reject(batch, row, [otherPeople(batch.resource, row, match.record)]);
    } else if (match.kind === 'one') {
      compareRow(resolver, row, match);
      // A row with several faults has those of its values already.
      if (row.state === 'rejected') continue;
      if (match.by === 'title' && row.names.key !== undefined)
        warnOfTitle(batch, row, match.record);
      checkFound(resolver, row, match);
    } else if (match.kind === 'open') reject(batch, row, [openFault(batch, row, match)]);
  }
  resolveOthers(resolver);
}

/**
 * Whether the record of the row may be missing from a list that is cut off, because it is found by
 * its title alone.
 */
function isPerhapsAnother(
  { ignoresListLimit }: Batch,
  { names }: RunRow,
  { by }: FoundRecord,
  { all }: EventRecords,
): boolean {
  const mayBeCut = all.length === listLimit && ignoresListLimit !== true;
  return by === 'title' && names.key !== undefined && mayBeCut;
}

/** The row has an address, and the service does not show that of the record. */
function warnOfTitle(batch: Batch, row: RunRow, record: RecordData): void {
  const id = recordId(record, batch.resource) ?? 'a record';
  const reason = 'because the service does not show who submitted it';
  const message = `${id} is found by its title alone, ${reason}`;
  warn(batch, { ...rowPlace(row), code: 'found_by_title', message });
}

/** Which of several rows, or of several records, is meant is unknown. */
function openFault(
  batch: Batch,
  row: RunRow,
  { by, rows, records }: Extract<Match<RunRow>, { kind: 'open' }>,
): Fault {
  const other = rows.find((each) => each !== row);
  const [only] = records;
  if (only !== undefined && records.length === 1 && by === 'title') {
    if (isOfOthers(row, only)) return otherPeople(batch.resource, row, only);
    if (row.names.key !== undefined) return otherAddress(batch, rows.length, only);
  }
  if (records.length === 1 && other !== undefined) return duplicate(other.line);
  return ambiguous(
    batch.endpoint,
    by,
    records.map((record) => labelOf(batch, record)),
  );
}

/** Rows that found no record. */
function resolveOthers(resolver: Resolver): void {
  const { batch, known } = resolver;
  let searched = 0;
  let nearest: ((name: string) => string | undefined) | undefined;
  const similarTo = (name: string) => {
    if (searched++ >= searchedRows) return undefined;
    nearest ??= nearestOf(known.keys());
    const key = nearest(name);
    return key === undefined ? undefined : known.get(key);
  };
  for (const row of batch.rows.in('create')) {
    const { names, base, fields } = row;
    const isNew = batch.creates && names.id === undefined && Object.keys(base ?? {}).length === 0;
    if (isNew) checkCreation(resolver, row);
    else if (names.id !== undefined) reject(batch, row, [unknownId(names.id)]);
    else {
      const name = keyText(fields[nameFieldOf(batch.endpoint)]);
      const namesake = names.title === undefined ? undefined : known.get(names.title);
      const isSearched = name !== undefined && namesake === undefined;
      const similar = isSearched ? similarTo(name) : undefined;
      const fault =
        namesake === undefined
          ? notFound(batch.endpoint, name, similar)
          : namesakeFault(batch, namesake.id);
      reject(batch, row, [fault]);
    }
  }
}

/**
 * Of a row that found no record, although one has its title.
 * @param id of that record
 */
function namesakeFault({ endpoint, rows, hasBase }: Batch, id: string): Fault {
  if (hasBase) return titleWithoutId(id);
  // Whose it is may be hidden: only a row with its id claims it without an address.
  const [owner] = rows.find('id', id);
  if (owner !== undefined) return duplicate(owner.line);
  return otherSubmitter(endpoint.key?.find(isAddressField) ?? nameFieldOf(endpoint), id);
}

/** The most similar title is looked for in as many rows. */
const searchedRows = 20;

/** A column of ids from another system is one mistake, not one in each row. */
function refuseForeignIds(
  { mapping, rows, resource, endpoint }: Batch,
  matches: ReadonlyMap<RunRow, Match<RunRow>>,
): void {
  const column = mapping.mapped.find(({ target }) => target === 'id')?.column;
  const [named] = [...rows.in('create')].flatMap(({ names: { id }, line }) =>
    id === undefined ? [] : [{ id, line }],
  );
  const hasFound = [...matches.values()].some(({ kind }) => kind !== 'none');
  if (column === undefined || named === undefined || hasFound) return;
  throw new InvalidInputError(
    `no ${resource} of the event have the ids of the column "${column}"`,
    {
      details: [{ line: named.line, column, message: unknownId(named.id).message }],
      fix:
        `find the records by ${endpoint.key?.join(' and ')} instead: --map ` +
        `${flagValue(`${column}=`)}`,
    },
  );
}

type FoundRecord = Extract<Match<RunRow>, { kind: 'one' }>;

/** Compares a row with the record that it has found. */
function compareRow(resolver: Resolver, row: RunRow, { by, record }: FoundRecord): void {
  const { batch } = resolver;
  const { endpoint, resource } = batch;
  const isUndo = batch.undoes !== undefined;
  const keys = textsOf('key', endpoint, record);
  // Another author of the talk may have submitted it.
  const isOfOther = row.names.otherKeys?.some((key) => keys.includes(key)) === true;
  const matchedBy = identifyingFields(isOfOther ? 'key' : by, endpoint);
  const wanted = withFeedback(resolver, row, record, matchedBy);
  if ('faults' in wanted) {
    reject(batch, row, wanted.faults);
    return;
  }
  // With a base, it is known that a name was divided otherwise.
  const fields = row.base === undefined ? withoutSameName(wanted.fields, record) : wanted.fields;
  const terms = { ...termsOf(batch, matchedBy), base: row.base };
  const { changes, fixed, conflicts } = compare(record, fields, terms);
  const faultsOfFixed = Object.entries(fixed).map(([field, change]) => {
    const isOther = by === 'title' && isAddressField(field);
    return isOther ? otherSubmitter(field, shownId(resource, record)) : fixedFault(field, change);
  });
  if (faultsOfFixed.length > 0) {
    reject(batch, row, faultsOfFixed);
    return;
  }
  const name = recordName(resource, record);
  const faults = conflicts
    .map((conflict) => (isUndo ? undoConflictFault(conflict, name) : conflictFault(conflict)))
    .map((fault) => rowFault(batch, row, fault));
  const found = { id: recordId(record, resource), by, name };
  if (conflicts.length > 0) turn(row, 'conflict', { ...found, changes, faults });
  else if (isEmpty(changes)) turn(row, 'unchanged', found);
  else turn(row, 'update', { ...found, changes });
}

/**
 * What all records have to be known for: whether a status is new, and whose title or address a row
 * has.
 */
function checkFound(resolver: Resolver, row: RunRow, { by, record }: FoundRecord): void {
  const { batch, statuses } = resolver;
  const { changes = {}, name } = row.note;
  const owner = by === 'id' ? ownerOfTitle(resolver, row) : undefined;
  const faults = statuses.faultsIn(newValues(changes));
  // As if one column of a spreadsheet had been sorted.
  if (owner !== undefined && owner !== recordId(record, batch.resource))
    reject(batch, row, [titleOfOther(name, owner)]);
  else if (faults.length > 0) reject(batch, row, faults);
  else noteFeedback(resolver, row);
}

/** The id of the record whose title a row gives to its own. */
function ownerOfTitle({ batch, known }: Resolver, { note }: RunRow): string | undefined {
  const title = note.changes?.title?.to;
  if (nameFieldOf(batch.endpoint) !== 'title' || title == null) return undefined;
  const key = comparedTitle(title) ?? '';
  return key === comparedTitle(note.name) ? undefined : known.get(key)?.id;
}

function checkCreation(resolver: Resolver, row: RunRow): void {
  const { batch } = resolver;
  const wanted = withFeedback(resolver, row, newRecord(bodyOf(row)), []);
  const faults = [
    ...missingFields(batch, row),
    ...resolver.statuses.faultsIn(row.fields),
    ...('faults' in wanted ? wanted.faults : []),
  ];
  if (faults.length > 0) reject(batch, row, faults);
  else noteFeedback(resolver, row);
}

/** The fields of a row, with feedback from the template. */
function withFeedback(
  { batch, withoutFeedback }: Resolver,
  row: RunRow,
  record: RecordData,
  matchedBy: readonly string[],
): { readonly fields: FieldValues } | { readonly faults: readonly Fault[] } {
  const filled = batch.feedbackFor?.(row, record, matchedBy);
  withoutFeedback.delete(row);
  if (filled === undefined) return { fields: row.fields };
  if ('reason' in filled) {
    withoutFeedback.set(row, filled.reason);
    return { fields: row.fields };
  }
  if ('text' in filled) return { fields: { ...row.fields, feedback: filled.text } };
  return { faults: [emptyPlaceholders(filled.empty)] };
}

function noteFeedback({ batch, withoutFeedback }: Resolver, row: RunRow): void {
  const reason = withoutFeedback.get(row);
  if (reason !== undefined) warn(batch, { ...rowPlace(row), ...reason, field: 'feedback' });
}

/** What a new record lacks. */
function missingFields({ endpoint, updateOnly }: Batch, row: RunRow): readonly Fault[] {
  if (endpoint.body === undefined) return [];
  const checked = validate(endpoint.body, creationBody(row, updateOnly), 'body');
  return checked.ok ? [] : checked.errors.map(missingField);
}

/** `sub_1 (Ada Lovelace, pending)` */
function labelOf({ resource }: Batch, record: RecordData): string {
  const { status, speaker_status } = record;
  const who = resource === 'speakers' ? recordName(resource, record) : submitterName(record);
  const shown = [who, keyText(status) ?? keyText(speaker_status) ?? ''].filter(Boolean).join(', ');
  const id = shownId(resource, record);
  return shown === '' ? id : `${id} (${shown})`;
}
