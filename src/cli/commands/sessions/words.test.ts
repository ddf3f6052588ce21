// The sentences about a schedule that no whole-program test compares.
import { describe, expect, it } from 'vitest';
import { listedPairs } from '../../../schedule/clashes.ts';
import { clashError } from './plan-errors.ts';
import { breaksText, moreText, questionText } from './words.ts';

describe('clashes', () => {
  it('that are not listed are counted', () => {
    expect(moreText(31, 31)).toBe('and 11 more; --json lists them all');
    expect(moreText(31_996_000, listedPairs)).toBe(
      'and 31995980 more; --json lists the first 1000 of each room and person',
    );
    const session = {
      submissionId: 'a',
      title: 'A',
      start: '2026-05-02T09:00:00Z',
      end: '2026-05-02T10:00:00Z',
      line: 2,
    };
    const clash = { kind: 'room', what: 'Lab', sessions: [session, session], byName: false } as const;
    const clashCounts = { total: 31_996_000 };
    const error = clashError({ clashes: Array(30).fill(clash), clashCounts, warnings: [] }, 'clash');
    expect(error?.message).toBe('31996000 clashes');
    expect(error?.details).toHaveLength(21);
    expect(error?.details.at(-1)?.message).toContain('and 31995980 more');
  });
});

it.each([
  [1, 0, 'Place 1 session? (The API cannot take a session out of the schedule.)'],
  [0, 2, 'Move 2 sessions?'],
  [2, 1, 'Place 2 sessions and move 1? (The API cannot take a session out of the schedule.)'],
])('asks whether to place %i and move %i', (place, move, text) => expect(questionText({ place, move })).toBe(text));

it('names the sheet of each break in a workbook', () => {
  const breaks = [
    { title: 'Lunch', line: 5, sheet: 'Day 1' },
    { title: 'Lunch', line: 6, sheet: 'Day 2' },
  ];
  expect(breaksText({ breaks })).toContain('"Lunch" (lines 5 of sheet "Day 1", 6 of sheet "Day 2")');
  expect(breaksText({ breaks: breaks.map(({ title, line }) => ({ title, line })) })).toContain('"Lunch" (lines 5, 6)');
});
