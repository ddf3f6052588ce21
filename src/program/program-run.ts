// Owns the task of planned changes: speakers, submissions and sessions, planned and sent together.
// Must not know the terminal.
import type { Change } from '../changes/change.ts';
import type { Clock } from '../client/clock.ts';
import { creationOf } from '../contract/index.ts';
import { type RecordsPart, recordsPart } from '../import/records-part.ts';
import { startWork } from '../import/start-work.ts';
import { partsOf } from '../runs/entry.ts';
import type { Scope } from '../runs/part.ts';
import type { RowState } from '../runs/row.ts';
import { createRows } from '../runs/rows.ts';
import type { Run, RunSending, RunTask } from '../runs/task.ts';
import { planAfterLatePlacements } from '../schedule/late-placements.ts';
import {
  countPlaced,
  fillPlacements,
  type PlacementsPart,
  placementsPart,
} from '../schedule/placements-part.ts';
import type { MakePlan } from '../schedule/plan.ts';
import { kinds, type RecordKind } from './files.ts';
import { type NewProgramRun, type ProgramHeader, programResource } from './header.ts';
import { planSessions } from './new-sessions.ts';

/** What is to be applied. */
export interface ProgramChanges {
  readonly speakers?: RecordInput | undefined;
  readonly submissions?: RecordInput | undefined;
  /** Undefined without a schedule. */
  readonly sessions?: ScheduleInput | undefined;
  /** Whether a status must be a recommended one, or that of a record. */
  readonly checksStatuses?: boolean;
}

export interface RecordInput {
  readonly file: string;
  readonly changes: readonly Change[];
}

export interface ScheduleInput {
  readonly file: string;
  readonly makePlan: MakePlan;
}

/** What changes the records of one kind. */
export type ProgramPart = RecordsPart | PlacementsPart;

/** The parts of a run, as far as it has them. */
export interface ProgramParts {
  readonly speakers?: RecordsPart;
  readonly submissions?: RecordsPart;
  readonly sessions?: PlacementsPart;
}

/** A run with its parts by their kinds. */
export interface ProgramRun extends Run<ProgramPart>, ProgramParts {}

function isPlacements(part: ProgramPart): part is PlacementsPart {
  return part.resource === 'sessions';
}

export function withNamedParts(run: Run<ProgramPart>): ProgramRun {
  return { ...run, ...Object.fromEntries(run.parts.map((part) => [part.resource, part])) };
}

/** Planned changes, and the run that applies them. */
interface Planned {
  /** That of a run that has begun, if it is resumed. */
  readonly header: NewProgramRun | ProgramHeader;
  readonly changes: ProgramChanges;
  /** Of starts that the service shows without an offset. */
  readonly timeZone: string | undefined;
}

/**
 * The task of planned changes: speakers, then submissions, then sessions, and an undo in reverse.
 */
export function changesTask(planned: Planned): RunTask<ProgramPart> {
  const { header } = planned;
  const { event, baseUrl, undoes } = header;
  const isSchedule = header.resource === 'sessions' && undoes === undefined;
  const names = kinds.filter((name) => hasRows(name, planned));
  return {
    event,
    baseUrl,
    undoes,
    resources: names,
    isAlwaysNew: true,
    resumes: 'run' in header ? header.run : undefined,
    // A schedule is applied again from its file.
    retriesRefused: !isSchedule,
    replaces: (other) =>
      (['resource', 'event', 'baseUrl'] as const).every((name) => other[name] === header[name]) &&
      (isSchedule ? other.sha256 === header.sha256 : other.file === header.file),
    open: async ({ clock }) => openParts(names, planned, clock),
    async plan(part, scope, sending) {
      if (isPlacements(part)) await planPart(part, scope, { ...sending, ...planned });
    },
    header: () => header,
    counts: countChanges,
  };
}

/** Plans the sessions of a schedule. */
async function planPart(
  part: PlacementsPart,
  scope: Scope,
  planned: Planned & RunSending,
): Promise<void> {
  const { changes, header } = planned;
  if (changes.sessions === undefined) return;
  const { makePlan } = changes.sessions;
  const { event, baseUrl, undoes } = header;
  // An undo moves sessions before it changes statuses.
  const earlier = undoes === undefined ? part.creating?.rows : undefined;
  const makeAll: MakePlan = (program, rooms) => {
    return planSessions((known) => makePlan(known, rooms), program, earlier);
  };
  fillPlacements(
    part,
    await planAfterLatePlacements(makeAll, scope, { ...planned, event, baseUrl }),
  );
}

function countChanges(parts: readonly ProgramPart[]) {
  const sum = (...states: readonly RowState[]) =>
    parts.reduce((total, { rows }) => total + rows.count(...states), 0);
  const sessions = parts.find(isPlacements);
  const ofSessions =
    sessions === undefined ? { placed: 0, moved: 0, unplaced: 0 } : countPlaced(sessions);
  return {
    created: sum('created'),
    updated: sum('updated') - (sessions?.rows.count('updated') ?? 0),
    ...ofSessions,
    failed: sum('failed', 'rejected', 'conflict'),
  };
}

function hasRows(name: RecordKind, { header, changes }: Planned): boolean {
  if ('run' in header) return partsOf(header).some(({ resource }) => resource === name);
  return name === 'sessions'
    ? changes.sessions !== undefined
    : (changes[name]?.changes.length ?? 0) > 0;
}

/** The rows of a run that is resumed replace those of its parts. */
function openParts(
  names: readonly RecordKind[],
  { header, changes, timeZone }: Planned,
  clock: Clock,
): readonly ProgramPart[] {
  const { event, undoes, options } = header;
  const { creates, leavesExisting = false, allowPartial, files } = options;
  let last = 0;
  const open = (name: 'speakers' | 'submissions'): RecordsPart => {
    const endpoint = creationOf(name);
    const work = startWork(createRows(last), {
      endpoint,
      event,
      creates,
      undoes,
      hasBase: !leavesExisting,
      matching: leavesExisting ? 'key' : 'record',
      checksStatuses: changes.checksStatuses,
      allowsNewValues: changes.checksStatuses !== true,
      ignoresListLimit: options.ignoresListLimit,
    });
    const part = recordsPart(work, {
      file: files[name] ?? '',
      skipInvalid: allowPartial,
      canSkip: header.resource !== programResource && !allowPartial,
      maxErrors: () => Number.POSITIVE_INFINITY,
    });
    part.fill(changes[name]?.changes ?? []);
    last = part.rows.last;
    return part;
  };
  const speakers = names.includes('speakers') ? [open('speakers')] : [];
  const submissions = names.includes('submissions') ? [open('submissions')] : [];
  const [creating] = submissions;
  const sessions = names.includes('sessions')
    ? [placementsPart({ event, timeZone, clock, creating }, last)]
    : [];
  return [...speakers, ...submissions, ...sessions];
}
