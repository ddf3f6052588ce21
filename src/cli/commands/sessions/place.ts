// Owns `sessions place`: if an event is set, its placement is checked as `sessions plan` checks a file, before it is sent.
import { endpoints } from '../../../contract/index.ts';
import type { ClashReport } from '../../../schedule/clash-report.ts';
import { planSchedule, type SchedulePlan } from '../../../schedule/plan.ts';
import { fetchSubmissions } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { runEndpoint } from '../../endpoint/run.ts';
import { refuseFlags } from '../../flags.ts';
import { scheduleOptions } from './input.ts';
import { clashError } from './plan-errors.ts';
import { noticeFound } from './report.ts';
import { failOn } from './run.ts';
import { loadDetails } from './schedule-file.ts';
import { worded } from './words.ts';

/** @throws {ConflictError} before anything is sent, if the room or a person is not free */
export async function placeSession(context: Context): Promise<void> {
  const endpoint = endpoints.placeSession;
  const { value: event } = await context.setting('event');
  if (event === undefined) {
    refuseFlags(context.typed, clashFlags, 'used only with an event, whose sessions the placement may clash with');
    return runEndpoint(endpoint, context);
  }
  const options = await scheduleOptions(context);
  const withDetails = await loadDetails(context);
  let program: ReturnType<typeof fetchSubmissions> | undefined;
  return runEndpoint(endpoint, context, async ({ client, input }) => {
    const { submission_id: id = '' } = input.path;
    const { room, start } = Object(input.body);
    program ??= fetchSubmissions(client, options);
    const submissions = await program;
    const startMs = Date.parse(start);
    // The argument may be a title, and a start that is sent unchanged may be any text.
    if (Number.isNaN(startMs) || !submissions.some((each) => each.id === id)) return;
    const row = { ...emptyRow, submissionId: id, room, start, startMs };
    const checked = withoutLines(planSchedule([row], withDetails(submissions), { ...options, file: '' }));
    await noticeFound(context, checked);
    const error = clashError(checked, failOn(context));
    if (error !== undefined) throw error;
  });
}

const clashFlags = ['failOn', 'turnaround', 'defaultDuration', 'sharedRoom', 'schedule'];

const emptyRow = {
  line: 1,
  title: '',
  submitterEmail: undefined,
  durationMs: undefined,
  people: [],
  track: undefined,
  format: undefined,
};

/** The placement is in no file, and has no duration. */
function withoutLines({ clashCounts, clashes, changes, warnings }: SchedulePlan) {
  const withoutLine = ({ sessions: [a, b], ...clash }: ClashReport): ClashReport => ({
    ...clash,
    sessions: [
      { ...a, line: null },
      { ...b, line: null },
    ],
  });
  const found = warnings.filter(({ code }) => code !== 'assumed_duration');
  const texts = worded(found.map((each) => ('clash' in each ? { ...each, clash: withoutLine(each.clash) } : each)));
  return {
    ...{ clashCounts, changes },
    clashes: clashes.map(withoutLine),
    warnings: texts.map(({ code, message }) => ({ code, message })),
  };
}
