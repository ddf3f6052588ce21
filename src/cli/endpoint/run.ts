// What an endpoint's command does: read the input, call the service, print the answer.
import type { Client, Page, RecordData } from '../../client/client.ts';
import { recordId, unwrapRecord } from '../../client/response.ts';
import { type Endpoint, type InputOf, isEventScoped, isRepeatable, recordParameters } from '../../contract/endpoint.ts';
import { InterruptedError, UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { readWholeNumber, toKebab } from '../flags.ts';
import { write } from '../io.ts';
import { defaultColumns, knownFields } from '../output/columns.ts';
import { printRecord, printRecords } from '../output/records.ts';
import { readInput, readPairs } from './input.ts';
import { resolveStart } from './start.ts';

export async function runEndpoint(endpoint: Endpoint, context: Context): Promise<void> {
  if (context.global.fields === true) return write(context.io.stdout, `${knownFields(endpoint.resource).join('\n')}\n`);
  const limit = readLimit(context.own.limit);
  const query = readPairs('--query', context.own.query);
  const given = await resolveStart(await readInput(endpoint, context), context);
  await context.required('base-url');
  const path = await readPath(endpoint, context);
  const input = inputFor(endpoint, path, given, query);
  const client = await context.client();
  if (endpoint.returns === 'page') return printList(endpoint, input, { client, context, limit });
  const record = await sendWrite(endpoint, input, client, context).catch((error) => {
    throw asInterruption(error, endpoint, context);
  });
  await printRecord(context, record);
}

/** A write that was stopped may have taken place all the same, and its user must know. */
function asInterruption(error: unknown, endpoint: Endpoint, { io }: Context): unknown {
  if (!io.stopped.aborted) return error;
  const fix = isRepeatable(endpoint)
    ? 'it may have taken place; running it again does no harm'
    : 'it may have taken place; look before you run it again';
  const next = isRepeatable(endpoint) ? [] : [{ command: `plenary ${endpoint.resource} list --all` }];
  return new InterruptedError(io.stopped.reason, { fix, next });
}

async function readPath(endpoint: Endpoint, context: Context): Promise<Readonly<Record<string, string>>> {
  const parameters = recordParameters(endpoint);
  const path = Object.fromEntries(parameters.map((name, index) => [name, context.args[index] ?? '']));
  for (const name of parameters)
    if (path[name] === '') throw new UsageError(`<${toKebab(name)}> is empty`, { fix: 'give the id of a record' });
  if (!isEventScoped(endpoint)) return path;
  return { ...path, event_id: await context.required('event') };
}

function inputFor(
  endpoint: Endpoint,
  path: Readonly<Record<string, string>>,
  given: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, string | readonly string[]>>,
): InputOf<Endpoint> {
  return endpoint.body === undefined ? { path, query: { ...given, ...query } } : { path, body: given };
}

async function sendWrite(
  endpoint: Endpoint,
  input: InputOf<Endpoint>,
  client: Client,
  context: Context,
): Promise<RecordData> {
  if (isRepeatable(endpoint)) return unwrapRecord((await client.send(endpoint, input)).body, endpoint.resource);
  const { record, foundAfterLoss } = await client.create(endpoint, input);
  if (foundAfterLoss) {
    const id = recordId(record, endpoint.resource) ?? 'the record';
    await context.notice(`The answer was lost; ${id} was looked up and is there.`);
  }
  return record;
}

interface Reading {
  readonly client: Client;
  readonly context: Context;
  readonly limit: number | undefined;
}

async function printList(endpoint: Endpoint, input: InputOf<Endpoint>, reading: Reading): Promise<void> {
  const { client, context, limit } = reading;
  const following = context.own.all === true || limit !== undefined;
  const pages = following ? client.pages(endpoint, input) : only(client.page(endpoint, input));
  let last: Page | undefined;
  let count = 0;
  async function* batches(): AsyncGenerator<readonly RecordData[]> {
    for await (const page of pages) {
      last = page;
      const batch = page.records.slice(0, limit === undefined ? undefined : limit - count);
      count += batch.length;
      yield batch;
      if (count === limit) return;
    }
  }
  await printRecords(context, batches(), {
    noun: endpoint.resource.replace('-', ' '),
    usual: defaultColumns[endpoint.resource],
  });
  const { page = 1, totalPages = 1, totalResults } = last ?? {};
  if (following || page >= totalPages) return;
  await context.notice(
    `Page ${page} of ${totalPages}${totalResults === undefined ? '' : ` (${totalResults} in all)`}; --all shows every one.`,
  );
}

async function* only<T>(value: Promise<T>): AsyncGenerator<T> {
  yield await value;
}

function readLimit(value: unknown): number | undefined {
  return value === undefined ? undefined : readWholeNumber('--limit', value, { from: 1, to: 1_000_000_000 });
}
