// Owns what a response is, and reads from it what does not depend on the kind of its records: its
// time, its JSON, a record and its id, a message, a reported failure. Pure.
import { excerpt } from './message-text.ts';
import { publicBody } from './public-body.ts';

/** A response; `body` is the parsed JSON, or undefined if it is empty. */
export interface Response {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/**
 * When the service answered, by its own clock: a whole second, in milliseconds since 1970. `Date`
 * (RFC 9110 §6.6.1).
 */
export function servedAt({ date }: Response['headers']): number | undefined {
  const time = Date.parse(String(date));
  return Number.isNaN(time) ? undefined : time;
}

/**
 * The value of a body's JSON text; undefined if the text is blank. An integer that JSON.parse would
 * round, or a number that it cannot hold, becomes its text, so that two ids stay two.
 * @throws {SyntaxError}
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  const value: unknown = JSON.parse(text);
  if (!largeNumber.test(text)) return value;
  const exact = text.replace(stringOrNumber, (token) =>
    token.startsWith('"') || isExact(token) ? token : `"${token}"`,
  );
  return JSON.parse(exact);
}

const largeNumber = /\d{16}|\d[eE]\+?\d{3}/;

/** In valid JSON alone: it looks for the end of each string. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function isExact(number: string): boolean {
  const isInteger = /^-?\d+$/.test(number);
  return isInteger ? Number.isSafeInteger(Number(number)) : Number.isFinite(Number(number));
}

/** A record as served, unknown fields included. */
export type RecordData = Readonly<Record<string, unknown>>;

/**
 * What a body without a usable list holds: field names, never values. `an object with the fields
 * error, trace`
 */
export function shapeOf(body: unknown): string {
  if (body === undefined) return 'nothing';
  if (body === null) return 'null';
  if (Array.isArray(body)) return 'an array';
  if (!isRecord(body)) return `a ${typeof body}`;
  const names = Object.keys(body).map((name) => excerpt(name, 40));
  if (names.length === 0) return 'an empty object';
  return (
    `an object with the ${names.length === 1 ? 'field' : 'fields'} ` +
    `${names.slice(0, 12).join(', ')}`
  );
}

/** A record's id as text: `id`, or `item_id` of a content item, else `_id` or `uuid`. */
export function recordId(record: RecordData, resource: string): string | undefined {
  const { id, item_id, _id, uuid } = record;
  const ids = [id, resource === 'content-items' ? item_id : undefined, _id, uuid].filter(isId);
  return ids[0] === undefined ? undefined : String(ids[0]);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
}

/** The record in a response: the body, or what is under its `data`; empty if it is no object. */
export function unwrapRecord(body: unknown): RecordData {
  if (!isRecord(body)) return {};
  const { id, data } = body;
  return id === undefined && isRecord(data) ? data : body;
}

export function isRecord(value: unknown): value is RecordData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

/**
 * Why a response in 2xx does not report a success, as the end of a sentence about it.
 * @param sent the body of the request
 */
export function faultIn({ status, body }: Response, sent: string | undefined): string | undefined {
  // They leave the outcome open (RFC 9110 §15.3.3, RFC 4918 §11.1).
  if (status === 202) return 'only accepts it for later (202)';
  if (status === 207) return 'contains several outcomes (207)';
  if (!isRecord(body)) return undefined;
  const { error, errors, success, ok } = body;
  const isFailed = success === false || ok === false || isFilled(error) || isFilled(errors);
  if (!isFailed) return undefined;
  const shown = publicBody(body, sent);
  return `reports a failure: ${messageIn(shown) || excerpt(JSON.stringify(shown))}`;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value);
}
