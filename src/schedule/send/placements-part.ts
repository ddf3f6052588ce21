// Owns the part of a run that places sessions, moves them, and takes them out of the schedule.
import { type Change, type FieldChanges, fieldChanges } from '../../changes/change.ts';
import { effectOf } from '../../changes/effect.ts';
import {
  countActions,
  isSamePlace,
  nowhere,
  type Placement,
  placeIn,
} from '../../changes/place.ts';
import type { Clock } from '../../client/clock.ts';
import type { RecordData } from '../../client/response.ts';
import { endpoints } from '../../contract/index.ts';
import { unplaceSession } from '../../contract/operations.ts';
import { PlenaryError } from '../../errors.ts';
import type { OutcomeLog } from '../../runs/journal.ts';
import type { Part, Scope } from '../../runs/part.ts';
import { endInterim, endRow, type RowFault, type RunRow, turn } from '../../runs/row.ts';
import { createRows } from '../../runs/rows.ts';
import type { RuledSubmission } from '../clashes/service-rule.ts';
import type { SchedulePlan } from '../plan/plan.ts';
import { type EventSubmission, fetchSubmissions, isPlaced } from '../submissions.ts';
import { heldBack, orderPlacements } from './placement-order.ts';
import { goneFault, placementWords, staleFault, unshownFault, zoneOf } from './placement-words.ts';
import { settledRows } from './settled-rows.ts';

export interface PlacementsPart extends Part {
  /** Of starts that the service shows without an offset. */
  readonly timeZone: string | undefined;
  readonly clock: Clock;
  /** The part that creates submissions. */
  readonly creating: Part | undefined;
  /** What was planned; undefined if the run is resumed. */
  schedule?: SchedulePlan | undefined;
  /** How many sessions of the event were placed then. */
  placed: number;
  /** The submissions of the event, as they were read last. */
  submissions?: readonly RuledSubmission[] | undefined;
}

/** @param before the number of the last row of earlier parts */
export function placementsPart(
  target: Pick<PlacementsPart, 'event' | 'timeZone' | 'clock' | 'creating'>,
  before = 0,
): PlacementsPart {
  const part: PlacementsPart = {
    ...target,
    resource: 'sessions',
    did: 'placed',
    update: endpoints.placeSession,
    updateOnly: [],
    removal: unplaceSession,
    rows: createRows(before),
    words: placementWords,
    hasBase: true,
    placed: 0,
    maxErrors: () => Number.POSITIVE_INFINITY,
    use: (saved) => part.rows.replace(saved),
    find: (scope) => findPlacements(part, scope),
    lookUp: async (scope, journal) => confirmSent(part, await read(part, scope), journal),
    order: (rows) => orderPlacements(rows, part.rows, part.submissions ?? []),
    held: (rows, remaining) => heldBack(rows, remaining, part.submissions ?? []),
    async prepare(scope) {
      for (const row of part.rows.in('update')) row.note = { ...row.note, id: idOf(part, row) };
      await readChanged(part, scope);
    },
    confirm: (scope) => findUnshown(part, scope),
  };
  return part;
}

/**
 * Fills the rows with those of a plan: what changes, and then what does not.
 * @param submissions those by which it was made
 * @param inFile gives a change the number and the cells of its row in the file
 */
export function fillPlacements(
  part: PlacementsPart,
  {
    plan,
    submissions,
  }: { readonly plan: SchedulePlan; readonly submissions: readonly EventSubmission[] },
  inFile: (change: Change) => Change,
): void {
  part.schedule = plan;
  part.placed = submissions.filter(isPlaced).length;
  part.submissions = submissions.map(placeOf);
  for (const change of plan.changes) part.rows.add(inFile(change), 'create');
  for (const { change, state, note } of settledRows(plan)) {
    const row = part.rows.add(inFile(change), state);
    const faults = note.faults?.map((fault) => ({ ...fault, row: row.row }));
    turn(row, state, { ...note, ...(faults !== undefined && { faults }) });
  }
}

/** How many sessions were placed for the first time, moved, and taken out of the schedule. */
export function countPlaced({ rows }: PlacementsPart) {
  const { place, move, unplace } = countActions(rows.in('updated'));
  return { placed: place, moved: move, unplaced: unplace };
}

async function findPlacements(part: PlacementsPart, scope: Scope): Promise<void> {
  const { submissions } = part;
  const isListed = (row: RunRow) => {
    const id = idOf(part, row);
    return id === undefined || submissions?.some((submission) => submission.id === id) === true;
  };
  const isWhole = submissions !== undefined && [...part.rows].filter(isOfNew).every(isListed);
  planRows(part, isWhole ? submissions : await read(part, scope));
}

async function read(part: PlacementsPart, { client }: Scope): Promise<readonly RuledSubmission[]> {
  const submissions = await fetchSubmissions(client, part);
  part.submissions = submissions.map(placeOf);
  return part.submissions;
}

/** Without its long texts, because it stays in memory while the rows are sent. */
function placeOf({ id, status, placement, served }: RuledSubmission): RuledSubmission {
  return { id, status, placement, served };
}

