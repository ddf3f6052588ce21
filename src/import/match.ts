// Decides what becomes of each row, by the records of the event, which are read once.
import { isSameCreation } from '../changes/lost-creations.ts';
import { type Match, matchRecords } from '../changes/matching.ts';
import { textsOf } from '../changes/names.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { listText } from '../contract/amount.ts';
import type { OutcomeLog } from '../runs/journal.ts';
import type { Scope } from '../runs/part.ts';
import { type RunRow, rowPlace, turn } from '../runs/row.ts';
import { type Batch, reject, warn } from './batch.ts';
import { type EventRecords, readEventRecords } from './event-records.ts';
import { rejectFolded } from './fold-rows.ts';
import { giveGroupIds } from './group-check.ts';
import { refuseHiddenNames, refuseListLimit } from './hidden-records.ts';
import { warnOfNamesakes, warnOfRenames } from './namesakes.ts';
import { sharedTitle, shownId } from './record-faults.ts';
import { resolveMatches } from './resolve-matches.ts';
import { ownedIds, settleSent, skip } from './settle.ts';
import { joinSharedTalks } from './shared-talks.ts';
import { rejectNewStatuses } from './status-check.ts';

/**
 * Decides, before anything is sent, what becomes of each row: which records exist, and which were
 * created or updated although the response was lost.
 * @throws {UsageError} if it is unknown which records exist, because addresses are hidden, or the
 *   list may be cut off
 * @throws {MalformedResponseError} if records are listed without titles, or with one that is cut
 *   off
 * @throws {InvalidInputError} if no record has any id of the rows
 * @throws the signal's reason
 */
export async function matchRows(batch: Batch, scope: Scope): Promise<void> {
  const event = await readEventRecords(batch, scope);
  batch.listed = event;
  settleSent(batch, event, undefined);
  if (wantsHiddenField(batch, event)) batch.memory = await scope.memory?.(batch.resource);
  const matches = matchOpenRows(batch, event);
  if (batch.matching === 'record') resolveMatches(batch, joinSharedTalks(batch, matches), event);
  else {
    for (const [row, match] of matches) skipMatched(batch, row, match);
    rejectNewStatuses(batch, event);
  }
  // What a run has saved was decided when it began.
  if (batch.creates && batch.isPlanned !== true) await giveGroupIds(batch, event, scope);
  rejectFolded(batch);
  if (batch.matching === 'record') warnOfRenames(batch, event);
  else warnOfNamesakes(batch, event);
  if (!batch.creates) return;
  refuseHiddenNames(batch, event);
  refuseListLimit(batch, { count: event.all.length, hidesKeys: event.hidesKeys });
}

/**
 * Finds out, while rows are sent, what became of those whose responses were lost. A row stays
 * unknown if no record shows it.
 * @throws as `matchRows`
 */
export async function lookUpRows(batch: Batch, scope: Scope, journal: OutcomeLog): Promise<void> {
  const event = await readEventRecords(batch, scope);
  settleSent(batch, event, journal);
  if (batch.creates) refuseHiddenNames(batch, event);
}

/** Whether a row changes a field that the list does not show. */
function wantsHiddenField(
  { rows, updateOnly, feedbackFor }: Batch,
  { named }: EventRecords,
): boolean {
  const hidden = updateOnly.filter((field) => named.some((record) => record[field] === undefined));
  // A template fills the field of a row later, when its record is found.
  if (feedbackFor !== undefined && hidden.includes('feedback')) return true;
  return (
    hidden.length > 0 &&
    [...rows.in('create')].some(({ fields }) => hidden.some((field) => field in fields))
  );
}

/** The records of the rows that were not sent yet. */
function matchOpenRows(batch: Batch, event: EventRecords): ReadonlyMap<RunRow, Match<RunRow>> {
  const { endpoint, rows, resource } = batch;
  skipExisting(batch, event);
  const owned = ownedIds(batch);
  const free: RecordData[] = [];
  for (const record of event.named) {
    const id = recordId(record, resource);
    if (id === undefined || !owned.has(id)) free.push(record);
    if (id !== undefined && !isLikeCreated(batch, record)) batch.seen.add(id);
  }
  const doubtful = new Set([...rows.in('unknown')].flatMap(({ names }) => names.title ?? []));
  // Beside a row in doubt, a record of its title belongs to that row, or to nobody of this run.
  const open = [...rows.in('create')].filter(({ names }) => {
    return names.title === undefined || !doubtful.has(names.title);
  });
  return matchRecords(open, {
    endpoint,
    records: free,
    shown: event.shown,
    matchesTitles: batch.matching === 'record' && !batch.hasBase && batch.isPlanned !== true,
    created: event.created,
  });
}

/** What else shows that the records of rows exist. */
function skipExisting({ rows, findExisting }: Batch, { all }: EventRecords): void {
  const existing = findExisting?.(all);
  for (const row of rows.in('create')) {
    if (existing?.has(row.row)) turn(row, 'skipped', { id: existing.get(row.row) });
  }
}

/**
 * Whether somebody else may have created a record since the run that is resumed has created the
 * same.
 */
function isLikeCreated({ rows, endpoint }: Batch, record: RecordData): boolean {
  const namesakes = textsOf('title', endpoint, record).flatMap((title) =>
    rows.find('title', title),
  );
  return namesakes.some(
    ({ state, fields }) => state === 'created' && isSameCreation(record, fields),
  );
}

/** What an import does with a row: if its record exists, it is left alone. */
function skipMatched(batch: Batch, row: RunRow, match: Match<RunRow>): void {
  if (match.kind === 'none') return;
  if (match.kind === 'one') {
    if (match.by === 'title') warnOfOtherAbstract(batch, row, [match.record]);
    skip(batch, row, match.record);
    return;
  }
  const { by, rows, records } = match;
  if (by === 'key') skip(batch, row, records[0] ?? {});
  // Which of them belongs to the row is unknown.
  else if (records.length >= rows.length) {
    warnOfOtherAbstract(batch, row, records);
    turn(row, 'skipped');
  } else reject(batch, row, [sharedTitle(rows.length, idsOf(batch, records))]);
}

/** It may be the talk of somebody else: many conferences have several with the title "Keynote". */
function warnOfOtherAbstract(batch: Batch, row: RunRow, records: readonly RecordData[]): void {
  if (records.some((record) => isSameCreation(record, row.fields))) return;
  const ids = listText(idsOf(batch, records));
  const has =
    records.length === 1
      ? `${ids} has this title and another abstract, and is taken for this row; if it is not`
      : `${ids} have this title and other abstracts, and one is taken for this row; if none is`;
  const message = `${has}, create the talk with \`plenary submissions add\``;
  warn(batch, { ...rowPlace(row), code: 'found_by_title', message });
}

function idsOf({ resource }: Batch, records: readonly RecordData[]): readonly string[] {
  return records.map((record) => shownId(resource, record));
}
