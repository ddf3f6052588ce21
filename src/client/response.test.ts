// A record and its id, in every place where a server may put them.
import { describe, expect, it } from 'vitest';
import { recordId, shapeOf, unwrapRecord } from './response.ts';

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
    [{ id: 'a', speaker_id: 'b', uuid: 'c' }, 'speakers', 'a'],
    [{ speaker_id: 'b', uuid: 'c' }, 'speakers', 'b'],
    [{ content_item_id: 'b' }, 'content-items', 'b'],
    [{ uuid: 'c' }, 'speakers', 'c'],
    [{ id: 17 }, 'speakers', '17'],
    [{ id: '', uuid: 'c' }, 'speakers', 'c'],
    [{ id: 2 ** 60 }, 'speakers', undefined],
    [{ id: null }, 'speakers', undefined],
    [{ _id: 'm' }, 'speakers', 'm'],
    [{ _id: { $oid: 'm' } }, 'sessions', 'm'],
    [{ id: 'placement', submission_id: 's' }, 'sessions', 's'],
    [{ id: 'slot', submission: { id: 's', title: 'Queues' } }, 'sessions', 's'],
    [{ id: 'slot', submission: 's' }, 'sessions', 's'],
    [{ id: 's', submission: { title: 'Queues' } }, 'sessions', 's'],
    [{ id: 'a', submission: { id: 's' } }, 'submissions', 'a'],
  ] as const)('%j of %s is %s', (record, resource, id) => {
    expect(recordId(record, resource)).toBe(id);
  });
});

describe('unwrapRecord', () => {
  it.each([
    [{ data: { id: 'a' } }, { id: 'a' }],
    [{ data: { type: 'speakers', id: 'a', attributes: { email: 'x' } } }, { type: 'speakers', id: 'a', email: 'x' }],
    [{ speaker: { speaker_id: 'a' } }, { speaker_id: 'a' }],
    [{ data: { speaker: { id: 'a' } } }, { id: 'a' }],
    [
      { data: { id: 'a', title: 't' }, message: 'made' },
      { id: 'a', title: 't', message: 'made' },
    ],
    [{ results: [{ id: 'a' }] }, { id: 'a' }],
    [[{ id: 'a' }], { id: 'a' }],
    [{ data: [{ id: 'a' }] }, { id: 'a' }],
    [{ speakers: [{ speaker: { id: 'a' } }] }, { id: 'a' }],
    [undefined, {}],
    [[], {}],
  ])('%j is %j', (body, record) => {
    expect(unwrapRecord(body, 'speakers')).toEqual(record);
  });

  it.each([
    { id: 'a', data: { id: 'x' } },
    { data: { email: 'x' } },
    { email: 'x', data: { shirt: 'M' } },
    { data: [{ id: 'a' }, { id: 'b' }] },
    {},
  ])('%j is itself', (body) => {
    expect(unwrapRecord(body, 'speakers')).toEqual(body);
  });
});

it.each([
  [
    { submission: { id: 's', title: 'Queues' }, room: 'A', start: 'B' },
    { id: 's', title: 'Queues', room: 'A', start: 'B' },
  ],
  [{ session: { room: 'A', start: 'B', submission: { id: 's' } } }, { room: 'A', start: 'B', id: 's' }],
])('the placement %j is %j', (body, record) => {
  expect(unwrapRecord(body, 'sessions')).toEqual(record);
});