/** Decides which rows are to be sent, are in place already, or were changed since. */
function planRows(part: PlacementsPart, submissions: readonly RuledSubmission[]): void {
  const open = [...part.rows].filter((row) => row.state !== 'updated' && asksForPlace(row));
  const places = new Map(submissions.map(({ id, placement }) => [id, placement]));
  for (const row of open) {
    const id = idOf(part, row);
    if (id === undefined) planUpdate(part, row);
    else resumeInterim(row, places.get(id));
  }
  compareRows(part, open, submissions);
}

/** A session that an interrupted run has left where it only waits is where this run expects it. */
function resumeInterim(row: RunRow, place: Placement | undefined): void {
  const { interim } = row.note;
  if (interim === undefined || place === undefined) return;
  const fields = [interim.fields, ...(interim.earlier ?? [])].find((values) =>
    isSamePlace(placeIn(values), place),
  );
  if (fields === undefined) return;
  row.note = { ...row.note, interim: { ...interim, fields, isDone: true } };
  row.base = fields;
}

/** Gives each row the state that follows from the present place of its session. */
function compareRows(
  part: PlacementsPart,
  rows: readonly RunRow[],
  submissions: readonly RuledSubmission[],
): void {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const zone = zoneOf(part);
  for (const row of rows) {
    const id = idOf(part, row);
    if (id === undefined) continue;
    const submission = byId.get(id);
    const now = submission?.placement;
    if (submission === undefined) turnStale(row, goneFault(row));
    else if (isSamePlace(now, placeIn(row.fields))) endRow(row, 'unchanged');
    else if (isSamePlace(now, placeIn(row.base ?? nowhere))) planUpdate(part, row);
    else turnStale(row, staleFault(row, now, zone));
  }
}

function turnStale(row: RunRow, fault: RowFault): void {
  turn(row, 'conflict', { faults: [fault] });
}

function planUpdate(part: PlacementsPart, row: RunRow): void {
  const { fields, base = nowhere, note } = row;
  const changes = fieldChanges(fields, base);
  turn(row, 'update', { id: idOf(part, row), changes, interim: note.interim });
}

/** What became of lost requests. */
function confirmSent(
  part: PlacementsPart,
  submissions: readonly RuledSubmission[],
  journal: OutcomeLog,
): void {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const zone = zoneOf(part);
  for (const row of part.rows.in('unknown')) {
    const { id, interim } = row.note;
    const submission = id === undefined ? undefined : byId.get(id);
    if (submission === undefined) continue;
    const place = submission.placement;
    const effect = effectOf(shownPlace(submission), sentPlace(row));
    const isInDoubt = interim?.isDone === false;
    const isWaiting = isInDoubt && isSamePlace(placeIn(interim.fields), place);
    // An interim request of another process may have placed it elsewhere. The old place stays in
    // the journal.
    if (effect === 'changed' && interim === undefined) turnStale(row, staleFault(row, place, zone));
    if (effect !== 'taken' && !isWaiting) continue;
    if (effect === 'taken') endRow(row, 'updated');
    else endInterim(row);
    journal.recordOutcome({ row: row.number, did: 'placed', id });
  }
}

/** A session that is not placed has no room. */
function shownPlace({ placement }: Pick<RuledSubmission, 'placement'>): RecordData {
  return placement === undefined ? nowhere : { ...placement };
}

function sentPlace({ fields, base = nowhere }: RunRow): FieldChanges {
  return fieldChanges(fields, base);
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

/** Whether a row is sent: the other rows of a file have no values. */
function asksForPlace({ fields }: RunRow): boolean {
  return fields.room !== undefined;
}

/** Whether a row is about a submission that an earlier row of the run creates. */
function isOfNew(row: RunRow): boolean {
  return row.names.id === undefined && asksForPlace(row);
}

function creatingRow({ creating }: PlacementsPart, row: RunRow): RunRow | undefined {
  const { key } = row.names;
  if (!isOfNew(row) || key === undefined) return undefined;
  return creating?.rows.find('key', key)[0];
}

/** The id of a row's submission; undefined if it does not exist yet. */
function idOf(part: PlacementsPart, row: RunRow): string | undefined {
  return row.names.id ?? creatingRow(part, row)?.note.id ?? row.note.id;
}

/** Reads the submissions twice, because a list may lag behind. */
async function findUnshown(part: PlacementsPart, scope: Scope): Promise<void> {
  const placed = [...part.rows.in('updated')];
  for (let look = 1; placed.length > 0 && look <= 2; look++) {
    if (look > 1) await part.clock.sleep(lagMs, scope.signal);
    const submissions = await read(part, scope).catch((error: unknown) => {
      if (error instanceof PlenaryError) return undefined;
      throw error;
    });
    part.unconfirmed = submissions === undefined ? [] : unshown(part, placed, submissions);
    if (part.unconfirmed.length === 0) return;
  }
}

/** The rows whose sessions the service does not show in their new places. */
function unshown(
  part: PlacementsPart,
  rows: readonly RunRow[],
  submissions: readonly RuledSubmission[],
): readonly RowFault[] {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const zone = zoneOf(part);
  return rows.flatMap((row): readonly RowFault[] => {
    const id = idOf(part, row);
    const submission = id === undefined ? undefined : byId.get(id);
    if (submission && effectOf(shownPlace(submission), sentPlace(row)) === 'taken') return [];
    return [unshownFault(row, submission?.placement, zone)];
  });
}

const lagMs = 500;
