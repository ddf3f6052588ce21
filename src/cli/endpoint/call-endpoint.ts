// Runs the command of one endpoint: reads the input, calls the service, prints the response.
// Must not know any single endpoint.
import { type FieldValues, fieldChanges } from '../../changes/change.ts';
import { effectOf } from '../../changes/effect.ts';
import type { RecordData } from '../../client/client.ts';
import { compareField } from '../../client/records.ts';
import { recordId } from '../../client/response.ts';
import {
  type Endpoint,
  isEventScoped,
  isRead,
  isRepeatable,
  recordParameters,
} from '../../contract/endpoint.ts';
import { shellWord } from '../../contract/escape.ts';
import { fieldsOf } from '../../contract/fields.ts';
import { listOf } from '../../contract/index.ts';
import {
  ApiError,
  InterruptedError,
  OutcomeUnknownError,
  OutputError,
  PlenaryError,
  UsageError,
} from '../../errors.ts';
import type { Context } from '../context.ts';
import { write } from '../io.ts';
import { knownFields } from '../output/default-fields.ts';
import { printRecord } from '../output/records.ts';
import { readSelection, refusePage } from '../selection/selection.ts';
import { ExplainedError } from '../wrapped-errors.ts';
import { type EndpointCall, originOf } from './endpoint-call.ts';
import { refuseNewValues } from './existing-values.ts';
import type { EndpointFlags } from './flags.ts';
import { completeInput, readGiven } from './input.ts';
import { printList } from './list.ts';
import { withNamedGroups } from './named-groups.ts';
import { sendToNamed } from './named-record.ts';

/**
 * Runs the command of an endpoint, from its arguments to its output.
 * @param args the arguments of the command line, by name
 * @param check is called before a record is changed, with its id: what it returns is sent, and what
 *   it throws prevents the request
 */
export async function runEndpoint(
  endpoint: Endpoint,
  context: Context<EndpointFlags>,
  options: {
    readonly args: Readonly<Record<string, string | undefined>>;
    readonly check?: (call: EndpointCall) => Promise<EndpointCall>;
  },
): Promise<void> {
  const { args, check = async (call) => call } = options;
  if (context.global.fields === true)
    return write(context.io.stdout, `${knownFields(endpoint.resource).join('\n')}\n`);
  const selection = readSelection(context);
  const { query = {} } = context.flags;
  const typed = await readGiven(endpoint, context);
  const record = recordPath(endpoint, args);
  const values = await completeInput(endpoint, context, typed);
  const pageValues = { ...values, ...query };
  refusePage(context.flags, selection, pageValues);
  await context.required('base-url');
  const path = isEventScoped(endpoint)
    ? { ...record, event_id: await context.requiredEvent() }
    : record;
  const input = endpoint.body === undefined ? { path, query: pageValues } : { path, body: values };
  const typedCall = { endpoint, input, client: await context.client(), context };
  await refuseNewValues(typedCall);
  const call = await withNamedGroups(typedCall);
  switch (endpoint.returns) {
    case 'page':
      return printList(call, { selection, isOnePage: pageValues.page !== undefined });
    case 'created': {
      const { create } = await import('./create.ts');
      return finish(await interruptible(create(call), call), call);
    }
    case 'record':
      return finish(await interruptible(sendToNamed(call, checked), call), call);
  }

  async function checked(named: EndpointCall): Promise<RecordData> {
    return sendForRecord(await check(named));
  }
}

/** The path parameters that identify the record. */
function recordPath(
  endpoint: Endpoint,
  args: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const named = Object.entries(args);
  return Object.fromEntries(
    recordParameters(endpoint).map((parameter, at) => {
      const [name, value] = named[at] ?? [];
      if (!value) throw new UsageError(`<${name}> is empty`, { fix: 'pass the id of a record' });
      return [parameter, value];
    }),
  );
}

/** A change that the response does not confirm is looked up, if the event is set. */
async function sendForRecord(call: EndpointCall): Promise<RecordData> {
  const { endpoint, input, client, context } = call;
  try {
    return await client.send(endpoint, input);
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    const record = await lookUpChange(call);
    if (record === undefined) {
      const event = await context.event();
      if (event === undefined)
        await context.notice('With an event (--event), the change is looked up in its list.');
      throw error;
    }
    await context.notice('The response did not confirm the change, but the list shows it.');
    return record;
  }
}

