// Kinds of servers by how they divide a list into pages and report it.
import { type Answer, type Kind, type List, withPaging } from './server.ts';

const cap = 3;

interface Slice {
  readonly data: readonly object[];
  /** Of the first record. */
  readonly offset: number;
  /** Number of this page. */
  readonly page: number;
  readonly totalPages: number;
  readonly totalResults: number;
  readonly isLast: boolean;
}

/** The requested page; pages hold at most three records, whatever is requested. */
function slice({ all, parameter }: List, firstPage = 1, pageName = 'page'): Slice {
  const page = Number(parameter(pageName) ?? firstPage);
  return sliceAt(all, (page - firstPage) * cap, page);
}

function sliceAt(all: readonly object[], offset: number, page: number): Slice {
  const totalPages = Math.ceil(all.length / cap);
  const isLast = offset + cap >= all.length;
  return { data: all.slice(offset, offset + cap), offset, page, totalPages, totalResults: all.length, isLast };
}

function numbered({ data, page, totalPages, totalResults }: Slice): Answer {
  return { json: { data, pagination: { currentPage: page, pageSize: cap, totalPages, totalResults } } };
}

/** This list's address with another page or cursor. */
function address({ url }: List, name: string, value: number | string): URL {
  const next = new URL(url);
  next.searchParams.set(name, String(value));
  return next;
}

const capped: Kind = { name: 'pages of at most 3', page: (list) => numbered(slice(list)) };

const fromZero: Kind = { name: 'pages from 0', page: (list) => numbered(slice(list, 0)) };

const fromZeroUnnumbered: Kind = {
  name: 'pages from 0, total only',
  page(list) {
    const { data, totalResults } = slice(list, 0);
    return { json: { items: data, total: totalResults } };
  },
};

const spring: Kind = {
  name: 'content and number (Spring)',
  page(list) {
    const { data, page, totalPages, totalResults, isLast } = slice(list, 0);
    const paging = { number: page, size: cap, totalPages, totalElements: totalResults, last: isLast };
    return { json: { content: data, ...paging } };
  },
};

const edges: Kind = {
  name: 'edges and pageInfo (GraphQL)',
  page(list) {
    const { data, offset, isLast } = sliceAt(list.all, Number(list.parameter('after') ?? 0), 1);
    const pageInfo = { endCursor: String(offset + cap), hasNextPage: !isLast };
    return { json: { edges: data.map((node) => ({ node })), pageInfo } };
  },
};

const snakeCase: Kind = {
  name: 'snake_case paging in meta',
  page(list) {
    const { data, page, totalPages, totalResults } = slice(list);
    const meta = { current_page: page, per_page: cap, last_page: totalPages, total: totalResults };
    return { json: { results: data, meta } };
  },
};

const cursor: Kind = {
  name: 'nextCursor',
  page(list) {
    const { data, offset, isLast } = sliceAt(list.all, Number(list.parameter('cursor')?.slice(2) ?? 0), 1);
    return { json: { data, nextCursor: isLast ? null : `c-${offset + cap}` } };
  },
};

const cursorWithMore: Kind = {
  name: 'next_cursor and has_more',
  page(list) {
    const { data, offset, isLast } = sliceAt(list.all, Number(list.parameter('cursor') ?? 0), 1);
    return { json: { data, meta: { next_cursor: String(offset + cap), has_more: !isLast } } };
  },
};

const hiddenCursor: Kind = {
  name: 'has_more, and no way to go on',
  page: ({ all }) => ({ json: { data: all.slice(0, cap), has_more: all.length > cap } }),
};

const linkHeader: Kind = {
  name: 'Link header',
  page(list) {
    const { data, page, isLast } = slice(list, 1, 'p');
    const next = address(list, 'p', page + 1);
    return { json: data, ...(!isLast && { headers: { link: `<${next}>; rel="next"` } }) };
  },
};

const linkBesideTotal: Kind = {
  name: 'Link header beside a total',
  page(list) {
    const { data, page, totalResults, isLast } = slice(list, 1, 'p');
    const { pathname, search } = address(list, 'p', page + 1);
    const headers = { link: `<${pathname}${search}>; rel="next", <${pathname}>; rel="first"` };
    return { json: { data, total: totalResults }, ...(!isLast && { headers }) };
  },
};

/** As RFC 8288 allows it: relative to the request, with several relations, and a comma and a semicolon in a title. */
const linkRelations: Kind = {
  name: 'Link header with other relations',
  page(list) {
    const { data, page, isLast } = slice(list, 1, 'p');
    const next = `<?p=${page + 1}>; title="more, and more; rel=prev"; rel="last next"`;
    const link = ['<?p=1>; rel=first', '<https://example.org/help>; rel="help"', ...(isLast ? [] : [next])].join(' , ');
    return { json: { items: data }, headers: { link } };
  },
};

const nextAddress: Kind = {
  name: 'next and count, as Django sends them',
  page(list) {
    const { data, page, totalResults, isLast } = slice(list);
    return { json: { count: totalResults, next: isLast ? null : `${address(list, 'page', page + 1)}`, results: data } };
  },
};

const nextElsewhere: Kind = {
  name: 'next on another host',
  page(list) {
    const { data, page, isLast } = slice(list, 1, 'p');
    return { json: { data, next: isLast ? null : `https://elsewhere.example.org/?p=${page + 1}` } };
  },
};

const offsets: Kind = {
  name: 'offset and limit',
  page(list) {
    const { data, offset, totalResults } = sliceAt(list.all, Number(list.parameter('offset') ?? 0), 1);
    return { json: { data, offset, limit: cap, total: totalResults } };
  },
};

const unreported: Kind = { name: 'pages without a total', page: (list) => ({ json: { data: slice(list).data } }) };

const unreportedFromZero: Kind = {
  name: 'pages from 0 without a total',
  page: (list) => ({ json: { data: slice(list, 0).data } }),
};

const bareArray: Kind = { name: 'bare array', page: ({ all }) => ({ json: all }) };

const totalTooHigh: Kind = {
  name: 'a total that is too high',
  page(list) {
    const found = slice(list);
    return numbered({ ...found, totalResults: found.totalResults + 2 });
  },
};

const totalTooLow: Kind = {
  name: 'a total that is too low',
  page(list) {
    const found = slice(list);
    return numbered({ ...found, totalResults: 2 });
  },
};

const tooFewPages: Kind = {
  name: 'one page fewer than there are',
  page(list) {
    const found = slice(list);
    return numbered({ ...found, totalPages: found.totalPages - 1 });
  },
};

const stuck: Kind = {
  name: 'page 1, whatever is requested',
  page: ({ all }) => numbered(sliceAt(all, 0, 1)),
};

const cycle: Kind = {
  name: 'a cycle of two pages',
  page(list) {
    const { data, page } = slice(list, 1, 'p');
    return { json: { data, next: `${address(list, 'p', page === 1 ? 2 : 1)}` } };
  },
};

export const pagingKinds = [
  ...[capped, fromZero, fromZeroUnnumbered, spring, edges, snakeCase, cursor, cursorWithMore, hiddenCursor, linkHeader],
  ...[linkBesideTotal, linkRelations, nextAddress, nextElsewhere, offsets, unreported],
  ...[withPaging(unreportedFromZero, 'page'), bareArray, withPaging(bareArray, 'none')],
  ...[totalTooHigh, totalTooLow, tooFewPages, stuck, cycle],
];
