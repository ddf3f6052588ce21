// Cells of grids: titles, beside which may be people or an id. What is unclear stays unmatched.
import { expect, it } from 'vitest';
import { row as rowAt } from '../../../test/support/schedule-rows.ts';
import { unmatched } from '../match/filed-sessions.ts';
import { matchSessions } from '../match/match.ts';
import type { EventSubmission } from '../submissions.ts';

const titles = {
  key: 'Keynote',
  rust: 'Rust: a history',
  go: 'Go, and how to stop',
  future: 'The future',
  part: 'QGIS (part 2)',
  water: 'L’eau – salée',
  twin: 'Panel',
  twin2: 'Panel',
};

const submissions: readonly EventSubmission[] = Object.entries(titles).map(([id, title]) => ({
  ...unmatched,
  id: `sub_${id}`,
  title,
}));

function resolve(cell: string, submissions: readonly EventSubmission[]) {
  const given = { column: 'Hall', submissionId: undefined, title: cell.split('\n')[0] ?? '', cell };
  const row = rowAt(2, '', '09:00', given);
  const { rows, ...matches } = matchSessions([row], submissions);
  return { resolved: rows[0] ?? row, ...matches };
}

function readCell(cell: string) {
  const { resolved, matched, unknown } = resolve(cell, submissions);
  const [found] = matched.values();
  return [found?.id ?? unknown[0]?.code, resolved.people.map(({ name }) => name).join('; ')];
}

it.each<[cell: string, id: string, people: string]>([
  ['KEYNOTE', 'sub_key', ''],
  ['Keynote (Ada Lovelace & Grace Hopper)', 'sub_key', 'Ada Lovelace; Grace Hopper'],
  ['Keynote\n(Ada Lovelace)', 'sub_key', 'Ada Lovelace'],
  ["L'eau - salée (Ada Lovelace)", 'sub_water', 'Ada Lovelace'],
  ['Keynote\nTrack: Web\n（山田 太郎）', 'sub_key', '山田 太郎'],
  ['QGIS (part 2)', 'sub_part', ''],
  ['QGIS (part 2) (Ada Lovelace)', 'sub_part', 'Ada Lovelace'],
  ['Rust: a history', 'sub_rust', ''],
  ['Keynote 1: The future', 'sub_future', ''],
  ['Keynote 1: Rust: a history (Ada Lovelace)', 'sub_rust', 'Ada Lovelace'],
  ['Keynote (Ada Lovelace (ACME))', 'sub_key', 'Ada Lovelace'],
  ['Keynote (with Ada Lovelace)', 'sub_key', 'Ada Lovelace'],
  ['Keynote [Ada Lovelace]', 'sub_key', 'Ada Lovelace'],
  ['Keynote (Ada Lovelace)*', 'sub_key', 'Ada Lovelace'],
  ['Keynote (Ada Lovelace) ★', 'sub_key', 'Ada Lovelace'],
  // The people are not read.
  ['Keynote (Ada Lovelace, ACME)', 'sub_key', ''],
  ['QGIS (part 2) [Ada Lovelace, ACME]', 'sub_part', ''],
  ['Go, and how to stop (sub_go)', 'sub_go', ''],
  ['Go, and how to stop [sub_go]', 'sub_go', ''],
  ['Whatever it is called now (sub_go)', 'sub_go', ''],
])('%j is %s', (cell, id, people) => {
  expect(readCell(cell)).toEqual([id, people]);
});

it.each<[cell: string, reason: string]>([
  ['sub_go', 'not_found'],
  ['Keynote – Ada Lovelace', 'not_found'],
  ['Ada Lovelace\nKeynote', 'not_found'],
  ['Keynote (part 2)', 'not_found'],
  ['Keynote (30 min)', 'not_found'],
  ['Workshop: Keynote speech', 'not_found'],
  ['The future (sub_key)', 'other_title'],
  // Two submissions of one title.
  ['Panel (Ada Lovelace)', 'ambiguous'],
  ['Workshop: Panel', 'not_found'],
])('%j is unknown', (cell, reason) => {
  expect(readCell(cell)[0]).toBe(reason);
});

it.each<[cell: string, title: string, people: string, doubts: string]>([
  ['Kelp (Ida Moen)', 'Kelp', 'Ida Moen', ''],
  ['Kelp\nTrack: Sea\n(Ida Moen; Kai Li)', 'Kelp', 'Ida Moen; Kai Li', ''],
  ['QGIS (part 2) (Ida Moen)', 'QGIS (part 2)', 'Ida Moen', ''],
  ['Kelp (part 2)', 'Kelp (part 2)', '', ''],
  ['Kelp (keynote)', 'Kelp (keynote)', '', ''],
  ['Kelp (Workshop)', 'Kelp (Workshop)', '', ''],
  // Who speaks at a break, or where it is.
  ['Opening & Welcome (Ida Moen)', 'Opening & Welcome', 'Ida Moen', 'Ida Moen'],
  ['Lunch (Foyer East)', 'Lunch', 'Foyer East', 'Foyer East'],
  ['Lunch (30 min)', 'Lunch (30 min)', '', ''],
  ['Kelp (Ida Moen (Uni North); Kai Li (ACME))', 'Kelp', 'Ida Moen; Kai Li', ''],
  ['Kelp (mit Ida Moen und Kai Li)', 'Kelp', 'Ida Moen; Kai Li', ''],
  ['Kelp [Ida Moen]', 'Kelp', 'Ida Moen', ''],
  ['Kelp [part 2]', 'Kelp [part 2]', '', ''],
])('without an event, %j is %j of %j', (cell, title, people, doubts) => {
  const { resolved } = resolve(cell, []);
  const names = resolved.people.map(({ name }) => name).join('; ');
  const doubtful = (resolved.doubts ?? []).map(({ text }) => text).join('; ');
  expect([resolved.title, names, doubtful]).toEqual([title, people, doubts]);
});

it.each<[cell: string, unread: string]>([
  ['Kelp (Ida Moen, ACME)', 'Ida Moen, ACME'],
  ['Kelp (by Ida Moen)', 'by Ida Moen'],
  ['Kelp [Ida Moen / Uni North]', 'Ida Moen / Uni North'],
  ['Kelp\nIda Moen', 'Ida Moen'],
  ['Kelp\nIda Moen, ACME\n(part 2)', 'Ida Moen, ACME'],
  ['Kelp (Ida Moen) [EN]', 'Ida Moen'],
  ['Kelp [Ida Moen] (30 min)', 'Ida Moen'],
  ['Kelp (Ida Moen) - all rooms', 'Ida Moen'],
  ['Kelp (Ida Moen)*', ''],
  ['Kelp (part 2)', ''],
  ['Kelp\nTrack: Sea', ''],
  ['Kelp\nMain Track\n(Ida Moen)', ''],
  ['Lunch (Foyer East, Pier Two)', ''],
  ['CANCELLED: Kelp\nIda Moen', ''],
])('of %j, the people %j are not read', (cell, unread) => {
  const { resolved } = resolve(cell, []);
  const messages = (resolved.problems ?? []).map(({ message }) => message);
  const expected = `${JSON.stringify(unread)} beside the title is not read as people`;
  expect(messages).toEqual(unread === '' ? [] : [expected]);
});
