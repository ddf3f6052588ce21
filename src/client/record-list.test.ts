// The records of a list, in every place where a server may put them.
import { describe, expect, it } from 'vitest';
import { listIn } from './record-list.ts';

const [one, other, bare] = [{ id: '1', email: 'a@b.c' }, { id: '2' }, { email: 'd@e.f', tags: ['x'] }];
const recordsIn = (body: unknown, resource = 'speakers') => listIn(body, resource)?.records;

describe('the records of a list are', () => {
  it.each<[string, unknown]>([
    ['the body', [one]],
    ['under data', { data: [one] }],
    ['under the name of the resource', { speakers: [one] }],
    ['in an object of the body', { response: { people: [one] } }],
    ['beside an empty list', { items: [], speakers: [one] }],
    ['under its name, beside another list', { records: [other], items: [other], speakers: [one] }],
    ['under its name in an object', { items: [other], data: { speakers: [one] } }],
    ['beside what belongs to them', { data: [one], included: [other], companies: [other], errors: [] }],
    ['the only ones with ids', { links: [{ rel: 'self' }], 'hydra:member': [one] }],
    ['under attributes', { data: [{ type: 'speakers', id: '1', attributes: { email: 'a@b.c', id: 'x' } }] }],
    ['under fields', { records: [{ id: '1', fields: { email: 'a@b.c' } }] }],
  ])('%s', (_, body) => {
    expect(recordsIn(body)?.map((record) => [record.id, record.email])).toEqual([['1', 'a@b.c']]);
  });

  it.each<[string, unknown, string]>([
    ['content items', { content_items: [one] }, 'content-items'],
    ['sessions', { submissions: [one] }, 'sessions'],
    ['sessions beside submissions', { sessions: [one], submissions: [other] }, 'sessions'],
  ])('under another name of the resource: %s', (_, body, resource) => {
    expect(recordsIn(body, resource)).toEqual([one]);
  });

  it('without ids, if they are no groups', () => {
    expect(recordsIn({ data: [bare] })).toEqual([bare]);
    expect(recordsIn({ data: [{ ...one, fields: { shirt: 'M' } }] })).toEqual([{ ...one, fields: { shirt: 'M' } }]);
  });

  it.each([null, [], { data: null }, { data: [], tracks: [other] }, { speakers: [], tracks: [other] }, { people: [] }])(
    'none in %j',
    (body) => {
      expect(recordsIn(body)).toEqual([]);
    },
  );
});

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'text'],
  ['no list', {}],
  ['a list of texts', { data: ['x'] }],
  ['texts among records', { data: [one, 'x'] }],
  ['two lists, and neither has its name', { people: [one], users: [other] }],
  ['its name on an empty list', { data: [one], speakers: [] }],
  ['an empty list beside one of another name', { data: [], people: [one] }],
  ['a record that has a list', { event: { id: 'e', people: [one] } }],
  ['groups', [{ id: 'g', letter: 'A', speakers: [one] }]],
  ['groups without ids', { data: [{ letter: 'A', items: [one] }] }],
  ['records in records', { data: [{ speaker: one }] }],
  ['errors', { errors: [{ message: 'no' }] }],
])('a list is not found in %s', (_, body) => {
  expect(recordsIn(body)).toBeUndefined();
});
