// Lists that change while they are read: read again, or refused.
import { expect, it } from 'vitest';
import {
  a,
  b,
  c,
  d,
  inTurn,
  type ListBody,
  type Parameters,
  readAll,
} from '../../test/support/listed-pages.ts';

it.each<[string, (at: Parameters) => ListBody, string]>([
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
  let readings = 0;
  const reading = readAll((at) => {
    if (at.page === 1) readings++;
    return answer(at);
  });
  await expect(reading).rejects.toMatchObject({
    message: `the list of speakers ${fault}`,
    fix: 'the list changed while it was read: run the command again',
    retryable: true,
  });
  expect(readings).toBe(5);
});

it('a list that changes while it is read is read again: each record is given once', async () => {
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

it('a list is whole although a record is on two pages, if the total confirms it', async () => {
  const pages = inTurn({ data: [a, b], total: 3 }, { data: [b, c], total: 3 });
  expect((await readAll(pages)).records).toEqual([a, b, c]);
});
