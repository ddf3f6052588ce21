// How columns are found by their headers: in which sheets of a workbook, and which two are the
// same.
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readTexts } from '../../../../test/support/autoplace-files.ts';
import { type Mapping, type MappingOptions, mapColumns } from '../../../columns/mapping.ts';
import { InvalidInputError } from '../../../errors.ts';
import { fileSource } from '../../../files/source.ts';
import { isHeaderOfTable } from './columns.ts';
import { peopleSheet } from './people.ts';
import { roomSheet } from './rooms.ts';
import { readPlacedFile, readTalks } from './talks.ts';

it.each([
  ['Room,Start,End', 'rooms'],
  ['Raum;Datum;Von;Bis;Capacity', 'rooms'],
  ['Name,Start,End,Capacity', 'rooms'],
  ['Name,From,To,Availability', 'people'],
  ['Name,From,To', 'people'],
  ['Title,Speaker,Room,Start,End', ''],
  ['Title,Name,Email,Date,Equipment', ''],
  ['Welcome to the conference', ''],
])('%s is the header of %j', (header, kind) => {
  const cells = header.split(/[,;]/);
  const kinds = { rooms: roomSheet, people: peopleSheet };
  const found = Object.entries(kinds).flatMap(([name, columns]) =>
    isHeaderOfTable(cells, columns) ? [name] : [],
  );
  expect(found.join()).toBe(kind);
});

const rooms = 'room,start,end\nHall,2026-05-02 09:00,12:00\n';

async function refusal(schedule: string): Promise<readonly string[]> {
  const error: unknown = await readTexts({ schedule, rooms }).catch((thrown: unknown) => thrown);
  if (!(error instanceof InvalidInputError)) throw error;
  return [
    error.message,
    ...error.details.map(({ line, column, message }) => `${line} ${column}: ${message}`),
  ];
}

describe('a column that only autoplace reads', () => {
  const schedule =
    'title,room,start,Gear,Expectd,Level,Notes\nA,Hall,2026-05-02 09:00,harp,120,alto,-\n';
  const options = {
    file: 'schedule.csv',
    map: ['Gear=needs'],
    time: { timeZone: 'UTC', dateOrder: undefined },
    mapColumns: async (given: MappingOptions) => mapColumns(given),
  };
  const open = () =>
    fileSource('schedule.csv', () => Readable.from([Buffer.from(schedule)])).open();
  const unmappedOf = ({ unmapped }: Mapping) => unmapped.map(({ column }) => column);

  it('is mapped by its header or by the user, and another is named', async () => {
    const { wishes, mapping } = await readTalks(await open(), options);
    expect(wishes.get(2)).toMatchObject({ needs: ['harp'], expected: undefined });
    expect(unmappedOf(mapping)).toEqual(['Expectd', 'Level', 'Notes']);
  });

  it('may be in the file of another command, which does not name it', async () => {
    const { rows, mapping } = await readPlacedFile(await open(), options);
    expect(rows).toMatchObject([{ title: 'A', room: 'Hall' }]);
    expect(unmappedOf(mapping)).toEqual(['Expectd', 'Level', 'Notes']);
  });
});

it('two columns of talks that mean the same are refused', async () => {
  expect(await refusal('Titel,Not before,Earliest\nA,10:00,12:00\n')).toEqual([
    'schedule.csv has several columns for not_before: "Not before" and "Earliest"',
    'undefined Not before: matches not_before, like another column',
    'undefined Earliest: matches not_before, like another column',
  ]);
});
