// Creates the record of one command, and says what it waits for and what it has found.
// Must not know any single endpoint.
import { createRecord } from '../../changes/creation.ts';
import type { RecordData } from '../../client/client.ts';
import { recordId } from '../../client/response.ts';
import { createdRecords } from '../../runs/earlier-runs.ts';
import { addressOf, savedRuns } from '../review/sending.ts';
import type { EndpointCall } from './endpoint-call.ts';

/** @throws {PlenaryError}; {OutcomeUnknownError} if it stays unknown whether it was created */
export async function create(call: EndpointCall): Promise<RecordData> {
  const { endpoint, input, client, context } = call;
  const { record, foundAfterLoss } = await createRecord({
    client,
    endpoint,
    input,
    owned: () => ownedRecords(call),
    clock: context.io.clock,
    signal: context.io.stopped,
    async onWait(ms) {
      if (ms < 1000) return;
      const seconds = Math.ceil(ms / 1000);
      await context.notice(`Waiting ${seconds} s, because the request may still take effect.`);
    },
  });
  if (foundAfterLoss) {
    const id = recordId(record, endpoint.resource) ?? 'the record';
    await context.notice(`The response was lost, but ${id} was created: it is in the list.`);
  }
  return record;
}

/** The ids of the records that runs of this computer have created. */
async function ownedRecords({ endpoint, context }: EndpointCall): Promise<ReadonlySet<string>> {
  const target = {
    resource: endpoint.resource,
    event: await context.requiredEvent(),
    baseUrl: await addressOf(context),
  };
  const created = await createdRecords(target, savedRuns(context.io));
  return new Set(created.values());
}
