// Owns `sessions place`: if an event is set, the placement is checked as `sessions plan` checks a file, before it is sent.
import type { Client } from '../../../client/client.ts';
import { endpoints } from '../../../contract/index.ts';
import { PlenaryError } from '../../../errors.ts';
import { clashesOfChanges } from '../../../schedule/plan.ts';
import { type EventSubmission, fetchSubmissions } from '../../../schedule/submissions.ts';
import { roomWarnings } from '../../../schedule/warnings.ts';
import type { Context } from '../../context.ts';
import { runEndpoint } from '../../endpoint/call-endpoint.ts';
import type { EndpointFlags } from '../../endpoint/flags.ts';
import type { EndpointCall } from '../../endpoint/named-record.ts';
import { type ClashFlags, clashFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { toLine } from '../../output/terminal-text.ts';
import { clashError } from '../../review/errors.ts';
import { clashOptions, noticeFound } from './check.ts';
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
  const withDetails = await loadDetails(context, { schedule: context.flags.schedule });
  return runEndpoint(endpoints.placeSession, context, args, (call) => {
    return checkPlacement(context, call, withDetails);
  });
}

async function checkPlacement(
  context: Context<PlaceFlags>,
  { client, input }: EndpointCall,
  withDetails: Awaited<ReturnType<typeof loadDetails>>,
): Promise<void> {
  const { submission_id: id = '' } = input.path;
  const { room, start } = Object(input.body);
  const { program, timeZone } = await readProgram(context, client).catch((error: unknown) => {
    return withoutCheck(context, error);
  });
  const options = Object.assign(clashOptions(context), { timeZone });
  const { submissions, breaks } = withDetails(program, options.defaultDurationMs);
  // The session may be one of another event.
  if (!submissions.some((each) => each.id === id)) return;
  const change = { submissionId: id, to: { room, start } };
  const found = clashesOfChanges([change], submissions, options, breaks);
  const rooms = roomWarnings(
    [{ room }],
    submissions.flatMap(({ placement }) => placement?.room ?? []),
  );
  const checked = { ...found, warnings: [...rooms, ...found.warnings], changes: [] };
  await noticeFound(context, checked);
  const error = clashError(checked, context.flags.failOn);
  if (error !== undefined) throw error;
}

/** What a placement is checked with. */
interface EventProgram {
  readonly program: readonly EventSubmission[];
  readonly timeZone: string | undefined;
}

async function readProgram(context: Context, client: Client): Promise<EventProgram> {
  const [event, timeZone] = [await context.requiredEvent(), await context.timeZone()];
  return { timeZone, program: await fetchSubmissions(client, { event, timeZone }) };
}

/**
 * A list that cannot be read must not prevent the write.
 * @throws the error, if warnings count as errors, and if it is of another kind
 */
async function withoutCheck(context: Context<PlaceFlags>, error: unknown): Promise<EventProgram> {
  const isFatal = context.io.stopped.aborted || context.flags.failOn === 'warning';
  if (!(error instanceof PlenaryError) || isFatal) throw error;
  await context.notice(`Warning: clashes are not looked for: ${toLine(error.message)}.`);
  return { program: [], timeZone: undefined };
}
