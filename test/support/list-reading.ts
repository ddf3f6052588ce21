// Reads a list through the client's paging from pages that a function returns, and reports what was requested.

import type { NextPage } from '../../src/client/following.ts';
import { followPages } from '../../src/client/pages.ts';
import { pageIn } from '../../src/client/paging.ts';
import { ApiError } from '../../src/errors.ts';

export type Answer = (page: number | undefined, next: NextPage | undefined) => unknown;

/** Reads a list whose pages `answer` returns: a body, or an error to throw. Returns what was requested, and the ids. */
export async function readAll(answer: Answer, first?: number, size?: number) {
  const requested: unknown[] = [];
  const ids: unknown[] = [];
  const read = async (next: NextPage | undefined) => {
    const fields: Readonly<Record<string, string | number>> = next?.kind === 'fields' ? next.fields : {};
    const page = fields.page === undefined ? undefined : Number(fields.page);
    const shown = Object.entries(fields).map((field) => field.join('='));
    requested.push(next?.kind === 'link' ? next.url : (page ?? (next && shown.join('&'))));
    const body = await answer(page ?? first, next);
    if (body instanceof Error) throw body;
    const found = pageIn(body instanceof WithHeaders ? body : { body, headers: {} }, 'speakers');
    if (found === undefined) throw new TypeError(`page ${page} was requested unexpectedly`);
    return found;
  };
  for await (const { records } of followPages(read, { resource: 'speakers', first, size })) {
    ids.push(...records.map(({ id }) => id));
  }
  return { requested, ids };
}

export class WithHeaders {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  constructor(body: unknown, headers: Readonly<Record<string, string>>, status = 200) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** The n-th page is the n-th body. */
export const inOrder =
  (...bodies: readonly unknown[]): Answer =>
  (page = 1) =>
    bodies[page - 1];

/** Records. */
export const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id }));
export const notFound = () => new ApiError('no such page', { status: 404 });
