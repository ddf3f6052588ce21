// The part of a run that places sessions, moves them, and takes them out of the schedule.
import { effectOf, type SentUpdate } from '../changes/effect.ts';
import type { Clock } from '../client/clock.ts';
import type { RecordData } from '../client/response.ts';
import { quoted } from '../contract/amount.ts';
import { endpoints } from '../contract/index.ts';
import { keyOf } from '../contract/key.ts';
import { unplaceSession } from '../contract/operations.ts';
import { PlenaryError } from '../errors.ts';
import type { Journal } from '../runs/journal.ts';
import type { Part, Scope } from '../runs/part.ts';
import {
  type Body,
  bodyOf,
  endInterim,
  type RowFault,
  type RowState,
  type RunRow,
  turn,
  type Wanted,
} from '../runs/row.ts';
import { createRows } from '../runs/rows.ts';
import {
  actionOf,
  type ComparedChange,
  checkFreshness,
  isSamePlacement,
  type ScheduleChange,
} from './changes.ts';
import { filePlaceOf } from './file-place.ts';
import { heldBack, orderPlacements } from './placement-order.ts';
import { locationOf, placementWords } from './placement-words.ts';
import type { SchedulePlan, SessionCreation } from './schedule-plan.ts';
import type { RuledSubmission } from './service-rule.ts';
import { fetchSubmissions, type Placement } from './submissions.ts';

export interface PlacementsPart extends Part {
  /** Of starts that the service shows without an offset. */
  readonly timeZone: string | undefined;
  readonly clock: Clock;
  /** The part that creates submissions. */
  readonly creating: Part | undefined;
  /** The submissions of the event, as they were read last. */
  program?: readonly RuledSubmission[] | undefined;
}

/** @param before the number of the last row of earlier parts */
export function placementsPart(
  given: Pick<PlacementsPart, 'event' | 'timeZone' | 'clock' | 'creating'>,
  before = 0,
): PlacementsPart {
  const part: PlacementsPart = {
    ...given,
    resource: 'sessions',
    did: 'placed',
    update: endpoints.placeSession,
    updateOnly: [],
    removal: unplaceSession,
    rows: createRows(before),
    words: placementWords,
    hasBase: true,
    maxErrors: () => Number.POSITIVE_INFINITY,
    use: (saved) => part.rows.replace(saved),
    find: (scope, journal) => findPlacements(part, scope, journal),
    order: (rows) => orderPlacements(rows, part.rows, part.program ?? []),
    held: (rows, remaining) => heldBack(rows, remaining, part.program ?? []),
    async prepare(scope) {
      for (const row of part.rows.in('update')) row.note = { ...row.note, id: idOf(part, row) };
      await readChanged(part, scope);
    },
    confirm: (scope) => findUnshown(part, scope),
  };
  return part;
}

/** Fills the rows. @param program by which they were planned */
export function fillPlacements(
  part: PlacementsPart,
  { changes, creations = [] }: Pick<SchedulePlan, 'changes' | 'creations'>,
  program: readonly RuledSubmission[],
): void {
  part.program = program.map(placeOf);
  for (const change of changes) part.rows.add(wantedBy(change), 'create');
  for (const creation of creations) part.rows.add(wantedAfter(creation), 'create');
}

const nowhere = { room: null, start: null };

function wantedBy({ submissionId: id, from, to, ...row }: ScheduleChange): Wanted {
  const { title, line, column, sheet } = row;
  const [base, fields] = [fieldsOf(from), fieldsOf(to)];
  return { row: line, line, column, sheet, title, names: { id }, fields, base };
}

function fieldsOf(place: Placement | null): Readonly<Record<keyof Placement, string | null>> {
  return place === null ? nowhere : { room: place.room, start: place.start };
}

/**
 * The session of a submission that an earlier row of the run creates is found by the key of that
 * row.
 */
function wantedAfter({ submission, title, line, column, sheet, to }: SessionCreation): Wanted {
  const key = keyOf(endpoints.createSubmission, submission) ?? '';
  return {
    row: line,
    line,
    column,
    sheet,
    title,
    names: { key },
    fields: { ...to },
    base: nowhere,
  };
}

/**
 * The changes of rows in these states, or of all, without those of submissions that do not exist
 * yet.
 */
export function changesIn(
  part: PlacementsPart,
  ...states: readonly RowState[]
): readonly ScheduleChange[] {
  return [...(states.length === 0 ? part.rows : part.rows.in(...states))].flatMap((row) =>
    changeOf(part, row),
  );
}

/** How many sessions were placed for the first time, moved, and taken out of the schedule. */
export function countPlaced(part: PlacementsPart) {
  const done = changesIn(part, 'updated');
  const moved = done.filter(({ action }) => action === 'move').length;
  const unplaced = done.filter(({ action }) => action === 'unplace').length;
  return { placed: part.rows.count('updated') - moved - unplaced, moved, unplaced };
}

