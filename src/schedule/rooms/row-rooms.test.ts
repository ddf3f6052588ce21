// The rooms of rows: cells of several rooms, and rooms that the event writes in another way.
import { describe, expect, it } from 'vitest';
import { row } from '../../../test/support/schedule-rows.ts';
import { roomAmong, similarRoomWarnings } from './room-name.ts';
import { createRoomReader } from './row-rooms.ts';

const listed = (...names: readonly string[]) =>
  names.map((name, at) => ({ id: `room_${at}`, name }));

/** The rooms of the first cell; the others are those of other rows. */
function roomsOf(
  cells: readonly string[],
  known: Partial<Parameters<typeof createRoomReader>[1]> = {},
  isBreak = false,
) {
  const rows = cells.map((room, at) => row(at + 2, 'a', '09:00', { room }));
  const read = createRoomReader(rows, { names: [], ...known });
  const [first] = rows;
  return first === undefined ? [] : read(first, isBreak).map(({ name }) => name);
}

describe('a cell of several rooms', () => {
  const halls = ['Hall A', 'Hall B'];

  it.each([
    'Hall A; Hall B',
    'Hall A, Hall B',
    'Hall A/Hall B',
    'Hall A + Hall B',
    'Hall A & Hall B',
    'Hall A and Hall B',
    'Hall A\nHall B',
    'hall a;HALL B',
    '["Hall A","Hall B"]',
  ])('is divided if both are rooms of other rows: %j', (cell) => {
    const rooms = roomsOf([cell, ...halls]);
    expect(rooms.map((room) => room.toLowerCase())).toEqual(['hall a', 'hall b']);
  });

  it('is divided by the rooms of the event, and of its sessions', () => {
    expect(roomsOf(['hall-a + Hall B'], { listed: listed(...halls) })).toEqual(halls);
    expect(roomsOf(['Hall A; Hall B'], { names: halls })).toEqual(halls);
    expect(roomsOf(['Hall A; Hall B', 'Hall A'], { names: ['Hall B'] })).toEqual(halls);
    expect(roomsOf(['room_1, room_0'], { listed: listed(...halls) })).toEqual(['Hall B', 'Hall A']);
  });

  it('stays one room if a part is none, or if the event has it', () => {
    expect(roomsOf(['Ground floor, east', 'Hall A'])).toEqual(['Ground floor, east']);
    expect(roomsOf(['Ground floor, east', 'Ground floor'])).toEqual(['Ground floor, east']);
    expect(roomsOf(['Hall A, Attic', ...halls])).toEqual(['Hall A, Attic']);
    expect(roomsOf(['Hall A; Attic'], { names: ['Hall A; Attic'] })).toEqual(['Hall A; Attic']);
    const all = listed('Hall A', 'Hall B', 'Hall A + Hall B');
    expect(roomsOf(['Hall A+Hall B'], { listed: all })).toEqual(['Hall A + Hall B']);
  });

  it('may have rooms with separators in their names', () => {
    const rooms = ['R&D Lab', 'Ground floor, east'];
    expect(roomsOf(['Ground floor, east, R&D Lab', ...rooms])).toEqual(rooms.toReversed());
    expect(roomsOf(['Hall A; Hall B', 'Hall A; Hall B', ...halls])).toEqual(halls);
  });

  it('is a list of rooms in JSON, also of rooms that nothing else has', () => {
    expect(roomsOf(['["Attic"]'])).toEqual(['Attic']);
    expect(roomsOf(['["Attic","Cellar","Attic"]'])).toEqual(['Attic', 'Cellar']);
    expect(roomsOf(['[Attic]'])).toEqual(['[Attic]']);
    expect(roomsOf(['[]'])).toEqual(['[]']);
  });

  it('may be all rooms: of the event, else of the file', () => {
    expect(roomsOf(['All rooms', 'Attic'], { listed: listed(...halls) })).toEqual(halls);
    expect(roomsOf(['alle', ...halls, 'Hall A; Hall B'])).toEqual(halls);
    expect(roomsOf(['All rooms'])).toEqual(['All rooms']);
    expect(roomsOf(['All', 'Lab'], { listed: listed('All', 'Lab') })).toEqual(['All']);
    expect(roomsOf(['All rooms', ...halls], {}, true)).toEqual(['All rooms']);
  });

  it.each([
    ['Hall A; Foyer', ['Hall A', 'Foyer']],
    ['Hall A；Foyer;', ['Hall A', 'Foyer']],
    ['Lab 1;', ['Lab 1']],
    ['Ground floor, east; Lab', ['Ground floor, east', 'Lab']],
    ['Foyer, north', ['Foyer, north']],
    ['Lab; lab', ['Lab']],
    [';', [';']],
  ])('is divided at semicolons, whatever the other rooms are: %j', (cell, rooms) => {
    for (const isBreak of [false, true]) expect(roomsOf([cell], {}, isBreak)).toEqual(rooms);
  });

  it('is a room of its own where a semicolon has shown it', () => {
    expect(roomsOf(['Hall A, Hall B', 'Hall A; Lab', 'Hall B; Lab'])).toEqual(halls);
  });

  it('is read in a moment in a file of thousands of such cells', () => {
    const commas = Array.from({ length: 99 }, (_, at) => `r${at}`).join(', ');
    const few = Array.from({ length: 12 }, (_, at) => `r${at}`).join(', ');
    const cells = Array.from({ length: 5000 }, (_, at) => `${at % 2 > 0 ? commas : few} ${at}`);
    const rows = cells.map((room, at) => row(at + 2, 'a', '09:00', { room }));
    const read = createRoomReader(rows, { listed: listed(...halls), names: [] });
    expect(rows.flatMap((each) => read(each))).toHaveLength(5000);
  });

  it('is read once, however many separators it has', () => {
    const cell = Array(5000).fill('Hall A').join(',');
    expect(roomsOf([cell, 'Hall A'])).toEqual([cell]);
    expect(roomsOf([cell.replaceAll(',', ';')])).toEqual(['Hall A']);
  });
});

