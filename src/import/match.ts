// Decides what becomes of each row, by the records of the event, which are read once.
import { isSameCreation } from '../changes/lost-creations.ts';
import { type Match, matchRecords } from '../changes/matching.ts';
import { textsOf } from '../changes/names.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import type { OutcomeLog } from '../runs/journal.ts';
import type { Scope } from '../runs/part.ts';
import { type RunRow, turn } from '../runs/row.ts';
import { type EventRecords, readEventRecords } from './event-records.ts';
import { giveGroupIds } from './group-check.ts';
import { refuseHiddenNames, refuseListLimit } from './hidden-records.ts';
import { warnOfNamesakes, warnOfRenames } from './namesakes.ts';
import { sharedTitle, shownId } from './record-faults.ts';
import { resolveMatches } from './resolve-matches.ts';
import { ownedIds, settleSent, skip } from './settle.ts';
import { joinSharedTalks } from './shared-talks.ts';
import { createStatusCheck } from './status-check.ts';
import { reject, rowPlace, type Work, warn } from './work.ts';

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
export async function matchRows(work: Work, scope: Scope): Promise<void> {
  const event = await readEventRecords(work, scope);
  work.listed = event;
  settleSent(work, event, undefined);
  if (wantsHiddenField(work, event)) work.memory = await scope.memory?.(work.resource);
  const matches = matchOpenRows(work, event);
  if (work.matching === 'record') resolveMatches(work, joinSharedTalks(work, matches), event);
  else {
    for (const [row, match] of matches) skipMatched(work, row, match);
    createStatusCheck(work, event).rejectCreations();
  }
  // What a run has saved was decided when it began.
  if (work.creates && work.isPlanned !== true) await giveGroupIds(work, event, scope);
  if (work.matching === 'record') warnOfRenames(work, event);
  else warnOfNamesakes(work, event);
  if (!work.creates) return;
  refuseHiddenNames(work, event);
  refuseListLimit(work, { count: event.all.length, hidesKeys: event.hidesKeys });
}

/**
 * Finds out, while rows are sent, what became of those whose responses were lost. A row stays
 * unknown if no record shows it.
 * @throws as `matchRows`
 */
export async function lookUpRows(work: Work, scope: Scope, journal: OutcomeLog): Promise<void> {
  const event = await readEventRecords(work, scope);
  settleSent(work, event, journal);
  if (work.creates) refuseHiddenNames(work, event);
}

/** Whether a row changes a field that the list does not show. */
function wantsHiddenField(
  { rows, updateOnly, feedbackFor }: Work,
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
function matchOpenRows(work: Work, event: EventRecords): ReadonlyMap<RunRow, Match<RunRow>> {
  const { endpoint, rows, resource } = work;
  skipExisting(work, event);
  const owned = ownedIds(work);
  const free: RecordData[] = [];
  for (const record of event.named) {
    const id = recordId(record, resource);
    if (id === undefined || !owned.has(id)) free.push(record);
    if (id !== undefined && !isLikeCreated(work, record)) work.seen.add(id);
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
    matchesTitles: work.matching === 'record' && !work.hasBase && work.isPlanned !== true,
    created: event.created,
  });
}

/** What else shows that the records of rows exist. */
function skipExisting({ rows, findExisting }: Work, { all }: EventRecords): void {
  const existing = findExisting?.(all);
  for (const row of rows.in('create')) {
    if (existing?.has(row.row)) turn(row, 'skipped', { id: existing.get(row.row) });
  }
}

/**
 * Whether somebody else may have created a record since the run that is resumed has created the
 * same.
 */
function isLikeCreated({ rows, endpoint }: Work, record: RecordData): boolean {
  const namesakes = textsOf('title', endpoint, record).flatMap((title) =>
    rows.find('title', title),
  );
  return namesakes.some(
    ({ state, fields }) => state === 'created' && isSameCreation(record, fields),
  );
}

/** What an import does with a row: if its record exists, it is left alone. */
function skipMatched(work: Work, row: RunRow, match: Match<RunRow>): void {
  if (match.kind === 'none') return;
  if (match.kind === 'one') {
    if (match.by === 'title') warnOfOtherAbstract(work, row, match.record);
    skip(work, row, match.record);
    return;
  }
  const { by, rows, records } = match;
  if (by === 'key') skip(work, row, records[0] ?? {});
  // Which of them belongs to the row is unknown.
  else if (records.length >= rows.length) turn(row, 'skipped');
  else reject(work, row, [sharedTitle(rows.length, idsOf(work, records))]);
}

/** It may be the talk of somebody else: many conferences have several with the title "Keynote". */
function warnOfOtherAbstract(work: Work, row: RunRow, record: RecordData): void {
  if (isSameCreation(record, row.fields)) return;
  const [id] = idsOf(work, [record]);
  const message =
    `${id} has this title and another abstract, and is taken for this row; if it is not, ` +
    'create the talk with `plenary submissions add`';
  warn(work, { ...rowPlace(row), code: 'found_by_title', message });
}

function idsOf({ resource }: Work, records: readonly RecordData[]): readonly string[] {
  return records.map((record) => shownId(resource, record));
}