/** The sessions of submissions that do not exist yet. */
export function creationsIn(part: PlacementsPart): readonly SessionCreation[] {
  return [...part.rows].flatMap((row) => {
    if (idOf(part, row) !== undefined) return [];
    const { to, title, ...place } = toChange(row, '');
    const submission = bodyOf(creatingRow(part, row) ?? { fields: {} });
    return to === null ? [] : [{ action: 'create', title, ...filePlaceOf(place), to, submission }];
  });
}

async function findPlacements(
  part: PlacementsPart,
  scope: Scope,
  journal: Pick<Journal, 'recordOutcome'> | undefined,
): Promise<void> {
  const known = part.program;
  const isKnown = ({ submissionId }: ScheduleChange) =>
    known?.some(({ id }) => id === submissionId) === true;
  const ofNew = [...part.rows].filter(isOfNew).flatMap((row) => changeOf(part, row));
  const isWhole = known !== undefined && journal === undefined && ofNew.every(isKnown);
  const program = isWhole ? known : await read(part, scope);
  if (journal === undefined) compare(part, program);
  else confirmSent(part, program, journal);
}

async function read(part: PlacementsPart, { client }: Scope): Promise<readonly RuledSubmission[]> {
  const submissions = await fetchSubmissions(client, part);
  part.program = submissions.map(placeOf);
  return part.program;
}

/** Without its long texts, because it stays in memory while the rows are sent. */
function placeOf({ id, status, placement, served }: RuledSubmission): RuledSubmission {
  return { id, status, placement, served };
}

/** Decides which rows are to be sent, are in place already, or were changed since. */
function compare(part: PlacementsPart, program: readonly RuledSubmission[]): void {
  const open = [...part.rows].filter(({ state }) => state !== 'updated');
  for (const row of open) if (idOf(part, row) === undefined) plan(part, row);
  const places = new Map(program.map(({ id, placement }) => [id, placement]));
  for (const row of open) resumeInterim(row, places.get(idOf(part, row) ?? ''));
  compareRows(part, open, program);
}

/** A session that an interrupted run has left where it only waits is where this run expects it. */
function resumeInterim(row: RunRow, place: Placement | undefined): void {
  const { interim } = row.note;
  if (interim === undefined || place === undefined) return;
  const fields = [interim.fields, ...(interim.earlier ?? [])].find((each) =>
    isPlaceOf(each, place),
  );
  if (fields === undefined) return;
  row.note = { ...row.note, interim: { ...interim, fields, isDone: true } };
  row.base = fields;
}

function isPlaceOf({ room = '', start = '' }: Body, place: Placement): boolean {
  return isSamePlacement(place, { room: room ?? '', start: start ?? '' });
}

function isWaitingIn(place: Placement, { note: { interim } }: RunRow): boolean {
  return interim !== undefined && isPlaceOf(interim.fields, place);
}

/** Gives each row the state that follows from the present placement of its session. */
function compareRows(
  part: PlacementsPart,
  rows: readonly RunRow[],
  program: readonly RuledSubmission[],
): void {
  const changes = new Map(
    rows.flatMap((row) => changeOf(part, row).map((change) => [change, row] as const)),
  );
  const { toDo, done, stale } = checkFreshness([...changes.keys()], program);
  for (const change of toDo) plan(part, changes.get(change));
  for (const change of done) mark(changes.get(change), 'unchanged');
  for (const each of stale) {
    const row = changes.get(each.change);
    if (row !== undefined)
      turn(row, 'conflict', {
        faults: [{ ...locationOf(row), code: 'conflict', message: staleText(each) }],
      });
  }
}

function staleText({ change: { title, from }, now, isGone }: ComparedChange): string {
  if (isGone) return `${quoted(title)} is no longer among the submissions`;
  return (
    `${quoted(title)} was ${placementText(from ?? undefined)}, and is ` +
    `now ${placementText(now)}`
  );
}

function placementText(placement: Placement | undefined): string {
  return placement === undefined ? 'not placed' : `in ${placement.room} at ${placement.start}`;
}

function plan(part: PlacementsPart, row: RunRow | undefined): void {
  if (row === undefined) return;
  turn(row, 'update', {
    id: idOf(part, row),
    changes: row.fields,
    before: row.base ?? nowhere,
    interim: row.note.interim,
  });
}

function mark(row: RunRow | undefined, state: RowState): void {
  if (row !== undefined) row.state = state;
}

