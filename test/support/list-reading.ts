// Reads a list through the client's paging from pages that a function returns, and reports what was requested.

import type { NextPage } from '../../src/client/following.ts';
import { followPages, type ListOptions } from '../../src/client/pages.ts';
import { pageIn } from '../../src/client/paging.ts';
import { ApiError } from '../../src/errors.ts';

export type Answer = (page: number | undefined, next: NextPage | undefined) => unknown;

export interface Reading extends Pick<ListOptions, 'first' | 'size' | 'paging' | 'maxPages'> {
  /** Whether a list may end where the server does not show it. */
  readonly mayAssumeEnd?: boolean;
}

/** Reads a list whose pages `answer` returns: a body, or an error to throw. Returns what was requested, the ids, and whether the end was assumed. */
export async function readAll(answer: Answer, options: Reading = {}) {
  const { first, size, paging, maxPages } = options;
  let isAssumed = false;
  const noteEnd = () => {
    isAssumed = true;
  };
  const onAssumedEnd = options.mayAssumeEnd === true ? noteEnd : undefined;
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
  for await (const { records } of followPages(read, {
    resource: 'speakers',
    first,
    size,
    paging,
    maxPages,
    onAssumedEnd,
  })) {
    ids.push(...records.map(({ id }) => id));
  }
  return { requested, ids, ...(isAssumed ? { isAssumed } : {}) };
}

export class WithHeaders {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(body: unknown, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
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
