// Why a list is refused that may be incomplete, and what its error advises.
import { expect, it } from 'vitest';
import {
  a,
  b,
  c,
  inTurn,
  type ListAnswer,
  type ListBody,
  type Parameters,
  readAll,
} from '../../test/support/listed-pages.ts';
import { ApiError } from '../errors.ts';
import type { ListOptions } from './pages.ts';

const parameterFix = 'pass the parameter of its pages, such as --paging page:p or offset:skip';

it.each<[string, ListBody, string]>([
  ['a higher total', { total: 3 }, 'is incomplete: the service reports 3 records and returned 2'],
  ['a lower total', { total: 1 }, 'is longer than the total that the service reports, 1'],
  ['further pages', { pages: 2 }, 'is incomplete: the service reports 2 pages and returned 1'],
  ['a next link', { next: '/p' }, 'may have more than the first 2: the service reports that'],
  ['a continuation', { has_more: true }, 'may have more than the first 2: the service reports'],
])('--paging none is refused if the response reports %s', async (_, report, message) => {
  const reading = readAll(() => ({ data: [a, b], ...report }), { paging: 'none' });
  await expect(reading).rejects.toMatchObject({
    name: 'MalformedResponseError',
    message: expect.stringContaining(message),
    fix: parameterFix,
  });
});

const noneFix = 'if the first response is the whole list, pass --paging none';
const fix = expect.stringContaining(parameterFix);

it.each<[string, (at: Parameters) => ListBody, string, Partial<ListOptions>?]>([
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

it.each<[string, number, ListAnswer]>([
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
