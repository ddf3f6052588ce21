// Decides what a row changes in the record that it means, or why it is rejected. Must not know
// requests.

import { isEmpty, newValues } from '../changes/change.ts';
import type { Match } from '../changes/matching.ts';
import { identifyingFields, textsOf } from '../changes/names.ts';
import type { RecordData } from '../client/client.ts';
import { listLimit } from '../client/pages.ts';
import { recordId } from '../client/response.ts';
import { recordName, submitterName } from '../columns/record-name.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { flagValue } from '../contract/escape.ts';
import { comparedTitle, keyText, nameFieldOf } from '../contract/key.ts';
import { isAddressField } from '../contract/private-fields.ts';
import { InvalidInputError } from '../errors.ts';
import { type RunRow, rowPlace, turn } from '../runs/row.ts';
import { type Batch, reject, rowFault, warn } from './batch.ts';
import { compare, termsOf, withoutSameName } from './compare.ts';
import type { EventRecords } from './event-records.ts';
import { isOfOthers, otherAddress, otherPeople } from './other-people.ts';
import {
  ambiguous,
  conflictFault,
  cutList,
  duplicate,
  type Fault,
  fixedFault,
  otherSubmitter,
  ownerUnknown,
  shownId,
  titleOfOther,
  undoConflictFault,
  unknownId,
} from './record-faults.ts';
import { createResolver, noteFeedback, type Resolver, withFeedback } from './resolver.ts';
import { resolveUnmatched } from './unmatched-rows.ts';

/**
 * Decides what rows change in the records that they mean; other rows are rejected, or created.
 * @throws {InvalidInputError}
 */
export function resolveMatches(
  batch: Batch,
  matches: ReadonlyMap<RunRow, Match<RunRow>>,
  event: EventRecords,
): void {
  const resolver = createResolver(batch, event);
  refuseForeignIds(batch, matches);
  for (const [row, match] of matches) {
    if (match.kind === 'open') reject(batch, row, [openFault(batch, row, match)]);
    if (match.kind !== 'one') continue;
    const isByTitle = match.by === 'title';
    const fault = isByTitle ? titleFault(batch, row, match.record, event) : undefined;
    if (fault === undefined) compareRow(resolver, row, match);
    else reject(batch, row, [fault]);
    // A row with several faults has those of its values already.
    if (row.state === 'rejected') continue;
    if (isByTitle && row.names.key !== undefined) warnOfTitle(batch, row, match.record);
    checkFound(resolver, row, match);
  }
  resolveUnmatched(resolver);
}

/** Why the record with the title of a row is perhaps not that of the row. */
function titleFault(
  { resource, hasBase, ignoresListLimit }: Batch,
  row: RunRow,
  record: RecordData,
  { all }: EventRecords,
): Fault | undefined {
  const id = shownId(resource, record);
  if (hasBase) return ownerUnknown(id);
  // The record with its address may be missing from a list that is cut off.
  const mayBeCut = all.length === listLimit && !ignoresListLimit;
  if (row.names.key !== undefined && mayBeCut) return cutList(id);
  return isOfOthers(row, record) ? otherPeople(resource, row, record) : undefined;
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
  const other = rows.find((candidate) => candidate !== row);
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
  const matchedBy = identifyingFields(
    isOfOtherAuthor(row, record, endpoint) ? 'key' : by,
    endpoint,
  );
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
  const match = { id: recordId(record, resource), by, name };
  if (conflicts.length > 0) turn(row, 'conflict', { ...match, changes, faults });
  else if (isEmpty(changes)) turn(row, 'unchanged', match);
  else turn(row, 'update', { ...match, changes });
}

/** Whether another author of the talk has submitted it. */
function isOfOtherAuthor({ names }: RunRow, record: RecordData, endpoint: Endpoint): boolean {
  const { otherKeys } = names;
  if (otherKeys === undefined) return false;
  return textsOf('key', endpoint, record).some((key) => otherKeys.includes(key));
}

/**
 * What all records have to be known for: whether a status is new, and whose title or address a row
 * has.
 */
function checkFound(resolver: Resolver, row: RunRow, { by, record }: FoundRecord): void {
  const { batch, statusFaults } = resolver;
  const { changes = {}, name } = row.note;
  const owner = by === 'id' ? ownerOfTitle(resolver, row) : undefined;
  const faults = statusFaults(newValues(changes));
  // As if one column of a spreadsheet had been sorted.
  if (owner !== undefined && owner !== recordId(record, batch.resource))
    reject(batch, row, [titleOfOther(name, owner)]);
  else if (faults.length > 0) reject(batch, row, faults);
  else noteFeedback(resolver, row);
}

/** The id of the record whose title a row gives to its own. */
function ownerOfTitle({ batch, byName }: Resolver, { note }: RunRow): string | undefined {
  const title = note.changes?.title?.to;
  if (nameFieldOf(batch.endpoint) !== 'title' || title == null) return undefined;
  const key = comparedTitle(title) ?? '';
  return key === comparedTitle(note.name) ? undefined : byName.get(key)?.id;
}

/** `sub_1 (Ada Lovelace, pending)` */
function labelOf({ resource }: Batch, record: RecordData): string {
  const { status, speaker_status } = record;
  const who = resource === 'speakers' ? recordName(resource, record) : submitterName(record);
  const shown = [who, keyText(status) ?? keyText(speaker_status) ?? ''].filter(Boolean).join(', ');
  const id = shownId(resource, record);
  return shown === '' ? id : `${id} (${shown})`;
}
