// Owns what an operation of the server is, and the envelopes of answers. Must not know sockets.
import type { Database, EventRow } from './database.ts';
import {
  type Fault,
  missing,
  notAnObject,
  type Rules,
  readFields,
  type Values,
} from './validation.ts';

/** What an operation answers; anything else that it throws is a 500. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** An error with a sentence. */
export class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: 400 | 401 | 404 | 409, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** A request whose types or lengths are refused. */
export class InvalidRequest extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super('invalid request');
    this.faults = faults;
  }
}

export interface OperationInput {
  readonly database: Database;
  /** The ids of the path. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined without a body; a text for a body that is not JSON by its content type. */
  readonly body: unknown;
}

export interface Call<B extends Rules, Q extends Rules> {
  readonly database: Database;
  readonly ids: Readonly<Record<string, string>>;
  readonly body: Values<B>;
  readonly query: Values<Q>;
}

export interface Operation {
  readonly method: string;
  /** With `{name}` for an id. */
  readonly path: string;
  /** Whether it changes anything. */
  readonly isWrite: boolean;
  /** Whether it is one of those that the published contract does not have. */
  readonly isOptional: boolean;
  /** Whether a body is read at all. */
  readonly readsBody: boolean;
  readonly answer: (input: OperationInput) => Promise<Answer>;
}

interface Description<B extends Rules, Q extends Rules> {
  readonly method: string;
  readonly path: string;
  readonly isWrite?: boolean;
  readonly isOptional?: boolean;
  readonly query?: Q;
  readonly body?: B;
  /** Whether a request without a body has all defaults. */
  readonly isBodyOptional?: boolean;
  readonly answer: (call: Call<B, Q>) => Promise<Answer>;
}

/**
 * An operation that reads its query and body before it answers.
 * @throws {InvalidRequest} in `answer`, with all faults of the request
 */
export function operation<B extends Rules = Rules, Q extends Rules = Rules>(
  description: Description<B, Q>,
): Operation {
  const { method, path, isWrite = false, isOptional = false, answer } = description;
  return {
    method,
    path,
    isWrite,
    isOptional,
    readsBody: description.body !== undefined,
    async answer({ database, ids, query, body }) {
      const faults: Fault[] = [];
      const queryValues = readFields(description.query ?? ({} as Q), query, 'query', faults);
      const bodyValues = readBody(description, body, faults);
      if (faults.length > 0) throw new InvalidRequest(faults);
      return await answer({
        database,
        ids,
        query: queryValues,
        body: bodyValues,
      });
    },
  };
}

function readBody<B extends Rules, Q extends Rules>(
  { body: rules, isBodyOptional = false }: Description<B, Q>,
  body: unknown,
  faults: Fault[],
): Values<B> {
  if (rules === undefined) return {} as Values<B>;
  const isMissing = body === undefined || body === null;
  if (isMissing && !isBodyOptional) faults.push(missing(['body'], null));
  if (isMissing) return {} as Values<B>;
  if (typeof body !== 'object' || Array.isArray(body)) {
    faults.push(notAnObject(body));
    return {} as Values<B>;
  }
  return readFields(rules, body as Record<string, unknown>, 'body', faults);
}

/** A record in its envelope. */
export function oneRecord(record: unknown, status = 200): Answer {
  return { status, body: { data: record } };
}

/** The query of all lists. */
export const PAGE_RULES = {
  page: { type: 'integer' },
  pageSize: { type: 'integer' },
} as const satisfies Rules;

export interface PageQuery {
  readonly page: number;
  readonly pageSize: number;
}

const LAST_PAGE = 999;
const LARGEST_PAGE = 100;
const USUAL_PAGE = 25;

/**
 * The page that is asked for.
 * @throws {RefusedRequest} outside the bounds
 */
export function readPage({ page = 1, pageSize = USUAL_PAGE }: Partial<PageQuery>): PageQuery {
  if (page < 1 || page > LAST_PAGE) {
    throw new RefusedRequest(400, `page must be between 1 and ${LAST_PAGE}`);
  }
  if (pageSize < 1 || pageSize > LARGEST_PAGE) {
    throw new RefusedRequest(400, `pageSize must be between 1 and ${LARGEST_PAGE}`);
  }
  return { page, pageSize };
}

/** One page of the records in the envelope of lists. */
export function pageOf<T>(records: readonly T[], { page, pageSize }: PageQuery) {
  const start = (page - 1) * pageSize;
  return {
    data: records.slice(start, start + pageSize),
    page,
    pageSize,
    total: records.length,
  };
}

/**
 * The event of the path.
 * @throws {RefusedRequest} if it does not exist
 * @throws {DatabaseRefusal} for an id that is no UUID
 */
export async function findEvent(database: Database, ids: OperationInput['ids']): Promise<EventRow> {
  return found(await database.selectById(database.events, ids.event_id ?? ''), 'Event not found');
}

/** @throws {RefusedRequest} without a record */
export function found<T>(record: T | undefined, sentence: string): T {
  if (record === undefined) throw new RefusedRequest(404, sentence);
  return record;
}
