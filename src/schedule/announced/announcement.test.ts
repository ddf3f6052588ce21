// What was announced, as it is saved and read again.
import { expect, it } from 'vitest';
import { session } from '../../../test/support/timetables.ts';
import { announcementText, isAnnouncement, readAnnouncement } from './announcement.ts';

const sessions = [
  session('2027-05-20T12:00:00+02:00', 60, {
    submissionId: undefined,
    title: 'Lunch',
    room: '',
    people: [],
    isBreak: true,
    isEverywhere: true,
  }),
  session('2027-05-20T10:00:00+02:00', 45, {
    otherRooms: ['Lab'],
    people: [{ name: 'Ada Lovelace <ada@example.org>' }, { name: '', email: 'bo@example.org' }],
    isDurationAssumed: true,
    track: 'Web',
  }),
];

it.each(['Europe/Berlin', '+02:00'])('is the same program on the clocks of %s', (zone) => {
  const text = announcementText({ sessions, zone }, 'devconf');
  expect(isAnnouncement(text)).toBe(true);
  expect(text).not.toContain('@');
  expect(text).toBe(announcementText({ sessions: sessions.toReversed(), zone }, 'devconf'));
  expect(readAnnouncement(JSON.parse(text))).toEqual({
    zone: zone === '+02:00' ? undefined : zone,
    starts: ['2027-05-20T10:00:00+02:00', '2027-05-20T12:00:00+02:00'],
    sessions: [
      expect.objectContaining({
        submissionId: sessions[1]?.submissionId,
        room: 'Aula',
        otherRooms: ['Lab'],
        people: [{ name: 'Ada Lovelace' }],
        isDurationAssumed: true,
        track: 'Web',
      }),
      expect.objectContaining({ title: 'Lunch', room: '', isBreak: true }),
    ],
  });
});

it.each([
  ['another document', { sessions: [] }],
  ['another version', { announcement: '2.0', timezone: null, sessions: [] }],
  ['an unknown time zone', { announcement: '1.0', timezone: 'Mars/Base', sessions: [] }],
])('is not read from %s', (_, content) => {
  expect(readAnnouncement(content)).toBeUndefined();
});

it('is not read with a start that is no time', () => {
  const text = announcementText({ sessions, zone: 'UTC' }, 'devconf');
  const broken = text.replace('2027-05-20T08:00:00+00:00', 'soon');
  expect(broken).not.toBe(text);
  expect(readAnnouncement(JSON.parse(broken))).toBeUndefined();
});
