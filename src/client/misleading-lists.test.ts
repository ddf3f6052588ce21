// Lists of servers that report too little, too much or nothing about their pages: read completely, or refused.
import { describe, expect, it } from 'vitest';
import { type Answer, readAll, WithHeaders } from '../../test/support/list-reading.ts';
import { ApiError, MalformedResponseError } from '../errors.ts';

const all = Array.from({ length: 8 }, (_, n) => ({ id: `r${n}` }));
const ids = all.map(({ id }) => id);
const cap = 3;
type Fields = Readonly<Record<string, unknown>>;

/** The records from an offset on. */
const at = (offset: number) => all.slice(offset, offset + cap);
const paged = (page: number) => at((page - 1) * cap);

/** A server with numbered pages, counted from 1, and what it reports about one. */
function numbered(report: (data: readonly object[], page: number) => Fields): Answer {
  return (page = 1) => ({ data: paged(page), ...report(paged(page), page) });
}

/** A server that knows only this parameter, and what it reports about the page at an offset. */
function knowing(
  name: string,
  toOffset: (value: number) => number,
  report: (next: number) => Fields = () => ({}),
): Answer {
  return (_, next) => {
    const value = next?.kind === 'fields' ? next.fields[name] : undefined;
    const offset = value === undefined ? 0 : toOffset(Number(value));
    return { data: at(offset), ...report(offset + cap) };
  };
}

const hasNext = (next: number) => next < all.length;

describe('a list is complete', () => {
  it.each<[string, Answer]>([
    ['the total of records so far', numbered((data, page) => ({ total: Math.min(8, (page - 1) * cap + data.length) }))],
    ['a total that is one higher while there is more', numbered((_, page) => ({ total: Math.min(8, page * cap + 1) }))],
    ['the page size as the total, in text', numbered((data) => ({ total: `${data.length}`, size: cap }))],
    ['no total on the first page', numbered((_, page) => (page === 1 ? {} : { total: 8 }))],
    ['a total of null, then 0', numbered((_, page) => ({ total: page > 3 ? 0 : null }))],
    ['total -1', numbered(() => ({ total: -1 }))],
    ['a cursor of its own page', numbered(() => ({ cursor: null }))],
    [
      'offsets, and the length of the page as the total',
      knowing(
        'offset',
        (offset) => offset,
        (next) => ({ offset: next - cap, total: at(next - cap).length }),
      ),
    ],
    [
      'offsets, and no total',
      knowing(
        'offset',
        (offset) => offset,
        (next) => ({ offset: next - cap }),
      ),
    ],
    [
      'nextOffset',
      knowing(
        'offset',
        (offset) => offset,
        (next) => ({ nextOffset: hasNext(next) ? next : null }),
      ),
    ],
    [
      'next_page_token',
      knowing(
        'page_token',
        (offset) => offset,
        (next) => ({ next_page_token: hasNext(next) ? `${next}` : '' }),
      ),
    ],
    [
      'a cursor in result',
      knowing(
        'cursor',
        (offset) => offset,
        (next) => ({ result: { next_cursor: hasNext(next) ? `${next}` : null } }),
      ),
    ],
    ['has_more as 1 and 0', numbered((_, page) => ({ has_more: page < 3 ? 1 : 0 }))],
    ['names in upper case', numbered((_, page) => ({ Paging: { PageNumber: page, TotalCount: 8 } }))],
    [
      'a next page in a form of its own, beside numbers',
      numbered((_, page) => ({ nextPageInfo: page < 3 ? { of: 'x' } : null })),
    ],
  ])('if the server reports %s', async (_, answer) => {
    expect((await readAll(answer)).ids).toEqual(ids);
  });

  it.each<[string, string, (next: number) => string]>([
    ['x-next-cursor', 'cursor', String],
    ['x-next-page-token', 'pageToken', String],
    ['x-continuation-token', 'continuationToken', String],
    ['x-ms-continuation-token', 'continuationToken', String],
    ['x-next-offset', 'offset', String],
    ['x-pagination', 'cursor', (next) => JSON.stringify({ nextCursor: `${next}` })],
  ])('if the header %s leads on', async (header, name, value) => {
    const answer: Answer = (page, next) => {
      const { data, next: following } = knowing(
        name,
        (offset) => offset,
        (after) => ({ next: after }),
      )(page, next) as { data: object[]; next: number };
      return new WithHeaders(data, hasNext(following) ? { [header]: value(following) } : {});
    };
    expect((await readAll(answer)).ids).toEqual(ids);
  });

  it('if the header X-Pagination holds the total', async () => {
    const headers = { 'x-pagination': '{"TotalCount":8,"PageSize":3,"CurrentPage":1,"TotalPages":3}' };
    expect((await readAll((page = 1) => new WithHeaders(paged(page), page === 1 ? headers : {}))).ids).toEqual(ids);
  });

  it('if pages hold what was requested up to ten, then fewer', async () => {
    const many = Array.from({ length: 25 }, (_, id) => ({ id }));
    const answer: Answer = (page = 1) => ({
      data: [many.slice(0, 10), many.slice(10, 17), many.slice(17)][page - 1] ?? [],
      pageSize: 10,
    });
    expect((await readAll(answer)).ids).toEqual(many.map(({ id }) => id));
  });

  it.each([8, 9])('if the last of the reported pages may be full: %s records', async (count) => {
    const records = Array.from({ length: count }, (_, id) => ({ id }));
    const answer: Answer = (page = 1) => ({
      data: records.slice((page - 1) * 3, page * 3),
      page,
      totalPages: 3,
      pageSize: 3,
    });
    expect((await readAll(answer)).ids).toHaveLength(count);
  });

  it.each([
    ['page 4 does not exist', 9, 404, {}],
    ['page 4 is refused after one that is not full', 8, 400, {}],
    ['page 4 is refused after as many records as there are', 9, 422, { count: 9 }],
    ['page 2 is refused, as by a server without pages', 3, 400, {}],
  ])('if %s', async (_, count, status, fields) => {
    const records = Array.from({ length: count }, (__, id) => ({ id }));
    const beyond = new ApiError('invalid page', { status });
    const answer: Answer = (page = 1) => {
      const data = records.slice((page - 1) * cap, page * cap);
      return data.length === 0 ? beyond : { data, ...fields };
    };
    expect((await readAll(answer)).ids).toHaveLength(count);
  });

  it('if a server without paging receives a record meanwhile', async () => {
    const records = [...all];
    const answer: Answer = (_, next) => {
      if (next?.kind === 'fields' && 'offset' in next.fields) records.unshift({ id: 'new' });
      return { data: [...records] };
    };
    expect((await readAll(answer)).ids).toEqual([...ids, 'new']);
  });
});

