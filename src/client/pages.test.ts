// Lists with every kind of paging, read completely.
import { describe, expect, it } from 'vitest';
import { MalformedResponseError } from '../errors.ts';
import { followPages } from './pages.ts';
import { recordsIn } from './response.ts';

/** Reads a list whose n-th page is the n-th body; returns the requested pages and the ids of the records. */
async function readAll(bodies: readonly unknown[], first = 1) {
  const requested: (number | undefined)[] = [];
  const ids: unknown[] = [];
  const read = async (page: number | undefined) => {
    requested.push(page);
    const found = recordsIn(bodies[(page ?? first) - 1], 'speakers');
    if (found === undefined) throw new TypeError(`page ${page} was requested unexpectedly`);
    return found;
  };
  for await (const { records } of followPages(read, first)) ids.push(...records.map(({ id }) => id));
  return { requested, ids };
}

const a = { id: 'a' };
const b = { id: 'b' };
const c = { id: 'c' };

describe('followPages', () => {
  it('reads up to the last page that the server reports', async () => {
    const pagination = { totalPages: 2 };
    const bodies = [
      { data: [a, b], pagination },
      { data: [c], pagination },
    ];
    expect(await readAll(bodies)).toEqual({ requested: [undefined, 2], ids: ['a', 'b', 'c'] });
  });

  it('reads until it has as many records as the server reports', async () => {
    const bodies = [
      { data: [a, b], totalResults: 3 },
      { data: [c], totalResults: 3 },
    ];
    expect(await readAll(bodies)).toEqual({ requested: [undefined, 2], ids: ['a', 'b', 'c'] });
  });

  it('stops at a page that is shorter than the reported size', async () => {
    const bodies = [
      { data: [a, b], page_size: 2 },
      { data: [c], page_size: 2 },
    ];
    expect(await readAll(bodies)).toEqual({ requested: [undefined, 2], ids: ['a', 'b', 'c'] });
  });

  it('stops at an empty page if the server reports no paging', async () => {
    const bodies = [{ data: [a, b] }, { data: [c] }, { data: [] }];
    expect(await readAll(bodies)).toEqual({ requested: [undefined, 2, 3], ids: ['a', 'b', 'c'] });
  });

  it('stops at an empty page, whatever the server reports', async () => {
    const pagination = { totalPages: 9 };
    expect(
      await readAll([
        { data: [a], pagination },
        { data: [], pagination },
      ]),
    ).toMatchObject({ ids: ['a'] });
  });

  it('treats a bare array as the whole list', async () => {
    expect(await readAll([[a, b]])).toEqual({ requested: [undefined], ids: ['a', 'b'] });
  });

  it('treats a repeated page as the whole list if the server reports no paging', async () => {
    expect(await readAll([{ data: [a] }, { data: [a] }])).toEqual({ requested: [undefined, 2], ids: ['a'] });
  });

  it('refuses a repeated page if the server reports further ones', async () => {
    const body = { data: [a], pagination: { totalPages: 5 } };
    await expect(readAll([body, body, body])).rejects.toThrow(MalformedResponseError);
    await expect(readAll([body, body, body])).rejects.toThrow('the service returned page 1 again instead of page 2');
  });

  it('starts at the given page', async () => {
    const pagination = { totalPages: 3, totalResults: 3, pageSize: 1 };
    const bodies = [a, b, c].map((record) => ({ data: [record], pagination }));
    expect(await readAll(bodies, 2)).toEqual({ requested: [undefined, 3], ids: ['b', 'c'] });
  });
});
