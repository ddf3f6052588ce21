// Sends what `plenary api` was told, and prints the answer as it came.
import type { Client, RawRequest } from '../../client/client.ts';
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

/** Page after page of a list or a search, until one is empty, short, or the last. */
async function* follow(client: Client, request: RawRequest) {
  const inQuery = request.method === 'GET';
  for (let page = 1; ; page++) {
    const paged = inQuery
      ? { ...request, query: { ...request.query, page: String(page) } }
      : { ...request, body: { ...Object(request.body), page } };
    const { body } = await client.request(paged);
    const found = recordsIn(body, request.path.split('/').findLast((part) => part !== 'search') ?? '');
    if (found === undefined) throw new UsageError('--all: the answer is no list', { fix: 'leave --all out' });
    yield found.records;
    const isLast = found.totalPages === undefined || page >= found.totalPages;
    if (found.records.length === 0 || isLast) return;
  }
}
