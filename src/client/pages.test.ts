// Which pages of a list are requested, and when it is complete; test/lists.test.ts uses HTTP.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  a,
  b,
  c,
  inTurn,
  type ListBody,
  type Parameters,
  people,
  readAll,
} from '../../test/support/listed-pages.ts';
import { MalformedResponseError } from '../errors.ts';

it.each([
  [0, [1]],
  [1, [1]],
  [100, [1]],
  [101, [1, 2]],
  [230, [1, 2, 3]],
])('of %i records, the public server is asked for the pages %j alone', async (count, numbers) => {
  const all = people(count);
  const { requested, records } = await readAll(({ page = 1, pageSize = 25 }) => {
    const data = all.slice((page - 1) * pageSize, page * pageSize);
    return { data, page, pageSize, total: count };
  });
  expect(requested).toEqual(numbers.map((page) => ({ page, pageSize: 100 })));
  expect(records).toEqual(all);
});

it('a list ends with its last page, if a number of pages is reported', async () => {
  const pages = inTurn({ data: [a], totalPages: 2 }, { data: [b], totalPages: 2 });
  expect(await readAll(pages)).toEqual({
    requested: [
      { page: 1, pageSize: 100 },
      { page: 2, pageSize: 100 },
    ],
    records: [a, b],
  });
  for (const totalPages of [0, 1]) {
    const { requested } = await readAll(() => ({ data: [], totalPages }));
    expect(requested).toHaveLength(1);
  }
});

it('links are followed to the last page, whatever its parameters', async () => {
  const pages: Readonly<Record<string, ListBody>> = {
    '/p?after=a': { data: [b], next: '/p?after=b' },
    '/p?after=b': { data: [c] },
  };
  const start = { data: [a], next: '/p?after=a' };
  const { requested, records } = await readAll((_, link) => pages[link ?? ''] ?? start);
  expect(requested).toEqual([{ page: 1, pageSize: 100 }, '/p?after=a', '/p?after=b']);
  expect(records).toEqual([a, b, c]);
});

it('a list ends without a further request if its first page reports no next one', async () => {
  expect((await readAll(() => ({ data: [a], next: null }))).requested).toHaveLength(1);
});

it('without any report, pages are read until one has no new record', async () => {
  const { requested, records } = await readAll(inTurn({ data: [a, b] }, { data: [c] }));
  expect(requested).toEqual([1, 2, 3].map((page) => ({ page, pageSize: 100 })));
  expect(records).toEqual([a, b, c]);
  const isLastAgain = ({ page = 1 }: Parameters) => [[a, b], [c]][Math.min(page, 2) - 1] ?? [];
  expect((await readAll(isLastAgain)).records).toEqual([a, b, c]);
});

it.each([
  [3, 100],
  [99, 100],
  [100, 25],
  [230, 100],
])('a list of %i is not divided if page 2 is page 1 and a page has %i', async (count, size) => {
  const { requested, records } = await readAll(() => people(count), { size });
  expect(requested).toHaveLength(2);
  expect(records).toEqual(people(count));
});

describe('--paging none', () => {
  it.each<[string, ListBody]>([
    ['nothing', {}],
    ['its total', { total: 2 }],
    ['one page', { totalPages: 1 }],
    ['no next link', { next: null }],
  ])('takes the first response for the list, if it reports %s', async (_, report) => {
    const read = await readAll(() => ({ data: [a, b], ...report }), { paging: 'none' });
    expect(read).toEqual({ requested: [{ pageSize: 100 }], records: [a, b] });
  });
});

it('--paging p requests pages by this parameter, and follows no link', async () => {
  const all = [a, b, c];
  const { requested, records } = await readAll(
    ({ p = 1 }) => ({ data: all.slice(2 * p - 2, 2 * p), next: null }),
    { paging: 'p' },
  );
  expect(requested).toEqual([{ pageSize: 100 }, { p: 2, pageSize: 100 }, { p: 3, pageSize: 100 }]);
  expect(records).toEqual(all);
});

