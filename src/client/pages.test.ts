// Lists of every kind of paging, to their end.
import { describe, expect, it } from 'vitest';
import { MalformedAnswerError } from '../errors.ts';
import { followPages } from './pages.ts';
import { recordsIn } from './response.ts';

/** Reads a list whose n-th page is the n-th body; says which pages were asked for, and which records came. */
async function readAll(bodies: readonly unknown[], first = 1) {
  const asked: (number | undefined)[] = [];
  const ids: unknown[] = [];
  const read = async (page: number | undefined) => {
    asked.push(page);
    const found = recordsIn(bodies[(page ?? first) - 1], 'speakers');
    if (found === undefined) throw new TypeError(`page ${page} was not to be asked for`);
    return found;
  };
  for await (const { records } of followPages(read, first)) ids.push(...records.map(({ id }) => id));
  return { asked, ids };
}

const a = { id: 'a' };
const b = { id: 'b' };
const c = { id: 'c' };

describe('followPages', () => {
  it('goes to the last page that the server tells', async () => {
    const pagination = { totalPages: 2 };
    const bodies = [
      { data: [a, b], pagination },
      { data: [c], pagination },
    ];
    expect(await readAll(bodies)).toEqual({ asked: [undefined, 2], ids: ['a', 'b', 'c'] });
  });

  it('goes on until it has as many as the server tells', async () => {
    const bodies = [
      { data: [a, b], totalResults: 3 },
      { data: [c], totalResults: 3 },
    ];
    expect(await readAll(bodies)).toEqual({ asked: [undefined, 2], ids: ['a', 'b', 'c'] });
  });

  it('stops at a page shorter than the size that the server tells', async () => {
    const bodies = [
      { data: [a, b], page_size: 2 },
      { data: [c], page_size: 2 },
    ];
    expect(await readAll(bodies)).toEqual({ asked: [undefined, 2], ids: ['a', 'b', 'c'] });
  });

  it('stops at an empty page where nothing is told', async () => {
    const bodies = [{ data: [a, b] }, { data: [c] }, { data: [] }];
    expect(await readAll(bodies)).toEqual({ asked: [undefined, 2, 3], ids: ['a', 'b', 'c'] });
  });

  it('stops at an empty page, whatever was promised', async () => {
    const pagination = { totalPages: 9 };
    expect(
      await readAll([
        { data: [a], pagination },
        { data: [], pagination },
      ]),
    ).toMatchObject({ ids: ['a'] });
  });

  it('takes a bare array for all there is', async () => {
    expect(await readAll([[a, b]])).toEqual({ asked: [undefined], ids: ['a', 'b'] });
  });

  it('takes the same page again for all there is, where the server tells no paging', async () => {
    expect(await readAll([{ data: [a] }, { data: [a] }])).toEqual({ asked: [undefined, 2], ids: ['a'] });
  });

  it('refuses the same page again where more is promised', async () => {
    const body = { data: [a], pagination: { totalPages: 5 } };
    await expect(readAll([body, body, body])).rejects.toThrow(MalformedAnswerError);
    await expect(readAll([body, body, body])).rejects.toThrow(
      'the service gave page 1 again where page 2 was asked for',
    );
  });

  it('begins where it is told', async () => {
    const pagination = { totalPages: 3, totalResults: 3, pageSize: 1 };
    const bodies = [a, b, c].map((record) => ({ data: [record], pagination }));
    expect(await readAll(bodies, 2)).toEqual({ asked: [undefined, 3], ids: ['b', 'c'] });
  });
});
