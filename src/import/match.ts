// Compares the rows of a file with the records of the event: which exist, which need an update, and which were created or updated although the response was lost.
import { afterCreation, bodyOf, noteOf, updateNote } from '../changes/change-set.ts';
import type { Scope } from '../changes/part.ts';
import { keyMark } from '../changes/unlisted.ts';
import type { RecordData } from '../client/client.ts';
import { createListedFields } from '../client/recognition.ts';
import { recordId, shapeOf } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { listOf } from '../contract/index.ts';
import { isAddressField, maskedFields } from '../contract/key.ts';
import { MalformedResponseError } from '../errors.ts';
import type { Journal } from '../runs/journal.ts';
import { type Claim, claimsOn, createClaims } from './claims.ts';
import { compare, stateOfExisting } from './compare.ts';
import { blankAddresses, createCutTitles, createMaskedRecords, refuseCutOff, refuseMasked } from './hidden-records.ts';
import type { StatusCell } from './options.ts';
import { createAsideRows } from './set-aside.ts';
import { createTotals, type PlannedTotals, type StatusChange } from './totals.ts';
import { locate, placeOf, type Work, warn } from './work.ts';

export interface Matched {
  /** How many records the event has. */
  readonly records: number;
  /** Of submissions that are matched by `record`. */
  readonly totals: PlannedTotals | undefined;
}

/**
 * Reads all records of the event once. A row in doubt whose record exists was created, because before it was sent no record
 * had its key; a row to be created whose record exists is treated as the user has chosen. Rows in doubt without a record
 * stay in doubt.
 * @throws {UsageError} if a hidden address could be that of a row, so that it is unknown whether its record exists
 * @throws {MalformedResponseError} if records are listed without the fields of their key, or with some that cannot be compared,
 * or with a title that may be the beginning of a row's
 * @throws the signal's reason
 */
