// Runs `plenary api`: sends one request and prints the response unchanged.
import type { Client, RawRequest, RecordData } from '../../../client/client.ts';
import { withoutCredentials } from '../../../contract/base-url.ts';
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { readPairs } from '../../endpoint/input.ts';
import { write } from '../../io.ts';
import { readJson } from '../../json-input.ts';
import { jsonText } from '../../output/json.ts';
import { printRecords } from '../../output/records.ts';

/** @throws {UsageError} for an invalid path, and for flags that do not apply to the request */
export async function sendRequest(context: Context): Promise<void> {
  const [method = '', path = ''] = context.args;
  const all = context.own.all === true;
  const request = await readRequest(context, method.toUpperCase(), path);
  if (all && request.method !== 'GET' && !isSearch(request)) {
    throw new UsageError(`--all: ${request.method} ${path} is not a list`, { fix: 'remove --all' });
  }
  if (!all && (context.fields !== undefined || (await context.format()) === 'csv')) {
    throw new UsageError('--fields and --output csv need --all, because any other response is printed unchanged', {
      fix: 'add --all if the request is a list, or remove them',
    });
  }
  const client = await context.client();
  if (all) {
    await printRecords(context, follow(client, request), { noun: 'records', defaultFields: [] });
    return;
  }
  const { body } = await client.request(request);
  if (body === undefined) return;
  await write(context.io.stdout, jsonText(context.io.stdout, body, (await context.format()) === 'ndjson' ? 0 : 2));
}

function isSearch({ method, path }: RawRequest): boolean {
  return method === 'POST' && path.endsWith('/search');
}

async function readRequest(context: Context, method: string, given: string): Promise<RawRequest> {
  if (!given.startsWith('/')) {
    throw new UsageError(`${withoutCredentials(given)}: the path must begin with /`, {
      fix: 'write a path such as /v1/events/{event_id}/speakers',
    });
  }
  const path = given.includes('{event_id}')
    ? given.replaceAll('{event_id}', encodeURIComponent(await context.required('event')))
    : given;
  const fields = readPairs('--field', context.own.field);
  const { input } = context.own;
  if (method === 'GET' || method === 'HEAD') {
    if (input !== undefined)
      throw new UsageError(`--input: a ${method} request has no body`, { fix: 'pass the query with --field' });
    return { method, path, query: fields };
  }
  const body = typeof input === 'string' ? await readJson(context.io, input) : undefined;
  return { method, path, body: merged(body, fields) };
}

function merged(body: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  if (Object.keys(fields).length === 0) return body;
  if (body === undefined) return fields;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body, ...fields };
  throw new UsageError('--field cannot be added to --input: the input is not a JSON object');
}

/** The pages of a list or a search, starting with the requested one. */
async function* follow(client: Client, request: RawRequest): AsyncGenerator<readonly RecordData[]> {
  const path = request.path.split('?')[0] ?? '';
  const noun = path.split('/').findLast((part) => part !== 'search') ?? '';
  for await (const { records } of client.requestPages(request, noun)) yield records;
}
