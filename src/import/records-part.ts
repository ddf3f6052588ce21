// The part of a run that creates and updates speakers or submissions.

import { type Change, type FieldValues, newValues } from '../changes/change.ts';
import { isKeyHidden, shownKeyFields } from '../changes/matching.ts';
import { type RecordData, recordId } from '../client/response.ts';
import { type Part, rowsIn } from '../runs/part.ts';
import type { Refusal } from '../runs/refusal.ts';
import type { RunRow } from '../runs/row.ts';
import type { Rows } from '../runs/rows.ts';
import type { Batch } from './batch.ts';
import { findDuplicates } from './duplicates.ts';
import { refuseListLimit } from './hidden-records.ts';
import { lookUpRows, matchRows } from './match.ts';
import { outcomeWords } from './outcome-words.ts';
import { changedRecords, invalidRows } from './refusals.ts';
import { checkChanges } from './row-check.ts';
import { speakersOfTalks } from './talk-speakers.ts';

export interface RecordsPart extends Part, Batch {
  readonly endpoint: Batch['endpoint'];
  /** Why its rows may not be sent, as far as is known. */
  refusal(): Refusal | undefined;
  /** Adds rows that were not read from cells. @throws the signal's reason */
  fill(changes: Iterable<Change>, signal?: AbortSignal): void;
  /** The values that were written, by the id of their record. */
  written(): { get(id: string): FieldValues | undefined };
  /** Who speaks in the talks that were created, by their ids; see `speakersOfTalks`. */
  speakers(): ReadonlyMap<string, readonly string[]>;
}

interface SendingTerms {
  /** The file as messages call it. */
  readonly file: string;
  /** Whether valid rows are sent although others are invalid. */
  readonly skipInvalid: boolean;
  /** Whether the command has a flag for that. */
  readonly canSkip?: boolean;
  readonly maxErrors: Part['maxErrors'];
}

/** The part is the batch itself, with what a run does with it. */
export function recordsPart(batch: Batch, terms: SendingTerms): RecordsPart {
  const { rows } = batch;
  let isFirst = true;
  let listedIds: ReadonlySet<string | undefined> | undefined;
  const members: Omit<RecordsPart, keyof Batch> = {
    changesRecords: batch.matching === 'record',
    words: outcomeWords(batch),
    maxErrors: terms.maxErrors,
    use(saved) {
      rows.replace(saved);
      batch.isPlanned = true;
      batch.feedbackFor = undefined;
    },
    find: (scope) => matchRows(batch, scope),
    lookUp: (scope, journal) => lookUpRows(batch, scope, journal),
    isListed(id) {
      listedIds ??= new Set(batch.listed?.all.map((record) => recordId(record, batch.resource)));
      return listedIds.has(id);
    },
    created(record) {
      if (isFirst && batch.listed?.all.length === 0) checkFirst(batch, record);
      isFirst = false;
    },
    async confirm(scope) {
      if (rows.count('created') > 0 && batch.honorsKeys !== true)
        batch.unconfirmed = await findDuplicates(batch, scope);
    },
    refusal: () => refusal(batch, terms),
    fill: (changes, signal) => checkChanges(changes, batch, signal),
    written: () => writtenValues(rows),
    speakers: () => speakersOfTalks(rows),
  };
  return Object.assign(batch, members);
}

function writtenValues(rows: Rows): ReturnType<RecordsPart['written']> {
  const byId = new Map<string, RunRow>();
  for (const row of rows.in('created', 'updated')) {
    const id = row.note.id ?? row.names.id;
    if (id !== undefined) byId.set(id, row);
  }
  return {
    get(id) {
      const row = byId.get(id);
      if (row === undefined) return undefined;
      const changes = row.note.changes && newValues(row.note.changes);
      // A creation may have been completed by an update.
      return row.state === 'created' ? { ...row.fields, ...changes } : (changes ?? row.fields);
    },
  };
}

/** More invalid rows than are allowed, or records that have changed since. */
function refusal(
  batch: Batch,
  { file, skipInvalid, canSkip = true, maxErrors }: SendingTerms,
): Refusal | undefined {
  const { rows, matching } = batch;
  const allowed = skipInvalid ? maxErrors(rowsIn(batch)) : 0;
  const flag =
    matching === 'key'
      ? '--skip-invalid to import the others'
      : '--allow-partial to apply the others';
  const otherwise = `pass ${skipInvalid ? 'a higher --max-errors' : flag}`;
  if (rows.count('rejected') > allowed)
    return invalidRows(batch, file, canSkip ? otherwise : undefined);
  const isPartial = matching === 'record' && skipInvalid;
  return rows.count('conflict') > 0 && !isPartial ? changedRecords(batch, file) : undefined;
}

/**
 * On an empty event, only the first record that is created shows whether the service shows
 * submitters.
 * @throws {ConflictError} if the rest would make the list longer than hosts show
 */
function checkFirst(batch: Batch, record: RecordData): void {
  const { endpoint } = batch;
  const shown = new Set(shownKeyFields(endpoint, record));
  const hidesKeys = isKeyHidden(record, { endpoint, shown });
  refuseListLimit(batch, { count: 1, hidesKeys }, 'the first was created, and no other was sent');
}
