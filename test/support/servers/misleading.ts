// Kinds of servers whose pages are hard to follow: totals that count something else, lists that change, ways to continue that they
// hide or put into a header.
import { type Answer, type Kind, type List, withPaging } from './server.ts';

const cap = 3;

function pageNumber(list: List, name = 'page'): number {
  return Number(list.parameter(name) ?? 1);
}

function recordsOf(all: readonly object[], page: number): readonly object[] {
  return all.slice((page - 1) * cap, page * cap);
}

/** Numbered pages of at most three records, and what the server reports beside each. */
function reporting(name: string, report: (data: readonly object[], page: number, count: number) => object): Kind {
  const page = (list: List): Answer => {
    const number = pageNumber(list);
    const data = recordsOf(list.all, number);
    return { json: { data, ...report(data, number, list.all.length) } };
  };
  return { name, page };
}

/** Pages that only this parameter names, and about which nothing is reported. */
function hidden(name: string, parameter: string): Kind {
  return { name, page: (list) => ({ json: recordsOf(list.all, pageNumber(list, parameter)) }) };
}

/** From the second page on, a record of the first one is gone. */
const shrinking: Kind = {
  name: 'a record removed between pages',
  page(list) {
    const page = pageNumber(list);
    const all = page > 1 ? list.all.slice(1) : list.all;
    return { json: { data: recordsOf(all, page), total: all.length } };
  },
};

/** As a sort key with equal values does: a record appears twice, and another one never. */
const reordered: Kind = {
  name: 'another order on page 2',
  page(list) {
    const page = pageNumber(list);
    const [first = {}, second = {}, third = {}, fourth = {}, ...rest] = list.all;
    return {
      json: {
        data: recordsOf(
          page === 2 ? [first, second, third, rest[0] ?? {}, first, ...rest] : [first, second, third, fourth, ...rest],
          page,
        ),
      },
    };
  },
};

/** As of a server that removes records from its pages after it has divided the list. */
const emptyBetween: Kind = {
  name: 'an empty page before the last one',
  page(list) {
    const page = pageNumber(list);
    const data = page === 2 ? [] : recordsOf(list.all, page === 1 ? 1 : page - 1);
    return { json: { data, page, totalPages: Math.ceil(list.all.length / cap) + 1 } };
  },
};

/** The number of pages follows from the page size that was requested, although pages are smaller. */
const repeatedSize: Kind = {
  name: 'the requested page size, repeated',
  page(list) {
    const size = Number(list.parameter('pageSize') ?? cap);
    const data = recordsOf(list.all, pageNumber(list));
    return {
      json: { data, currentPage: pageNumber(list), pageSize: size, totalPages: Math.ceil(list.all.length / size) },
    };
  },
};

const startAt: Kind = {
  name: 'startAt, maxResults and values',
  page({ all, parameter }) {
    const offset = Number(parameter('startAt') ?? 0);
    return { json: { startAt: offset, maxResults: cap, total: all.length, values: all.slice(offset, offset + cap) } };
  },
};

const headerCursor: Kind = {
  name: 'X-Next-Cursor',
  page(list) {
    const offset = Number(list.parameter('cursor') ?? 0);
    const headers = { 'x-next-cursor': String(offset + cap) };
    const isLast = offset + cap >= list.all.length;
    return { json: list.all.slice(offset, offset + cap), ...(!isLast && { headers }) };
  },
};

const headerPaging: Kind = {
  name: 'X-Pagination with JSON',
  page(list) {
    const paging = { TotalCount: list.all.length, PageSize: cap, CurrentPage: pageNumber(list) };
    return { json: recordsOf(list.all, pageNumber(list)), headers: { 'x-pagination': JSON.stringify(paging) } };
  },
};

/** Pages that only this parameter names, from an offset on, and what the server reports. */
function offsets(name: string, parameter: string, report: (list: List, offset: number) => object, status = 200): Kind {
  const page = (list: List): Answer => {
    const offset = Number(list.parameter(parameter) ?? 0);
    return { status, json: { data: list.all.slice(offset, offset + cap), ...report(list, offset) } };
  };
  return { name, page };
}

const isLast = ({ all }: List, offset: number) => offset + cap >= all.length;

function nextOf(list: List, offset: number): string | null {
  return isLast(list, offset) ? null : `${list.url.pathname}?from=${offset + cap}`;
}

/** As of services that return only the first pages of a long list. */
const farPagesRefused: Kind = {
  name: '400 for page 3, after two full ones',
  page(list) {
    const page = pageNumber(list);
    if (page > 2) return { status: 400, json: { detail: 'page is too large' } };
    return { json: { data: recordsOf(list.all, page) } };
  },
};

/** Numbers and words that other fields of a response have too. */
const unrelated = {
  event: { id: 'devconf', complete: false, total: 500 },
  rateLimit: { limit: 60, remaining: 59 },
  unreadCount: 40,
  statusCounts: { total: 90 },
};

const linkInInfo = offsets('a link in info', 'from', (list, offset) => ({ info: { next: nextOf(list, offset) } }));

export const misleadingKinds: readonly Kind[] = [
  linkInInfo,
  withPaging(linkInInfo, 'cursor'),
  offsets('cursors.after', 'after', (list, offset) => ({
    cursors: { after: isLast(list, offset) ? null : `${offset + cap}` },
  })),
  offsets('more_records, and no way to continue', 'from', (list, offset) => ({
    info: { more_records: !isLast(list, offset) },
  })),
  offsets('last: false, and no way to continue', 'from', (list, offset) => ({ last: isLast(list, offset) })),
  offsets('numFound, and no way to continue', 'from', ({ all }) => ({ numFound: all.length })),
  offsets('206, and no way to continue', 'from', () => ({}), 206),
  {
    name: 'the whole list unless a page is given',
    page: (list) => ({ json: list.parameter('page') === undefined ? list.all : recordsOf(list.all, pageNumber(list)) }),
  },
  { name: 'other numbers beside the list', page: ({ all }) => ({ json: { data: all, ...unrelated } }) },
  withPaging(
    reporting('total is the length of the page', (data) => ({ total: data.length })),
    'page',
  ),
  withPaging(
    reporting('total is the records so far', (_, page, count) => ({ total: Math.min(page * cap, count) })),
    'page',
  ),
  withPaging(
    reporting('one page in total, always', (data) => ({ total: data.length, totalPages: 1, pageSize: cap })),
    'page',
  ),
  withPaging(
    reporting('pages in total, rounded down', (_, __, count) => ({ totalPages: Math.floor(count / cap) })),
    'page',
  ),
  reporting('has_more as 1 and 0', (_, page, count) => ({ has_more: page * cap < count ? 1 : 0 })),
  shrinking,
  reordered,
  emptyBetween,
  withPaging(repeatedSize, 'page'),
  startAt,
  headerCursor,
  withPaging(headerCursor, 'cursor'),
  headerPaging,
  hidden('only page[number]', 'page[number]'),
  hidden('only p', 'p'),
  farPagesRefused,
];
