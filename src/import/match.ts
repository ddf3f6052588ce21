// Reads the records of the event once, and decides what becomes of each row.
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { quoteCell } from '../columns/quote.ts';
import { recordName } from '../columns/record-name.ts';
import { listOf } from '../contract/index.ts';
import { foldKey, personKeys } from '../contract/key.ts';
import { isSameValue } from '../contract/likeness.ts';
import { keyMark } from '../runs/earlier-runs.ts';
import type { Journal } from '../runs/journal.ts';
import type { Scope } from '../runs/part.ts';
import { afterCreation, type By, creationOf, type RunRow, textsOf, turn, updateNote, ways } from '../runs/row.ts';
import { compare, withoutSameName } from './compare.ts';
import { createFinder, type Finder, noteRecord, offer, resolveFound } from './finder.ts';
import { createHiddenRecords } from './hidden-records.ts';
import { createStatusCheck } from './status-check.ts';
import { rowPlace, type Work, warn } from './work.ts';

/**
 * Decides what becomes of each row: which records exist, and which were created or updated although the response was lost. A
 * row whose request has an unknown outcome stays unknown if no record shows it.
 * @param journal while the rows are sent: only those whose outcome is unknown are looked up
 * @returns how many records the event has
 * @throws {UsageError} if a hidden address could be that of a row, so that it is unknown whether its record exists
 * @throws {MalformedResponseError} if records are listed without the fields of their key, or with a title that is cut off
 * @throws {InvalidInputError} if no record has any id of the rows
 * @throws the signal's reason
 */
export async function matchRows(work: Work, scope: Scope, journal?: Pick<Journal, 'recordOutcome'>): Promise<number> {
  const { endpoint, matching, creates } = work;
  // Unless rows are created, it does not matter whether keys can be compared.
  const hidden = creates ? createHiddenRecords(endpoint) : undefined;
  const finder = matching === 'record' && journal === undefined ? createFinder(work) : undefined;
  const isPlannedImport = matching === 'key' && journal === undefined;
  const names = isPlannedImport ? namesakes(work) : undefined;
  const statuses = isPlannedImport ? createStatusCheck(work) : undefined;
  let records = 0;
  for await (const record of listRecords(work, scope)) {
    records++;
    const rows = [...rowsNaming(work, record)];
    hidden?.add(record, rows.length > 0);
    if (finder !== undefined) noteRecord(finder, record);
    names?.add(record);
    statuses?.note(record);
    for (const [row, by] of rows) matchRow(work, { row, by, record, finder, journal });
  }
  hidden?.refuse(work);
  if (finder !== undefined) resolveFound(finder);
  statuses?.refuseCreations();
  names?.warn();
  return records;
}

/** The rows that name a record, in each way that they do. */
function* rowsNaming({ rows, endpoint }: Work, record: RecordData): IterableIterator<readonly [row: RunRow, by: By]> {
  for (const by of ways) {
    if (!rows.has(by)) continue;
    for (const text of textsOf(by, endpoint, record)) for (const row of rows.find(by, text)) yield [row, by];
  }
}

/** A record that a row names. */
interface Match {
  readonly row: RunRow;
  readonly by: By;
  readonly record: RecordData;
  readonly finder: Finder | undefined;
  readonly journal: Pick<Journal, 'recordOutcome'> | undefined;
}

function matchRow(work: Work, match: Match): void {
  const { row, by, record, finder } = match;
  const isUnknown = row.state === 'unknown';
  // Another submission may have the same title.
  if (isUnknown && row.note.changes !== undefined) confirmUpdate(work, match);
  else if (isUnknown && by === 'key') confirmCreation(work, match);
  else if (row.state === 'created' && by === 'key') complete(work, row, record);
  else if (finder !== undefined) offer(finder, row, by, record);
  else if (row.state === 'create') skip(work, row, record);
}

