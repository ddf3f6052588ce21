// Finds out what became of requests whose responses were lost, by the records of the event.

import { afterCreation, creationBody, isEmpty } from '../changes/change.ts';
import { effectOf } from '../changes/effect.ts';
import { isAsSent, pairLostCreations } from '../changes/lost-creations.ts';
import { isKeyHidden } from '../changes/matching.ts';
import { keyMark, textsOf } from '../changes/names.ts';
import type { RecordData } from '../client/client.ts';
import { listLimit } from '../client/pages.ts';
import { compareField, shownValue } from '../client/records.ts';
import { recordId } from '../client/response.ts';
import { recordName } from '../columns/record-name.ts';
import type { OutcomeLog } from '../runs/journal.ts';
import { type RunRow, rowPlace, turn } from '../runs/row.ts';
import { type Batch, rowFault, warn } from './batch.ts';
import { compare, termsOf, withoutSameName } from './compare.ts';
import type { EventRecords } from './event-records.ts';
import { conflictFault, type Fault, undoConflictFault } from './record-faults.ts';

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
    else if (changes === undefined && row.note.existing === undefined) lost.push(row);
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
    else row.note = { ...row.note, isAbsent: fate.kind === 'absent' && isWhole };
  }
}

/** A lost creation took effect if a record has its values: before it was sent, none had its key. */
function confirmCreation(batch: Batch, sighting: Sighting): void {
  const { row, record } = sighting;
  if (row.note.existing !== undefined) {
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
  if (row.note.otherwise === undefined) {
    // An earlier process of the run has reported it as unknown, or was killed: the record exists,
    // and that ends it.
    skip(batch, row, record);
    warn(batch, { ...rowPlace(row), code: 'differing', message: `${shown}, and is left alone` });
    return;
  }
  const message = `${shown}, so it is unknown whether it is the one created`;
  const faults = [{ ...rowPlace(row), code: 'outcome_unknown', message }];
  turn(row, 'unknown', { ...row.note, faults, otherwise: 'unknown' });
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

/** A record that the run has created lacks the fields that only an update can set. */
function complete(batch: Batch, row: RunRow, record: RecordData): void {
  const id = recordId(record, batch.resource);
  if (row.note.id !== undefined && row.note.id !== id) return;
  const wanted = afterCreation(row, batch.updateOnly);
  const { changes } = compare(record, wanted, termsOf(batch, []));
  if (!isEmpty(changes)) turn(row, 'update', { id, changes, isNew: true });
}

/** What became of a lost update. */
function confirmUpdate(batch: Batch, { row, record, journal }: Sighting): void {
  const { id, changes = {}, isNew } = row.note;
  const effect = effectOf(record, changes);
  if (effect === 'changed') {
    const name = recordName(batch.resource, record);
    const faults = changedFaults(batch, row, record).map((fault) => rowFault(batch, row, fault));
    // Its old values stay in the journal, because the update may have taken effect before.
    turn(row, 'conflict', { ...row.note, name, faults });
  }
  if (effect !== 'taken') return;
  row.state = isNew ? 'created' : 'updated';
  journal?.recordOutcome({ row: row.number, did: 'updated', id });
}

/** The fields that have another value than before and than was sent. */
function changedFaults(
  { resource, undoes }: Batch,
  { note: { changes = {} } }: RunRow,
  record: RecordData,
): readonly Fault[] {
  const name = recordName(resource, record);
  return Object.entries(changes).flatMap(([field, { from: base, to }]) => {
    const isChanged = [to, base].every((value) => compareField(record, field, value) === 'differs');
    const from = shownValue(record, field);
    if (!isChanged) return [];
    const conflict = { field, base, from, to };
    return undoes === undefined ? conflictFault(conflict) : undoConflictFault(conflict, name);
  });
}

/** The service reports that the record exists: somebody else has created it meanwhile. */
function leaveExisting(batch: Batch, row: RunRow, record: RecordData): void {
  const id = recordId(record, batch.resource);
  const { existing } = row.note;
  if (existing?.id !== undefined && existing.id !== id) return;
  if (!skip(batch, row, record)) return;
  const message = `${id ?? 'a record'} was created meanwhile with other values, and is left alone`;
  warn(batch, { ...rowPlace(row), code: 'differing', message });
}

/** Leaves an existing record alone. @returns whether an update would change it */
export function skip(batch: Batch, row: RunRow, record: RecordData): boolean {
  const fields = withoutSameName(row.fields, record);
  const { changes } = compare(record, fields, termsOf(batch, batch.endpoint.key ?? []));
  if (!isEmpty(changes)) batch.differing++;
  turn(row, 'skipped', { id: recordId(record, batch.resource) });
  return !isEmpty(changes);
}
