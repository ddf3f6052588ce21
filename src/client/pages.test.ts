// Which pages of a list are requested, and why one is refused; test/lists.test.ts uses HTTP.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantClock } from '../../test/support/instant-clock.ts';
import { ApiError, MalformedResponseError, NetworkError } from '../errors.ts';
import { systemClock } from './clock.ts';
import { followPages, type ListOptions, type PagePlace } from './pages.ts';
import { type Page, pageIn } from './paging.ts';

type Parameters = Readonly<Record<string, number>>;
type Body = Readonly<Record<string, unknown>> | readonly object[];
type Answer = (at: Parameters, link: string | undefined) => Body;

interface ReadOptions extends Partial<ListOptions> {
  /** What the reader does with a page before it takes the next one. */
  readonly usePage?: () => Promise<void>;
}

/** Reads the list of a service that answers the parameters, or the link, of a page with a body. */
async function readAll(answer: Answer, { usePage, ...options }: ReadOptions = {}) {
  const requested: PagePlace[] = [];
  const records: unknown[] = [];
  const read = async (place: PagePlace): Promise<Page> => {
    requested.push(place);
    const isLink = typeof place === 'string';
    const body = isLink ? answer({}, place) : answer(place, undefined);
    const page = pageIn({ body, headers: {} }, 'speakers');
    if (page === undefined) throw new TypeError(`no list: ${JSON.stringify(body)}`);
    return page;
  };
  for await (const page of followPages(read, {
    resource: 'speakers',
    size: 100,
    clock: systemClock,
    ...options,
  })) {
    records.push(...page.records);
    await usePage?.();
  }
  return { requested, records };
}

const [a, b, c, d] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }];
const people = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `spk_${at}` }));

