// Records, ids and paging, in every place where a server may put them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageIn, reportsMore } from './paging.ts';
import { recordId, recordsIn, shapeOf, unwrapRecord } from './response.ts';

const records = [{ id: 'a', nickname: 'Z' }, { id: 'b' }];

describe('recordsIn', () => {
  it.each([
    ['submissions', { data: records }],
    ['submissions', { results: records }],
    ['submissions', { items: records }],
    ['submissions', { submissions: records }],
    ['content-items', { 'content-items': records }],
    ['content-items', { content_items: records }],
    ['sessions', { submissions: records }],
    ['submissions', records],
    ['submissions', { data: { submissions: records } }],
    ['submissions', { data: { items: records, total: 2 } }],
    ['submissions', { _embedded: { talks: records } }],
    ['submissions', { content: records }],
    ['submissions', records.map((submission) => ({ submission }))],
    ['submissions', { data: records.map((submission) => ({ submission, links: {} })) }],
    ['sessions', records.map((submission) => ({ submission }))],
    ['submissions', { edges: records.map((node) => ({ node, cursor: 'x' })) }],
  ] as const)('finds the %s in %j', (resource, body) => {
    expect(recordsIn(body, resource)).toEqual(records);
  });

  it('flattens the resource objects of JSON:API', () => {
    const talk = { type: 'submissions', id: '7', attributes: { title: 'T', id: 'x' }, links: { self: '/7' } };
    expect(recordsIn({ data: [talk] }, 'submissions')).toEqual([
      { type: 'submissions', id: '7', title: 'T', links: { self: '/7' } },
    ]);
    expect(unwrapRecord({ data: talk }, 'submissions')).toMatchObject({ id: '7', title: 'T' });
  });

  it('leaves a record with one field of its own as it is', () => {
    expect(recordsIn([{ profile: { id: 1 } }], 'speakers')).toEqual([{ profile: { id: 1 } }]);
  });

  it.each([undefined, null, 'text', 7, {}, { data: 'x' }, [1, 2], { data: [1] }, { speakers: records }])(
    'finds none in %j',
    (body) => {
      expect(recordsIn(body, 'submissions')).toBeUndefined();
    },
  );
});

