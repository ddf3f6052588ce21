// Owns what the commands have in common that move talks by what the schedule is now: a swap, a
// delay, a move to another room. Their places are saved before anything is sent, so that the same
// command completes a run that was interrupted, and never moves a talk twice.
import { hash } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import type { CheckOptions } from '../../../schedule/check.ts';
import type { Warning } from '../../../schedule/clash-report.ts';
import type { MovedTalk } from '../../../schedule/delay.ts';
import { placing } from '../../../schedule/difference.ts';
import { planPlacements } from '../../../schedule/moves.ts';
import type { MakePlan } from '../../../schedule/plan.ts';
import type { Room } from '../../../schedule/room-name.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags, DryRunFlags, PaceFlags } from '../../flag-sets.ts';
import { folderOfRun } from '../../program-folder.ts';
import type { SendingCommand } from '../../review/command-name.ts';
import { applyPlanned } from '../../review/planned-task.ts';
import { scheduleHeader } from './apply-schedule.ts';
import { scheduleOptions } from './check.ts';
import { loadDetails, type ScheduleFlag } from './schedule-file.ts';

export interface MoveFlags extends ClashFlags, PaceFlags, ScheduleFlag, DryRunFlags {}

/** The schedule as it is now. */
export interface PresentSchedule {
  /** With what the schedule file adds to them. */
  readonly submissions: readonly EventSubmission[];
  /** All that the event has, if that is known. */
  readonly rooms: readonly Room[] | undefined;
  readonly timeZone: string | undefined;
  /** How sessions are checked. */
  readonly checks: CheckOptions;
}

interface Moves {
  readonly talks: readonly MovedTalk[];
  readonly warnings?: readonly Warning[];
}

interface MoveTerms {
  readonly verb: SendingCommand['verb'];
  /** What the command is about, in messages and in the list of runs. */
  readonly subject: string;
  /** What makes two commands the same. */
  readonly terms: readonly unknown[];
  /** @throws {PlenaryError} if it cannot be planned */
  readonly plan: (schedule: PresentSchedule) => Moves;
}

/** @throws {ConflictError} for clashes, and for talks that the schedule file has several times */
export async function applyMoves(
  context: Context<MoveFlags>,
  { verb, subject, terms, plan }: MoveTerms,
): Promise<void> {
  const { failOn, dryRun, schedule } = context.flags;
  const { event, baseUrl, ...checks } = await scheduleOptions(context);
  const { defaultDurationMs, timeZone } = checks;
  const withDetails = await loadDetails(context, { schedule });
  const makePlan: MakePlan = (listed, rooms) => {
    const details = withDetails(listed, defaultDurationMs, rooms);
    const { submissions, inFile } = details;
    const { talks, warnings = [] } = plan({ submissions, rooms, timeZone, checks });
    details.refuseSlots(talks.map(({ id }) => id));
    const changes = talks.map(toChange);
    const found = planPlacements(changes, submissions, { ...checks, inFile, file: subject });
    const isWaiting = found.warnings.some(({ code }) => code === 'waits');
    return isWaiting ? found : { ...found, warnings: [...warnings, ...found.warnings] };
  };
  const sha256 = hash('sha256', JSON.stringify([verb, ...terms]));
  const header = scheduleHeader({
    folder: await folderOfRun(context),
    event,
    baseUrl,
    file: subject,
    sha256,
    allowPartial: false,
  });
  await applyPlanned(context, header, {
    command: { group: 'sessions', verb },
    changes: { sessions: makePlan },
    dryRun,
    limits: { failOn, allowPartial: false },
  });
}

function toChange({ id, title, from, to }: MovedTalk, at: number): Change {
  return placing({ names: { id }, title, from, to }, { line: at + 1 });
}
