// Why a list is refused that may be incomplete, and what its error advises.
import { expect, it } from 'vitest';
import {
  a,
  b,
  c,
  inTurn,
  type ListBody,
  type Parameters,
  readAll,
} from '../../test/support/listed-pages.ts';
import { ApiError } from '../errors.ts';
import type { ListOptions } from './pages.ts';

const parameterFix = 'pass the parameter of its page numbers, such as --paging p';

it.each<[string, ListBody, string]>([
  ['a higher total', { total: 3 }, 'the service reports 3 records and returned 2'],
  ['a lower total', { total: 1 }, 'the service reports 1 record and returned 2'],
  ['further pages', { pages: 2 }, 'the service reports 2 pages and returned 1'],
  ['a next link', { next: '/p' }, 'the service reports more than the first 2'],
  ['a continuation', { has_more: true }, 'the service reports more than the first 2'],
])('--paging none is refused if the response reports %s', async (_, report, message) => {
  const reading = readAll(() => ({ data: [a, b], ...report }), { paging: 'none' });
  await expect(reading).rejects.toMatchObject({
    name: 'IncompleteListError',
    message: `the list of speakers may be incomplete: ${message}`,
    fix: parameterFix,
  });
});

const noneFix = 'if the first response is the whole list, pass --paging none';
const fix = expect.stringContaining(parameterFix);

it.each<[string, (at: Parameters) => ListBody, string, Partial<ListOptions>?]>([
  [
    'ends before its total',
    inTurn({ data: [a, b], total: 4 }, { data: [c], total: 4 }),
    'the service reports 4 records and returned 3',
  ],
  [
    'is served again, and has a higher total',
    () => ({ data: [a, b], total: 4 }),
    'the service reports 4 records and returned 2',
  ],
  [
    'has no next page before its total',
    () => ({ data: [a], total: 4, next: null }),
    'the service reports 4 records and returned 1',
  ],
  [
    'has more than its total',
    () => ({ data: [a, b], total: 1 }),
    'the service reports 1 record and returned 2',
  ],
  [
    'ends before its last page',
    inTurn({ data: [a, b], pages: 3 }, { data: [c], pages: 3 }),
    'the service reports 3 pages and returned 2',
  ],
  [
    'is served again, and has a page 2',
    () => ({ data: [a, b], totalPages: 2 }),
    'the service reports 2 pages and returned 1',
  ],
  [
    'is served again, and has the page size',
    () => [a, b],
    'page 2 repeats records of page 1',
    { size: 2 },
  ],
  [
    'is served again, and has the page size that is reported',
    () => ({ data: [a, b], pageSize: 2 }),
    'page 2 repeats records of page 1',
  ],
  [
    'is served again, by the parameter of the user',
    () => [a, b],
    'page 2 repeats records of page 1',
    { size: 2, paging: 'skip' },
  ],
  [
    'is served again, and continues by a cursor',
    () => ({ data: [a, b], nextCursor: 'x' }),
    'the service reports more than the first 2',
  ],
  [
    'has a link to known records',
    () => ({ data: [a, b], next: '/p' }),
    'the service reports more than the first 2',
  ],
])('a list that %s is refused', async (_, answer, fault, options) => {
  const message = `the list of speakers may be incomplete: ${fault}`;
  await expect(readAll(answer, options)).rejects.toMatchObject({ message, fix });
});

it('a list that has ever new pages is refused after page 10,000', async () => {
  let requests = 0;
  const reading = readAll(({ page = 0 }) => {
    requests++;
    return [{ id: `${page}` }];
  });
  await expect(reading).rejects.toMatchObject({
    message: 'the list of speakers may be incomplete: it has more than 10,000 pages',
    fix: 'check the base URL and the event',
  });
  expect(requests).toBe(10_000);
});

it.each<[string, ListBody, string]>([
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
  const message =
    'the list of speakers may be incomplete: the page after the first 2 records is refused: ' +
    `no such page (${status})`;
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
