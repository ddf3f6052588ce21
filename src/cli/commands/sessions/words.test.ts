// The sentences about a schedule that no whole-program test compares.
import { describe, expect, it } from 'vitest';
import { listedPairs } from '../../../schedule/clashes.ts';
import type { Warning } from '../../../schedule/warnings.ts';
import { clashError } from './plan-errors.ts';
import { moreText, questionText, unknownText, unsentTexts, warningText, worded } from './words.ts';

const warnings: readonly (readonly [Warning, string])[] = [
  [
    { code: 'no_start', line: 6, title: '', submissionId: 'sub_1' },
    'line 6: sub_1 has no start; its session is not moved',
  ],
  [
    { code: 'no_room', line: 7, title: 'Ask x@example.org', submissionId: undefined },
    'line 7: "Ask …@…" has no room; its session is not moved',
  ],
  [{ code: 'repeated_row', line: 5, firstLine: 2 }, 'line 5: the row repeats line 2 and is skipped'],
  [{ code: 'unused_room', room: 'Attic' }, '--shared-room Attic: no session is in this room'],
  [
    { code: 'assumed_duration', sessions: 1, durationMs: 60_000 },
    '1 session has no duration or end; 1 minute is assumed (--default-duration)',
  ],
  [
    { code: 'assumed_duration', sessions: 2, durationMs: 45 * 60_000 },
    '2 sessions have no duration or end; 45 minutes are assumed (--default-duration)',
  ],
];

describe('a warning', () => {
  it.each(warnings)('%j is worded', (warning, text) => expect(warningText(warning)).toBe(text));

  it('has its code, line and message in JSON, and no other data', () => {
    expect(
      worded([
        { code: 'repeated_row', line: 5, firstLine: 2 },
        { code: 'unused_room', room: 'Attic' },
      ]),
    ).toEqual([
      { code: 'repeated_row', line: 5, message: 'the row repeats line 2 and is skipped' },
      { code: 'unused_room', message: '--shared-room Attic: no session is in this room' },
    ]);
  });
});

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
    const clashCounts = { total: 31_996_000, ofUnknown: 0 };
    const error = clashError({ clashes: Array(30).fill(clash), clashCounts, warnings: [] }, 'clash');
    expect(error?.message).toBe('31996000 clashes');
    expect(error?.details).toHaveLength(21);
    expect(error?.details.at(-1)?.message).toContain('and 31995980 more');
  });
});

it('names how many submissions share a title, also if not all are listed', () => {
  const candidates = [{ id: 's1', title: 'TBD', status: 'accepted', people: ['Ann Muster', 'Bo Li'] }];
  const row = { line: 2, title: 'TBD', reason: 'ambiguous', candidates, candidateCount: 300 } as const;
  expect(unknownText(row)).toContain(
    '"TBD" is the title of 300 submissions: "TBD" (s1, Ann Muster; Bo Li, accepted), and 299 more; specify which',
  );
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
  expect(unsentTexts({ breaks })[0]).toContain('"Lunch" (lines 5 of sheet "Day 1", 6 of sheet "Day 2")');
  expect(unsentTexts({ breaks: breaks.map(({ title, line }) => ({ title, line })) })[0]).toContain(
    '"Lunch" (lines 5, 6)',
  );
});
