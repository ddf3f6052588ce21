// Saved plans, including those that people, scripts or failing disks have altered.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../errors.ts';
import { readSavedPlan } from './saved-plan.ts';

const session = { submissionId: null, title: 'A', start: '2026-05-02T09:00:00Z', end: '2026-05-02T10:00:00Z', line: 2 };
const change = {
  action: 'place',
  submissionId: 'a',
  title: 'A',
  line: 2,
  from: null,
  to: { room: 'Lab', start: '2026-05-02T09:00:00Z' },
};
const plan = {
  schemaVersion: '1.0',
  file: 's.csv',
  baseUrl: 'http://127.0.0.1',
  event: 'conf',
  counts: { rows: 3, place: 1, move: 0, unchanged: 1, unknown: 1 },
  changes: [change],
  unknown: [{ line: 3, title: 'B', code: 'not_found', message: 'no submission is titled "B"' }],
  clashCounts: { total: 1 },
  clashes: [{ kind: 'room', what: 'Lab', sessions: [session, session], byName: false }],
  warnings: [{ code: 'assumed_duration', message: 'x' }],
};

function read(value: unknown): unknown {
  return readSavedPlan(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), 'plan.json');
}

describe('a saved plan', () => {
  it('is read as it was written, with fields that a later version adds', () => {
    const later = { ...plan, notes: ['new'], changes: [{ ...change, speaker: 'Ada' }] };
    expect(read(later)).toEqual(later);
    expect(read(`\uFEFF${JSON.stringify(later)}`)).toEqual(later);
  });

  it.each<[string, unknown, string]>([
    ['truncated', '{"schemaVersion"', 'the top level'],
    ['empty', '', 'the top level'],
    ['CSV', 'title,room,start', 'the top level'],
    ['null', null, ''],
    ['a number', 7, ''],
    ['a list', [plan], ''],
    ['nested very deeply', '['.repeat(100_000), 'the top level'],
    ['of a later schema', { ...plan, schemaVersion: '2.0' }, 'schemaVersion: '],
    ['without its event', { ...plan, event: undefined }, 'event: '],
    ['with an empty base URL', { ...plan, baseUrl: '' }, 'baseUrl: '],
    ['with a text as a count', { ...plan, counts: { ...plan.counts, rows: '3' } }, 'counts.rows: '],
    ['with a negative count', { ...plan, counts: { ...plan.counts, rows: -3 } }, 'counts.rows: '],
    ['with null as a change', { ...plan, changes: [null] }, 'changes.0: '],
    ['with an unknown action', { ...plan, changes: [{ ...change, action: 'drop' }] }, 'changes.0.action: '],
    ['with half a placement', { ...plan, changes: [{ ...change, to: { room: 'Lab' } }] }, 'changes.0.to.start: '],
    ['with a line of 1e308', { ...plan, changes: [{ ...change, line: 1e308 }] }, 'changes.0.line: '],
    ['with line 0', { ...plan, changes: [{ ...change, line: 0 }] }, 'changes.0.line: '],
    ['with a line beyond all numbers', JSON.stringify(plan).replace('"line":2', '"line":1e999'), 'changes.0.line: '],
    ['with two changes of one session', { ...plan, changes: [change, change] }, 'changes: two changes of one session'],
    [
      'with an unmatched row without a sentence',
      { ...plan, unknown: [{ ...plan.unknown[0], message: null }] },
      'unknown.0.message: ',
    ],
    ['without its clashes', { ...plan, clashes: undefined }, 'clashes: '],
    ['without their counts', { ...plan, clashCounts: undefined }, 'clashCounts: '],
    [
      'with one session in a clash',
      { ...plan, clashes: [{ ...plan.clashes[0], sessions: [session] }] },
      'clashes.0.sessions',
    ],
    [
      'with a clash at no time',
      { ...plan, clashes: [{ ...plan.clashes[0], sessions: [session, { ...session, end: 'late' }] }] },
      'clashes.0.sessions.1.end: ',
    ],
    ['with a warning without a message', { ...plan, warnings: [{ code: 'no_start' }] }, 'warnings.0.message: '],
  ])('that is %s is refused, with the file and the fault', (_, value, fault) => {
    expect(() => read(value)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: 'plan.json is not a saved plan, or is damaged',
        details: [{ file: 'plan.json', message: expect.stringContaining(fault) }],
      }),
    );
  });

  it('that is not UTF-8 is refused', () => {
    const bytes = Buffer.from(JSON.stringify(plan));
    bytes[bytes.indexOf('Lab')] = 0xff;
    expect(() => readSavedPlan(bytes, 'plan.json')).toThrow(
      expect.objectContaining({ details: [{ file: 'plan.json', message: expect.stringContaining('the top level') }] }),
    );
  });

  it('that is damaged is refused, or still has the shape of a plan', () => {
    const bytes = Buffer.from(JSON.stringify(plan));
    const flips = fc.array(fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7) }), { maxLength: 4 });
    fc.assert(
      fc.property(flips, fc.nat(bytes.length), (flipped, length) => {
        const damaged = Buffer.from(bytes.subarray(0, flipped.length === 0 ? length : bytes.length));
        for (const { at, bit } of flipped) damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        const { value, error } = attempt(() => readSavedPlan(damaged, 'plan.json'));
        if (error === undefined) {
          expect(value).toMatchObject({ schemaVersion: '1.0' });
          return;
        }
        expect(error).toBeInstanceOf(InvalidInputError);
        expect(error).toMatchObject({ message: 'plan.json is not a saved plan, or is damaged' });
      }),
      { numRuns: 300 },
    );
  });

  it('of any JSON value is refused', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(() => read(text)).toThrow(InvalidInputError);
      }),
    );
  });
});

function attempt<Value>(action: () => Value): { readonly value?: Value; readonly error?: unknown } {
  try {
    return { value: action() };
  } catch (error) {
    return { error };
  }
}
