// Finds out what became of requests whose responses were lost, by the records of the event.

import { afterCreation, creationBody, type FieldChanges, isEmpty } from '../changes/change.ts';
import { effectOf, fieldsOfOthers } from '../changes/effect.ts';
import { isAsSent, pairLostCreations } from '../changes/lost-creations.ts';
import { isKeyHidden } from '../changes/matching.ts';
import { keyMark, textsOf } from '../changes/names.ts';
import type { RecordData } from '../client/client.ts';
import { listLimit } from '../client/pages.ts';
import { shownValue } from '../client/records.ts';
import { recordId } from '../client/response.ts';
import { recordName } from '../columns/record-name.ts';
import type { OutcomeLog } from '../runs/journal.ts';
import { endRow, putInDoubt, type RunRow, rowPlace, turn } from '../runs/row.ts';
import { type Batch, rowFault, warn } from './batch.ts';
import { compare, termsOf, withoutSameName } from './compare.ts';
import type { EventRecords } from './event-records.ts';
import { conflictFault, undoConflictFault } from './record-faults.ts';

/** A record that a row names. */
interface Sighting {
  readonly row: RunRow;
  readonly record: RecordData;
  readonly journal: OutcomeLog | undefined;
}

/**
 * Decides for the rows whose requests were lost, and finds what the records that the run has
 * created still lack.
 */
export function settleSent(
  batch: Batch,
  event: EventRecords,
  journal: OutcomeLog | undefined,
): void {
  const { rows, endpoint, resource } = batch;
  if (rows.count('unknown', 'created') === 0) return;
  const byId = new Map<string, RecordData>();
  const byKey = new Map<string, RecordData>();
  for (const record of event.named) {
    const id = recordId(record, resource);
    if (id !== undefined) byId.set(id, record);
    for (const key of textsOf('key', endpoint, record)) byKey.set(key, record);
  }
  const withId = ({ note: { id } }: RunRow) => (id === undefined ? undefined : byId.get(id));
  const withKey = ({ names: { key } }: RunRow) => (key === undefined ? undefined : byKey.get(key));
  const lost: RunRow[] = [];
  for (const row of rows.in('unknown')) {
    const { changes } = row.note;
    const record = changes === undefined ? withKey(row) : withId(row);
    if (changes !== undefined && record !== undefined)
      confirmUpdate(batch, { row, record, journal });
    else if (record !== undefined) confirmCreation(batch, { row, record, journal });
    else if (changes === undefined && row.note.doubt?.existing === undefined) lost.push(row);
  }
  settleLost(batch, event, lost, journal);
  for (const row of rows.in('created')) {
    const record = withId(row) ?? withKey(row);
    if (record !== undefined) complete(batch, row, record);
  }
}

/** The ids of the records that rows of this run have. */
export function ownedIds({ rows }: Pick<Batch, 'rows'>): Set<string> {
  const owners = [...rows.in('created', 'updated', 'skipped', 'unchanged', 'update')];
  return new Set(owners.flatMap(({ note }) => note.id ?? []));
}

/** A creation whose record does not show its key is found by what was sent. */
function settleLost(
  batch: Batch,
  event: EventRecords,
  lost: readonly RunRow[],
  journal: OutcomeLog | undefined,
): void {
  if (lost.length === 0) return;
  const owned = ownedIds(batch);
  for (const id of event.created.values()) owned.add(id);
  const { endpoint, resource } = batch;
  const isFree = (record: RecordData) => {
    const id = recordId(record, resource);
    const isOwned = id !== undefined && owned.has(id);
    return !isOwned && isKeyHidden(record, { endpoint, shown: event.shown });
  };
  // A list of exactly this length may be cut off, and proves no absence.
  const mayBeCut = event.hidesKeys && event.all.length === listLimit;
  const isWhole = !mayBeCut || batch.ignoresListLimit;
  const sent = new Map(lost.map((row) => [row, row.fields]));
  for (const [row, fate] of pairLostCreations(sent, event.named.filter(isFree))) {
    if (fate.kind === 'created') markCreated(batch, { row, record: fate.record, journal });
    else putInDoubt(row, { ...row.note.doubt, isAbsent: fate.kind === 'absent' && isWhole });
  }
}