describe('pageIn', () => {
  const expected = { page: 2, pageSize: 25, totalPages: 4, totalResults: 80 };
  it.each([
    [{ pagination: { currentPage: 2, pageSize: 25, totalPages: 4, totalResults: 80 } }],
    [{ pagination: { current_page: 2, page_size: 25, total_pages: 4, total_results: 80 } }],
    [{ page: 2, pageSize: 25, totalPages: 4, totalResults: 80 }],
    [{ page: 2, page_size: 25, total_pages: 4, total_results: 80 }],
    [{ pagination: { currentPage: '2', pageSize: '25', totalPages: '4', totalResults: '80' } }],
    [{ meta: { current_page: 2, per_page: 25, last_page: 4, total: 80 } }],
    [{ page: { number: 2, size: 25, totalPages: 4, totalElements: 80 } }],
    [{ data: { speakers: [], pagination: { page: 2, limit: 25, pageCount: 4, count: 80 } } }],
  ])('reads the paging of %j', (paging) => {
    expect(pageIn({ body: { data: [], ...paging }, headers: {} }, 'speakers')).toMatchObject(expected);
  });

  it('reads the total of the header X-Total-Count', () => {
    expect(pageIn({ body: [], headers: { 'x-total-count': '80' } }, 'speakers')).toMatchObject({ totalResults: 80 });
  });

  it.each([
    null,
    { data: null },
    { speakers: null, error: null },
    { data: null, total: 0 },
    { total: 0 },
    { page: { totalElements: 0 }, _links: {} },
  ])('reads %j as an empty list', (body) => {
    expect(pageIn({ body, headers: {} }, 'speakers')?.records).toEqual([]);
  });

  it.each([undefined, {}, { data: null, error: 'not today' }, { total: 3 }, { people: null }])(
    'finds no list in %j',
    (body) => {
      expect(pageIn({ body, headers: {} }, 'speakers')).toBeUndefined();
    },
  );

  it('ignores paging that is not a number', () => {
    const body = { data: [], pagination: { currentPage: 'two', totalPages: null, totalResults: -1 } };
    expect(pageIn({ body, headers: {} }, 'speakers')).toEqual({ records: [] });
  });

  it.each([
    [{ data: records, next: null, totalPages: 3 }, false],
    [{ data: records, has_more: true }, true],
    [{ data: records, page: 1, totalPages: 2 }, true],
    [{ data: records, page: 2, totalPages: 2 }, false],
    [{ data: records, totalPages: 2 }, true],
    [{ data: records, total: 3 }, true],
    [{ data: records, total: 2 }, false],
    [records, false],
  ])('knows of %j whether more pages are reported: %s', (body, expectation) => {
    const page = pageIn({ body, headers: {} }, 'speakers');
    expect(page && reportsMore(page)).toBe(expectation);
  });
});

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
    [
      { id: 'a', data: { id: 'x' } },
      { id: 'a', data: { id: 'x' } },
    ],
    [{ data: { id: 'a' } }, { id: 'a' }],
    [{ data: { email: 'x' } }, { email: 'x' }],
    [{ speaker: { speaker_id: 'a' } }, { speaker_id: 'a' }],
    [{ data: { speaker: { id: 'a' } } }, { id: 'a' }],
    [
      { data: { id: 'a' }, message: 'made' },
      { id: 'a', message: 'made' },
    ],
    [
      { data: { id: 'a', title: 't' }, title: 'u' },
      { data: { id: 'a', title: 't' }, title: 'u' },
    ],
    [
      { email: 'x', data: { shirt: 'M' } },
      { email: 'x', data: { shirt: 'M' } },
    ],
    [{}, {}],
    [[{ id: 'a' }], { id: 'a' }],
    [{ data: [{ id: 'a' }] }, { id: 'a' }],
    [{ speakers: [{ speaker: { id: 'a' } }] }, { id: 'a' }],
    [{ data: [{ id: 'a' }, { id: 'b' }] }, { data: [{ id: 'a' }, { id: 'b' }] }],
    [undefined, {}],
    [[], {}],
  ])('%j is %j', (body, record) => {
    expect(unwrapRecord(body, 'speakers')).toEqual(record);
  });

  it('loses no value, whatever wraps the record', () => {
    const name = fc.constantFrom('id', 'data', 'speaker', 'email', 'uuid', 'message');
    const body = fc.dictionary(name, fc.oneof(fc.nat(), fc.dictionary(name, fc.nat())));
    fc.assert(
      fc.property(body, (value) => {
        expect(leaves(unwrapRecord(value, 'speakers'))).toEqual(leaves(value));
      }),
    );
  });
});

function leaves(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(leaves).toSorted();
}

describe('a list among others', () => {
  const [one, other] = [{ id: '1', email: 'a@b.c' }, { id: '2' }];
  it.each<[string, unknown]>([
    ['beside an empty list', { items: [], speakers: [one] }],
    ['beside another list', { records: [other], speakers: [one] }],
    ['within a wrapper', { items: [other], data: { speakers: [one] } }],
    ['as nodes and edges', { nodes: [one], edges: [{ node: one }] }],
    ['beside what belongs to it', { data: [one], included: [other], companies: [other], errors: [] }],
  ])('is the one of the resource, %s', (_, body) => {
    expect(recordsIn(body, 'speakers')).toEqual([one]);
  });

  it.each<[string, unknown]>([
    ['two lists, and neither has its name', { data: [one], results: [] }],
    ['its name on an empty list', { data: [one], speakers: [] }],
    ['an empty list beside one of another name', { data: [], people: [one] }],
    ['groups', [{ id: 'g', letter: 'A', speakers: [one] }]],
    ['groups without ids', { data: [{ letter: 'A', items: [one] }] }],
  ])('is refused: %s', (_, body) => {
    expect(recordsIn(body, 'speakers')).toBeUndefined();
  });

  it('is empty beside lists of something else', () => {
    expect(recordsIn({ data: [], tracks: [other], included: [other] }, 'speakers')).toEqual([]);
    expect(recordsIn({ speakers: [], tracks: [other] }, 'speakers')).toEqual([]);
  });

  it('of sessions is refused if submissions are beside it', () => {
    expect(recordsIn({ submissions: [one] }, 'sessions')).toEqual([one]);
    expect(recordsIn({ sessions: [one], submissions: [other] }, 'sessions')).toEqual([one]);
    expect(recordsIn({ data: [one], submissions: [other] }, 'sessions')).toBeUndefined();
  });
});
