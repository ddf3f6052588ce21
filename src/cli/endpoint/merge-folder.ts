// Merges what one request has written into the folder of a program that its command works in.
// Must not know any single endpoint.
import type { RecordData } from '../../client/client.ts';
import { recordId } from '../../client/response.ts';
import { type FileResource, fileResources } from '../../contract/endpoint.ts';
import type { Sent } from '../../program/sent-values.ts';
import { folderOfRun, pullApplied } from '../program-folder.ts';
import { addressOf } from '../review/sending.ts';
import type { EndpointCall } from './endpoint-call.ts';

/** @param record as the service returned it */
export async function mergeWritten(
  { endpoint, context, input }: EndpointCall,
  record: RecordData,
): Promise<void> {
  const { resource } = endpoint;
  if (!isInFiles(resource)) return;
  const folder = await folderOfRun(context);
  if (folder === undefined) return;
  const id = recordId(record, resource);
  const written = id === undefined ? [] : [[id, { ...Object(input.body) }] as const];
  const none: Sent['values'] = { speakers: undefined, submissions: undefined, sessions: undefined };
  const values = { ...none, [resource]: new Map(written) };
  const target = { event: await context.requiredEvent(), baseUrl: await addressOf(context) };
  await pullApplied(context, { ...target, folder }, { values, isOfFiles: false });
}

function isInFiles(resource: string): resource is FileResource {
  return fileResources.some((name) => name === resource);
}