/** A lost creation took effect if a record has its values: before it was sent, none had its key. */
function confirmCreation(batch: Batch, sighting: Sighting): void {
  const { row, record } = sighting;
  const { doubt } = row.note;
  if (doubt?.existing !== undefined) {
    leaveExisting(batch, row, record);
    return;
  }
  const { key = [] } = batch.endpoint;
  if (isAsSent(record, creationBody(row, batch.updateOnly), key)) {
    markCreated(batch, sighting);
    return;
  }
  const shown =
    `${recordId(record, batch.resource) ?? 'a record'} has the same ${key.join(' and ')} and ` +
    'other values';
  if (doubt?.otherwise === undefined) {
    // An earlier process of the run has reported it as unknown, or was killed: the record exists,
    // and that ends it.
    skip(batch, row, record);
    warn(batch, { ...rowPlace(row), code: 'differing', message: `${shown}, and is left alone` });
    return;
  }
  const message = `${shown}, so it is unknown whether it is the one created`;
  const faults = [{ ...rowPlace(row), code: 'outcome_unknown', message }];
  putInDoubt(row, { ...doubt, faults, otherwise: 'unknown' });
}

/** A lost creation took effect: the record is its own. */
function markCreated(batch: Batch, { row, record, journal }: Sighting): void {
  const id = recordId(record, batch.resource);
  turn(row, 'created', { id });
  journal?.recordOutcome({
    row: row.number,
    did: 'created',
    id,
    key: row.names.key && keyMark(row.names.key),
  });
  complete(batch, row, record);
}

/**
 * A record that the run has created lacks the fields that only an update can set. What it has once
 * the update is confirmed, or was sent and had another value before, is somebody else's.
 */
function complete(batch: Batch, row: RunRow, record: RecordData): void {
  const id = recordId(record, batch.resource);
  if (row.note.id !== undefined && row.note.id !== id) return;
  if (row.note.changes !== undefined) return;
  const wanted = afterCreation(row, batch.updateOnly);
  const { changes } = compare(record, wanted, termsOf(batch, []));
  if (isEmpty(changes)) return;
  turn(row, 'update', { id, changes, isNew: true });
  const seen = Object.entries(row.base ?? {}).flatMap(([field, from]) => {
    const change = changes[field];
    return change === undefined ? [] : [[field, { ...change, from }] as const];
  });
  turnIfChanged(batch, row, record, Object.fromEntries(seen));
}

/** What became of a lost update. */
function confirmUpdate(batch: Batch, { row, record, journal }: Sighting): void {
  const { id, changes = {}, isNew } = row.note;
  turnIfChanged(batch, row, record, changes);
  if (effectOf(record, changes) !== 'taken') return;
  endRow(row, isNew ? 'created' : 'updated');
  journal?.recordOutcome({ row: row.number, did: 'updated', id });
}

/**
 * What somebody else has changed since is a conflict.
 * @param changes what a request of the row has sent, with the values before
 */
function turnIfChanged(batch: Batch, row: RunRow, record: RecordData, changes: FieldChanges): void {
  const { resource, undoes } = batch;
  const fields = fieldsOfOthers(record, changes);
  if (fields.length === 0) return;
  const name = recordName(resource, record);
  const faults = fields.flatMap((field) => {
    const { from: base, to = null } = changes[field] ?? {};
    const conflict = { field, base, from: shownValue(record, field), to };
    return undoes === undefined ? conflictFault(conflict) : undoConflictFault(conflict, name);
  });
  const { id, isNew } = row.note;
  // Its old values stay in the journal, because the update may have taken effect before.
  turn(row, 'conflict', {
    id,
    changes: row.note.changes,
    isNew,
    name,
    faults: faults.map((fault) => rowFault(batch, row, fault)),
  });
}

/** The service reports that the record exists: somebody else has created it meanwhile. */
function leaveExisting(batch: Batch, row: RunRow, record: RecordData): void {
  const id = recordId(record, batch.resource);
  const existing = row.note.doubt?.existing;
  if (existing?.id !== undefined && existing.id !== id) return;
  if (!skip(batch, row, record)) return;
  const message = `${id ?? 'a record'} was created meanwhile with other values, and is left alone`;
  warn(batch, { ...rowPlace(row), code: 'differing', message });
}

/** Leaves an existing record alone. @returns whether it differs from the row */
export function skip(batch: Batch, row: RunRow, record: RecordData): boolean {
  const fields = withoutSameName(row.fields, record);
  const terms = termsOf(batch, batch.endpoint.key ?? []);
  // What no update can change differs as well: an apply reports it.
  const { changes, fixed } = compare(record, fields, terms);
  const differs = !isEmpty(changes) || !isEmpty(fixed);
  if (differs) batch.differing++;
  turn(row, 'skipped', { id: recordId(record, batch.resource) });
  return differs;
}
