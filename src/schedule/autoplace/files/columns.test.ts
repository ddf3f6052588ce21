// Which sheet of a workbook is that of rooms, and which that of people.
import { expect, it } from 'vitest';
import { isHeaderOfFile } from './columns.ts';
import { peopleColumns } from './people.ts';
import { roomColumns } from './rooms.ts';

it.each([
  ['Room,Start,End', 'rooms'],
  ['Raum;Datum;Von;Bis;Kapazität', 'rooms'],
  ['Name,Start,End,Capacity', 'rooms'],
  ['Salle,Date,Horaire', 'rooms'],
  ['Name,From,To,Availability', 'people'],
  ['Name,From,To', 'people'],
  ['E-Mail;Zeitzone', 'people'],
  ['First name,Last name,Date', 'people'],
  ['Title,Speaker,Room,Start,End', ''],
  ['Vortrag;Raum;Beginn;Ende', ''],
  ['Title,Name,Email,Date,Equipment', ''],
  ['Name,Email', ''],
  ['Welcome to the conference', ''],
])('%s is the header of %j', (header, kind) => {
  const cells = header.split(/[,;]/);
  const kinds = { rooms: roomColumns, people: peopleColumns };
  const found = Object.entries(kinds).flatMap(([name, columns]) => (isHeaderOfFile(cells, columns) ? [name] : []));
  expect(found.join()).toBe(kind);
});
