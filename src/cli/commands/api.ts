// Runs `plenary api`: sends one request and prints the response unchanged.
import type { Client, RawRequest, RecordData, Response } from '../../client/client.ts';
import { withoutCredentials } from '../../contract/base-url.ts';
import { ApiError, OutcomeUnknownError, UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { write } from '../io.ts';
import { readJson } from '../json-input.ts';
import { jsonText } from '../output/json.ts';
import { printRecords } from '../output/records.ts';
import { outputText, toLine } from '../output/terminal-text.ts';

type Texts = Readonly<Record<string, string | readonly string[]>>;

interface ApiFlags {
  readonly field: Texts;
  readonly typedField: Texts;
  readonly input: string | undefined;
  readonly header: readonly string[];
  readonly include: boolean;
  readonly raw: boolean;
  readonly all: boolean;
}

/** @throws {UsageError} for an invalid path, and for flags that do not apply to the request */
export async function sendRequest(
  context: Context<ApiFlags>,
  { method, path }: { readonly method: string; readonly path: string },
): Promise<void> {
  const { all, include, raw } = context.flags;
  const request = await readRequest(context, method.toUpperCase(), path);
  if (all && request.method !== 'GET' && !isSearch(request)) {
    throw new UsageError(`--all: ${request.method} ${path} is not a list`, { fix: 'remove --all' });
  }
  if (!all && (context.fields !== undefined || (await context.format()) === 'csv')) {
    throw new UsageError(
      '--fields and --output csv need --all, because any other response is printed unchanged',
      {
        fix: 'add --all if the request is a list, or remove them',
      },
    );
  }
  const client = await context.client();
  if (all) {
    await printRecords(context, follow(client, request), { noun: 'records', defaultFields: [] });
    return;
  }
  const response = await client.request(request).catch(async (error: unknown) => {
    const refusal = error instanceof OutcomeUnknownError ? error.cause : error;
    if (refusal instanceof ApiError && include) await printHead(context, refusal);
    if (refusal instanceof ApiError && raw) await printError(context, refusal);
    throw error;
  });
  if (include) await printHead(context, response);
  if (response.body === undefined && request.method !== 'HEAD')
    await context.notice(`The service responded with ${response.status} and no body.`);
  await printBody(context, response.body);
}

async function printHead(
  { io }: Context,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
): Promise<void> {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text) => `${name}: ${text}`),
  );
  await write(
    io.stdout,
    `HTTP ${[status, ...lines].map((line) => toLine(String(line))).join('\n')}\n\n`,
  );
}

async function printBody(context: Context, body: unknown): Promise<void> {
  const { stdout } = context.io;
  if (body !== undefined)
    await write(stdout, jsonText(stdout, body, (await context.format()) === 'ndjson' ? 0 : 2));
}

/** The body of an error is JSON, or text. */
async function printError(context: Context, { body }: ApiError): Promise<void> {
  const { stdout } = context.io;
  if (typeof body === 'string') await write(stdout, outputText(stdout, body));
  else await printBody(context, body);
}

function isSearch({ method, path }: Pick<RawRequest, 'method' | 'path'>): boolean {
  return method === 'POST' && /\/search(?:\?|$)/.test(path);
}

async function readRequest(
  context: Context<ApiFlags>,
  method: string,
  template: string,
): Promise<RawRequest> {
  if (!template.startsWith('/')) {
    throw new UsageError(`${withoutCredentials(template)}: the path must begin with /`, {
      fix: 'write a path such as /v1/events/{event_id}/speakers',
    });
  }
  const path = template.includes('{event_id}')
    ? template.replaceAll('{event_id}', encodeURIComponent(await context.requiredEvent()))
    : template;
  const { input, field, typedField } = context.flags;
  const headers = readHeaders(context.flags.header);
  const fields = { ...field, ...readTyped(typedField) };
  if (method === 'GET' || method === 'HEAD') {
    if (input !== undefined)
      throw new UsageError(`--input: a ${method} request has no body`, {
        fix: 'pass the query with --field',
      });
    return { method, path, headers, query: queryOf(fields) };
  }
  const body = input === undefined ? undefined : await readJson(context.io, input);
  const isEmptySearch = body === undefined && isSearch({ method, path });
  return { method, path, headers, body: merged(isEmptySearch ? {} : body, fields) };
}

type Fields = Readonly<Record<string, unknown>>;

function queryOf(fields: Fields): NonNullable<RawRequest['query']> {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String) : String(value),
  ]);
  return Object.fromEntries(texts);
}

/** Values that are JSON; any other text is a text. */
function readTyped(texts: Texts): Fields {
  const typed = (value: string | readonly string[]): unknown =>
    typeof value === 'string' ? typedValue(value) : value.map(typedValue);
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, typed(value)]));
}

function typedValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (!/^-?\d+$/.test(text) || Number.isSafeInteger(value)) return value;
  } catch {
    return text;
  }
  throw new UsageError(`--typed-field: ${text} is too large for a JSON number`, {
    fix: 'pass it as text, with --field',
  });
}

/** @throws {UsageError} */
function readHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  const pairs = texts.map((text) => {
    const [, name = '', value = ''] =
      /^([\w!#$%&'*+.^|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? [];
    if (name === '')
      throw new UsageError(`--header ${text}: expected "name: value"`, {
        fix: 'write --header "name: value"',
      });
    if (reserved.includes(name.toLowerCase()))
      throw new UsageError(`--header: ${name} is set by Plenary`, { fix: 'remove it' });
    return [name.toLowerCase(), value];
  });
  return Object.fromEntries(pairs);
}

const reserved = [
  'x-access-token',
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
];

function merged(body: unknown, fields: Fields): unknown {
  if (Object.keys(fields).length === 0) return body;
  if (body === undefined) return fields;
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return { ...body, ...fields };
  throw new UsageError('--field cannot be added to --input: the input is not a JSON object');
}

/** The pages of a list or a search. */
async function* follow(client: Client, request: RawRequest): AsyncGenerator<readonly RecordData[]> {
  const [path = '', query] = request.path.split('?');
  const parameters = {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...request.query,
    ...(request.body ?? {}),
  };
  if ('page' in parameters)
    throw new UsageError('--all reads the list from its first page', { fix: 'remove the page' });
  const noun = path.split('/').findLast((part) => part !== 'search') ?? '';
  for await (const { records } of client.requestPages(request, noun)) yield records;
}
