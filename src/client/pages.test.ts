// How a list is requested, and why one is refused; test/lists.test.ts has the services.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError, MalformedResponseError } from '../errors.ts';
import { followPages, type ListOptions, type ReadPage } from './pages.ts';
import { pageIn } from './paging.ts';

type Fields = Readonly<Record<string, unknown>>;
const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

/** What is requested of a service that answers with these bodies or errors, and the ids. */
async function readAll(answer: (fields: Fields) => unknown, options: Partial<ListOptions> = {}) {
  const requested: string[] = [];
  const ids: unknown[] = [];
  const pages = followPages(
    async (next) => {
      const fields: Fields = next?.kind === 'link' ? { link: next.url } : (next?.fields ?? {});
      requested.push(
        Object.entries(fields)
          .map((field) => field.join('='))
          .join('&'),
      );
      const body = answer(fields);
      const page = pageIn({ body, headers: {} }, 'speakers');
      if (page === undefined) throw new TypeError('no list');
      return page;
    },
    { resource: 'speakers', ...options },
  );
  for await (const { records } of pages) ids.push(...records.map(({ id }) => id));
  return { requested, ids };
}

const of = (total: number, ...data: readonly object[]) => ({ data, total });
const pages = (totalPages: number, ...data: readonly object[]) => ({ data, totalPages });
const numbered = (bodies: readonly unknown[]) => (fields: Fields) => bodies[Number(fields.page ?? 1) - 1];

it('asks our own service once for each page', async () => {
  const all = Array.from({ length: 230 }, (_, n) => ({ id: `spk_${n}` }));
  const serve = (total: number) => (fields: Fields) => {
    const [page, pageSize] = [Number(fields.page ?? 1), Number(fields.pageSize ?? 25)];
    const pagination = { currentPage: page, pageSize, totalPages: Math.ceil(total / pageSize), totalResults: total };
    return { data: all.slice(0, total).slice((page - 1) * pageSize, page * pageSize), pagination };
  };
  const requests = async (total: number) => (await readAll(serve(total), { size: 100 })).requested;
  expect(await requests(0)).toEqual(['pageSize=100']);
  expect(await requests(100)).toEqual(['pageSize=100']);
  expect(await requests(230)).toEqual(['pageSize=100', 'pageSize=100&page=2', 'pageSize=100&page=3']);
});

it('asks for page 1 and for small pages, if nothing is reported and page 2 is page 1', async () => {
  const { requested, ids } = await readAll(() => [a, b]);
  expect(requested.slice(0, 3)).toEqual(['', 'page=1', 'page=2']);
  expect(requested[3]).toContain('limit=1&');
  expect([requested.length, ids]).toEqual([4, ['a', 'b']]);
});

it('takes a list as undivided only if a request with every name of a size leaves it unchanged', async () => {
  const answer = (fields: Fields) => {
    if ('limit' in fields) throw new ApiError('at least 10', { status: 422 });
    return [a, b];
  };
  await expect(readAll(answer)).rejects.toThrow('may have more than the first 2: page 2 is the first page again');
});

it.each<[string, (fields: Fields) => unknown, string]>([
  ['has fewer records', numbered([of(4, a, b), of(3, c)]), 'became shorter'],
  ['has fewer pages', numbered([pages(3, a), pages(2, b)]), 'became shorter'],
  ['has another order', numbered([[a, b], [c, a], []]), 'has records on two pages'],
  ['has another order, and a total', numbered([of(4, a, b), [b, c], []]), 'has records on two pages'],
])('a list that %s while it is read is refused', async (_, answer, message) => {
  await expect(readAll(answer)).rejects.toMatchObject({
    message: expect.stringContaining(message),
    fix: 'the list changed while it was read: run the command again',
  });
});

it('a list is whole although some records are on two pages, if the total confirms it', async () => {
  expect((await readAll(numbered([of(3, a, b), of(3, b, c)]))).ids).toEqual(['a', 'b', 'c']);
});

