// Lists that are refused, because they are not complete or changed while they were read.
import { describe, expect, it } from 'vitest';
import { type Answer, a, b, c, inOrder, notFound, readAll, WithHeaders } from '../../test/support/list-reading.ts';
import { ApiError, MalformedResponseError } from '../errors.ts';

describe('a list is refused', () => {
  it.each<[string, Answer, string]>([
    [
      'with fewer records than reported',
      (page = 1) => ({ data: page === 1 ? [a, b] : [], total: 3, page }),
      'the list of speakers is incomplete: the service reports 3 and returned 2',
    ],
    ['with fewer than a count', inOrder({ data: [a, b], meta: { count: 3 }, next: null }), 'reports 3 and returned 2'],
    [
      'with more records than reported',
      inOrder({ data: [a, b], total: 1 }),
      'the list of speakers is longer than the total that the service reports, 1',
    ],
    [
      'with an empty page instead of a reported one',
      (page = 1) => ({ data: page === 1 ? [a] : [], totalPages: 9, page }),
      'the service reports further speakers after the first 1, but returns none',
    ],
    [
      'with an empty page at the end',
      (page = 1) => ({ data: [[a], [b], []][page - 1] ?? [], totalPages: 3, page }),
      'reports further speakers after the first 2, but returns none',
    ],
    [
      'with an empty page that reports more',
      (page) => ({ data: page === undefined ? [a] : [], has_more: true }),
      'but returns an empty page',
    ],
    [
      'with a page after full ones that is refused, as one that is too far away',
      (page = 1) => (page > 2 ? new ApiError('no', { status: 422 }) : { data: [[a], [b]][page - 1] }),
      'the service refuses page 3 of the speakers (422), and may have more than 2',
    ],
    [
      'that reports more, and does not say how',
      () => ({ data: [a], has_more: true }),
      'the service returned an earlier page instead of page 2',
    ],
    [
      'whose header counts more',
      () => new WithHeaders([a], { 'x-total-count': '3' }),
      'the service returned an earlier page instead of page 2',
    ],
    [
      'with the same page again',
      () => ({ data: [a], pagination: { totalPages: 5 } }),
      'the service returned an earlier page instead of page 2',
    ],
    ['with a cursor that leads to itself', () => ({ data: [a], nextCursor: 'x' }), 'the list of speakers does not end'],
    [
      'with a page passed over',
      (page) => ({ data: page === undefined ? [a] : [c], page: page === undefined ? 1 : 3 }),
      'the service returned page 3 of the speakers after page 1',
    ],
    [
      'that ends in a cycle of three pages',
      (page = 1) => ({ data: [[a], [b], [c]][page % 3], page }),
      'the service returned an earlier page instead of page 4',
    ],
    [
      'that ends in a cycle of records without ids',
      (page = 1) => ({ data: [{ email: page % 3 }], page }),
      'an earlier page instead of page 4',
    ],
    [
      'that has ever new pages beyond its total',
      (page = 1) => ({ data: [{ id: page }], has_more: true, total: 9 }),
      'is longer than the total that the service reports, 9',
    ],
    [
      'that has ever new links',
      (_, next) => ({ data: [], next: `/s?${next?.kind === 'link' ? next.url.length : 0}${'x'.repeat(9)}` }),
      'lead in a circle',
    ],
  ])('%s', async (_, answer, message) => {
    await expect(readAll(answer)).rejects.toThrow(MalformedResponseError);
    await expect(readAll(answer)).rejects.toThrow(message);
    await expect(readAll(answer)).rejects.toMatchObject({ advice: { kind: 'choose_paging' } });
  });

  it.each<[string, Answer]>([
    ['that has ever new pages', (page = 1) => ({ data: [{ id: page }], page })],
    [
      'that reports a billion pages, and has ever new ones',
      (page = 1) => ({ data: [{ id: page }], page, totalPages: 1e9, total: 1e9 }),
    ],
  ])('%s', async (_, answer) => {
    await expect(readAll(answer, { maxPages: 50 })).rejects.toMatchObject({
      message: 'the list of speakers is longer than the 50 pages that are read at most',
      advice: { kind: 'allow_more_pages' },
    });
  });

  it.each<[string, Answer]>([
    [
      'grew by records that were added to earlier pages',
      inOrder({ data: [a, b], total: 3 }, { data: [b, c], total: 4 }, { data: [], total: 4 }),
    ],
    // A record of the first page was removed, so that the one between the pages was in neither of them.
    ['shrank', inOrder({ data: [a, b], total: 4 }, { data: [c], total: 3 })],
    ['has fewer pages', inOrder({ data: [a], totalPages: 3 }, { data: [b], totalPages: 2 })],
    ['has another order', inOrder({ data: [a, b] }, { data: [c, a] }, { data: [] })],
  ])('that %s while it was read', async (_, answer) => {
    await expect(readAll(answer)).rejects.toMatchObject({
      fix: 'the list changed while it was read: run the command again',
    });
  });

  it('with the response to a page that the server has reported', async () => {
    const answer: Answer = (page) => (page === undefined ? { data: [a], totalPages: 2 } : notFound());
    await expect(readAll(answer)).rejects.toMatchObject({ status: 404 });
    await expect(readAll(answer, { first: 1 })).rejects.toMatchObject({ status: 404 });
  });
});