/** A lost creation took effect if a record has its values: before it was sent, none had its key. */
function confirmCreation(work: Work, { row, record, journal }: Match): void {
  const id = recordId(record, work.resource);
  if (row.note.existing !== undefined) {
    takeExisting(work, row, record);
    return;
  }
  const { key = [] } = work.endpoint;
  const body = creationOf(row, work.updateOnly);
  // What the list does not show decides nothing.
  const isOther = Object.entries(body).some(
    ([field, sent]) => !key.includes(field) && record[field] !== undefined && !isSameValue(field, record[field], sent),
  );
  if (isOther && row.note.otherwise === undefined) {
    // An earlier process of the run has reported it as unknown, or was killed: the record exists, and that ends it.
    skip(work, row, record);
    const message = `${id ?? 'a record'} has the same ${key.join(' and ')} and other values, and is left alone`;
    warn(work, { ...rowPlace(row), code: 'differing', message });
    return;
  }
  if (isOther) {
    const message = `${id ?? 'a record'} has the same ${key.join(' and ')} and other values, so it is unknown whether it is the one created`;
    const faults = [{ ...rowPlace(row), code: 'outcome_unknown', message }];
    turn(row, 'unknown', { ...row.note, faults, otherwise: 'unknown' });
    return;
  }
  turn(row, 'created', { id });
  journal?.recordOutcome({ row: row.number, did: 'created', id, key: keyMark(row.names.key ?? '') });
  complete(work, row, record);
}

/** A record that the run has created lacks the fields that only an update can set. */
function complete(work: Work, row: RunRow, record: RecordData): void {
  const id = recordId(record, work.resource);
  if (row.note.id !== undefined && row.note.id !== id) return;
  const { changes } = compare(record, afterCreation(row, work.updateOnly), { ...work, matchedBy: [] });
  if (changes.length > 0) turn(row, 'update', { ...updateNote(id, changes), isNew: true });
}

/** A lost update took effect if the record has its values. */
function confirmUpdate(work: Work, { row, record, journal }: Match): void {
  const { id, changes = {}, isNew } = row.note;
  if (recordId(record, work.resource) !== id) return;
  if (compare(record, changes, { ...work, matchedBy: [] }).changes.length > 0) return;
  row.state = isNew ? 'created' : 'updated';
  journal?.recordOutcome({ row: row.number, did: 'updated', id });
}

/** The service reports that the record exists: somebody else has created it meanwhile. */
function takeExisting(work: Work, row: RunRow, record: RecordData): void {
  const id = recordId(record, work.resource);
  const { existing } = row.note;
  if (existing?.id !== undefined && existing.id !== id) return;
  if (!skip(work, row, record)) return;
  const message = `${id ?? 'a record'} was created meanwhile with other values, and is left alone`;
  warn(work, { ...rowPlace(row), code: 'differing', message });
}

/** @returns whether an update would change the record */
function skip(work: Work, row: RunRow, record: RecordData): boolean {
  const fields = withoutSameName(row.fields, record);
  const { changes } = compare(record, fields, { ...work, matchedBy: work.endpoint.key ?? [] });
  if (changes.length > 0) work.differing++;
  turn(row, 'skipped', { id: recordId(record, work.resource) });
  return changes.length > 0;
}

/** Records with the name or title of a new one: one person may have two addresses, and no record can be deleted. */
function namesakes(work: Work) {
  const { resource } = work.endpoint;
  const kind = resource === 'speakers' ? 'name' : 'title';
  const ids = new Map<string, string>();
  const keysOf = (name: string) => (kind === 'name' ? personKeys(name) : name === '' ? [] : [foldKey(name)]);
  return {
    add(record: RecordData): void {
      for (const key of keysOf(recordName(resource, record))) ids.set(key, recordId(record, resource) ?? '');
    },
    warn(): void {
      for (const row of work.rows.in('create')) {
        const name = recordName(resource, row.fields);
        const id = keysOf(name).flatMap((key) => ids.get(key) ?? [])[0];
        if (id === undefined) continue;
        const message = `${quoteCell(name)} is created, although ${id} has the same ${kind} and another address`;
        warn(work, { ...rowPlace(row), code: `same_${kind}`, message });
      }
    },
  };
}

/** All records of an event that are of the kind that the endpoint creates. @throws the signal's reason */
export async function* listRecords(
  { endpoint, event }: Pick<Work, 'endpoint' | 'event'>,
  { client, signal }: Scope,
): AsyncGenerator<RecordData> {
  const list = listOf(endpoint);
  if (list === undefined) throw new TypeError(`nothing lists what ${endpoint.path} creates`);
  for await (const { records } of client.pages(list, { path: { event_id: event } })) {
    signal?.throwIfAborted();
    yield* records;
  }
}
