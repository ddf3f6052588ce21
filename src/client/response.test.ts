// Records, ids and paging, in every place where a server may put them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordId, recordsIn, unwrapRecord } from './response.ts';

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
  ] as const)('finds the %s in %j', (resource, body) => {
    expect(recordsIn(body, resource)).toEqual({ records, body });
  });

  it.each([undefined, null, 'text', 7, {}, { data: 'x' }, [1, 2], { data: [1] }, { speakers: records }])(
    'finds none in %j',
    (body) => {
      expect(recordsIn(body, 'submissions')).toBeUndefined();
    },
  );

  const expected = { page: 2, pageSize: 25, totalPages: 4, totalResults: 80 };
  it.each([
    [{ pagination: { currentPage: 2, pageSize: 25, totalPages: 4, totalResults: 80 } }],
    [{ pagination: { current_page: 2, page_size: 25, total_pages: 4, total_results: 80 } }],
    [{ page: 2, pageSize: 25, totalPages: 4, totalResults: 80 }],
    [{ page: 2, page_size: 25, total_pages: 4, total_results: 80 }],
  ])('reads the paging of %j', (paging) => {
    expect(recordsIn({ data: [], ...paging }, 'speakers')).toMatchObject(expected);
  });

  it('ignores paging that is not a number', () => {
    const body = { data: [], pagination: { currentPage: '2', totalPages: null, totalResults: -1 } };
    expect(recordsIn(body, 'speakers')).toEqual({ records: [], body });
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
    [{ id: 'placement', submission_id: 's' }, 'sessions', 's'],
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
