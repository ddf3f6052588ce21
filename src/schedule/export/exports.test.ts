// Every export: it contains nothing private, and the same timetable gives the same bytes.
import { describe, expect, it } from 'vitest';
import { session, timetable } from '../../../test/support/timetables.ts';
import type { Session } from '../session.ts';
import { scheduleJsonOf, scheduleXmlOf } from './c3voc.ts';
import { csvOf } from './csv.ts';
import { htmlOf } from './html.ts';
import { icalOf } from './ical.ts';

const exports = [
  ['html', htmlOf],
  ['ics', icalOf],
  ['schedule-json', scheduleJsonOf],
  ['schedule-xml', scheduleXmlOf],
  ['csv', csvOf],
] as const;

// A record of the service, which has more fields than a session.
const complete = {
  ...session('2026-05-02T09:00:00+02:00', 45, {
    submissionId: 'sub_1',
    people: [
      { name: 'Amina Diallo', email: 'amina@example.org' },
      { name: 'kofi@example.org', email: 'kofi@example.org' },
      { name: 'Leila Haddad <leila@example.org>' },
    ],
  }),
  submitter_email: 'owner@example.org',
  feedback: 'Weak, but she is a sponsor',
  logistics_notes: 'Arrives late, room 12',
  phone: '+49 30 1234',
};
const private_ = ['example.org', 'sponsor', 'Arrives', '1234'];

describe.each(exports)('%s', (_, write) => {
  it('has names, but no addresses, feedback or notes', () => {
    const text = write(timetable([complete]));
    expect(text).toContain('Amina Diallo');
    expect(text).toContain('Leila Haddad');
    expect(private_.filter((word) => text.includes(word))).toEqual([]);
  });

  it('is the same for every run and order of the sessions', () => {
    const sessions: Session[] = ['Hall', 'Lab', 'Aula'].map((room) =>
      session('2026-05-02T09:00:00+02:00', 45, { submissionId: `sub_${room}`, room, track: room }),
    );
    expect(write(timetable([...sessions].reverse()))).toBe(write(timetable(sessions)));
  });

  it('can be empty', () => {
    expect(write(timetable([]))).not.toBe('');
  });
});

describe('a session in several rooms', () => {
  const inHalls = { room: 'Hall A', otherRooms: ['Hall B', 'hall c'], people: [] };
  const keynote = session('2026-05-02T09:00:00+02:00', 45, { ...inHalls, title: 'Keynote' });
  const later = session('2026-05-02T09:45:00+02:00', 45, { title: 'Boats', room: 'Hall C' });
  const lunch = session('2026-05-02T12:00:00+02:00', 45, {
    ...inHalls,
    title: 'Lunch',
    isBreak: true,
  });
  const written = timetable([keynote, later, lunch]);

  it('is an event in each of them, with an id of its own, in c3voc schedules', () => {
    const { conference } = JSON.parse(scheduleJsonOf(written)).schedule;
    const rooms: Record<string, { title: string; room: string; guid: string }[]> =
      conference.days[0].rooms;
    const titles = Object.entries(rooms).map(([room, events]) => [
      room,
      events.map(({ title }) => title),
    ]);
    expect(titles).toEqual([
      ['Hall A', ['Keynote', 'Lunch']],
      ['Hall B', ['Keynote', 'Lunch']],
      ['hall c', ['Keynote', 'Boats', 'Lunch']],
    ]);
    const names = conference.rooms.map(({ name }: { readonly name: string }) => name);
    expect(names).toEqual(['Hall A', 'Hall B', 'hall c']);
    expect(
      new Set(Object.values(rooms).flatMap((events) => events.map(({ guid }) => guid))).size,
    ).toBe(7);
    expect(scheduleXmlOf(written).match(/<title>Keynote/g)).toHaveLength(3);
  });

  it('is one event that names them in calendars', () => {
    const text = icalOf(written);
    expect(text.match(/SUMMARY:Keynote/g)).toHaveLength(1);
    expect(text).toContain('SUMMARY:Keynote');
    expect(text).toContain(String.raw`LOCATION:Hall A\; Hall B\; hall c`);
  });

  it('is in the column of each on a page, whose lists have it once', () => {
    const [header = '', first = ''] = htmlOf(written).match(/<tr.*<\/tr>/g) ?? [];
    expect(header.match(/Hall A|Hall B|hall c/g)).toHaveLength(3);
    expect(first.match(/<article id="[^"]+"/g)?.length).toBe(3);
    expect(new Set(first.match(/<article id="[^"]+"/g)).size).toBe(3);
    expect(first.match(/<td class="copy">/g)).toHaveLength(2);
  });
});
