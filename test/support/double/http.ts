// Owns how a request is routed and checked, and how an answer is written. Must not know records.
import { type Database, DatabaseRefusal } from './database.ts';
import { InvalidRequest, type Operation, RefusedRequest } from './operation.ts';
import { readJson } from './python-json.ts';
import { strip } from './python-text.ts';
import { notJson } from './validation.ts';

/** A request that has arrived whole. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A whole HTTP answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a path and a method lead to: an operation with its ids, or an answer. */
export type Route =
  | { readonly operation: Operation; readonly ids: Readonly<Record<string, string>> }
  | { readonly answer: HttpAnswer };

const SECURITY_HEADERS = {
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': "frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'geolocation=(), microphone=(), camera=(), payment=(), usb=(), ' +
    'magnetometer=(), accelerometer=(), gyroscope=()',
};

/** The answer of everything that is not caught. */
export const FAILURE: HttpAnswer = {
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'Internal Server Error',
};

/** Where a request leads: by its path first, then by its method. */
export function routeOf(
  operations: readonly Operation[],
  { method, path, headers }: ReceivedRequest,
): Route {
  const { pathname, search } = divide(path);
  const matching = matchesOf(operations, pathname);
  const exact = matching.find(({ operation }) => operation.method === method);
  if (exact !== undefined) return exact;
  const [first] = matching;
  if (first !== undefined) {
    const allow = first.operation.method;
    return { answer: jsonAnswer(405, { detail: 'Method Not Allowed' }, { allow }) };
  }
  const other = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`;
  if (matchesOf(operations, other).length === 0) {
    return { answer: jsonAnswer(404, { detail: 'Not Found' }) };
  }
  const location = `http://${headers.host}${other}${search}`;
  const redirection = Object.assign({ location }, SECURITY_HEADERS);
  return { answer: { status: 307, headers: redirection, body: '' } };
}

function divide(path: string) {
  const at = path.indexOf('?');
  if (at === -1) return { pathname: path, search: '' };
  return { pathname: path.slice(0, at), search: path.slice(at) };
}

function matchesOf(operations: readonly Operation[], pathname: string) {
  return operations.flatMap((operation) => {
    const ids = idsIn(operation.path, pathname);
    return ids === undefined ? [] : [{ operation, ids }];
  });
}

/** The ids in a path; undefined if it is another path. */
function idsIn(template: string, pathname: string): Record<string, string> | undefined {
  const names = template.split('/');
  const segments = decodePath(pathname).split('/');
  if (names.length !== segments.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? '';
    if (!name.startsWith('{')) {
      if (name !== segment) return undefined;
    } else {
      if (segment === '') return undefined;
      ids[name.slice(1, -1)] = segment;
    }
  }
  return ids;
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/**
 * Carries an operation out, its checks in the server's order.
 * @throws only for a fault of the double itself
 */
export async function carryOut(
  database: Database,
  token: string,
  { operation, ids }: Extract<Route, { operation: Operation }>,
  { path, headers, body }: ReceivedRequest,
): Promise<HttpAnswer> {
  try {
    const value = operation.readsBody ? readBody(body, headers['content-type']) : undefined;
    await checkToken(database, token, headers['x-access-token']);
    const query = Object.fromEntries(new URLSearchParams(divide(path).search));
    const answer = await operation.answer({
      database,
      ids,
      query,
      body: value,
    });
    return jsonAnswer(answer.status, answer.body);
  } catch (error) {
    if (error instanceof RefusedRequest) return jsonAnswer(error.status, { detail: error.message });
    if (error instanceof InvalidRequest) {
      const isWritten = isWritable(error.faults);
      return isWritten ? jsonAnswer(422, { detail: error.faults }) : FAILURE;
    }
    if (error instanceof DatabaseRefusal) return FAILURE;
    // A fault of the double itself.
    throw error;
  }
}

/**
 * The value of a JSON body, the text of another one, undefined without a body.
 * @throws {InvalidRequest} for a text that its content type calls JSON, but is none
 * @throws {RefusedRequest} for one that is not UTF-8
 */
function readBody(bytes: Buffer, type: string | string[] | undefined): unknown {
  if (bytes.length === 0) return undefined;
  const isJson = /^\s*application\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(String(type ?? ''));
  if (!isJson) return bytes.toString();
  const reading = readJson(decode(bytes));
  if ('value' in reading) return reading.value;
  throw new InvalidRequest([notJson(reading.position, reading.error)]);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RefusedRequest(400, 'The body could not be parsed');
  }
}

async function checkToken(
  database: Database,
  token: string,
  header: string | string[] | undefined,
): Promise<void> {
  const sent = strip(String(header ?? ''));
  if (sent === '') throw new RefusedRequest(401, 'An access token is required');
  if (!sent.startsWith('dais_')) throw new RefusedRequest(401, 'The access token is invalid');
  const isKnown = await database.statement(() => sent === token);
  if (!isKnown) throw new RefusedRequest(401, 'The access token is invalid');
  // The server writes down when a token was used last.
  await database.statement(() => undefined);
}

/** Whether the server can write what it repeats: not a number or a text that JSON cannot hold. */
function isWritable(value: unknown): boolean {
  let isFine = true;
  JSON.stringify(value, (name: string, member: unknown) => {
    const isNumber = typeof member === 'number';
    if (isNumber && !Number.isFinite(member)) isFine = false;
    if (/\p{Surrogate}/u.test(typeof member === 'string' ? member : name)) isFine = false;
    return member;
  });
  return isFine;
}

function jsonAnswer(status: number, body: unknown, more?: Record<string, string>): HttpAnswer {
  const headers = Object.assign({ 'content-type': 'application/json' }, SECURITY_HEADERS, more);
  return { status, headers, body: JSON.stringify(body) };
}
