// Titles and types of rows that are not talks, in every language, and those of talks that resemble
// them.
import { expect, it } from 'vitest';
import { type BreakEvidence, isBreakRow, isBreakTitle, isEveryRoom } from './breaks.ts';
import { breakTitles } from './vocabulary/breaks.ts';

const list = (texts: string) => texts.split(/[|\n]/).map((text) => text.trim());

it('each title of a break is one, however written', () => {
  const titles = list(breakTitles);
  const written = titles.flatMap((title) => [
    title,
    `☕ ${title.toUpperCase()}`,
    `${title} (sponsored by ACME)`,
  ]);
  const words = titles.filter((title) => !title.includes(' '));
  const beside = words.flatMap((word) => [`${word} 2`, `Lunch / ${word}`]);
  expect([...written, ...beside].filter((title) => !isBreakTitle(title))).toEqual([]);
});

it.each([
  'Morning coffee break',
  'Lunch & Networking',
  'Registration and coffee',
  'Break - Networking',
  'Kurze Pause',
  'Pause-café',
  'PAUSE DEJEUNER',
  'Accueil et café',
  'Verpflegung',
  '休憩（15分）',
  '事務連絡',
])('%s is a break', (text) => {
  expect(isBreakTitle(text)).toBe(true);
});

it.each([
  'Break things on purpose',
  'Opening the black box',
  'Lunch and learn: Rust',
  'Registration of medical images',
  'Coffee, code and coroutines',
  'Welcome to the jungle of packages',
  'Talk',
  'Keynote',
  'Social engineering',
  'The coffee machine as a service',
  '',
])('%s is a talk', (text) => {
  expect(isBreakTitle(text)).toBe(false);
});

it.each<[string, BreakEvidence, boolean]>([
  ['titled as one', { title: 'Lunch' }, true],
  ['of such a type', { title: 'Crab rolls', format: 'Meal' }, true],
  ['that is marked', { title: 'Crab rolls', isBreak: true }, true],
  [
    'that is marked, with an abstract',
    { title: 'Lunch', isBreak: true, abstract: 'In the yard' },
    true,
  ],
  ['that names somebody', { title: 'Opening', people: [{ name: 'Ada King' }] }, false],
  [
    'that is marked and names somebody',
    { title: 'Opening', isBreak: true, people: [{ name: 'Ada King' }] },
    false,
  ],
  ['with an abstract', { title: 'Lunch', format: 'Break', abstract: 'How to cook' }, false],
  ['with an id', { title: 'Lunch', submissionId: 'sub_1' }, false],
  ['with an address', { title: 'Lunch', submitterEmail: 'ada@example.org' }, false],
  ['of type Keynote', { title: 'The end of the world', format: 'Keynote' }, false],
])('a row %s is a break or a talk', (_, row, expected) => {
  expect(isBreakRow(row)).toBe(expected);
});

it.each([
  ['all', true],
  ['All rooms', true],
  ['全会場', true],
  ['Hall 1', false],
  ['', false],
])('the room %j is every room: %s', (room, expected) => {
  expect(isEveryRoom(room)).toBe(expected);
});