export async function matchRows(
  work: Work,
  options: Scope,
  journal?: Pick<Journal, 'recordOutcome'>,
): Promise<Matched> {
  const { ledger, endpoint, onConflict, updatable, fixed, matching, creates } = work;
  const terms = { matchedBy: endpoint.key ?? [], updatable };
  const masked = createMaskedRecords(terms.matchedBy);
  const withoutAddress = createMaskedRecords(terms.matchedBy);
  const cutTitles = createCutTitles(endpoint);
  const listed = createListedFields(terms.matchedBy);
  const claims = createClaims(work);
  const aside = journal === undefined ? createAsideRows(work) : undefined;
  // How many submissions are accepted is what a committee wants to see of its decisions.
  const setsStatuses = matching === 'record' || onConflict === 'update';
  const totals = setsStatuses && journal === undefined && endpoint.key?.includes('title') ? createTotals() : undefined;
  let records = 0;
  for await (const record of listRecords(work, options)) {
    records++;
    totals?.add(record);
    // Unless rows are created, it does not matter whether keys can be compared.
    if (creates) refuseUnreadable(endpoint, record, listed.add(record));
    const isMasked = maskedFields(endpoint, record).length > 0;
    if (isMasked) masked.add(record);
    if (isMasked && matching === 'key') continue;
    const blank = blankAddresses(endpoint, record);
    if (blank !== undefined) withoutAddress.add({ ...record, ...blank });
    const found = [...claimsOn(record, work), ...(aside?.claimsOn(record) ?? [])];
    if (found.length === 0) cutTitles.add(record);
    for (const claim of matching === 'key' ? found : found.slice(0, 1)) matchRow(claim, record);
    if (journal === undefined) claims.note(record, found);
  }
  if (creates) {
    refuseMasked(work, masked);
    const hidden = listed.hidden();
    const withoutMask = hidden.filter((field) => !isAddressField(field));
    if (withoutMask.length > 0) throw withoutKey(endpoint, `without ${withoutMask.join(' and ')}`);
    if (hidden.length > 0) refuseMasked(work, withoutAddress);
    refuseCutOff(work, cutTitles);
  }
  if (journal === undefined && matching === 'record') claims.resolve();
  aside?.warn();
  return { records, totals: totals?.totals(statusChanges(work)) };

  function matchRow(claim: Claim, record: RecordData): void {
    const { row } = claim;
    const state = ledger.state(row);
    const { replayed } = state === 'contested' ? noteOf(work, row) : {};
    if (replayed !== undefined && (claim.by !== 'key' || recordId(record, endpoint.resource) !== replayed)) return;
    if (state === 'doubt' && claim.by === 'key') resolveDoubt(row, record);
    else if (state === 'update' && noteOf(work, row).loss !== undefined) confirmUpdate(row, record);
    else if (state === 'created') {
      // Another submission may have the same title.
      if (claim.by === 'key') complete(row, record);
    } else if (matching === 'record') {
      if (journal === undefined || state === 'contested') claims.claim(claim, record);
    } else if (state === 'create' || state === 'contested') matchExisting(row, record, replayed !== undefined);
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

  function matchExisting(row: number, record: RecordData, isReplayed: boolean): void {
    const comparison = compare(record, onConflict === 'fail' ? {} : ledger.read(row).fields, terms);
    const isUpdated = onConflict === 'update';
    const id = recordId(record, endpoint.resource);
    if (!isUpdated && comparison.changes.length > 0) {
      work.differing++;
      const message = `${id ?? 'a record'} was created meanwhile with other values, and is left alone`;
      // The others are counted in the plan.
      if (ledger.state(row) === 'contested') warn(work, { ...placeOf(work, row), code: 'differing', message });
    }
    if (isUpdated) for (const { field } of comparison.fixed) fixed.set(field, (fixed.get(field) ?? 0) + 1);
    const isAsWanted = isReplayed && onConflict === 'skip' && comparison.changes.length === 0;
    ledger.mark(row, isAsWanted ? 'unchanged' : stateOfExisting(onConflict, comparison));
    ledger.attach(row, updateNote(id, isUpdated ? comparison.changes : []));
  }
}

/** Treats a row as one of an existing record that is not listed. What it contains is unknown, so that an update sends every field. */
export function takeExisting(work: Work, row: number, id: string | undefined): void {
  const { ledger, onConflict, endpoint, updatable } = work;
  const wanted = onConflict === 'update' && id !== undefined ? ledger.read(row).fields : {};
  const { changes } = compare({}, wanted, { matchedBy: endpoint.key ?? [], updatable });
  ledger.mark(row, stateOfExisting(onConflict, { changes }));
  ledger.attach(row, updateNote(id, changes));
}

/** The cells of a plan that set a status. */
export function* statusCells(work: Work, file: string): IterableIterator<StatusCell> {
  for (const { at, to } of statusChanges(work)) {
    yield { file, ...placeOf(work, at), ...locate(work, 'status'), value: String(to ?? '') };
  }
}

function* statusChanges(work: Work): IterableIterator<StatusChange & { readonly at: number }> {
  for (const row of work.ledger.rowsIn('update')) {
    const { changes = {}, before = {}, track } = noteOf(work, row);
    if ('status' in changes) yield { at: row, from: before.status, to: changes.status, track };
  }
  for (const row of work.ledger.rowsIn('create')) {
    const { status = 'pending', track_id: track } = bodyOf(work.ledger.read(row));
    yield { at: row, from: undefined, to: status, track };
  }
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

/** @param fields of the record's key that cannot be compared */
function refuseUnreadable(endpoint: Endpoint, record: RecordData, fields: readonly string[]): void {
  if (fields.length === 0) return;
  const absent = fields.filter((field) => record[field] === undefined);
  if (absent.length > 0) throw withoutKey(endpoint, `without ${absent.join(' and ')}`);
  const shapes = fields.map((field) => `${field} is ${shapeOf(record[field])}`);
  throw withoutKey(endpoint, `whose ${shapes.join(' and whose ')}`);
}

function withoutKey({ resource }: Endpoint, how: string): MalformedResponseError {
  return new MalformedResponseError(
    `the service lists ${resource} ${how}, so existing ${resource} cannot be recognized; nothing was sent`,
    { fix: 'use a service that lists these fields as text; otherwise, an import could create duplicates' },
  );
}
