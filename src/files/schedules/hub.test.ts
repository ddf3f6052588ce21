// A schedule in the form of the hub: a list of events that refer to rooms, tracks and people in
// other lists.
import { expect, it } from 'vitest';
import { readLines } from '../../../test/support/tables.ts';

const conference = {
  acronym: 'x',
  time_zone_name: 'Europe/Berlin',
  tracks: [{ guid: 't1', slug: 'art', name: 'Art & Beauty' }],
  rooms: [
    { guid: 'r1', slug: 'saal-1', name: 'Saal 1', capacity: 3025 },
    { guid: 'r2', name: 'Stage' },
  ],
  days: [
    {
      index: 1,
      date: '2027-05-26',
      start: '2027-05-26T10:00:00+02:00',
      end: '2027-05-27T06:00:00+02:00',
    },
  ],
};
const opening = {
  guid: 'e1',
  type: 'other',
  title: 'Opening',
  subtitle: null,
  start: '2027-05-26T10:30:00+02:00',
  end: '2027-05-26T11:00:00+02:00',
  room: { name: 'Saal 1', guid: 'r1' },
  track: { slug: 'art' },
  abstract: { en: 'Take a seat.', de: 'Nehmt Platz.' },
  participants: [{ guid: 'p1', name: 'Gabriela Bogk', role: 'speaker' }],
};
const talk = {
  guid: 'e2',
  type: 'talk',
  title: 'Racing',
  start: '2027-05-27T00:15:00+02:00',
  end: '2027-05-27T00:55:00+02:00',
  room: { guid: 'r2' },
  track: 'Science',
  participants: [
    { guid: 'p2', name: 'Sebastian Schwarz', role: 'speaker' },
    { guid: 'p1', name: 'Gabriela Bogk', role: 'moderator' },
  ],
};
const persons = [
  {
    guid: 'p1',
    name: 'Gabriela Bogk',
    biography: 'Hacks.',
    avatar: { url: 'https://x.org/g.jpg' },
  },
];
const schedule = { version: '1', conference, events: [opening, talk], persons };
const text = JSON.stringify({ schedule });

it('has sessions with the names of rooms and tracks', async () => {
  expect((await readLines(text, { contents: 'sessions' })).table).toEqual([
    'id | title | room | start | end | speakers | track | abstract | format',
    'e1 | Opening | Saal 1 | 2027-05-26T10:30:00+02:00 | 2027-05-26T11:00:00+02:00 | ' +
      'Gabriela Bogk | Art & Beauty | Take a seat. | ',
    'e2 | Racing | Stage | 2027-05-27T00:15:00+02:00 | 2027-05-27T00:55:00+02:00 | ' +
      'Sebastian Schwarz; Gabriela Bogk | Science |  | talk',
  ]);
});

it('has each person once, with what the list of people has of them', async () => {
  expect((await readLines(text, { contents: 'speakers' })).table).toEqual([
    'id | name | biography | photo',
    'p1 | Gabriela Bogk | Hacks. | https://x.org/g.jpg',
    'p2 | Sebastian Schwarz |  | ',
  ]);
});

it('without events is refused as a schedule without events', async () => {
  const empty = JSON.stringify({ schedule: { ...schedule, events: [] } });
  await expect(readLines(empty, { contents: 'sessions' })).rejects.toMatchObject({
    message: 'talks is a schedule (JSON) without events',
  });
});