it('leaves the room of a session without a start alone', () => {
  const unplaced = row(2, 'a', '', { room: 'Hall A; Hall B' });
  const rows = [unplaced, row(3, 'a', '09:00', { room: 'Hall A' })];
  const read = createRoomReader(rows, { names: ['Hall B'] });
  expect(read(unplaced)).toEqual([{ name: 'Hall A; Hall B' }]);
});

it.each([
  ['Hall-A', 'Hall A'],
  ['halla', 'Hall A'],
  ['HALL – A', 'Hall A'],
  ['Hall A*', 'Hall A'],
  ['Hall A (max 30)', 'Hall A'],
  ['Lab', 'Lab (12 seats)'],
  ['Hall A (ground floor)', undefined],
  ['Hâll-Å', 'Hall A'],
  ['Room 011', undefined],
  ['Room 11', 'Room 11'],
  ['Room1-1', undefined],
  ['Hall_A', undefined],
  ['Hall', undefined],
])('takes %s as the room %s', (text, expected) => {
  const rooms = listed('Hall A', 'Room 1-1', 'Room 11', 'Lab (12 seats)');
  const found = roomAmong(rooms, text);
  expect('item' in found ? found.item.name : undefined).toBe(expected);
  expect('item' in found && found.isRespelled === true).toBe(
    expected !== undefined && expected !== text,
  );
});

it.each([
  [['Lab-1', 'Lab 1', 'Lab 2'], ['"Lab-1" (line 2) and "Lab 1" (line 3)']],
  [['Lab 1', 'lab 1'], []],
  [['Room 1', 'Room 2'], []],
  [['Großer Saal', 'Grosser Saal'], ['"Großer Saal" (line 2) and "Grosser Saal" (line 3)']],
  [['Café', 'Bar', 'CAFE'], ['"Café" (line 2) and "CAFE" (line 4)']],
  [['Room 1', 'Room 01'], ['"Room 1" (line 2) and "Room 01" (line 3)']],
  [['Rm. 1', 'Room 1'], ['"Rm. 1" (line 2) and "Room 1" (line 3)']],
  [['Room 1 (Ground floor)', 'Room 1'], ['"Room 1 (Ground floor)" (line 2) and "Room 1" (line 3)']],
  [['Room 1 (East)', 'Room 1 (West)', 'Room 1.1', 'Room 1.01', 'Room 10'], []],
])('warns of rooms that may be one: %j', (rooms, pairs) => {
  const rows = rooms.map((room, at) => row(at + 2, 'a', '09:00', { room }));
  const rule = 'are two rooms; if they are one, write its name alike';
  const messages = similarRoomWarnings(rows).map(({ message }) => message);
  expect(messages).toEqual(pairs.map((pair) => `${pair} ${rule}`));
  expect(similarRoomWarnings(rows, rooms)).toEqual([]);
});