/** What became of lost requests. */
function confirmSent(
  { rows }: PlacementsPart,
  program: readonly RuledSubmission[],
  journal: Pick<Journal, 'recordOutcome'>,
): void {
  const byId = new Map(program.map((submission) => [submission.id, submission]));
  for (const row of rows.in('unknown')) {
    const submission = byId.get(row.note.id ?? '');
    const effect = submission && effectOf(shownPlace(submission), sentPlace(row));
    const place = submission?.placement;
    const isInDoubt = row.note.interim?.isDone === false;
    const isWaiting = isInDoubt && place !== undefined && isWaitingIn(place, row);
    // An interim request of another process may have placed it elsewhere.
    if (effect === 'changed' && row.note.interim === undefined) turnStale(row, place);
    if (effect !== 'taken' && !isWaiting) continue;
    if (effect === 'taken') row.state = 'updated';
    else endInterim(row);
    journal.recordOutcome({ row: row.number, did: 'placed', id: row.note.id });
  }
}

/** A session that is not placed has no room. */
function shownPlace({ placement }: Pick<RuledSubmission, 'placement'>): RecordData {
  return placement === undefined ? nowhere : { ...placement };
}

function sentPlace({ fields, base = nowhere }: RunRow): SentUpdate {
  return { values: fields, before: base };
}

/** Somebody has placed its session elsewhere; the old place stays in the journal. */
function turnStale(row: RunRow, now: Placement | undefined): void {
  const change = toChange(row, row.note.id ?? '');
  const message = staleText({ change, now, isGone: false });
  const faults = [{ ...locationOf(row), code: 'conflict', message }];
  turn(row, 'conflict', { ...row.note, faults });
}

/**
 * The submissions that the run has created or changed have another status now, which decides on
 * the order. Those that exist already may have been placed meanwhile.
 */
async function readChanged(part: PlacementsPart, scope: Scope): Promise<void> {
  const existing = [...part.rows.in('update')].filter(
    (row) => creatingRow(part, row)?.state === 'skipped',
  );
  const changed = part.creating?.rows.count('created', 'updated') ?? 0;
  if (existing.length + changed === 0) return;
  compareRows(part, existing, await read(part, scope));
}

/** Whether a row is about a submission that an earlier row of the run creates. */
function isOfNew({ names }: RunRow): boolean {
  return names.id === undefined;
}

function creatingRow({ creating }: PlacementsPart, row: RunRow): RunRow | undefined {
  return isOfNew(row) ? creating?.rows.find('key', row.names.key ?? '')[0] : undefined;
}

/** The id of a row's submission; undefined if it does not exist yet. */
function idOf(part: PlacementsPart, row: RunRow): string | undefined {
  return row.names.id ?? creatingRow(part, row)?.note.id ?? row.note.id;
}

function changeOf(part: PlacementsPart, row: RunRow): readonly ScheduleChange[] {
  const id = idOf(part, row);
  return id === undefined ? [] : [toChange(row, id)];
}

function toChange(row: RunRow, submissionId: string): ScheduleChange {
  const { title = '', fields, base = nowhere } = row;
  const [from, to] = [placeIn(base), placeIn(fields)];
  return { action: actionOf({ from, to }), submissionId, title, ...filePlaceOf(row), from, to };
}

function placeIn({ room, start }: Readonly<Record<string, unknown>>): Placement | null {
  return typeof room === 'string' && typeof start === 'string' ? { room, start } : null;
}

/** Reads the program twice, because a list may lag behind. */
async function findUnshown(part: PlacementsPart, scope: Scope): Promise<void> {
  const placed = [...part.rows.in('updated')];
  for (let look = 1; placed.length > 0 && look <= 2; look++) {
    if (look > 1) await part.clock.sleep(lagMs, scope.signal);
    const program = await read(part, scope).catch((error: unknown) => {
      if (error instanceof PlenaryError) return undefined;
      throw error;
    });
    part.unconfirmed = program === undefined ? [] : unshown(part, placed, program);
    if (part.unconfirmed.length === 0) return;
  }
}

/** The rows whose sessions the service does not show in their new places. */
function unshown(
  part: PlacementsPart,
  rows: readonly RunRow[],
  program: readonly RuledSubmission[],
): readonly RowFault[] {
  const byId = new Map(program.map((submission) => [submission.id, submission]));
  return rows.flatMap((row): readonly RowFault[] => {
    const submission = byId.get(idOf(part, row) ?? '');
    if (submission && effectOf(shownPlace(submission), sentPlace(row)) === 'taken') return [];
    const change = toChange(row, '');
    const now = submission?.placement;
    const shown = now === undefined ? 'without a place' : placementText(now);
    const message = `${quoted(change.title)} ${sentText(change)}, and is shown ${shown}`;
    return [{ row: change.line, ...filePlaceOf(change), code: 'not_shown', message }];
  });
}

function sentText({ to }: ScheduleChange): string {
  return to === null ? 'was taken out of the schedule' : `was sent ${placementText(to)}`;
}

const lagMs = 500;
