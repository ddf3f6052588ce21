// Lines of a journal: which are accepted from disk, and which are not.
import { describe, expect, it } from 'vitest';
import { runHeader as header } from '../../test/support/run-header.ts';
import { parseEntry, parseHeader, partFor, partsOf } from './entry.ts';

describe('a header', () => {
  it('is accepted with fields that only an import has', () => {
    expect(parseHeader({ ...header, columns: ['Email'] })).toEqual({
      ...header,
      columns: ['Email'],
    });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', [header]],
    ['that of another version', { ...header, journal: 3 }],
    ['one without a file', { ...header, file: undefined }],
    ['one whose run is a path', { ...header, run: '../../etc' }],
    ['one with a negative number of rows', { ...header, rows: -1 }],
    ['one with an impossible number of rows', { ...header, rows: 999_999_999_999 }],
  ])('is not %s', (_, value) => {
    expect(parseHeader(value)).toBeUndefined();
  });
});

describe('an entry', () => {
  const at = { verb: 'add', at: 1 };
  it.each<[string, unknown, string]>([
    ['an intent', { sending: [[1, 3]], ...at }, 'entry'],
    ['rows that were not sent', { unsent: [] }, 'entry'],
    ['an outcome', { row: 3, did: 'created', id: 'x', message: 'y' }, 'entry'],
    ['an outcome of a later version', { row: 3, did: 'merged' }, 'entry'],
    ['the end', { ended: '2026-05-02T09:06:00.000Z', counts: { rows: 1 } }, 'entry'],
    ['a kind of a later version', { paused: 5 }, 'other'],
    ['null', null, 'damaged'],
    ['a list', [1, 2], 'damaged'],
    ['an intent of a huge range', { sending: [[1, 999_999_999_999]], ...at }, 'damaged'],
    ['an intent without a verb', { sending: [[1, 1]], at: 1 }, 'damaged'],
    ['a range in reverse', { sending: [[3, 1]], ...at }, 'damaged'],
    ['a range of fractions', { unsent: [[1.5, 2]] }, 'damaged'],
    ['row 0', { row: 0, did: 'created' }, 'damaged'],
    [
      'an end with counts that are not numbers',
      { ended: 'x', counts: { rows: 'many' } },
      'damaged',
    ],
  ])('%s', (_, value, kind) => {
    const parsed = parseEntry(value);
    expect(typeof parsed === 'object' ? 'entry' : parsed).toBe(kind);
  });
});

describe('the parts of a run', () => {
  const several = {
    ...header,
    resource: 'program',
    parts: [
      { resource: 'speakers', first: 1 },
      { resource: 'sessions', first: 4 },
      { resource: 'submissions', first: 6 },
    ],
  };
  const target = { resource: 'sessions', event: 'conf', baseUrl: 'https://example.org' };

  it('end where the next one begins, and are found by their target', () => {
    expect(partsOf(several).map(({ first, last }) => [first, last])).toEqual([
      [1, 3],
      [4, 5],
      [6, 1_000_000],
    ]);
    expect(partFor(several, target)).toEqual({ resource: 'sessions', first: 4, last: 5 });
    expect(partFor(header, { ...target, resource: 'speakers' })).toMatchObject({ first: 1 });
    for (const other of [
      { resource: 'contacts' },
      { event: 'other' },
      { baseUrl: 'https://example.com' },
    ]) {
      expect(partFor(several, { ...target, ...other })).toBeUndefined();
    }
  });
});
