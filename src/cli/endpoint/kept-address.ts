// Shows what a new address of a speaker leaves behind: talks name their submitter by address, and the API cannot change it.

import type { RecordData } from '../../client/response.ts';
import { amount } from '../../contract/amount.ts';
import { endpoints } from '../../contract/index.ts';
import { UsageError } from '../../errors.ts';
import type { EndpointCall } from './call.ts';
import { labelOf } from './find-record.ts';
import { keysOf, peopleKeys } from './people.ts';

const why = 'because the API cannot change the submitter of a talk';

/** Whether a request changes the address of a speaker. */
export function changesAddress({ endpoint, input }: EndpointCall): boolean {
  return endpoint.resource === 'speakers' && endpoint.method === 'PATCH' && input.body?.email !== undefined;
}

/**
 * Asks about talks that keep the old address. Asks nothing if there are none.
 * @param speaker undefined without an event, whose lists have the old address and the talks
 * @throws {UsageError} if the change is not confirmed
 */
export async function confirmAddress(
  { input, client, context }: EndpointCall,
  speaker: RecordData | undefined,
): Promise<void> {
  const [old] = keysOf({ email: speaker?.email });
  const [changed] = keysOf({ email: input.body?.email });
  if (old !== undefined && old === changed) return;
  const { value: event } = await context.setting('event');
  let unknown = event === undefined ? 'no event is set' : old === undefined ? 'the service hides addresses' : '';
  const talks: RecordData[] = [];
  if (event !== undefined && old !== undefined) {
    for await (const { records } of client.pages(endpoints.listSubmissions, { path: { event_id: event } })) {
      for (const record of records) {
        const keys = peopleKeys(record);
        if (keys.has(old)) talks.push(record);
        if (keys.size === 0) unknown = 'the service hides addresses';
      }
    }
  }
  if (talks.length === 0 && unknown === '') return;
  const message =
    unknown === ''
      ? `${amount(talks.length, 'talk keeps', 'talks keep')} the address ${speaker?.email}, ${why}`
      : `the talks of this speaker keep the old address, ${why}; which ones is unknown: ${unknown}`;
  const details = talks.map((talk) => ({ message: labelOf(talk, 'submissions') }));
  if (!context.interactive && context.global.yes !== true) {
    throw new UsageError(message, { details, fix: 'pass --yes to change the address anyway' });
  }
  await context.notice([`Warning: ${message}.`, ...details.map((talk) => `  ${talk.message}`)].join('\n'));
  if (context.global.yes === true) return;
  const { askConfirmation } = await import('../ask.ts');
  if (await askConfirmation(context, 'Change the address?', { enter: false })) return;
  throw new UsageError('nothing was sent: the new address was not confirmed');
}
