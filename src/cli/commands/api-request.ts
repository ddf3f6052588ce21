// Sends what `plenary api` was told, and prints the answer as it came.
import type { Client, Page, RawRequest, RecordData } from '../../client/client.ts';
import { followPages } from '../../client/pages.ts';
import { recordsIn } from '../../client/response.ts';
import { UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { readPairs } from '../endpoint-input.ts';
import { write } from '../io.ts';
import { readJson } from '../json-input.ts';
import { printRecords } from '../output/records.ts';

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** @throws {UsageError} for another method, a path that is none, or --all on what is no list */
export async function sendRequest(context: Context): Promise<void> {
  const [method = '', path = ''] = context.args;
  const request = await readRequest(context, method.toUpperCase(), path);
  const client = await context.client();
  if (context.own.all === true) {
    await printRecords(context, follow(client, request), { noun: 'records', usual: [] });
    return;
  }
  const { body } = await client.request(request);
  if (body !== undefined) await write(context.io.stdout, `${JSON.stringify(body, null, 2)}\n`);
}

async function readRequest(context: Context, method: string, given: string): Promise<RawRequest> {
  if (!methods.includes(method)) throw new UsageError(`${method} is not one of ${methods.join(', ')}`);
  if (!given.startsWith('/')) {
    throw new UsageError(`${given}: the path must begin with /`, { fix: 'e.g. /v1/events/{event_id}/speakers' });
  }
  const path = given.includes('{event_id}')
    ? given.replaceAll('{event_id}', encodeURIComponent(await context.required('event')))
    : given;
  const fields = readPairs('--field', context.own.field);
  const { input } = context.own;
  if (method === 'GET' || method === 'HEAD') return { method, path, query: fields };
  const body = typeof input === 'string' ? await readJson(context.io, input) : undefined;
  return { method, path, body: merged(body, fields) };
}

function merged(body: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  if (Object.keys(fields).length === 0) return body;
  if (body === undefined) return fields;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body, ...fields };
  throw new UsageError('--field adds to a JSON object, and --input holds none');
}

/** Page after page of a list or a search, from the one that was asked for. */
async function* follow(client: Client, request: RawRequest): AsyncGenerator<readonly RecordData[]> {
  const inQuery = request.method === 'GET';
  const noun = request.path.split('/').findLast((part) => part !== 'search') ?? '';
  const given = Object(inQuery ? request.query : request.body);
  const read = async (page: number | undefined): Promise<Page> => {
    const fields = page === undefined ? given : { ...given, page: inQuery ? String(page) : page };
    const { body } = await client.request({ ...request, [inQuery ? 'query' : 'body']: fields });
    const found = recordsIn(body, noun);
    if (found === undefined) throw new UsageError('--all: the answer is no list', { fix: 'leave --all out' });
    return found;
  };
  for await (const { records } of followPages(read, Number(given.page ?? 1))) yield records;
}
