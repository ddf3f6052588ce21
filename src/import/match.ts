// Decides what becomes of each row, by the records of the event, which are read once.
import { isSameCreation } from '../changes/lost-creations.ts';
import { type Match, matchRecords } from '../changes/matching.ts';
import { textsOf } from '../changes/names.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import type { Scope } from '../runs/part.ts';
import { type RunRow, turn } from '../runs/row.ts';
import { createFinder, type Finder, noteRecord, resolveMatches } from './finder.ts';
import { createGroupCheck } from './group-check.ts';
import { refuseHiddenNames, refuseListLimit } from './hidden-records.ts';
import { type ListedEvent, readListedEvent } from './listed-event.ts';
import { namesakes } from './namesakes.ts';
import { sharedTitle } from './record-faults.ts';
import { type Outcomes, ownedIds, settleSent, skip } from './settle.ts';
import { joinSharedTalks } from './shared-talks.ts';
import { createStatusCheck } from './status-check.ts';
import { refuse, rowPlace, type Work, warn } from './work.ts';

/**
 * Decides what becomes of each row: which records exist, and which were created or updated although
 * the response was lost. A row whose request has an unknown outcome stays unknown if no record
 * shows it.
 * @param journal while the rows are sent: only those whose outcome is unknown are looked up
 * @returns what the list has
 * @throws {UsageError} if it is unknown which records exist, because addresses are hidden, or the
 *   list may be cut off
 * @throws {MalformedResponseError} if records are listed without titles, or with one that is cut
 *   off
 * @throws {InvalidInputError} if no record has any id of the rows
 * @throws the signal's reason
 */
export async function matchRows(
  work: Work,
  scope: Scope,
  journal?: Outcomes,
): Promise<ListedEvent> {
  const isPlanning = journal === undefined;
  const finder = work.matching === 'record' && isPlanning ? createFinder(work) : undefined;
  const isPlannedImport = work.matching === 'key' && isPlanning;
  const names = isPlannedImport || finder !== undefined ? namesakes(work) : undefined;
  const statuses = isPlannedImport ? createStatusCheck(work) : undefined;
  // What a run has saved was decided when it began.
  const checksGroups = work.creates && isPlanning && work.isPlanned !== true;
  const groups = checksGroups ? createGroupCheck(work) : undefined;
  const finds = isPlannedImport && work.findExisting !== undefined;
  const records: RecordData[] = [];
  const event = await readListedEvent(work, scope, (record) => {
    if (finds) records.push(record);
    if (finder !== undefined) noteRecord(finder, record);
    names?.add(record);
    statuses?.note(record);
    groups?.note(record);
  });
  settleSent(work, event, journal);
  if (isPlanning && wantsHiddenField(work, event))
    work.memory = await scope.memory?.(work.resource);
  if (finds) skipExisting(work, records);
  if (isPlanning) {
    planRows(work, event, finder);
    statuses?.refuseCreations();
    await groups?.resolveCreations(scope);
    if (isPlannedImport) names?.warn();
    else names?.warnOfRenames();
  }
  if (work.creates) refuseHiddenNames(work, event);
  if (work.creates && isPlanning) refuseListLimit(work, event);
  return event;
}

/** Whether a row changes a field that the list does not show. */
function wantsHiddenField(
  { rows, updateOnly, feedbackFor }: Work,
  { records }: ListedEvent,
): boolean {
  const hidden = updateOnly.filter((field) =>
    records.some((record) => record[field] === undefined),
  );
  // A template fills the field of a row later, when its record is found.
  if (feedbackFor !== undefined && hidden.includes('feedback')) return true;
  return (
    hidden.length > 0 &&
    [...rows.in('create')].some(({ fields }) => hidden.some((field) => field in fields))
  );
}

/** What else shows that the records of rows exist. */
function skipExisting({ rows, findExisting }: Work, records: readonly RecordData[]): void {
  const existing = findExisting?.(records);
  for (const row of rows.in('create')) {
    if (existing?.has(row.row)) turn(row, 'skipped', { id: existing.get(row.row) });
  }
}

/** Decides for the rows that were not sent yet. */
function planRows(work: Work, event: ListedEvent, finder: Finder | undefined): void {
  const { endpoint, rows, resource } = work;
  const owned = ownedIds(work);
  for (const record of event.records) {
    if (!isLikeCreated(work, record)) work.seen.add(recordId(record, resource) ?? '');
  }
  const doubtful = new Set([...rows.in('unknown')].flatMap(({ names }) => names.title ?? []));
  // Beside a row in doubt, a record of its title belongs to that row, or to nobody of this run.
  const open = [...rows.in('create')].filter(({ names }) => !doubtful.has(names.title ?? ''));
  const matches = matchRecords(open, {
    endpoint,
    records: event.records.filter((record) => !owned.has(recordId(record, resource) ?? '')),
    shown: event.shown,
    matchesTitles: work.matching === 'record' && !work.hasBase && work.isPlanned !== true,
    created: event.created,
  });
  if (finder !== undefined) resolveMatches(finder, joinSharedTalks(work, matches), event);
  else for (const [row, match] of matches) takeExisting(work, row, match);
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
function takeExisting(work: Work, row: RunRow, match: Match<RunRow>): void {
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
  else refuse(work, row, [sharedTitle(rows.length, idsOf(work, records))]);
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
  return records.map((record) => recordId(record, resource) ?? '(without an id)');
}
