// What an endpoint's command does: read the input, call the service, print the answer.
import type { Client, Page, RecordData } from '../client/client.ts';
import { recordId, unwrapRecord } from '../client/response.ts';
import {
  type Endpoint,
  type InputOf,
  isEventScoped,
  isRead,
  isRepeatable,
  recordParameters,
} from '../contract/endpoint.ts';
import { UsageError } from '../errors.ts';
import type { Context } from './context.ts';
import { readInput, readQuery } from './endpoint-input.ts';
import { write } from './io.ts';
import { knownFields } from './output/columns.ts';
import { printRecord, printRecords, type Shown } from './output/records.ts';
import { resolveStart } from './start.ts';

/** @param args the command's arguments, in the order of the path's parameters */
export async function runEndpoint(endpoint: Endpoint, args: readonly string[], context: Context): Promise<void> {
  if (context.global.fields === true) return write(context.io.stdout, `${knownFields(endpoint.resource).join('\n')}\n`);
  const limit = readLimit(context.own.limit);
  const query = readQuery(context.own.query);
  const given = await resolveStart(await readInput(endpoint, context), context);
  const path = await readPath(endpoint, args, context);
  const input = inputFor(endpoint, path, given, query);
  const client = await context.client();
  const shown = { resource: endpoint.resource, fields: context.global.fields?.split(',').map((name) => name.trim()) };
  if (!isRead(endpoint)) return printRecord(context, await sendWrite(endpoint, input, client, context), shown);
  await printList(endpoint, input, { client, context, limit, shown });
}

async function readPath(endpoint: Endpoint, args: readonly string[], context: Context) {
  const parameters = recordParameters(endpoint);
  const path = Object.fromEntries(parameters.map((name, index) => [name, args[index] ?? '']));
  for (const name of parameters) if (path[name] === '') throw new UsageError(`${name} is empty`);
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

interface Listing {
  readonly client: Client;
  readonly context: Context;
  readonly limit: number | undefined;
  readonly shown: Shown;
}

async function printList(endpoint: Endpoint, input: InputOf<Endpoint>, listing: Listing): Promise<void> {
  const { client, context, limit, shown } = listing;
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
  await printRecords(context, batches(), shown);
  const total = last?.totalResults;
  if (!following && total !== undefined && total > count) {
    await context.notice(
      `${count} of ${total} shown; --all shows every one, --page ${(last?.page ?? 1) + 1} the next.`,
    );
  }
}

async function* only<T>(value: Promise<T>): AsyncGenerator<T> {
  yield await value;
}

function readLimit(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const limit = Number(value);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw new UsageError(`--limit ${value}: must be a whole number from 1`);
}
