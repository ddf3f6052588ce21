// Kinds of servers by how they divide a list, what they report about it, and how the rest of it is requested.
import type { Answer, Kind, List } from './server.ts';

/** The most records of a page, whatever is requested. */
const cap = 3;

interface Page {
  readonly list: List;
  readonly data: readonly object[];
  /** From 1. */
  readonly number: number;
  readonly count: number;
  /** Of all records. */
  readonly total: number;
  /** Where the next page begins, from 0. */
  readonly end: number;
  readonly isLast: boolean;
}

/** @param start where the requested page begins, from 0 */
function divided(name: string, start: (list: List) => number, answer: (page: Page) => Answer, paging?: string): Kind {
  const page = (list: List): Answer => {
    const at = start(list);
    const { length: total } = list.all;
    const end = at + cap;
    const position = { number: at / cap + 1, count: Math.ceil(total / cap), total, end, isLast: end >= total };
    return answer({ list, data: list.all.slice(at, end), ...position });
  };
  return { name, page, ...(paging !== undefined && { paging }) };
}

const byPage = (parameter = 'page', first = 1) => {
  return (list: List) => (Number(list.parameter(parameter) ?? first) - first) * cap;
};
const byOffset = (parameter: string) => (list: List) => Number(list.parameter(parameter) ?? 0);
const always = () => 0;

/** This list's address with another page. */
function address({ url }: List, name: string, value: number): string {
  const next = new URL(url);
  next.searchParams.set(name, String(value));
  return next.href;
}

function numbered({ data, number, count, total }: Page): Answer {
  return { json: { data, pagination: { currentPage: number, pageSize: cap, totalPages: count, totalResults: total } } };
}

/** As RFC 8288 allows it: relative to the request, with several relations, and a comma and a semicolon in a title. */
function linkOf({ number, isLast }: Page): string {
  const next = `<?p=${number + 1}>; title="more, and more; rel=prev"; rel="last next"`;
  return ['<?p=1>; rel=first', '<https://example.org/help>; rel="help"', ...(isLast ? [] : [next])].join(' , ');
}

export const listKinds: readonly Kind[] = [
  divided('pages of at most 3', byPage(), numbered),
  divided('pages from 0, nothing reported', byPage('page', 0), ({ data }) => ({ json: data })),
  divided('offset and limit', byOffset('offset'), ({ data, end, total }) => ({
    json: { data, offset: end - cap, limit: cap, total },
  })),
  divided('only skip, --paging offset:skip', byOffset('skip'), ({ data }) => ({ json: { data } }), 'offset:skip'),
  divided('Link header with other relations', byPage('p'), (page) => ({
    json: { items: page.data },
    headers: { link: linkOf(page) },
  })),
  divided('next and count (Django)', byPage('p'), ({ list, data, number, total, isLast }) => ({
    json: { count: total, next: isLast ? null : address(list, 'p', number + 1), results: data },
  })),
  divided('has_more, and no way to continue', always, ({ data, isLast }) => ({ json: { data, has_more: !isLast } })),
  divided('only p, and nothing reported', byPage('p'), ({ data }) => ({ json: data })),
  divided('page 1, whatever is requested', always, numbered),
  // From the second page on, a record of the first one is gone.
  {
    name: 'a record removed between pages',
    page(list) {
      const all = byPage()(list) > 0 ? list.all.slice(1) : list.all;
      return { json: { data: pageOf({ ...list, all }), total: all.length } };
    },
  },
  // As a sort key with equal values does: a record appears twice, and another one never.
  {
    name: 'another order on page 2',
    page(list) {
      const { all } = list;
      const reordered = [...all.slice(0, cap), ...all.slice(0, 1), ...all.slice(cap + 1)];
      return { json: { data: pageOf({ ...list, all: byPage()(list) === cap ? reordered : all }) } };
    },
  },
];

function pageOf(list: List): readonly object[] {
  const start = byPage()(list);
  return list.all.slice(start, start + cap);
}
