// A property of lists: whatever paging a server has, its list is read completely or refused.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError, MalformedResponseError } from '../errors.ts';
import { followPages, type ReadPage } from './pages.ts';
import { pageIn } from './paging.ts';

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
