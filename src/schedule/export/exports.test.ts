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
