// Reads a record, its id and a reported failure from a response. Pure.
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
  const names = ['id', ...(resource === 'content-items' ? ['item_id'] : []), '_id', 'uuid'];
  const id = names.map((name) => record[name]).find(isId);
  return id === undefined ? undefined : String(id);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : Number.isSafeInteger(value);
}

/**
 * The record in a response: the body, or what is under `data` or the resource's name. An array of
 * one record is that record. Without an id, it is the body as it is, or empty.
 */
export function unwrapRecord(body: unknown, resource: Noun): RecordData {
  const members = isRecord(body) ? body : {};
  const names = ['data', ...listNames(resource).flatMap((name) => [name.replace(/s$/, ''), name])];
  const records = [body, ...names.map((name) => members[name])].flatMap(singleRecord);
  return records.find((record) => recordId(record, resource) !== undefined) ?? members;
}

function singleRecord(value: unknown): readonly RecordData[] {
  const [record, ...others] = [value].flat();
  return isRecord(record) && others.length === 0 ? [record] : [];
}

export function isRecord(value: unknown): value is RecordData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names under which a list of the resource may be. */
export function listNames(resource: string): readonly string[] {
  if (resource === 'content-items') return [resource, 'content_items'];
  return resource === 'sessions' ? [resource, 'submissions'] : [resource];
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

/** Why a response in 2xx does not report a success, as the end of a sentence about it. */
export function faultIn({ status, body }: Response): string | undefined {
  // They leave the outcome open (RFC 9110 §15.3.3, RFC 4918 §11.1).
  if (status === 202) return 'only accepts it for later (202)';
  if (status === 207) return 'contains several outcomes (207)';
  if (!isRecord(body)) return undefined;
  const { error, errors, success, ok } = body;
  const isFailed = success === false || ok === false || isFilled(error) || isFilled(errors);
  if (!isFailed) return undefined;
  return `reports a failure: ${messageIn(body) || excerpt(JSON.stringify(body))}`;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value);
}