describe('a list is refused', () => {
  const refusal = new ApiError('unknown parameter', { status: 422 });

  it.each<[string, Answer, string]>([
    [
      'the page is requested by page[number]',
      knowing('page[number]', (page) => (page - 1) * cap),
      'how it numbers its pages is unknown',
    ],
    ['the page is requested by p', knowing('p', (page) => (page - 1) * cap), 'has more than 3 speakers'],
    ['only _page is known', knowing('_page', (page) => (page - 1) * cap), 'has more than 3 speakers'],
    ['only startAt is known', knowing('startAt', (offset) => offset), 'has more than 3 speakers'],
    ['only from is known', knowing('from', (offset) => offset), 'has more than 3 speakers'],
    ['only offset is known', knowing('offset', (offset) => offset), 'has more than 3 speakers'],
    [
      'only skip is known, and page is refused',
      (page, next) => (page === undefined ? knowing('skip', (skip) => skip)(page, next) : refusal),
      'more than 3',
    ],
    [
      'a page after full ones is refused, as one that is too far away',
      (page = 1) => (page > 2 ? refusal : { data: paged(page) }),
      'refuses page 3 of the speakers, and may have more than 6',
    ],
    ['it names a way to continue that is unknown', () => ({ data: at(0), scrollId: 'x' }), 'does not end'],
    ['a header does', () => new WithHeaders(at(0), { 'x-more-results': 'true' }), 'does not end'],
    ['has_more is 1', () => ({ data: at(0), has_more: 1 }), 'does not end'],
    [
      'the header of a cursor leads to the same page',
      () => new WithHeaders(at(0), { 'x-next-cursor': 'x' }),
      'does not end',
    ],
    [
      'the last page shows another total',
      numbered((_, page) => ({ total: page === 3 ? 7 : 8 })),
      'reports 7 speakers in total after 8',
    ],
    ['the total counts what remains', numbered((_, page) => ({ total: 8 - (page - 1) * cap })), 'in total after 8'],
    [
      'a record is on two pages, and one on none',
      (page = 1) => ({ data: [all.slice(0, 3), [all[3], all[1], all[5]], all.slice(6)][page - 1] ?? [] }),
      'some speakers on two pages',
    ],
    [
      'the same happens with a total',
      (page = 1) => ({ data: [all.slice(0, 3), [all[3], all[1], all[5]], all.slice(6)][page - 1] ?? [], total: 8 }),
      'reports 8 and returned 7',
    ],
  ])('if %s', async (_, answer, message) => {
    await expect(readAll(answer)).rejects.toThrow(MalformedResponseError);
    await expect(readAll(answer)).rejects.toThrow(message);
  });
});
