// A property of lists: whatever paging a server has, its list is read completely or refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, readAll, WithHeaders } from '../../test/support/list-reading.ts';
import { ApiError, MalformedResponseError } from '../errors.ts';

const notFound = () => new ApiError('no such page', { status: 404 });

describe('any server', () => {
  const world = fc.record({
    records: fc.nat(23),
    cap: fc.integer({ min: 1, max: 9 }),
    base: fc.constantFrom(0, 1),
    /** What it adds to its page number when it reports it; undefined if it does not report it. */
    reported: fc.constantFrom(undefined, -1, 0, 1),
    total: fc.constantFrom(undefined, 'totalResults', 'total', 'count'),
    pages: fc.boolean(),
    /** Whether it counts the records of the list, or only those of the page. */
    counts: fc.constantFrom('list', 'page'),
    more: fc.constantFrom(undefined, 'has_more', 'next', 'link', 'cursor', 'header', 'offset'),
    beyond: fc.constantFrom('empty', 'absent', 'last'),
    hasIds: fc.boolean(),
  });

  function serve(server: typeof world extends fc.Arbitrary<infer T> ? T : never): Answer {
    const { records, cap, base, reported, total, pages, counts, more, beyond, hasIds } = server;
    const all = Array.from({ length: records }, (_, n) => (hasIds ? { id: `r${n}` } : { n }));
    const last = Math.max(0, Math.ceil(records / cap) - 1);
    return (number = base, next) => {
      const linked = next?.kind === 'link' ? /\d+$/.exec(next.url)?.[0] : undefined;
      const { cursor, offset } = next?.kind === 'fields' ? next.fields : {};
      const value = cursor ?? offset;
      const wanted = value !== undefined ? Number(value) / cap : Number(linked ?? number - base);
      if (wanted > last && beyond === 'absent') return notFound();
      const index = beyond === 'last' ? Math.min(wanted, last) : wanted;
      const data = index < 0 ? [] : all.slice(index * cap, (index + 1) * cap);
      const counted = counts === 'list' ? records : data.length;
      const hasNext = index < last;
      const headers = more === 'header' && hasNext ? { link: `<?p=${index + 1}>; rel="next"` } : {};
      const body = {
        data,
        ...(reported === undefined ? {} : { page: Math.max(0, index + base + reported) }),
        ...(total && { meta: { [total]: counted } }),
        ...(pages && { totalPages: Math.ceil(counted / cap) }),
        ...(more === 'has_more' && { has_more: hasNext }),
        ...(more === 'next' && { next: hasNext ? index + 1 + base : null }),
        ...(more === 'link' && { links: { next: hasNext ? `?p=${index + 1}` : null } }),
        ...(more === 'cursor' && { nextCursor: hasNext ? (index + 1) * cap : null }),
        ...(more === 'offset' && { paging: { offset: index * cap } }),
      };
      return new WithHeaders(body, headers);
    };
  }

  it('has its list read completely, or the list is refused', async () => {
    const property = fc.asyncProperty(world, async (server) => {
      const isCounted = server.total !== undefined && !(server.total === 'count' && server.counts === 'page');
      // An offset beside a number of the page is not used.
      const saysMore = server.more !== undefined && server.more !== 'offset';
      const isSilent = !isCounted && !server.pages && !saysMore && server.reported !== 0 && server.reported !== -1;
      // What a service says is trusted; and if it does not say otherwise, its pages count from 1.
      const saysWrong = server.counts === 'page' && (isCounted || server.pages);
      if (saysWrong || (isSilent && server.base === 0)) return;
      const count = await readAll(serve(server), { mayAssumeEnd: true }).then(({ ids }) => ids.length, refusal);
      expect([server.records, 'refused']).toContain(count);
      // Servers that number their pages in one way are read completely.
      if (server.reported === 0) expect(count).toBe(server.records);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  function refusal(error: unknown): 'refused' {
    if (error instanceof MalformedResponseError || error instanceof ApiError) return 'refused';
    throw error;
  }
});
