// Reads records, pages and ids from a response, wherever a server of this API may put them. Pure.
import type { Resource } from '../contract/endpoint.ts';

/** A response; `body` is the parsed JSON, or undefined if it is empty. */
export interface Response {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** The id that the service gave this response, from its header. */
export function requestIdIn(headers: Response['headers']): string | undefined {
  const id = headers['x-request-id'];
  return Array.isArray(id) ? id[0] : id;
}

/** The value of a body's JSON text; undefined if the text is blank. @throws {SyntaxError} */
export function parseJsonBody(text: string): unknown {
  return text.trim() === '' ? undefined : JSON.parse(text);
}

/** A record as served, unknown fields included. */
export type RecordData = Readonly<Record<string, unknown>>;

/** One page of a list, with the paging that the server reported; `body` is the whole response body. */
export interface Page {
  readonly records: readonly RecordData[];
  readonly page?: number;
  readonly pageSize?: number;
  readonly totalPages?: number;
  readonly totalResults?: number;
  readonly body: unknown;
}

/** The records in the response to a list: under `data`, `results`, `items` or the resource's name, or a bare array of objects. */
export function recordsIn(body: unknown, resource: string): Page | undefined {
  if (Array.isArray(body)) return body.every(isRecord) ? { records: body, body } : undefined;
  if (!isRecord(body)) return undefined;
  const records = ['data', 'results', 'items', ...pluralNames(resource)]
    .map((name) => body[name])
    .find((value) => Array.isArray(value) && value.every(isRecord));
  return Array.isArray(records) ? { records, ...readPaging(body), body } : undefined;
}

/** A record's id as text: `id`, else `<resource>_id`, else `uuid`; for a session, `submission_id` comes first. */
export function recordId(record: RecordData, resource: Resource): string | undefined {
  for (const name of idNames(resource)) {
    const value = record[name];
    if (typeof value === 'string' && value !== '') return value;
    // A larger number has been rounded by JSON.parse and would name another record.
    if (Number.isSafeInteger(value)) return String(value);
  }
  return undefined;
}

/**
 * The record in the response to a write: the body itself if it has an id, else the value under `data` or the singular
 * name. Nothing is lost: fields beside a wrapped record are added to it, and if names collide nothing is unwrapped.
 * A body that is not an object gives an empty record.
 */
export function unwrapRecord(body: unknown, resource: Resource): RecordData {
  if (!isRecord(body)) return {};
  if (recordId(body, resource) !== undefined) return body;
  for (const name of ['data', ...singularNames(resource)]) {
    const { [name]: inner, ...beside } = body;
    if (!isRecord(inner)) continue;
    if (Object.keys(beside).length === 0) return inner;
    const collides = Object.keys(beside).some((key) => Object.hasOwn(inner, key));
    if (recordId(inner, resource) !== undefined && !collides) return { ...inner, ...beside };
  }
  return body;
}

export function isRecord(value: unknown): value is RecordData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The paging, under `pagination` or at the top level; each number by the first of its names that holds one. */
function readPaging(body: RecordData): Omit<Page, 'records' | 'body'> {
  const places = [body.pagination, body].filter(isRecord);
  const read = (...names: string[]): number | undefined => {
    for (const place of places) {
      for (const name of names) {
        const value = place[name];
        if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
      }
    }
    return undefined;
  };
  const paging = {
    page: read('currentPage', 'current_page', 'page'),
    pageSize: read('pageSize', 'page_size'),
    totalPages: read('totalPages', 'total_pages'),
    totalResults: read('totalResults', 'total_results'),
  };
  return Object.fromEntries(Object.entries(paging).filter(([, value]) => value !== undefined));
}

const singular: Record<Resource, string> = {
  speakers: 'speaker',
  submissions: 'submission',
  sessions: 'session',
  contacts: 'contact',
  'content-items': 'content_item',
};

function pluralNames(resource: string): readonly string[] {
  // The specification calls the list of sessions "List Submissions".
  if (resource === 'sessions') return ['sessions', 'submissions'];
  return [resource, resource.replaceAll('-', '_'), camelCase(resource)];
}

function singularNames(resource: Resource): readonly string[] {
  if (resource === 'sessions') return ['session', 'submission'];
  return [singular[resource], singular[resource].replaceAll('_', '-'), camelCase(singular[resource])];
}

function idNames(resource: Resource): readonly string[] {
  // "A session is identified by the submission_id of the submission that is placed."
  if (resource === 'sessions') return ['submission_id', 'id', 'session_id', 'uuid'];
  return ['id', `${singular[resource]}_id`, 'uuid'];
}

function camelCase(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}