/** The record of a change, if its list shows every field as it was sent. */
async function lookUpChange({
  endpoint,
  input,
  client,
  context,
}: EndpointCall): Promise<RecordData | undefined> {
  const list = listOf(endpoint);
  const event = await context.event();
  const [id] = Object.values(input.path);
  if (list === undefined || event === undefined || id === undefined) return undefined;
  try {
    for await (const { records } of client.pages(list, { path: { event_id: event } })) {
      const record = records.find((listed) => recordId(listed, endpoint.resource) === id);
      if (record === undefined) continue;
      const values: FieldValues = { ...Object(input.body) };
      const isHidden = Object.entries(values).some(
        ([field, value]) => compareField(record, field, value) === 'hidden',
      );
      const isTaken = effectOf(record, fieldChanges(values)) === 'taken';
      return !isHidden && isTaken ? record : undefined;
    }
    return undefined;
  } catch (error) {
    if (error instanceof PlenaryError) return undefined;
    throw error;
  }
}

/** Prints the record, and merges it into the folder that the command works in. */
async function finish(record: RecordData, call: EndpointCall): Promise<void> {
  await printResult(record, call);
  if (isRead(call.endpoint) || (await call.context.folder()) === undefined) return;
  const { mergeWritten } = await import('./merge-folder.ts');
  await mergeWritten(call, record);
}

/** Adds to a failure to print that the write itself is done. */
async function printResult(record: RecordData, { endpoint, context }: EndpointCall): Promise<void> {
  if (Object.keys(record).length === 0)
    await context.notice('The service accepted the request and returned no record.');
  try {
    await printRecord(context, record);
  } catch (cause) {
    if (!(cause instanceof OutputError)) throw cause;
    const id = recordId(record, endpoint.resource) ?? 'the record';
    throw new OutputError(cause.message, {
      cause,
      fix: `do not run the command again: ${id} was saved by the service`,
    });
  }
}

/**
 * A refusal with the flags of the values that are refused, and the command that shows the records.
 */
function explained(error: ApiError, call: EndpointCall): ExplainedError {
  const { endpoint } = call;
  const resource = endpoint.resource === 'sessions' ? 'submissions' : endpoint.resource;
  const fields = fieldsOf(endpoint.body ?? endpoint.query);
  const details = error.details.map((fault) => {
    const { field } = fault;
    if (field === undefined || fields.every(({ name }) => name !== field)) return fault;
    return { ...fault, ...originOf(field, call) };
  });
  const names = new Set(
    details.flatMap(({ flag, file, field }) => flag ?? (file === undefined ? [] : field) ?? []),
  );
  const fix = names.size > 0 ? `correct ${[...names].join(', ')}` : error.fix;
  const { id } = Object(error.body);
  const isConflict = error.code === 'conflict';
  const isMissing = error.code === 'not_found' && recordParameters(endpoint).length > 0;
  if (!isConflict && !isMissing) return new ExplainedError(error, { details, fix });
  const rest = isConflict && id !== undefined ? `show ${shellWord(String(id))}` : 'list --all';
  return new ExplainedError(error, {
    details,
    fix,
    next: [{ command: `plenary ${resource} ${rest}` }],
  });
}

/** Adds to an interruption that the write may have taken place. */
async function interruptible<T>(work: Promise<T>, call: EndpointCall): Promise<T> {
  const {
    endpoint,
    context: { io },
  } = call;
  const release = io.holdSignals();
  try {
    return await work;
  } catch (error) {
    if (!io.stopped.aborted) throw error instanceof ApiError ? explained(error, call) : error;
    throw new InterruptedError(
      io.stopped.reason,
      isRepeatable(endpoint)
        ? {
            fix:
              'run the command again: the change may have been applied, and applying it twice ' +
              'is safe',
          }
        : {
            fix:
              'check the list before you run the command again: the record may have been ' +
              'created',
            next: [{ command: `plenary ${endpoint.resource} list --all` }],
          },
    );
  } finally {
    await release();
  }
}
