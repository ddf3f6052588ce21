// Reads a record, its id and a reported failure from a response, wherever a server of this API may put them. Pure.
import type { Noun } from '../contract/endpoint.ts';
import { excerpt } from './message-text.ts';

/** A response; `body` is the parsed JSON, or undefined if it is empty. */
export interface Response {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/**
 * The value of a body's JSON text; undefined if the text is blank. An integer that JSON.parse would round, or a number that it
 * cannot hold, becomes its text, so that two ids stay two. @throws {SyntaxError}
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  return JSON.parse(largeNumber.test(text) ? text.replace(stringOrNumber, exactNumber) : text);
}

const largeNumber = /\d{16}|\d[eE]\+?\d{3}/;
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function exactNumber(token: string): string {
  if (token.startsWith('"')) return token;
  const isExact = /[.eE]/.test(token) ? Number.isFinite : Number.isSafeInteger;
  return isExact(Number(token)) ? token : `"${token}"`;
}

/** A record as served, unknown fields included. */
export type RecordData = Readonly<Record<string, unknown>>;

/** What a body without a usable list holds: field names, never values. `an object with the fields error, trace` */
export function shapeOf(body: unknown): string {
  if (body === undefined) return 'nothing';
  if (!isRecord(body)) return Array.isArray(body) ? 'an array' : body === null ? 'null' : `a ${typeof body}`;
  const names = Object.keys(body).map((name) => excerpt(name, 40));
  if (names.length === 0) return 'an empty object';
  return `an object with the ${names.length === 1 ? 'field' : 'fields'} ${names.slice(0, 12).join(', ')}`;
}

/**
 * A record's id as text: `id`, else `<resource>_id`, `_id` or `uuid`. For a session it is the id of its submission: as
 * `submission_id`, or that of the submission inside, because its own `id` may be that of a slot.
 */
export function recordId(record: RecordData, resource: Noun): string | undefined {
  if (resource !== 'sessions') return listedId(record, resource);
  const { submission } = record;
  const inside = isRecord(submission) ? submission : { id: submission };
  return firstId(record, ['submission_id']) ?? listedId(inside, 'submissions') ?? listedId(record, resource);
}

/** A record's own id, which distinguishes it from the others of its list. A submission may have several sessions. */
export function listedId(record: RecordData, resource: string): string | undefined {
  return firstId(record, ['id', ...singularNames(resource).map((name) => `${name}_id`), '_id', 'uuid']);
}

function firstId(record: RecordData, names: readonly string[]): string | undefined {
  for (const name of names) {
    const given = record[name];
    // MongoDB's extended JSON.
    const value = name === '_id' && isRecord(given) ? given.$oid : given;
    if (typeof value === 'string' && value !== '') return value;
    if (Number.isSafeInteger(value)) return String(value);
  }
  return undefined;
}

/**
 * The record in a response: the body itself if it has an id, else the record with an id under `data` or the resource's name, or
 * the only one of a list there, with the fields beside it. Another object stays as it is; another body is an empty record.
 */
export function unwrapRecord(body: unknown, resource: Noun): RecordData {
  const own = isRecord(body) ? unwrapped(body) : { data: body };
  if (listedId(own, resource) !== undefined) return own;
  const names = ['data', ...singularNames(resource), ...pluralNames(resource), 'items', 'results'];
  const records = names.flatMap((name) => {
    const { [name]: wrapped, ...beside } = own;
    const [inner, ...others] = [wrapped].flat();
    return isRecord(inner) && others.length === 0 ? [{ ...beside, ...unwrapRecord(inner, resource) }] : [];
  });
  return records.find((record) => recordId(record, resource) !== undefined) ?? (isRecord(body) ? own : {});
}

/** A record of JSON:API, or of a service with records in `fields`; its own id stays. */
export function unwrapped(record: RecordData): RecordData {
  const name = ['attributes', 'fields'].find((each) => isRecord(record[each])) ?? '';
  const { [name]: inner, ...beside } = record;
  if (!isRecord(inner) || 'email' in beside || 'title' in beside) return record;
  return { ...beside, ...inner, ...('id' in beside && { id: beside.id }) };
}

export function isRecord(value: unknown): value is RecordData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names under which a list of the resource may be. */
export function pluralNames(resource: string): readonly string[] {
  return resource === 'content-items' ? [resource, 'content_items', 'contentItems'] : [resource];
}

function singularNames(resource: string): readonly string[] {
  const names = pluralNames(resource).map((name) => name.replace(/s$/, ''));
  return resource === 'sessions' ? [...names, 'submission'] : names;
}

/** The message in an error's body: `detail`, `message` or `error` as text, else an excerpt. */
export function messageIn(body: unknown): string {
  if (typeof body === 'string') return excerpt(body);
  if (!isRecord(body) || Object.keys(body).length === 0) return '';
  const { detail, message, error } = body;
  const text = [detail, message, error].find((value) => typeof value === 'string');
  if (text !== undefined) return excerpt(text);
  // What it says is in the error's details.
  return Array.isArray(detail) ? '' : excerpt(JSON.stringify(body));
}

/** What the body of a response in 2xx reports as failed; undefined if nothing. */
export function reportedFailure(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const { error, errors, success, ok } = body;
  const isFailed = success === false || ok === false || isFilled(error) || isFilled(errors);
  return isFailed ? messageIn(body) || excerpt(JSON.stringify(body)) : undefined;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
