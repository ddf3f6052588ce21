// Timetables and plans without a time zone: times are on the clocks of the sessions.
import { beforeAll, describe, expect, it } from 'vitest';
import { header, keynote, type ScheduleStage, scheduleStages } from './support/schedule-stage.ts';

const { stage: open, file } = scheduleStages();
let stage: ScheduleStage;
beforeAll(async () => {
  stage = await open('Keynote');
  await stage.run('sessions', 'apply', file('s.csv', header, keynote));
});

describe('without a time zone', () => {
  it('shows and exports times on the clock that most sessions have', async () => {
    const shown = await stage.runWithoutZone('timetable', 'show', '--day', '2026-05-02');
    expect(shown.stdout).toMatch(/^Saturday, 2 May 2026 \(\+02:00\)\n/);
    for (const [format, text] of Object.entries({
      html: 'Times in UTC+2',
      ics: 'DTSTART:20260502T070000Z',
      'schedule-json': '"date": "2026-05-02T09:00:00+02:00"',
      'schedule-xml': '<date>2026-05-02T09:00:00+02:00</date>',
      csv: '2026-05-02T09:00:00+02:00',
    })) {
      const { exitCode, stdout } = await stage.runWithoutZone('timetable', 'export', '--format', format);
      expect([format, exitCode, stdout.includes(text)]).toEqual([format, 0, true]);
    }
    const clash = file('noon.csv', 'title,room,start', 'Lunch break,all,2026-05-02T09:00:00+02:00');
    const checked = await stage.runWithoutZone('sessions', 'check', '--schedule', clash);
    expect(checked.stderr).toContain('"Keynote" 2026-05-02 09:00–09:45');
    expect(checked.exitCode).toBe(6);
  });

  it('names the offsets if there are several, also of a plan', async () => {
    const other = file('other.csv', 'title,room,start', 'Lunch,Main Hall,2026-05-03T10:00:00Z');
    const { run, runWithoutZone } = await open('Lunch', 'Talk', 'Dinner');
    await run('sessions', 'apply', other);
    file('local.csv', 'title,room,start', 'Talk,Lab,2026-05-02 09:00', 'Dinner,Lab,2026-05-02 19:00');
    await run('sessions', 'apply', 'local.csv');
    const { exitCode, stdout, stderr } = await runWithoutZone('timetable', 'show');
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining(
        'No time zone is set, and the sessions have several offsets (+02:00, UTC). All times are shown in +02:00. Pass --timezone to show them on the local clocks.\n',
      ),
    ]);
    expect(stdout).toContain('12:00  ');

    file('zones.csv', 'title,room,start', 'Talk,Lab,2026-06-06T09:00:00+02:00', 'Dinner,Lab,2026-06-06T10:00:00Z');
    const planned = await runWithoutZone('sessions', 'plan', 'zones.csv', '--output', 'csv');
    expect(planned.stdout).toContain('"Lab, 2026-05-02 19:00 → 2026-06-06 12:00"');
    expect(planned.stderr).toContain('several offsets (+02:00, UTC). All times are shown in +02:00.');
  });
});
