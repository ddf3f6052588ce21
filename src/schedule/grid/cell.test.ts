// Cells of grids that hold more than a title: speakers, ids, several lines. What is unclear stays unmatched.
import { expect, it } from 'vitest';
import { matchSubmissions } from '../match.ts';
import { unmatched } from '../planned-sessions.ts';
import type { ScheduleRow } from '../row.ts';
import type { EventSubmission } from '../submissions.ts';
import { resolveCells } from './cell.ts';

const titles = {
  key: 'Keynote',
  rust: 'Rust: a history',
  go: 'Go, and how to stop',
  dash: 'State – of the art',
  future: 'The future',
  of: 'The future of Rust',
  rest: 'Rust',
  twin: 'Panel',
  twin2: 'Panel',
};

const program: readonly EventSubmission[] = Object.entries(titles).map(([id, title]) => ({
  ...unmatched,
  id: `sub_${id}`,
  title,
  people: id === 'rest' ? [{ name: 'Madonna' }] : [],
}));

function readCell(cell: string) {
  const row: ScheduleRow = {
    line: 2,
    column: 'Hall',
    submissionId: undefined,
    title: cell.replace(/\s+/g, ' '),
    cell,
    submitterEmail: undefined,
    room: 'Hall',
    startMs: 0,
    start: '2026-06-05T09:00:00+02:00',
    durationMs: undefined,
    people: [],
    track: undefined,
    format: undefined,
  };
  const [resolved = row] = resolveCells([row], program);
  const { matched, unknown } = matchSubmissions([resolved], program);
  const [found] = matched.values();
  return [found?.id ?? unknown[0]?.reason, resolved.people.map(({ name }) => name).join('; ')];
}

it.each<[cell: string, id: string, people: string]>([
  ['Keynote', 'sub_key', ''],
  ['KEYNOTE', 'sub_key', ''],
  ['The future\nof Rust', 'sub_of', ''],
  ['Keynote\nAda Lovelace', 'sub_key', 'Ada Lovelace'],
  ['Keynote\nAda Lovelace\nGrace Hopper', 'sub_key', 'Ada Lovelace; Grace Hopper'],
  ['Keynote\nAda Lovelace\nTrack: Web', 'sub_key', 'Ada Lovelace'],
  [`Keynote\nAda Lovelace${'\nTrack: Web'.repeat(18)}`, 'sub_key', 'Ada Lovelace'],
  ['The future\nof Rust\nAda Lovelace', 'sub_of', 'Ada Lovelace'],
  ['Ada Lovelace\nKeynote', 'sub_key', 'Ada Lovelace'],
  ['Keynote (Ada Lovelace)', 'sub_key', 'Ada Lovelace'],
  ['Keynote (Ada Lovelace & Grace Hopper)', 'sub_key', 'Ada Lovelace; Grace Hopper'],
  ['Keynote — Ada Lovelace', 'sub_key', 'Ada Lovelace'],
  ['Keynote - Ada Lovelace, Grace Hopper', 'sub_key', 'Ada Lovelace; Grace Hopper'],
  ['State – of the art – Ada Lovelace', 'sub_dash', 'Ada Lovelace'],
  ['Rust: a history — Ada Lovelace', 'sub_rust', 'Ada Lovelace'],
  ['Ada Lovelace: Keynote', 'sub_key', 'Ada Lovelace'],
  ['Ada Lovelace: Rust: a history', 'sub_rust', 'Ada Lovelace'],
  ['Madonna: Rust', 'sub_rest', 'Madonna'],
  ['sub_go', 'sub_go', ''],
  ['sub_go: whatever it is called now', 'sub_go', ''],
  ['#123 Keynote', 'sub_key', ''],
  ['[ABC-12] Keynote', 'sub_key', ''],
  ['#123 Keynote\nAda Lovelace', 'sub_key', 'Ada Lovelace'],
  ['sub_go Go, and how to stop (Ada Lovelace)', 'sub_go', 'Ada Lovelace'],
])('%j is %s', (cell, id, people) => {
  expect(readCell(cell)).toEqual([id, people]);
});

it.each<[cell: string, reason: string]>([
  // Not people.
  ['Workshop: Rust', 'not_found'],
  ['Keynote: the end of it', 'not_found'],
  ['The future\nof everything', 'not_found'],
  ['Intro Rust', 'not_found'],
  // Two submissions.
  ['Keynote\nThe future', 'not_found'],
  ['The future of Rust\nThe future', 'not_found'],
  ['sub_key The future', 'other_title'],
  // More than a title with its speakers.
  [`Keynote${'\nAda Lovelace'.repeat(20)}`, 'not_found'],
  [`Keynote\n${'Ada Lovelace, '.repeat(80)}`, 'not_found'],
  [`Keynote${'\nAda Lovelace'.repeat(400)}`, 'not_found'],
  // Two submissions of one title.
  ['Panel', 'ambiguous'],
  ['Panel\nAda Lovelace', 'ambiguous'],
])('%j is unknown', (cell, reason) => {
  expect(readCell(cell)[0]).toBe(reason);
});