it.each<[string, (fields: Fields) => unknown, string, object?]>([
  ['leads in a circle', () => ({ data: [a], nextCursor: 'x' }), 'its pages lead in a circle'],
  ['has ever new pages', ({ page = 1 }) => [{ id: page }], 'has more than 10000 pages'],
  ['reports less', () => ({ data: [a, b], total: 1 }), 'is longer than the total that the service reports, 1'],
  ['reports a total of its page', numbered([{ ...of(1, a), more: true }, of(1, b)]), 'is longer'],
  ['reports more', () => ({ data: [a], has_more: true }), 'the service reports more and returned 1'],
  ['does not know the parameter', () => [a], 'page 2 is the first page again', { paging: 'offset:skip' }],
])('a list that %s is refused', async (_, answer, message, options) => {
  await expect(readAll(answer, options)).rejects.toThrow(message);
});

it('a list with a page that is refused is refused with its status', async () => {
  const answer = (fields: Fields) => {
    if (fields.page === 3) throw new ApiError('no', { status: 422 });
    return numbered([[a], [b]])(fields);
  };
  const message = 'the list of speakers may have more than the first 2; the service refuses a page of it (422)';
  await expect(readAll(answer)).rejects.toMatchObject({ message, status: 422 });
});

/** Whatever paging a server may have. */
const world = fc.record({
  records: fc.nat(23),
  cap: fc.integer({ min: 1, max: 9 }),
  base: fc.constantFrom(0, 1),
  /** What it adds to its page number when it reports it; undefined if it does not report it. */
  reported: fc.constantFrom(undefined, -1, 0, 1),
  total: fc.constantFrom(undefined, 'totalResults', 'total', 'count'),
  pages: fc.boolean(),
  more: fc.constantFrom(undefined, 'has_more', 'next', 'link', 'cursor', 'header'),
  beyond: fc.constantFrom('empty', 'absent', 'refused', 'first', 'last'),
  hasIds: fc.boolean(),
});

function serve(server: typeof world extends fc.Arbitrary<infer T> ? T : never): ReadPage {
  const { records, cap, base, reported, total, pages, more, beyond, hasIds } = server;
  const all = Array.from({ length: records }, (_, n) => (hasIds ? { id: `r${n}` } : { n }));
  const last = Math.max(0, Math.ceil(records / cap) - 1);
  return async (next) => {
    const fields: Readonly<Record<string, unknown>> = next?.kind === 'fields' ? next.fields : {};
    const linked = next?.kind === 'link' ? /\d+$/.exec(next.url)?.[0] : fields.cursor;
    const wanted = Number(linked ?? Number(fields.page ?? base) - base);
    if (wanted > last && beyond === 'absent') throw new ApiError('no such page', { status: 404 });
    if (wanted > last && beyond === 'refused') throw new ApiError('no such page', { status: 422 });
    const index = wanted <= last || beyond === 'empty' ? wanted : beyond === 'first' ? 0 : last;
    const data = index < 0 ? [] : all.slice(index * cap, (index + 1) * cap);
    const hasNext = index < last;
    const headers = more === 'header' && hasNext ? { link: `<?p=${index + 1}>; rel="next"` } : {};
    const body = {
      data,
      ...(reported === undefined ? {} : { page: Math.max(0, index + base + reported) }),
      ...(total && { meta: { [total]: records } }),
      ...(pages && { totalPages: Math.ceil(records / cap) }),
      ...(more === 'has_more' && { has_more: hasNext }),
      ...(more === 'next' && { next: hasNext ? index + 1 + base : null }),
      ...(more === 'link' && { links: { next: hasNext ? `?p=${index + 1}` : null } }),
      ...(more === 'cursor' && { nextCursor: hasNext ? index + 1 : null }),
    };
    const page = pageIn({ body, headers }, 'speakers');
    if (page === undefined) throw new TypeError('a list was not found');
    return page;
  };
}

async function countOf(read: ReadPage): Promise<number | 'refused'> {
  let count = 0;
  try {
    for await (const { records } of followPages(read, { resource: 'speakers', size: 100 })) count += records.length;
    return count;
  } catch (error) {
    if (error instanceof MalformedResponseError || error instanceof ApiError) return 'refused';
    throw error;
  }
}

it('any server has its list read completely, or the list is refused', async () => {
  const property = fc.asyncProperty(world, async (server) => {
    const count = await countOf(serve(server));
    expect([server.records, 'refused']).toContain(count);
    const isPlain = server.reported === 0 && server.total !== undefined && server.beyond !== 'refused';
    if (isPlain) expect(count).toBe(server.records);
  });
  await fc.assert(property, { numRuns: 500 });
});