it.each([0, 1, 2, 3, 4, 99, 100, 101, 102, 230])(
  'of %i records, none is missing if --paging names the parameter of an offset',
  async (count) => {
    const all = people(count);
    const reading = readAll(({ skip = 0 }) => all.slice(skip, skip + 100), { paging: 'skip' });
    const records = await reading.then(
      (read) => read.records,
      (error) => (error instanceof MalformedResponseError ? 'refused' : error),
    );
    expect(count > 2 ? 'refused' : all).toEqual(records);
  },
);

it('records without an id are distinguished by all of their fields', async () => {
  const [first, second] = [{ email: 'ada@example.org' }, { email: 'bo@example.org' }];
  const pages = inTurn({ data: [first] }, { data: [second] });
  expect((await readAll(pages)).records).toEqual([first, second]);
});

it('a list of one large page is read, whatever it has', async () => {
  const { records } = await readAll(() => ({ data: people(10_001), total: 10_001, pageSize: 1 }));
  expect(records).toHaveLength(10_001);
});

/** How a server may divide a list, and what it may report. */
const world = fc.record({
  count: fc.nat(23),
  cap: fc.integer({ min: 1, max: 9 }),
  total: fc.constantFrom(undefined, 'total', 'totalResults', 'totalCount', 'count'),
  pages: fc.constantFrom(undefined, 'totalPages', 'pages'),
  next: fc.constantFrom('none', 'link', 'link and null', 'cursor'),
  place: fc.constantFrom(undefined, 'pagination', 'paging', 'page', 'meta', 'links'),
  beyond: fc.constantFrom('empty', 'last'),
  hasIds: fc.boolean(),
});

it('any server with page numbers has its list read completely', async () => {
  const property = fc.asyncProperty(world, async (server) => {
    const { count, cap, total, pages, next, place, beyond, hasIds } = server;
    const all = Array.from({ length: count }, (_, at) => (hasIds ? { id: `r${at}` } : { at }));
    const last = Math.max(1, Math.ceil(count / cap));
    const { records } = await readAll(({ page }, link) => {
      const asked = page ?? Number(link?.slice(6));
      const number = beyond === 'last' ? Math.min(asked, last) : asked;
      const data = all.slice((number - 1) * cap, number * cap);
      const hasNext = number < last;
      const report: Record<string, unknown> = {};
      if (total !== undefined) report[total] = count;
      if (pages !== undefined) report[pages] = last;
      if (next.startsWith('link') && hasNext) report.next = `?page=${number + 1}`;
      if (next === 'link and null' && !hasNext) report.next = null;
      if (next === 'cursor' && hasNext) report.nextCursor = 'x';
      return place === undefined ? { data, ...report } : { data, [place]: report };
    });
    expect(records).toEqual(all);
  });
  await fc.assert(property, { numRuns: 500 });
});

it('a server that ignores page numbers is refused, unless it returns all records', async () => {
  const property = fc.asyncProperty(world, fc.boolean(), async (server, isDivided) => {
    const { count, cap, total, pages, next } = server;
    const all = people(count);
    const data = isDivided ? all.slice(0, cap) : all;
    const isAll = data.length === count;
    const report: Record<string, unknown> = {};
    if (total !== undefined) report[total] = count;
    if (pages !== undefined) report[pages] = isDivided ? Math.ceil(count / cap) : 1;
    if (next !== 'none') report.nextCursor = isAll ? null : 'x';
    const read = readAll(() => ({ data, ...report }), { size: cap });
    const length = await read.then(
      ({ records }) => records.length,
      (error) => (error instanceof MalformedResponseError ? 'refused' : error),
    );
    expect(isAll ? [count, 'refused'] : ['refused']).toContain(length);
    // What has the page size may be a page.
    const hasTotal = total !== undefined && total !== 'count';
    const isKnown = count !== cap || hasTotal || pages !== undefined;
    if (isAll && isKnown) expect(length).toBe(count);
  });
  await fc.assert(property, { numRuns: 500 });
});
