// Owns `submissions update`: a status that takes a room is compared with the sessions that are in
// it, where the place of the submission is known, or once the service has failed.
import { servedSlot, takesRoom } from '../../../changes/room-rule.ts';
import { endpoints } from '../../../contract/index.ts';
import { keyText } from '../../../contract/key.ts';
import { ConflictError, PlenaryError } from '../../../errors.ts';
import { clashesOfStatus } from '../../../plans/status-clashes.ts';
import { clashText } from '../../../schedule/clashes/clash-report.ts';
import type { Context } from '../../context.ts';
import { runEndpoint } from '../../endpoint/call-endpoint.ts';
import type { EndpointCall } from '../../endpoint/endpoint-call.ts';
import type { EndpointFlags } from '../../endpoint/flags.ts';
import { firstClashes } from '../../review/clash-errors.ts';
import { readList } from './read-list.ts';

/** @throws {ConflictError} for a status that takes a room where another session is */
export async function updateSubmission(
  context: Context<EndpointFlags>,
  args: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  let sent: EndpointCall | undefined;
  try {
    await runEndpoint(endpoints.updateSubmission, context, {
      args,
      async check(call) {
        const isPlaced = call.record !== undefined && servedSlot(call.record) !== undefined;
        if (isPlaced) await refuseOccupied(call);
        sent = call;
        return call;
      },
    });
  } catch (error) {
    // The public server fails, instead of refusing it.
    const isFailure = error instanceof PlenaryError && error.status === 500;
    if (sent !== undefined && isFailure) await explainFailure(sent);
    throw error;
  }
}

/** @throws {ConflictError} if the room is occupied, as far as that can be read */
async function explainFailure(call: EndpointCall): Promise<void> {
  const { context } = call;
  if (!takesRoom(call.input.body?.status)) return;
  try {
    if ((await context.event()) !== undefined) return await refuseOccupied(call);
  } catch (error) {
    if (error instanceof ConflictError || !(error instanceof PlenaryError)) throw error;
  }
  await context.notice(
    'The service may fail like this if another accepted session is in the room of this one at ' +
      'its time.',
  );
}

/** @throws {ConflictError} */
async function refuseOccupied({ client, context, input }: EndpointCall): Promise<void> {
  const status = keyText(input.body?.status);
  const id = input.path.submission_id;
  if (id === undefined || status === undefined || !takesRoom(status)) return;
  const event = await context.requiredEvent();
  const submissions = await readList(client, 'listSubmissions', event);
  const clashes = clashesOfStatus(submissions, { id, status }, (await context.timeZone()) ?? 'UTC');
  if (clashes.count === 0) return;
  throw new ConflictError('the room is occupied; the submission was not changed', {
    details: firstClashes(clashes, (clash) => ({
      field: 'status',
      flag: '--status',
      message: clashText(clash),
    })),
    fix: 'free the room first: move one of the sessions, or change the status of the other one',
  });
}
