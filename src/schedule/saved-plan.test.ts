// A plan that was kept, and what people and scripts may have made of it.
import { describe, expect, it } from 'vitest';
import { readSavedPlan } from './saved-plan.ts';

const session = { submissionId: null, title: 'A', start: '2026-05-02T09:00:00Z', end: '2026-05-02T10:00:00Z', line: 2 };
const plan = {
  schemaVersion: '1.0',
  file: 's.csv',
  baseUrl: 'http://127.0.0.1',
  event: 'conf',
  counts: { rows: 3, place: 1, move: 0, unchanged: 1, unknown: 1 },
  changes: [
    {
      action: 'place',
      submissionId: 'a',
      title: 'A',
      line: 2,
      from: null,
      to: { room: 'Lab', start: '2026-05-02T09:00:00Z' },
    },
  ],
  unknown: [{ line: 3, title: 'B', reason: 'not_found', candidates: [{ id: 'c', title: 'C' }] }],
  clashes: [{ kind: 'room', what: 'Lab', sessions: [session, session], byName: false }],
  warnings: [{ code: 'assumed_duration', message: 'x' }],
};

it('is read as it was written, with what a later version adds', () => {
  const later = { ...plan, notes: ['new'] };
  expect(readSavedPlan(JSON.stringify(later), 'plan.json')).toEqual(later);
});

describe('is refused, with the place of the fault,', () => {
  it.each<[string, unknown, string]>([
    ['where it is no JSON', '{"schemaVersion"', 'the whole: '],
    ['where it is a CSV', 'title,room,start', 'the whole: '],
    ['of a later schema', { ...plan, schemaVersion: '2.0' }, 'schemaVersion: '],
    ['without its event', { ...plan, event: undefined }, 'event: '],
    [
      'with an action of another kind',
      { ...plan, changes: [{ ...plan.changes[0], action: 'drop' }] },
      'changes.0.action: ',
    ],
    [
      'with a place that is none',
      { ...plan, changes: [{ ...plan.changes[0], to: { room: 'Lab' } }] },
      'changes.0.to.start: ',
    ],
    ['with its clashes taken out', { ...plan, clashes: undefined }, 'clashes: '],
  ])('%s', (_, value, where) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    expect(() => readSavedPlan(text, 'plan.json')).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: [{ file: 'plan.json', message: expect.stringContaining(where) }],
      }),
    );
  });
});
