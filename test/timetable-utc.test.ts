// Timetables and plans of a server that does not show the time zone of its event.
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';

const stage = doubleStage({ switches: { optionalOperations: false } });

/**
 * A computer without a time zone in its settings, and an event with these talks, none of them
 * placed.
 */
async function eventWith(...titles: readonly string[]) {
  const home = stage.home();
  const rows = titles.map((title, at) => `${title},speaker-${at + 1}@example.org`);
  await home.json('submissions', 'import', home.write('talks.csv', 'Title,Email', ...rows));
  return home;
}

it('shows and exports times in UTC', async () => {
  const { run, write } = await eventWith('Keynote');
  write('s.csv', 'title,room,start', 'Keynote,Main Hall,2027-05-20T09:00:00+02:00');
  await run(['sessions', 'apply', 's.csv']);
  const shown = await run(['timetable', 'show', '--day', '2027-05-20']);
  expect(shown.stdout).toMatch(/^Thursday, 20 May 2027 \(UTC\)\n/);
  for (const [format, text] of Object.entries({
    html: 'Times in UTC',
    ics: 'DTSTART:20270520T070000Z',
    'schedule-json': '"date": "2027-05-20T07:00:00+00:00"',
    'schedule-xml': '<date>2027-05-20T07:00:00+00:00</date>',
    csv: '2027-05-20T07:00:00+00:00',
  })) {
    const { exitCode, stdout } = await run(['timetable', 'export', '--format', format]);
    expect([format, exitCode, stdout.includes(text)]).toEqual([format, 0, true]);
  }
  write('noon.csv', 'title,room,start', 'Lunch break,all,2027-05-20T09:00:00+02:00');
  const checked = await run(['sessions', 'check', '--schedule', 'noon.csv']);
  expect(checked.stderr).toContain('"Keynote" 2027-05-20 07:00–07:30');
  expect(checked.exitCode).toBe(6);
});

it('names the offsets if a schedule has several', async () => {
  const { run, write } = await eventWith('Talk', 'Dinner');
  write(
    'zones.csv',
    'title,room,start',
    'Talk,Main Hall,2027-05-20T09:00:00+02:00',
    'Dinner,Main Hall,2027-05-20T10:00:00Z',
  );
  const planned = await run(['sessions', 'plan', 'zones.csv', '--output', 'csv']);
  expect(planned.stdout).toContain('"Main Hall, 2027-05-20 12:00"');
  expect(planned.stderr).toContain('several offsets (+02:00, UTC). All times are shown in +02:00.');
});
