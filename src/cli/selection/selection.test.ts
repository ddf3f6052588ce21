// Conditions and orders on records, as --where and --sort specify them.
import { describe, expect, it } from 'vitest';
import { testIo } from '../../../test/support/program.ts';
import { createContext } from '../context.ts';
import { meets, selected, sorted } from './selection.ts';
import { readConditions, readOrder } from './terms.ts';

describe('--where', () => {
  const record = {
    id: 'sub_1',
    title: 'Größe  =  a~b',
    seats: 40,
    isPublic: false,
    roles: ['speaker', 'submitter'],
    speakers: [{ first_name: 'Ada', last_name: 'Lovelace' }],
    slot: { room: 'A' },
    track_id: null,
    format_id: 'fmt_1',
    format: 'Workshop',
    empty: ' ',
  };

  it.each([
    ['id=sub_1', true],
    ['id==sub_1', true],
    ['id = sub_1 ', true],
    ['id=sub', false],
    ['id~sub', true],
    ['id!=sub_1', false],
    ['id!~UB_', false],
    ['title=größe = A~b', true],
    ['title~ = a~', true],
    ['seats~4', true],
    ['isPublic=false', true],
    ['roles=submitter', true],
    ['roles=speaker, submitter', false],
    ['roles!=speaker', false],
    ['speakers~lovelace', true],
    ['slot~"room":"a"', true],
    ['track_id=', true],
    ['track_id!=', false],
    ['empty=', true],
    ['format_id=workshop', true],
    ['format_id=fmt_1', true],
    ['absent=', true],
    ['absent!=x', true],
    ['absent~x', false],
    ['roles=', false],
  ])('%s: %s', (condition, holds) => {
    expect(meets(record, readConditions([condition]))).toBe(holds);
  });

  it('requires every condition', () => {
    expect(meets(record, readConditions(['id=sub_1', 'seats=40']))).toBe(true);
    expect(meets(record, readConditions(['id=sub_1', 'seats=41']))).toBe(false);
  });

  it.each(['status', '=accepted', 'status~', 'a b=c', ''])('refuses %j', (condition) => {
    expect(() => readConditions([condition])).toThrow(`--where ${condition}: not a condition`);
  });
});

describe('--sort', () => {
  const ids = (order: string, ...values: readonly unknown[]) =>
    sorted(
      values.map((value, id) => ({ id, value, other: id % 2 })),
      readOrder(order),
    ).map(({ id }) => id);

  it.each([
    ['texts, those of equal value in their order', 'value', ['b', 'a', 'B', 'a'], [1, 3, 0, 2]],
    [
      'in descending order, with empty values last',
      '-value',
      ['a', null, 'c', '', 'b'],
      [2, 4, 0, 1, 3],
    ],
    ['numbers', 'value', [10, 9, 100], [1, 0, 2]],
    ['numbers in texts', 'value', ['Room 10', 'Room 2'], [1, 0]],
    [
      'times as instants',
      'value',
      ['2026-05-02T09:00:00+02:00', '2026-05-02T08:30:00+00:00', '2026-05-02T08:00:00+02:00'],
      [2, 0, 1],
    ],
    ['by several fields', 'other, -value', [1, 2, 3, 4], [2, 0, 3, 1]],
    ['letters with accents beside those without', 'value', ['zoe', 'Ödön', 'ola'], [1, 2, 0]],
  ])('%s', (_, order, values, expected) => {
    expect(ids(order, ...values)).toEqual(expected);
  });

  it.each(['', ',', '-', 'title,'])('refuses %j', (order) => {
    expect(() => readOrder(order)).toThrow(`--sort ${order}: not a field`);
  });
});

it('--limit counts the records of all pages', async () => {
  const context = createContext(testIo(), {
    global: { color: false, input: false },
    flags: {},
  });
  const pages = (async function* () {
    yield [{ id: 1 }, { id: 2 }];
    yield [{ id: 3 }, { id: 4 }];
    expect.unreachable();
  })();
  const chosen: number[] = [];
  const selection = { conditions: [], order: [], limit: 3 };
  for await (const batch of selected(context, pages, { selection, noun: 'speakers' })) {
    chosen.push(...batch.map(({ id }) => id));
  }
  expect(chosen).toEqual([1, 2, 3]);
});