/** Each page in turn; beyond the last one, the same without records. */
function inTurn(...bodies: readonly (Body & { readonly data: readonly object[] })[]) {
  return ({ page = 0 }: Parameters): Body => bodies[page - 1] ?? { ...bodies.at(-1), data: [] };
}

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
  const pages: Readonly<Record<string, Body>> = {
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

const parameterFix = 'pass the parameter of its pages, such as --paging page:p or offset:skip';

describe('--paging none', () => {
  it.each<[string, Body]>([
    ['nothing', {}],
    ['its total', { total: 2 }],
    ['one page', { totalPages: 1 }],
    ['no next link', { next: null }],
  ])('takes the first response for the list, if it reports %s', async (_, report) => {
    const read = await readAll(() => ({ data: [a, b], ...report }), { paging: 'none' });
    expect(read).toEqual({ requested: [{ pageSize: 100 }], records: [a, b] });
  });

  it.each<[string, Body, string]>([
    ['a higher total', { total: 3 }, 'is incomplete: the service reports 3 records and returned 2'],
    ['a lower total', { total: 1 }, 'is longer than the total that the service reports, 1'],
    ['further pages', { pages: 2 }, 'is incomplete: the service reports 2 pages and returned 1'],
    ['a next link', { next: '/p' }, 'may have more than the first 2: the service reports that'],
    ['a continuation', { has_more: true }, 'may have more than the first 2: the service reports'],
  ])('is refused if the response reports %s', async (_, report, message) => {
    const reading = readAll(() => ({ data: [a, b], ...report }), { paging: 'none' });
    await expect(reading).rejects.toMatchObject({
      name: 'MalformedResponseError',
      message: expect.stringContaining(message),
      fix: parameterFix,
    });
  });
});

it.each([
  ['page:p', [{ p: 1 }, { p: 2 }, { p: 3 }]],
  ['offset:skip', [{ skip: 0 }, { skip: 2 }, { skip: 3 }]],
])('--paging %s requests %j, and follows no link', async (paging, expected) => {
  const all = [a, b, c];
  const { requested, records } = await readAll(
    ({ p = 1, skip = (p - 1) * 2 }) => ({ data: all.slice(skip, skip + 2), next: null }),
    { paging },
  );
  expect(requested).toEqual(expected.map((parameter) => ({ ...parameter, pageSize: 100 })));
  expect(records).toEqual(all);
});

it('records without an id are distinguished by all of their fields', async () => {
  const [first, second] = [{ email: 'ada@example.org' }, { email: 'bo@example.org' }];
  const pages = inTurn({ data: [first] }, { data: [second] });
  expect((await readAll(pages)).records).toEqual([first, second]);
});

const noneFix = 'if the first response is the whole list, pass --paging none';
const fix = expect.stringContaining(parameterFix);

it.each<[string, (at: Parameters) => Body, string, Partial<ListOptions>?]>([
  [
    'ends before its total',
    inTurn({ data: [a, b], total: 4 }, { data: [c], total: 4 }),
    'is incomplete: the service reports 4 records and returned 3',
  ],
  [
    'is served again, and has a higher total',
    () => ({ data: [a, b], total: 4 }),
    'is incomplete: the service reports 4 records and returned 2',
  ],
  [
    'has no next page before its total',
    () => ({ data: [a], total: 4, next: null }),
    'is incomplete: the service reports 4 records and returned 1',
  ],
  [
    'has more than its total',
    () => ({ data: [a, b], total: 1 }),
    'is longer than the total that the service reports, 1',
  ],
  [
    'ends before its last page',
    inTurn({ data: [a, b], pages: 3 }, { data: [c], pages: 3 }),
    'is incomplete: the service reports 3 pages and returned 2',
  ],
  [
    'is served again, and has a page 2',
    () => ({ data: [a, b], totalPages: 2 }),
    'is incomplete: the service reports 2 pages and returned 1',
  ],
  [
    'is served again, and has the page size',
    () => [a, b],
    'may have more than the first 2: page 2 is page 1 again',
    { size: 2 },
  ],
  [
    'is served again, and has the page size that is reported',
    () => ({ data: [a, b], pageSize: 2 }),
    'may have more than the first 2: page 2 is page 1 again',
  ],
  [
    'is served again, by the parameter of the user',
    () => [a, b],
    'may have more than the first 2: page 2 is page 1 again',
    { size: 2, paging: 'offset:skip' },
  ],
  [
    'is served again, and continues by a cursor',
    () => ({ data: [a, b], nextCursor: 'x' }),
    'may have more than the first 2: the service reports that it continues',
  ],
  [
    'has a link to known records',
    () => ({ data: [a, b], next: '/p' }),
    'may have more than the first 2: the service reports that it continues',
  ],
])('a list that %s is refused', async (_, answer, fault, options) => {
  const message = `the list of speakers ${fault}`;
  await expect(readAll(answer, options)).rejects.toMatchObject({ message, fix });
});

it.each<[string, number, Answer]>([
  ['has ever new pages', 10_000, ({ page = 0 }) => [{ id: `${page}` }]],
  ['reports too many pages', 1, () => ({ data: [a], totalPages: 10_001 })],
  ['reports too many records', 1, () => ({ data: [a, b], total: 20_001 })],
  ['reports too many records of its size', 1, () => ({ data: [a], total: 20_001, pageSize: 2 })],
])('a list that %s is refused after page %i', async (_, pages, answer) => {
  let requests = 0;
  const reading = readAll((...place) => {
    requests++;
    return answer(...place);
  });
  await expect(reading).rejects.toMatchObject({
    message: 'the list of speakers has more than 10,000 pages',
    fix: 'check the base URL and the event; a list with more pages is not read',
  });
  expect(requests).toBe(pages);
});

it('a list of one large page is read, whatever it has', async () => {
  const { records } = await readAll(() => ({ data: people(10_001), total: 10_001, pageSize: 1 }));
  expect(records).toHaveLength(10_001);
});

it.each([
  [3, 5, NetworkError, 'has had no new record for 10 minutes of reading it'],
  [1, 10, MalformedResponseError, 'became shorter while it was read'],
])('an ever changing list with pages of %i min each is given up', async (...given) => {
  const [minutes, requests, kind, fault] = given;
  const clock = instantClock();
  const pages = inTurn({ data: [a, b], total: 3 }, { data: [c], total: 2 });
  const answer = (at: Parameters) => {
    void clock.sleep(minutes * 60_000);
    return pages(at);
  };
  const reading = readAll(answer, { clock });
  await expect(reading).rejects.toBeInstanceOf(kind);
  await expect(reading).rejects.toMatchObject({
    message: `the list of speakers ${fault}`,
    retryable: true,
  });
  expect(clock.waits).toHaveLength(requests);
});

it('a reader may take its time with each page', async () => {
  const clock = instantClock();
  const usePage = () => clock.sleep(11 * 60_000);
  const { records } = await readAll(inTurn({ data: [a] }, { data: [b] }), { clock, usePage });
  expect(records).toEqual([a, b]);
});

it.each<[string, Body, string]>([
  ['may be the whole list', {}, `${noneFix}; otherwise ${parameterFix}`],
  ['reports that it is not', { total: 3 }, parameterFix],
])('the error of a list says what helps: its first response %s', async (_, report, help) => {
  const reading = readAll(() => ({ data: [a, b], ...report }), { size: 2 });
  await expect(reading).rejects.toMatchObject({ fix: help });
});

it.each([400, 404, 422])('a list whose page 2 is refused with %i is refused', async (status) => {
  const answer = ({ page = 1 }: Parameters) => {
    if (page === 2) throw new ApiError(`no such page (${status})`, { status });
    return [a, b];
  };
  const message = `the list of speakers may have more than the first 2: no such page (${status})`;
  await expect(readAll(answer)).rejects.toMatchObject({ message, fix, status });
});

it.each([
  [1, 404],
  [2, 401],
  [2, 503],
])('the error of page %i, which is %i, is that of the service', async (number, status) => {
  const error = new ApiError('the service does not like it', { status });
  const answer = ({ page = 1 }: Parameters) => {
    if (page === number) throw error;
    return [a, b];
  };
  await expect(readAll(answer)).rejects.toBe(error);
});

it.each<[string, (at: Parameters) => Body, string]>([
  [
    'has fewer records',
    inTurn({ data: [a, b], total: 4 }, { data: [c], total: 3 }),
    'became shorter while it was read',
  ],
  [
    'has fewer pages than its first page has reported',
    inTurn({ data: [a], pages: 3 }, { data: [b], pages: 2 }),
    'became shorter while it was read',
  ],
  [
    'has another order',
    inTurn({ data: [a, b] }, { data: [a, d] }),
    'has records on two pages, so others may be missing',
  ],
  [
    'has a new record before the others',
    inTurn({ data: [a, b], total: 3 }, { data: [b, c], total: 4 }),
    'has records on two pages, so others may be missing',
  ],
])('a list that %s whenever it is read is refused', async (_, answer, fault) => {
  await expect(readAll(answer)).rejects.toMatchObject({
    message: `the list of speakers ${fault}`,
    fix: 'the list changed while it was read: run the command again',
    retryable: true,
  });
});

it('a list that changes while it is read is read again, and each record is given once', async () => {
  const readings = [
    inTurn({ data: [a, b], total: 4 }, { data: [b, c], total: 4 }),
    inTurn({ data: [d, a], total: 4 }, { data: [b, c], total: 4 }),
  ];
  let reading = -1;
  const { requested, records } = await readAll((at) => {
    if (at.page === 1) reading++;
    return readings[reading]?.(at) ?? [];
  });
  expect(records).toEqual([a, b, c, d]);
  expect(requested.map((place) => Object(place).page)).toEqual([1, 2, 3, 1, 2]);
});

it('gives the records of a page that shows that the list has become shorter', async () => {
  const readings = [
    inTurn({ data: [a, b], total: 4 }, { data: [c, d], total: 3 }),
    inTurn({ data: [a, b], total: 4 }, { data: [c, d], total: 4 }),
  ];
  let reading = -1;
  const { records } = await readAll((at) => {
    if (at.page === 1) reading++;
    return readings[reading]?.(at) ?? [];
  });
  expect(records).toEqual([a, b, c, d]);
});

it('gives no record that is gone when the list is read again', async () => {
  const readings = [
    inTurn({ data: [a, b], total: 4 }, { data: [c], total: 3 }),
    inTurn({ data: [a, c], total: 3 }, { data: [d], total: 3 }),
  ];
  let reading = -1;
  const read = readAll((at) => {
    if (at.page === 1) reading++;
    return readings[Math.min(reading, 1)]?.(at) ?? [];
  });
  const message = 'the list of speakers became shorter while it was read';
  await expect(read).rejects.toMatchObject({ message, retryable: true });
});

it('a list is whole although a record is on two pages, if the total confirms it', async () => {
  const pages = inTurn({ data: [a, b], total: 3 }, { data: [b, c], total: 3 });
  expect((await readAll(pages)).records).toEqual([a, b, c]);
});

/** How a server may divide a list, and what it may report. */
const world = fc.record({
  count: fc.nat(23),
  cap: fc.integer({ min: 1, max: 9 }),
  total: fc.constantFrom(undefined, 'total', 'totalResults', 'totalCount', 'count'),
  pages: fc.constantFrom(undefined, 'totalPages', 'pages'),
  next: fc.constantFrom('none', 'link', 'link and null', 'cursor'),
  place: fc.constantFrom(undefined, 'pagination', 'paging', 'page', 'meta'),
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
