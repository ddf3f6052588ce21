// What a row changes in its existing record.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../changes/change.ts';
import { fieldNames } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { compare } from './compare.ts';

const resource = 'speakers';
const terms = {
  matchedBy: ['email'],
  updatable: fieldNames(endpoints.updateSpeaker.body),
  resource,
} as const;

describe('compare', () => {
  it.each<
    [string, Readonly<Record<string, unknown>>, FieldValues, Readonly<Record<string, unknown>>]
  >([
    ['the same', { about: 'A' }, { about: 'A' }, {}],
    ['another', { about: 'A' }, { about: 'B' }, { about: { from: 'A', to: 'B' } }],
    ['in another case', { about: 'a' }, { about: 'A' }, { about: { from: 'a', to: 'A' } }],
    ['one where null is', { about: null }, { about: 'A' }, { about: { from: null, to: 'A' } }],
    ['one that is not shown', {}, { about: 'A' }, { about: { from: undefined, to: 'A' } }],
    ['one with white space around it', { about: ' A ' }, { about: 'A' }, {}],
    [
      'one with other white space in it',
      { about: 'A B' },
      { about: 'A  B' },
      { about: { from: 'A B', to: 'A  B' } },
    ],
    [
      'a status in another case',
      { speaker_status: 'confirmed' },
      { speaker_status: 'Confirmed' },
      {},
    ],
    ['none where one is', { about: 'A' }, { about: null }, { about: { from: 'A', to: null } }],
    ['none where null is', { about: null }, { about: null }, {}],
    ['none where an empty text is', { about: '' }, { about: null }, {}],
    ['none where nothing is shown', {}, { about: null }, { about: { from: undefined, to: null } }],
    ['none of what it does not name', { about: 'A' }, {}, {}],
    ['its key in another case', { email: 'A@x' }, { email: 'a@X' }, {}],
    ['its key beside a name', { email: 'A <a@x>' }, { email: 'a@x' }, {}],
  ])('%s', (_, record, wanted, changes) => {
    expect(compare(record, wanted, terms)).toEqual({ changes, fixed: {}, conflicts: [] });
  });

  it('reports fields that no update can change', () => {
    const { changes, fixed } = compare(
      { title: 'Q', abstract: 'A', track_id: null, format_id: 'talk' },
      { title: 'Q', abstract: 'B', track_id: 'web', format_id: 'talk' },
      {
        matchedBy: ['title', 'submitter_email'],
        updatable: fieldNames(endpoints.updateSubmission.body),
        resource: 'submissions',
      },
    );
    expect(changes).toEqual({ abstract: { from: 'A', to: 'B' } });
    expect(fixed).toEqual({ track_id: { from: null, to: 'web' } });
  });
});

describe('a field that the API cannot change', () => {
  const updatable = fieldNames(endpoints.updateSubmission.body);
  const track = { track: 'Backend', track_id: '7f0c1f2e-0000-4000-8000-000000000001' };

  it.each<
    [
      string,
      Readonly<Record<string, unknown>>,
      FieldValues,
      Readonly<Record<string, unknown>> | undefined,
      Readonly<Record<string, unknown>>,
    ]
  >([
    ['is the same by name', track, { track_id: 'backend' }, {}, {}],
    ['is the same by id', track, { track_id: track.track_id }, {}, {}],
    ['is another', track, { track_id: 'Web' }, {}, { track_id: { from: 'Backend', to: 'Web' } }],
    ['is not compared if it is not shown', {}, { track_id: 'Web' }, undefined, {}],
    [
      'is not compared if it is masked',
      { submitter_email: 'a***@x' },
      { submitter_email: 'b@x' },
      undefined,
      {},
    ],
    [
      'is filled in although it is not shown',
      {},
      { track_id: 'Web' },
      {},
      { track_id: { from: undefined, to: 'Web' } },
    ],
    [
      'is edited although it is not shown',
      {},
      { submitter_email: 'b@x' },
      { submitter_email: 'a@x' },
      { submitter_email: { from: 'a@x', to: 'b@x' } },
    ],
  ])('%s', (_, record, wanted, base, fixed) => {
    expect(
      compare(record, wanted, { matchedBy: [], updatable, base, resource: 'submissions' }).fixed,
    ).toEqual(fixed);
  });
});

it('a masked address that may be the one that was seen is no conflict', () => {
  const base = { email: 'ann@example.org' };
  const shown = { email: 'a***@example.org' };
  const { conflicts } = compare(
    shown,
    { email: 'new@example.org' },
    { ...terms, matchedBy: ['id'], base },
  );
  expect(conflicts).toEqual([]);
});

describe('compare with what was seen before', () => {
  const threeWays = (base: unknown, file: string | null, service: unknown) =>
    compare({ id: 'x', about: service }, { about: file }, { ...terms, base: { about: base } });

  it('names the three values of a conflict', () => {
    const conflicts = [{ field: 'about', base: 'A', from: 'C', to: 'B' }];
    expect(threeWays('A', 'B', 'C')).toEqual({ changes: {}, fixed: {}, conflicts });
  });

  it('treats empty and null alike', () => {
    expect(threeWays('', null, 'B')).toEqual({ changes: {}, fixed: {}, conflicts: [] });
  });

  it('loses no edit: that of the service, that of the file, or a conflict', () => {
    const value = fc.constantFrom(null, 'A', 'B', 'C');
    fc.assert(
      fc.property(value, value, value, (base, file, service) => {
        const { changes, conflicts } = threeWays(base, file, service);
        const after = changes.about === undefined ? service : changes.about.to;
        const isConflict = file !== base && service !== base && file !== service;
        expect(conflicts.length > 0).toBe(isConflict);
        expect(after).toBe(file === base || isConflict ? service : file);
      }),
    );
  });
});
