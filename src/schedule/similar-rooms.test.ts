// Which names are probably one room.
import { expect, it } from 'vitest';
import { processorMs } from '../../test/support/processor-time.ts';
import { createRoomIndex } from './similar-rooms.ts';

it.each([
  ['Kliener Saal', 'Kleiner Saal'],
  ['Kleine Saal', 'Kleiner Saal'],
  ['Kleiner Saaal', 'Kleiner Saal'],
  ['Kleinar Saal', 'Kleiner Saal'],
  ['Akademie', 'Akadmeie'],
  ['Main-Hall', 'main hall'],
  ['Pier3', 'Pier 3'],
  ['Cafe', 'Café'],
])('%s and %s are', (one, other) => {
  expect(createRoomIndex([other])(one)).toEqual([other]);
  expect(createRoomIndex([one])(other)).toEqual([one]);
});

it.each([
  ['Hall 1', 'Hall 2'],
  ['Hall 1', 'Hall 12'],
  ['Hall A', 'Hall B'],
  ['Hall', 'Hall A'],
  ['Hall C1', 'Hall D1'],
  ['Raum Ost', 'Raum West'],
  ['Kliener Sall', 'Kleiner Saal'],
  ['Saal', ' SAAL '],
  ['+', '-'],
])('%s and %s are not', (one, other) => {
  expect(createRoomIndex([one, other])(one)).toEqual([]);
});

it('are found among many in a time that follows their number', () => {
  const names = Array.from({ length: 4000 }, (_, at) => `Room ${String.fromCodePoint(0x4e00 + at)}`);
  const find = createRoomIndex(names);
  const spent = processorMs();
  expect(names.flatMap(find)).toEqual([]);
  expect(processorMs() - spent).toBeLessThan(3000);
});
