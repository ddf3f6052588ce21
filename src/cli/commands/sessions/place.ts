// Owns `sessions place`: if an event is set, the placement is checked as `sessions plan` checks a
// file, before it is sent.
import type { Client } from '../../../client/client.ts';
import type { NamedItem } from '../../../client/event-lists.ts';
import { endpoints } from '../../../contract/index.ts';
import { JournalError, PlenaryError } from '../../../errors.ts';
import { lockTarget } from '../../../runs/busy.ts';
import type { Lock } from '../../../runs/lock.ts';
import { refusalError } from '../../../runs/refusal.ts';
import { clashesOfChanges } from '../../../schedule/clashes/check.ts';
import { roomWarnings } from '../../../schedule/plan/row-warnings.ts';
import { respelledText } from '../../../schedule/rooms/room-name.ts';
import { type EventSubmission, fetchSubmissions } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { runEndpoint } from '../../endpoint/call-endpoint.ts';
import type { EndpointCall } from '../../endpoint/endpoint-call.ts';
import type { EndpointFlags } from '../../endpoint/flags.ts';
import { type ClashFlags, clashFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { toLine } from '../../output/terminal-text.ts';
import { clashRefusal } from '../../review/clash-errors.ts';
import { addressOf, savedRuns } from '../../review/sending.ts';
import { noticeFound } from './check.ts';
import { clashOptions } from './clash-options.ts';
import { namedRoom } from './named-items.ts';
import { type AddDetails, loadDetails, type ScheduleFlag } from './schedule-file.ts';

/**
 * @throws {InvalidInputError} before anything is sent, if the event has no such room, or several
 * @throws {ConflictError} before anything is sent, if the room or a person is not free
 * @throws {BusyError} before anything is sent, if a run places sessions of the event
 */
export async function placeSession(
  context: Context<ClashFlags & EndpointFlags & ScheduleFlag>,
  args: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const event = await context.event();
  if (event === undefined) {
    refuseFlags(context.typed, [...Object.keys(clashFlags), 'schedule'], {
      why: 'used only with an event, whose sessions the placement may clash with',
    });
    return runEndpoint(endpoints.placeSession, context, { args });
  }
  const withDetails = await loadDetails(context, { schedule: context.flags.schedule });
  const locks: Lock[] = [];
  try {
    await runEndpoint(endpoints.placeSession, context, {
      args,
      async check(call) {
        locks.push(...(await lockSessions(context, event)));
        return checkPlacement(context, call, withDetails);
      },
    });
  } finally {
    for (const lock of locks) lock.release();
  }
}

/**
 * Another command on this computer must not place a session between the check and the request.
 * @returns none if locks cannot be saved, which must not prevent the write
 * @throws {BusyError} if a run places sessions
 */
async function lockSessions(context: Context, event: string): Promise<readonly Lock[]> {
  const { io } = context;
  const target = { resource: 'sessions', event, baseUrl: await addressOf(context) };
  const runs = savedRuns(io);
  try {
    return [await lockTarget(runs, target, { clock: io.clock, signal: io.stopped })];
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    const what = 'another command may place a session at the same moment';
    await context.notice(`Warning: ${what}: ${toLine(error.message)}.`);
    return [];
  }
}

/** @returns the call with the room as the event writes it */
async function checkPlacement(
  context: Context<ClashFlags>,
  call: EndpointCall,
  withDetails: AddDetails,
): Promise<EndpointCall> {
  const { submission_id: id } = call.input.path;
  const { room: wantedRoom, start } = Object(call.input.body);
  const event = await readEvent(context, call.client).catch((error: unknown) => {
    return withoutCheck(context, error);
  });
  const options = { ...(await clashOptions(context)), timeZone: event.timeZone };
  const { defaultDurationMs } = options;
  const details = withDetails(event.submissions, defaultDurationMs, event.rooms);
  const { submissions, inFile } = details;
  // The session may be one of another event.
  if (id === undefined || !submissions.some((submission) => submission.id === id)) return call;
  details.refuseSlots([id]);
  const room =
    event.rooms === undefined ? wantedRoom : await roomIn(context, event.rooms, wantedRoom);
  const change = { names: { id }, fields: { room, start } };
  const compared = clashesOfChanges([change], submissions, { ...options, inFile });
  const used = submissions.flatMap(({ placement }) => placement?.room ?? []);
  const unused = event.rooms === undefined ? roomWarnings([{ room }], used) : [];
  const warnings = [...unused, ...compared.warnings];
  const checked = { ...compared, file: details.file, warnings };
  await noticeFound(context, checked);
  const error = refusalError([clashRefusal(checked, context.flags.failOn)]);
  if (error !== undefined) throw error;
  return { ...call, input: { ...call.input, body: { room, start } } };
}

/**
 * The name of a room as the event writes it.
 * @throws {InvalidInputError} if the event has no such room, or several of its name
 */
async function roomIn(
  context: Context,
  rooms: readonly NamedItem[],
  room: string,
): Promise<string> {
  const { item, isRespelled } = namedRoom(rooms, room, '--room');
  const { name } = item;
  if (isRespelled === true)
    await context.notice(`${toLine(respelledText({ name, respelled: room }))}.`);
  return name;
}

/** What a placement is checked with. */
interface CheckedEvent {
  readonly submissions: readonly EventSubmission[];
  readonly timeZone?: string | undefined;
  /** Undefined if they are unknown. */
  readonly rooms?: readonly NamedItem[] | undefined;
}

async function readEvent(context: Context, client: Client): Promise<CheckedEvent> {
  const [event, timeZone] = [await context.requiredEvent(), await context.timeZone()];
  const rooms = await (await context.eventLists()).rooms();
  return { timeZone, rooms, submissions: await fetchSubmissions(client, { event, timeZone }) };
}

/**
 * A list that cannot be read must not prevent the write.
 * @throws the error, if warnings count as errors, and if it is of another kind
 */
async function withoutCheck(context: Context<ClashFlags>, error: unknown): Promise<CheckedEvent> {
  const isFatal = context.io.stopped.aborted || context.flags.failOn === 'warning';
  if (!(error instanceof PlenaryError) || isFatal) throw error;
  await context.notice(`Warning: clashes are not looked for: ${toLine(error.message)}.`);
  return { submissions: [] };
}
