// The part of a run that places and moves sessions.
import type { Clock } from '../client/clock.ts';
import { endpoints } from '../contract/index.ts';
import { keyOf } from '../contract/key.ts';
import { PartlyDoneError, PlenaryError } from '../errors.ts';
import type { Journal } from '../runs/journal.ts';
import type { OutcomeWords, Part, Scope } from '../runs/part.ts';
import { bodyOf, type RowFault, type RowState, type RunRow, turn, type Wanted } from '../runs/row.ts';
import { createRows } from '../runs/rows.ts';
import { type ComparedChange, checkFreshness, type Freshness, notInPlace, type ScheduleChange } from './changes.ts';
import type { SchedulePlan, SessionCreation } from './schedule-plan.ts';
import { type EventSubmission, fetchSubmissions } from './submissions.ts';

export interface PlacementsPart extends Part {
  /** Of starts that the service shows without an offset. */
  readonly timeZone: string | undefined;
  readonly clock: Clock;
  /** The part that creates submissions. */
  readonly creating: Part | undefined;
  /** The submissions by which the rows were planned, until they are compared. */
  known?: readonly EventSubmission[] | undefined;
  /** What is to be placed, beside the present placements. What an interrupted run has placed is done. */
  fresh: Freshness;
  /** Of the applied changes, those that the service shows in another place, or in none. */
  unshown: readonly ComparedChange[];
}

/** @param before the number of the last row of earlier parts */
export function placementsPart(
  given: Pick<PlacementsPart, 'event' | 'timeZone' | 'clock' | 'creating'>,
  before = 0,
): PlacementsPart {
  const part: PlacementsPart = {
    ...given,
    ...{ resource: 'sessions', did: 'placed', update: endpoints.placeSession, updateOnly: [] },
    ...{ rows: createRows(before), words, hasBase: true, maxErrors: () => Number.POSITIVE_INFINITY },
    ...{ fresh: { toDo: [], done: [], stale: [] }, unshown: [] },
    use: (saved) => part.rows.replace(saved),
    find: (scope, journal) => findPlacements(part, scope, journal),
    async prepare(scope) {
      for (const row of part.rows.in('update')) row.note = { ...row.note, id: idOf(part, row) };
      await checkExisting(part, scope);
    },
    confirm: (scope) => findUnshown(part, scope),
  };
  return part;
}

/** Fills the rows. @param program by which they were planned */
export function fillPlacements(
  part: PlacementsPart,
  { changes, creations = [] }: Pick<SchedulePlan, 'changes' | 'creations'>,
  program: readonly EventSubmission[],
): void {
  part.known = program;
  for (const change of changes) part.rows.add(wantedBy(change), 'create');
  for (const creation of creations) part.rows.add(wantedAfter(creation), 'create');
}

const nowhere = { room: null, start: null };

function wantedBy({ submissionId: id, title, line, column, sheet, from, to }: ScheduleChange): Wanted {
  const base = from === null ? nowhere : { room: from.room, start: from.start };
  return { row: line, line, column, sheet, title, names: { id }, fields: { room: to.room, start: to.start }, base };
}

/** The session of a submission that an earlier row of the run creates is found by the key of that row. */
function wantedAfter({ submission, title, line, column, sheet, to }: SessionCreation): Wanted {
  const key = keyOf(endpoints.createSubmission, submission) ?? '';
  return { row: line, line, column, sheet, title, names: { key }, fields: { ...to }, base: nowhere };
}

/** The changes of rows in these states, or of all, without those of submissions that do not exist yet. */
export function changesIn(part: PlacementsPart, ...states: readonly RowState[]): readonly ScheduleChange[] {
  return [...(states.length === 0 ? part.rows : part.rows.in(...states))].flatMap((row) => changeOf(part, row));
}

/** The sessions of submissions that do not exist yet. */
export function creationsIn(part: PlacementsPart): readonly SessionCreation[] {
  return [...part.rows].flatMap((row) => {
    if (idOf(part, row) !== undefined) return [];
    const { action: _, submissionId: __, from: ___, ...placed } = toChange(row, '');
    return [{ ...placed, action: 'create', submission: bodyOf(creatingRow(part, row) ?? { fields: {} }) }];
  });
}

/** A session that was not placed, or whose outcome is unknown. */
export interface FailedChange {
  readonly change: ScheduleChange;
  readonly kind: 'refused' | 'lost' | 'unsent';
  readonly faults: readonly RowFault[];
}

/** Those that were sent and are not in place. */
export function failedIn(part: PlacementsPart): readonly FailedChange[] {
  return [...part.rows.in('failed', 'unknown', 'update')].map((row) => {
    const kind = row.state === 'failed' ? 'refused' : row.state === 'unknown' ? 'lost' : 'unsent';
    return { change: toChange(row, idOf(part, row) ?? ''), kind, faults: row.note.faults ?? [] };
  });
}

