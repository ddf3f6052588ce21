// The record in a response, its id, and what a response without one holds.
import { describe, expect, it } from 'vitest';
import { parseJsonBody, recordId, shapeOf, unwrapRecord } from './response.ts';

describe('shapeOf', () => {
  it.each([
    [{ error: 'secret', trace_id: 7 }, 'an object with the fields error, trace_id'],
    [{ '\u001b[2J\u202eevil': 1 }, 'an object with the field [2J evil'],
    [{}, 'an empty object'],
    [['secret'], 'an array'],
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'a boolean'],
  ])('describes %j as %s', (body, shape) => {
    expect(shapeOf(body)).toBe(shape);
  });
});

describe('recordId', () => {
  it.each([
    [{ id: 'a', item_id: 'b', _id: 'c', uuid: 'd' }, 'content-items', 'a'],
    [{ item_id: 'b', _id: 'c', uuid: 'd' }, 'content-items', 'b'],
    [{ item_id: 'b', _id: 'c', uuid: 'd' }, 'speakers', 'c'],
    [{ uuid: 'd' }, 'speakers', 'd'],
    [{ id: 17 }, 'speakers', '17'],
    [{ id: '9007199254740993' }, 'speakers', '9007199254740993'],
    [{ id: '', uuid: 'd' }, 'speakers', 'd'],
    [{ id: 2 ** 60 }, 'speakers', undefined],
    [{ id: null }, 'speakers', undefined],
    [{ email: 'a@x.org' }, 'speakers', undefined],
  ] as const)('%j of %s is %s', (record, resource, id) => {
    expect(recordId(record, resource)).toBe(id);
  });
});

describe('unwrapRecord', () => {
  const record = { id: 'a', email: 'x', tags: [{ id: 't' }] };

  it.each([record, { data: record }])('finds the record in %j', (body) => {
    expect(unwrapRecord(body)).toEqual(record);
  });

  it('finds a record without an id', () => {
    expect(unwrapRecord({ data: { email: 'x' } })).toEqual({ email: 'x' });
  });

  it.each([{ id: 'a', data: { id: 'x' } }, { data: [{ id: 'a' }] }, { speaker: { id: 'a' } }, {}])(
    'leaves %j as it is',
    (body) => {
      expect(unwrapRecord(body)).toEqual(body);
    },
  );

  it('keeps large numbers beside texts with many escapes', () => {
    const escapes = '\\"'.repeat(1_000_000);
    expect(parseJsonBody(`{"title":"${escapes}1","id":12345678901234567890}`)).toEqual({
      title: `${'"'.repeat(1_000_000)}1`,
      id: '12345678901234567890',
    });
    expect(() => parseJsonBody(`{"id":12345678901234567890,"title":"${escapes}`)).toThrow(
      SyntaxError,
    );
  });

  it.each([undefined, null, [], 'saved'])('finds an empty record in %j', (body) => {
    expect(unwrapRecord(body)).toEqual({});
  });
});
