// Owns what the commands have in common that move talks by what the schedule is now: a swap, a
// delay, a move to another room. Their places are saved before anything is sent, so that the same
// command completes a run that was interrupted, and never moves a talk twice. Until it is complete,
// the schedule is none to move talks by.
import { hash } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { quoted } from '../../../contract/amount.ts';
import { ConflictError } from '../../../errors.ts';
import { readChangesHeader } from '../../../plans/run-header.ts';
import { busyError } from '../../../runs/busy.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import { findUnfinished } from '../../../runs/unfinished.ts';
import type { CheckOptions } from '../../../schedule/clashes/check.ts';
import type { MovedTalk } from '../../../schedule/plan/delay.ts';
import { placing } from '../../../schedule/plan/difference.ts';
import { planPlacements } from '../../../schedule/plan/known-changes.ts';
import { type MovedSlot, withMovedSlots } from '../../../schedule/plan/moved-slots.ts';
import type { MakePlan } from '../../../schedule/plan/plan.ts';
import type { Room } from '../../../schedule/rooms/room-name.ts';
import { type EventSubmission, fetchSubmissions } from '../../../schedule/submissions.ts';
import type { Warning } from '../../../schedule/warning.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags, DryRunFlags, PaceFlags } from '../../flag-sets.ts';
import type { SendingCommand } from '../../review/command-name.ts';
import { applyChanges, planChanges } from '../../review/cycle.ts';
import { plannedTask, resumePlanned } from '../../review/planned-task.ts';
import { savedRuns } from '../../review/sending.ts';
import { isOn } from '../runs/find.ts';
import { scheduleHeader } from './apply-schedule.ts';
import { scheduleOptions } from './clash-options.ts';
import { type Details, loadDetails, type ScheduleFlag } from './schedule-file.ts';

export interface MoveFlags extends ClashFlags, PaceFlags, ScheduleFlag, DryRunFlags {}

/** The schedule as it is now, with what the schedule file adds to it. */
export interface PresentSchedule extends Details {
  /** All that the event has, if that is known. */
  readonly rooms: readonly Room[] | undefined;
  readonly timeZone: string | undefined;
  /** How sessions are checked. */
  readonly checks: CheckOptions;
}

interface MoveTerms {
  readonly verb: SendingCommand['verb'];
  /** What the command is about, in messages and in the list of runs. */
  readonly subject: string;
  /**
   * What makes two commands the same, however it is typed.
   * @throws {PlenaryError} if the event has no such talk
   */
  readonly identify: (submissions: readonly EventSubmission[]) => readonly unknown[];
  /** @throws {PlenaryError} if it cannot be planned */
  readonly plan: (schedule: PresentSchedule) => {
    readonly talks: readonly MovedTalk[];
    /** What only the file has, and moves with them; the warnings say so. */
    readonly slots?: readonly MovedSlot[];
    readonly warnings?: readonly Warning[];
  };
}

/**
 * @throws {ConflictError} for clashes, if it is unclear which slot of a talk is moved, and while
 *   another such run is unfinished
 */
export async function applyMoves(
  context: Context<MoveFlags>,
  { verb, subject, identify, plan }: MoveTerms,
): Promise<void> {
  const { failOn, dryRun, schedule } = context.flags;
  const { event, baseUrl, ...checks } = await scheduleOptions(context);
  const { defaultDurationMs, timeZone } = checks;
  const header = await scheduleHeader(context, { event, baseUrl, file: subject, sha256: '' });
  const hashOf = (submissions: readonly EventSubmission[]) =>
    hash('sha256', JSON.stringify([verb, ...identify(submissions)]));
  const command = { group: 'sessions', verb } as const;
  const unfinished = await unfinishedMoves(context, { event, baseUrl });
  const last = unfinished.at(-1);
  if (last !== undefined) {
    const listed = await fetchSubmissions(await context.client(), { event, timeZone });
    const runs = savedRuns(context.io);
    const { same, damaged } = await findUnfinished({ ...header, sha256: hashOf(listed) }, runs);
    if (same === undefined || dryRun) throw unfinishedError(damaged ?? last, damaged !== undefined);
    return resumePlanned(context, readChangesHeader(same.header), { command });
  }
  const withDetails = await loadDetails(context, { schedule });
  let sha256 = '';
  const makePlan: MakePlan = (listed, rooms) => {
    const details = withDetails(listed, defaultDurationMs, rooms);
    sha256 = hashOf(details.submissions);
    const { talks, slots = [], warnings = [] } = plan({ ...details, rooms, timeZone, checks });
    const changes = talks.map(toChange);
    const inFile = withMovedSlots(details.inFile, slots);
    const options = { ...checks, inFile, file: details.file };
    const planned = planPlacements(changes, details.submissions, options);
    const isWaiting = planned.warnings.some(({ code }) => code === 'waits');
    return isWaiting ? planned : { ...planned, warnings: [...warnings, ...planned.warnings] };
  };
  const open = async () => {
    const limits = { failOn, allowPartial: false };
    const changes = { sessions: makePlan };
    const { task, ...bulk } = await plannedTask(context, header, { command, changes, limits });
    // The talks are known once the event is read.
    return { ...bulk, task: { ...task, header: () => ({ ...header, sha256 }) } };
  };
  await (dryRun ? planChanges(context, [], open) : applyChanges(context, open));
}

/**
 * The unfinished runs in an event that move talks by what the schedule was.
 * @throws {BusyError} if a process works on one
 */
async function unfinishedMoves(
  { io }: Context,
  target: Pick<RunHeader, 'event' | 'baseUrl'>,
): Promise<readonly RunHeader[]> {
  const runs = savedRuns(io);
  const unfinished = (await runs.list()).filter(({ header, ended }) => {
    if (ended !== undefined || !isOn(target, header)) return false;
    return header.command !== undefined && movingCommands.includes(header.command);
  });
  for (const { header } of unfinished) {
    const busy = busyError(runs.folder(header.run));
    if (busy !== undefined) throw busy;
  }
  return unfinished.map(({ header }) => header);
}

const movingCommands = ['sessions delay', 'sessions move', 'sessions swap'];

/** @param isDamaged whether its saved rows are: then it can only be undone */
function unfinishedError({ run, command, file }: RunHeader, isDamaged: boolean): ConflictError {
  const resume = { command: `plenary runs resume ${run}` };
  const undo = { command: `plenary runs undo ${run}` };
  const what = `run ${run} (${command} ${quoted(file)}) is unfinished`;
  if (isDamaged) {
    const fix = 'undo it first; its saved rows are damaged or of another version';
    return new ConflictError(`${what}; nothing was sent`, { fix, next: [undo] });
  }
  const fix = 'resume or undo it first: what it has moved is not complete';
  return new ConflictError(`${what}; nothing was sent`, { fix, next: [resume, undo] });
}

function toChange({ id, title, from, to }: MovedTalk, at: number): Change {
  return placing({ names: { id }, title, from, to }, { line: at + 1 });
}
