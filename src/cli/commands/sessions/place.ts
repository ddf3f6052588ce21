// Owns `sessions place`: if an event is set, the placement is checked as `sessions plan` checks a file, before it is sent.
import { endpoints } from '../../../contract/index.ts';
import { PlenaryError } from '../../../errors.ts';
import { clashesOfChanges } from '../../../schedule/plan.ts';
import { type EventSubmission, fetchSubmissions } from '../../../schedule/submissions.ts';
import { roomWarnings } from '../../../schedule/warnings.ts';
import type { Context } from '../../context.ts';
import { runEndpoint } from '../../endpoint/call-endpoint.ts';
import type { EndpointFlags } from '../../endpoint/flags.ts';
import { type ClashFlags, clashFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { toLine } from '../../output/terminal-text.ts';
import { clashError } from '../../review/errors.ts';
import { noticeFound, scheduleOptions } from './check.ts';
import { loadDetails } from './schedule-file.ts';

interface PlaceFlags extends ClashFlags, EndpointFlags {
  readonly schedule: string | undefined;
}

/** @throws {ConflictError} before anything is sent, if the room or a person is not free */
export async function placeSession(
  context: Context<PlaceFlags>,
  args: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const event = await context.event();
  if (event === undefined) {
    refuseFlags(
      context.typed,
      [...Object.keys(clashFlags), 'schedule'],
      'used only with an event, whose sessions the placement may clash with',
    );
    return runEndpoint(endpoints.placeSession, context, args);
  }
  const options = await scheduleOptions(context);
  const withDetails = await loadDetails(context, { schedule: context.flags.schedule });
  return runEndpoint(endpoints.placeSession, context, args, async ({ client, input }) => {
    const { submission_id: id = '' } = input.path;
    const { room, start } = Object(input.body);
    const program = await fetchSubmissions(client, options).catch((error: unknown) => {
      return withoutCheck(context, error);
    });
    const { submissions, breaks } = withDetails(program, options.defaultDurationMs);
    // The session may be one of another event.
    if (!submissions.some((each) => each.id === id)) return;
    const found = clashesOfChanges([{ submissionId: id, to: { room, start } }], submissions, options, breaks);
    const rooms = roomWarnings(
      [{ room }],
      submissions.flatMap(({ placement }) => placement?.room ?? []),
    );
    const checked = { ...found, warnings: [...rooms, ...found.warnings], changes: [] };
    await noticeFound(context, checked);
    const error = clashError(checked, context.flags.failOn);
    if (error !== undefined) throw error;
  });
}

/** A list that cannot be read must not prevent the write. @throws if warnings count as errors, and for other errors */
async function withoutCheck(context: Context<PlaceFlags>, error: unknown): Promise<readonly EventSubmission[]> {
  if (!(error instanceof PlenaryError) || context.io.stopped.aborted || context.flags.failOn === 'warning') throw error;
  await context.notice(`Warning: clashes are not looked for: ${toLine(error.message)}.`);
  return [];
}
