// Reads the records of the event once, and decides what becomes of each row: which records exist, and which were created or updated although the response was lost.

import { type By, textsOf, ways } from '../changes/change.ts';
import { afterCreation, noteOf, updateNote } from '../changes/change-set.ts';
import type { Scope } from '../changes/part.ts';
import { keyMark } from '../changes/unlisted.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { quoteCell } from '../columns/quote.ts';
import { recordName } from '../columns/record-name.ts';
import { listOf } from '../contract/index.ts';
import { foldKey, personKeys } from '../contract/key.ts';
import type { Journal } from '../runs/journal.ts';
import { compare, withoutSameName } from './compare.ts';
import { createFinder } from './finder.ts';
import { createHiddenRecords } from './hidden-records.ts';
import { placeOf, type Work, warn } from './work.ts';

/**
 * A row in doubt whose record exists was created, because before it was sent no record had its key; rows in doubt without a
 * record stay in doubt.
 * @param journal while the rows are sent: only those whose outcome is unknown are looked up
 * @returns how many records the event has
 * @throws {UsageError} if a hidden address could be that of a row, so that it is unknown whether its record exists
 * @throws {MalformedResponseError} if records are listed without the fields of their key, or with a title that is cut off
 * @throws {InvalidInputError} if no record has any id of the rows
 * @throws the signal's reason
 */
export async function matchRows(work: Work, scope: Scope, journal?: Pick<Journal, 'recordOutcome'>): Promise<number> {
  const { ledger, endpoint, updatable, matching, creates } = work;
  // Unless rows are created, it does not matter whether keys can be compared.
  const hidden = creates ? createHiddenRecords(endpoint) : undefined;
  const finder = matching === 'record' && journal === undefined ? createFinder(work) : undefined;
  const names = matching === 'key' && journal === undefined ? namesakes(work) : undefined;
  let records = 0;
  for await (const record of listRecords(work, scope)) {
    records++;
    const rows = [...rowsNaming(record)];
    hidden?.add(record, rows.length > 0);
    finder?.note(record);
    names?.add(record);
    for (const [row, by] of rows) matchRow(row, by, record);
  }
  hidden?.refuse(work);
  finder?.resolve();
  names?.warn();
  return records;

  /** The rows that name a record, in each way that they do. */
  function* rowsNaming(record: RecordData): IterableIterator<readonly [row: number, by: By]> {
    for (const by of ways) {
      if (!ledger.has(by)) continue;
      for (const text of textsOf(by, endpoint, record)) for (const row of ledger.findAll(by, text)) yield [row, by];
    }
  }

  function matchRow(row: number, by: By, record: RecordData): void {
    const state = ledger.state(row);
    const isKey = by === 'key';
    if (state === 'update' && noteOf(work, row).loss !== undefined) confirmUpdate(row, record);
    else if (state === 'doubt' && isKey) resolveDoubt(row, record);
    // Another submission may have the same title.
    else if (state === 'created' && isKey) complete(row, record);
    else if (state === 'contested' && isKey) takeMeanwhile(row, record);
    else if (finder !== undefined) finder.offer(row, by, record);
    else if (state === 'create') skip(row, record);
  }

  function resolveDoubt(row: number, record: RecordData): void {
    const id = recordId(record, endpoint.resource);
    if (noteOf(work, row).mayFollow) {
      const message = `${id ?? 'its record'} is in the list, but one of the requests may still create another`;
      const faults = [{ ...placeOf(work, row), code: 'outcome_unknown', message }];
      // It stays in doubt, and is not sent again.
      ledger.attach(row, { faults, loss: 'confirmed', mayFollow: true });
      return;
    }
    ledger.mark(row, 'created');
    ledger.attach(row, { id });
    journal?.recordOutcome({ row, did: 'created', id, key: keyMark(ledger.read(row).names.key ?? '') });
    complete(row, record);
  }

  /** A record that the run has created lacks the fields that only an update can set. */
  function complete(row: number, record: RecordData): void {
    const { changes } = compare(record, afterCreation(work, ledger.read(row)), { matchedBy: [], updatable });
    if (changes.length === 0) return;
    ledger.mark(row, 'update');
    ledger.attach(row, { ...updateNote(recordId(record, endpoint.resource), changes), isNew: true });
  }

  /** A lost update took effect if the record has its values. */
  function confirmUpdate(row: number, record: RecordData): void {
    const note = noteOf(work, row);
    if (recordId(record, endpoint.resource) !== note.id) return;
    if (compare(record, note.changes ?? {}, { matchedBy: [], updatable }).changes.length > 0) return;
    ledger.mark(row, note.isNew ? 'created' : 'updated');
    journal?.recordOutcome({ row, did: 'updated', id: note.id });
  }

  /** The service refused the creation, because the record exists. */
  function takeMeanwhile(row: number, record: RecordData): void {
    const id = recordId(record, endpoint.resource);
    const { replayed } = noteOf(work, row);
    if (replayed !== undefined && replayed !== id) return;
    if (!skip(row, record)) return;
    const message = `${id ?? 'a record'} was created meanwhile with other values, and is left alone`;
    warn(work, { ...placeOf(work, row), code: 'differing', message });
  }

  /** @returns whether an update would change the record */
  function skip(row: number, record: RecordData): boolean {
    const fields = withoutSameName(ledger.read(row).fields, record);
    const { changes } = compare(record, fields, { matchedBy: endpoint.key ?? [], updatable });
    if (changes.length > 0) work.differing++;
    ledger.mark(row, 'skipped');
    ledger.attach(row, { id: recordId(record, endpoint.resource) });
    return changes.length > 0;
  }
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
      for (const row of work.ledger.rowsIn('create')) {
        const { fields } = work.ledger.read(row);
        const name = recordName(resource, fields);
        const id = keysOf(name).flatMap((key) => ids.get(key) ?? [])[0];
        if (id === undefined) continue;
        const message = `${quoteCell(name)} is created, although ${id} has the same ${kind} and another address`;
        warn(work, { ...placeOf(work, row), code: `same_${kind}`, message });
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
