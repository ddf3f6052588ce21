// Cells that name several rooms, in several languages, and those that are the name of one room.
import { expect, it } from 'vitest';
import { createRoomReader } from './several-rooms.ts';

const known = [
  'Saal 1',
  'Saal 2',
  'Saal 3',
  'Room A',
  'Room B',
  'Foyer',
  'Black Box',
  'C2.104',
  'C2.105',
  'Raum 7',
  'Raum 8',
];

it.each<[cell: string, rooms: readonly string[]]>([
  ['Saal 1+2', ['Saal 1', 'Saal 2']],
  ['Saal 1 + Saal 2', ['Saal 1', 'Saal 2']],
  ['Saal 1/2/3', ['Saal 1', 'Saal 2', 'Saal 3']],
  ['Saal 1-3', ['Saal 1', 'Saal 2', 'Saal 3']],
  ['saal 2 und 3', ['Saal 2', 'Saal 3']],
  ['Säle 1 & 2', ['Saal 1', 'Saal 2']],
  ['Räume 7, 8', ['Raum 7', 'Raum 8']],
  ['Room A / Room B', ['Room A', 'Room B']],
  ['Rooms A and B', ['Room A', 'Room B']],
  ['Room A/B', ['Room A', 'Room B']],
  ['Foyer; Room B', ['Foyer', 'Room B']],
  ['C2.104\nC2.105', ['C2.104', 'C2.105']],
])('%j is %j', (cell, rooms) => {
  expect(createRoomReader([...known, cell])(cell)).toEqual({ kind: 'several', rooms });
});

it.each([
  'Saal 1',
  'R&D Lab',
  'Black & White',
  'Salon C/D',
  'Aula 3 y 4',
  'Hörsaal 1+2',
  'Halls 1 and 2',
  'Building 4-5',
  'Saal 1 / Saal 1',
  '+',
  '',
])('%j is one room', (cell) => {
  expect(createRoomReader([...known, cell])(cell)).toEqual({ kind: 'one' });
});

it.each([
  ['Foyer / Bar', ['Bar']],
  ['Saal 1+4', ['4']],
  ['Black Box, Basement', ['Basement']],
])('%j may be several rooms', (cell, unknown) => {
  expect(createRoomReader([...known, cell])(cell)).toEqual({ kind: 'unclear', unknown });
});
