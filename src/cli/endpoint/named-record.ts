// Sends a request whose argument is the id of a record, or its address, name or title. Must not know any single endpoint.
import { type RecordData, recordId } from '../../client/response.ts';
import { quoted } from '../../contract/amount.ts';
import { recordParameters, singularOf } from '../../contract/endpoint.ts';
import { listIdentifiedBy } from '../../contract/index.ts';
import { ApiError, MalformedResponseError, NotFoundError, UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EndpointCall } from './call.ts';
import type { NamedBy } from './find-named.ts';
import type { NamedResource } from './find-record.ts';

/**
 * Sends the call with its argument as the id: one request. Only if the argument cannot be an id, or no record has it
 * (404), the record is looked up in the list, and the call is sent with its id.
 * @param review checks the record that is in the list before the call is sent; undefined without an event
 * @throws {NotFoundError} if the list has no such record @throws {UsageError} if it has several
 */
export async function sendToNamed<Result>(
  call: EndpointCall,
  send: (call: EndpointCall) => Promise<Result>,
  review?: (call: EndpointCall, record: RecordData | undefined) => Promise<void>,
): Promise<Result> {
  const [parameter = ''] = recordParameters(call.endpoint);
  const list = listIdentifiedBy(parameter);
  const { [parameter]: argument = '' } = call.input.path;
  if (list === undefined || !isNamed(list.resource)) return send(call);
  const { client, context } = call;
  const isListed = review !== undefined && (await context.setting('event')).value !== undefined;
  let refusal: ApiError | undefined;
  if (couldBeId(argument) && !isListed) {
    await review?.(call, undefined);
    try {
      return await send(call);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      refusal = error;
    }
  }
  const event = refusal === undefined ? await context.required('event') : (await context.setting('event')).value;
  // Without an event there is no list to look in.
  if (event === undefined) throw refusal;
  const { findRecord, labelOf } = await import('./find-record.ts');
  const pages = client.pages(list, { path: { event_id: event } });
  const { item: record, by } = await findRecord(pages, list.resource, argument).catch((error) => {
    throw refusal === undefined ? error : afterRefusal(refusal, error);
  });
  const id = recordId(record, list.resource);
  if (id === undefined) throw refusal ?? withoutId(argument);
  if (id === argument && refusal !== undefined) throw refusal;
  // An id may contain anything.
  if (id !== argument)
    await confirm(context, by, argument, `${singularOf(list.resource)} ${labelOf(record, list.resource)}`);
  await review?.(call, record);
  return send({ ...call, input: { ...call.input, path: { ...call.input.path, [parameter]: id } } });
}

function isNamed(resource: string): resource is NamedResource {
  return resource === 'speakers' || resource === 'submissions';
}

/** Ids are words of ASCII; an address, a name of several words and most titles are not. */
function couldBeId(argument: string): boolean {
  return /^[!-?A-~]+$/.test(argument);
}

/** What ends the command if the lookup fails as well. */
function afterRefusal(refusal: ApiError, error: unknown): unknown {
  // If the list does not exist either, the address is wrong.
  if (error instanceof ApiError) return refusal;
  if (!(error instanceof NotFoundError)) return error;
  const { message, details, fix = '' } = error;
  const { status, requestId } = refusal;
  return new NotFoundError(message, { details, fix, status, ...(requestId === undefined ? {} : { requestId }) });
}

/** Reports which record was found. A part of a name may be that of another record than the one that was meant. */
export async function confirm(context: Context, by: NamedBy, argument: string, label: string): Promise<void> {
  if (by === 'similar') return context.notice(`Found ${label}, matched by similar names.`);
  if (by === 'whole' || context.global.yes === true) return context.notice(`Found ${label}.`);
  if (!context.interactive) {
    const what = by === 'owner' ? 'the address of the submitter' : 'only a part of the name';
    throw new UsageError(`${quoted(argument)} is ${what} of ${label}`, {
      fix: 'pass the whole name or the id, or pass --yes to use this record',
    });
  }
  const { askConfirmation } = await import('../ask.ts');
  if (await askConfirmation(context, `Use ${label}?`)) return;
  throw new UsageError(`nothing was sent: ${label} was not confirmed`, { fix: 'pass the whole name or the id' });
}

export function withoutId(argument: string): MalformedResponseError {
  return new MalformedResponseError(`the service lists ${quoted(argument)} without an id`, {
    fix: 'use the address of a service that returns the id of each record',
  });
}