const messagesOf = (rooms: readonly string[], known: readonly string[] = []) => {
  const rows = rooms.map((room, at) => row(at + 2, 'a', '09:00', { room }));
  return similarRoomWarnings(rows, known).map(({ message }) => message);
};

it.each([
  [
    ['Hall 1', 'Hall 01', 'Hall1'],
    '"Hall 1" (line 2), "Hall 01" (line 3) and "Hall1" (line 4) are 3 rooms',
  ],
  [
    ['Hall A', 'Lab', 'HallA', 'hall-a'],
    '"Hall A" (line 2), "HallA" (line 4) and "hall-a" (line 5) are 3 rooms',
  ],
])('names all spellings of a room: %j', (rooms, expected) => {
  expect(messagesOf(rooms)).toEqual([`${expected}; if they are one, write its name alike`]);
});

it.each([
  [['Hall A/B', 'Hall A', 'Hall B'], '"Hall A" (line 3) and "Hall B" (line 4)', 'Hall A; Hall B'],
  [
    ['Halls 1 & 2', 'Hall 1', 'Hall 2'],
    '"Hall 1" (line 3) and "Hall 2" (line 4)',
    'Hall 1; Hall 2',
  ],
  [['Hall 1 + Hall 2', 'Hall 1'], '"Hall 1" (line 3)', 'Hall 1; Hall 2'],
  [['Saal 3 und Saal 4', 'Saal 4'], '"Saal 4" (line 3)', 'Saal 3; Saal 4'],
  ...[
    'Hall A & B',
    'Hall A&B',
    'Hall A+B',
    'Hall A and B',
    'Hall A und B',
    'Hall A, B',
    'Hall A, Hall B',
    'Halls A & B',
    'Halls A, B',
    'Hall A + Hall B (combined)',
    'Hall A\nHall B',
  ].map((room): [string[], string, string] => [
    [room, 'Hall A', 'Hall B'],
    '"Hall A" (line 3) and "Hall B" (line 4)',
    'Hall A; Hall B',
  ]),
  [['hall a and b', 'hall b'], '"hall b" (line 3)', 'hall a; hall b'],
  [['Sala A e B', 'Sala B'], '"Sala B" (line 3)', 'Sala A; Sala B'],
  [['Hall A, B & C', 'Hall C'], '"Hall C" (line 3)', 'Hall A; Hall B; Hall C'],
  [['Campus A & B', 'Campus B'], '"Campus B" (line 3)', 'Campus A; Campus B'],
  [
    ['Hall A & Hall B (East)', 'Hall B (East)'],
    '"Hall B (East)" (line 3)',
    'Hall A; Hall B (East)',
  ],
])('warns of a room that may be several: %j', (rooms, others, advice) => {
  const [room = ''] = rooms;
  const beside = `${JSON.stringify(room)} (line 2) is a room of its own beside ${others}`;
  const expected = [`${beside}; if it is several rooms, write "${advice}"`];
  expect(messagesOf(rooms)).toEqual(expected);
  expect(messagesOf(rooms, [room])).toEqual([]);
});

it.each([
  [['R&D Lab', 'Lab']],
  [['Ground floor, east', 'Ground floor']],
  [['Hall A/B', 'Hall C']],
  [['Hall A & B', 'Hall']],
  [['Hall A', 'Hall', 'A']],
  [['Hall B, ground floor', 'Hall B']],
  [['Café, Lounge', 'Bar']],
])('does not warn of a sign in the name of a room: %j', (rooms) => {
  expect(messagesOf(rooms)).toEqual([]);
});

it('names the line in which a room is written, and not that of a break in all rooms', () => {
  const lunch = row(2, 'a', '12:00', { room: 'Hall A', otherRooms: ['Hall-A'] });
  const others = ['Hall A', 'Hall-A'].map((room, at) => row(at + 3, 'a', '09:00', { room }));
  const [warning] = similarRoomWarnings([lunch, ...others]);
  expect(warning?.message).toContain('"Hall A" (line 3) and "Hall-A" (line 4) are two rooms');
});