async function findPlacements(
  part: PlacementsPart,
  scope: Scope,
  journal: Pick<Journal, 'recordOutcome'> | undefined,
): Promise<void> {
  const { known } = part;
  part.known = undefined;
  const isKnown = ({ submissionId }: ScheduleChange) => known?.some(({ id }) => id === submissionId) === true;
  const ofNew = [...part.rows].filter(isOfNew).flatMap((row) => changeOf(part, row));
  const isWhole = known !== undefined && journal === undefined && ofNew.every(isKnown);
  const program = isWhole ? known : await read(part, scope);
  if (journal === undefined) compare(part, program);
  else confirmSent(part, program, journal);
}

function read(part: PlacementsPart, { client }: Scope): Promise<readonly EventSubmission[]> {
  return fetchSubmissions(client, part);
}

/** Decides which rows are to be sent, are in place already, or were changed since. */
function compare(part: PlacementsPart, program: readonly EventSubmission[]): void {
  const open = [...part.rows].filter(({ state }) => state !== 'updated');
  for (const row of open) if (idOf(part, row) === undefined) plan(part, row);
  const { toDo, done, stale } = freshnessOf(part, open, program);
  part.fresh = { toDo, done: [...changesIn(part, 'updated'), ...done], stale };
}

/** Gives each row the state that follows from the present placement of its session. */
function freshnessOf(part: PlacementsPart, rows: readonly RunRow[], program: readonly EventSubmission[]): Freshness {
  const changes = new Map(rows.flatMap((row) => changeOf(part, row).map((change) => [change, row] as const)));
  const fresh = checkFreshness([...changes.keys()], program);
  for (const change of fresh.toDo) plan(part, changes.get(change));
  for (const change of fresh.done) mark(changes.get(change), 'unchanged');
  for (const { change } of fresh.stale) mark(changes.get(change), 'conflict');
  return fresh;
}

function plan(part: PlacementsPart, row: RunRow | undefined): void {
  if (row !== undefined) turn(row, 'update', { id: idOf(part, row), changes: row.fields, before: row.base ?? nowhere });
}

function mark(row: RunRow | undefined, state: RowState): void {
  if (row !== undefined) row.state = state;
}

/** Lost requests took effect if their sessions are in place. */
function confirmSent(
  { rows }: PlacementsPart,
  program: readonly EventSubmission[],
  journal: Pick<Journal, 'recordOutcome'>,
): void {
  const lost = [...rows.in('unknown')].map((row) => ({ row, change: toChange(row, row.note.id ?? '') }));
  const changes = lost.map(({ change }) => change);
  const missing = new Set(notInPlace(changes, program).map(({ change }) => change));
  for (const { row, change } of lost) {
    if (missing.has(change)) continue;
    row.state = 'updated';
    journal.recordOutcome({ row: row.number, did: 'placed', id: change.submissionId });
  }
}

/** Submissions that exist already may have been placed meanwhile. */
async function checkExisting(part: PlacementsPart, scope: Scope): Promise<void> {
  const existing = [...part.rows.in('update')].filter((row) => creatingRow(part, row)?.state === 'skipped');
  if (existing.length === 0) return;
  const { stale } = freshnessOf(part, existing, await read(part, scope));
  part.fresh = { ...part.fresh, stale: [...part.fresh.stale, ...stale] };
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

function toChange({ title = '', line, column, sheet, fields, base = nowhere }: RunRow, id: string): ScheduleChange {
  const from =
    typeof base.room === 'string' && typeof base.start === 'string' ? { room: base.room, start: base.start } : null;
  return {
    ...{ action: from === null ? 'place' : 'move', submissionId: id, title, line },
    ...(column !== undefined && { column }),
    ...(sheet !== undefined && { sheet }),
    ...{ from, to: { room: fields.room ?? '', start: fields.start ?? '' } },
  };
}

/** Reads the program twice, because a list may lag behind. */
async function findUnshown(part: PlacementsPart, scope: Scope): Promise<void> {
  const placed = changesIn(part, 'updated');
  for (let look = 1; placed.length > 0 && look <= 2; look++) {
    if (look > 1) await part.clock.sleep(lagMs, scope.signal);
    const program = await read(part, scope).catch((error: unknown) => {
      if (error instanceof PlenaryError) return undefined;
      throw error;
    });
    part.unshown = program === undefined ? [] : notInPlace(placed, program);
    if (part.unshown.length === 0) return;
  }
}

const lagMs = 500;

/** The service's reason, field by field if it names fields. */
const words: OutcomeWords = {
  refused: ({ line }, { code, details, message }) =>
    details.length === 0
      ? [{ row: line, line, code, message }]
      : details.map(({ field, message }) => ({
          row: line,
          line,
          code,
          message,
          ...(field !== undefined && { field }),
        })),
  doubtful: ({ line }, _, { message }) => ({ row: line, line, code: 'outcome_unknown', message }),
  tooMany: (rows) => new PartlyDoneError(`stopped: ${rows} sessions were refused`),
};
