// Owns a run of planned changes: speakers, submissions and sessions, planned and sent together.
// Must not know the terminal.
import type { Change } from '../changes/change.ts';
import { creationOf } from '../contract/index.ts';
import { type RecordsPart, recordsPart } from '../import/records-part.ts';
import { startWork } from '../import/start-work.ts';
import { partsOf } from '../runs/entry.ts';
import type { Part, Scope } from '../runs/part.ts';
import type { RowState } from '../runs/row.ts';
import { createRows } from '../runs/rows.ts';
import { runChanges } from '../runs/run.ts';
import type { Run, RunSending, RunTask } from '../runs/task.ts';
import {
  countPlaced,
  fillPlacements,
  type PlacementsPart,
  placementsPart,
} from '../schedule/placements-part.ts';
import { type MakePlan, planNow } from '../schedule/plan-now.ts';
import type { SchedulePlan } from '../schedule/schedule-plan.ts';
import { isPlaced } from '../schedule/submissions.ts';
import { kinds, type RecordKind } from './files.ts';
import { type ProgramHeader, programResource } from './header.ts';
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

/** The parts of a run, as far as it has them. */
export interface ProgramParts {
  readonly speakers?: RecordsPart;
  readonly submissions?: RecordsPart;
  readonly sessions?: PlacementsPart;
}

/** What a command gives a run of planned changes. */
export interface ProgramTask extends RunSending {
  /** Of the run, which has no name yet; that of the run that is resumed has its name. */
  readonly header: ProgramHeader;
  readonly changes: ProgramChanges;
  readonly dryRun: boolean;
  /** Of starts that the service shows without an offset. */
  readonly timeZone: string | undefined;
  /** Called before anything is sent. Nothing is sent if it resolves to false or throws. */
  readonly review: (run: ProgramRun) => Promise<boolean>;
}

export interface ProgramRun extends Run<Part>, ProgramParts {
  /** Of the sessions; undefined if the run is resumed. */
  readonly schedule?: SchedulePlan | undefined;
  /** How many sessions of the event are placed. */
  readonly placed?: number;
}

/**
 * Plans what changes, and sends it unless it is a dry run: speakers, then submissions, then
 * sessions, and an undo in reverse.
 * @throws as `runChanges`
 */
export async function runProgram(task: ProgramTask): Promise<ProgramRun> {
  const { header, changes } = task;
  const { event, baseUrl, undoes, run } = header;
  const isSchedule = header.resource === 'sessions' && undoes === undefined;
  const names = kinds.filter((name) => hasRows(name, task));
  const parts = openParts(names, task);
  const all: readonly Part[] = names.flatMap((name) => parts[name] ?? []);
  let schedule: SchedulePlan | undefined;
  let placed = 0;

  async function plan(part: Part, scope: Scope): Promise<void> {
    const { sessions, submissions } = parts;
    if (sessions === undefined || part !== sessions || changes.sessions === undefined) return;
    const { makePlan } = changes.sessions;
    const planned = { ...task, event, baseUrl };
    const makeAll: MakePlan = (program, rooms) => {
      return planSessions((known) => makePlan(known, rooms), program, submissions);
    };
    const made = await planNow(makeAll, scope, planned);
    schedule = made.plan;
    placed = made.program.filter(isPlaced).length;
    fillPlacements(sessions, made.plan, made.program);
  }

  const runTask: RunTask<Part> = {
    ...task,
    event,
    baseUrl,
    undoes,
    resources: names,
    isAlwaysNew: true,
    resumes: run === '' ? undefined : run,
    // A schedule is applied again from its file.
    retriesRefused: !isSchedule,
    replaces: (other) =>
      (['resource', 'event', 'baseUrl'] as const).every((name) => other[name] === header[name]) &&
      (isSchedule ? other.sha256 === header.sha256 : other.file === header.file),
    open: async () => all,
    plan,
    header: () => header,
    review: (found) => task.review({ ...found, ...parts, schedule, placed }),
    counts() {
      const sum = (...states: readonly RowState[]) =>
        all.reduce((total, { rows }) => total + rows.count(...states), 0);
      const { sessions } = parts;
      const ofSessions =
        sessions === undefined ? { placed: 0, moved: 0, unplaced: 0 } : countPlaced(sessions);
      return {
        created: sum('created'),
        updated: sum('updated') - (sessions?.rows.count('updated') ?? 0),
        ...ofSessions,
        failed: sum('failed', 'rejected', 'conflict'),
      };
    },
  };
  return { ...(await runChanges(runTask)), ...parts, schedule, placed };
}

function hasRows(name: RecordKind, { header, changes }: ProgramTask): boolean {
  if (header.run !== '') return partsOf(header).some(({ resource }) => resource === name);
  return name === 'sessions'
    ? changes.sessions !== undefined
    : (changes[name]?.changes.length ?? 0) > 0;
}

/** The rows of a run that is resumed replace those of its parts. */
function openParts(names: readonly RecordKind[], task: ProgramTask): ProgramParts {
  const { header, changes } = task;
  const { event, undoes, options } = header;
  const { creates, leavesExisting = false, allowPartial, files } = options;
  let last = 0;
  const open = (name: 'speakers' | 'submissions'): RecordsPart | undefined => {
    if (!names.includes(name)) return undefined;
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
  const [speakers, submissions] = [open('speakers'), open('submissions')];
  const sessions = names.includes('sessions')
    ? placementsPart({ ...task, event, creating: submissions }, last)
    : undefined;
  return {
    ...(speakers !== undefined && { speakers }),
    ...(submissions !== undefined && { submissions }),
    ...(sessions !== undefined && { sessions }),
  };
}
