// Timetables and plans of a server that shows no time zone: times are on the clocks of the
// sessions.
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anEvent } from './support/ids.ts';
import { plenary } from './support/program.ts';
import { startServer } from './support/servers/server.ts';
import { folderForEach } from './support/stage.ts';

const folder = folderForEach();

/** A server that shows starts as they were written, with these talks in the room Lab. */
async function against(starts: Readonly<Record<string, string>>) {
  const submissions = Object.entries(starts).map(([title, start]) => {
    return { title, submitter_email: 'a@example.org', status: 'accepted', room: 'Lab', start };
  });
  const server = await startServer({ name: '' }, { speakers: [], submissions });
  onTestFinished(() => server.close());
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: anEvent,
    PLENARY_STATE_DIR: folder.file('state'),
  };
  return (...args: readonly string[]) => plenary(args, { env, cwd: folder.path });
}

describe('without a time zone', () => {
  it('shows and exports times on the clock that most sessions have', async () => {
    const run = await against({ Keynote: '2026-05-02T09:00:00+02:00' });
    const shown = await run('timetable', 'show', '--day', '2026-05-02');
    expect(shown.stdout).toMatch(/^Saturday, 2 May 2026 \(\+02:00\)\n/);
    for (const [format, text] of Object.entries({
      html: 'Times in UTC+2',
      ics: 'DTSTART:20260502T070000Z',
      'schedule-json': '"date": "2026-05-02T09:00:00+02:00"',
      'schedule-xml': '<date>2026-05-02T09:00:00+02:00</date>',
      csv: '2026-05-02T09:00:00+02:00',
    })) {
      const { exitCode, stdout } = await run('timetable', 'export', '--format', format);
      expect([format, exitCode, stdout.includes(text)]).toEqual([format, 0, true]);
    }
    const lines = ['title,room,start', 'Lunch break,all,2026-05-02T09:00:00+02:00'];
    writeFileSync(folder.file('noon.csv'), `${lines.join('\n')}\n`);
    const checked = await run('sessions', 'check', '--schedule', 'noon.csv');
    expect(checked.stderr).toContain('"Keynote" 2026-05-02 09:00–09:45');
    expect(checked.exitCode).toBe(6);
  });

  it('names the offsets if there are several, also of a plan', async () => {
    const run = await against({
      Lunch: '2026-05-03T10:00:00Z',
      Talk: '2026-05-02T09:00:00+02:00',
      Dinner: '2026-05-02T19:00:00+02:00',
    });
    const { exitCode, stdout, stderr } = await run('timetable', 'show');
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining(
        'No time zone is set, and the sessions have several offsets (+02:00, UTC). ' +
          'All times are shown in +02:00. Pass --timezone to show them on the local clocks.\n',
      ),
    ]);
    expect(stdout).toContain('12:00  ');
    const moved = ['Talk,Lab,2026-06-06T09:00:00+02:00', 'Dinner,Lab,2026-06-06T10:00:00Z'];
    writeFileSync(folder.file('zones.csv'), `${['title,room,start', ...moved].join('\n')}\n`);
    const planned = await run('sessions', 'plan', 'zones.csv', '--output', 'csv');
    expect(planned.stdout).toContain('"Lab, 2026-05-02 19:00 → 2026-06-06 12:00"');
    expect(planned.stderr).toContain(
      'several offsets (+02:00, UTC). All times are shown in +02:00.',
    );
  });
});
