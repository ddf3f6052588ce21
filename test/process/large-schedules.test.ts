// A schedule with more sessions than a conference has is refused.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plenary } from '../support/program.ts';
import { sharedFolder } from '../support/stage.ts';

const folder = sharedFolder();

it('a timetable is refused beyond 20,000 sessions', async () => {
  const file = folder.file('large.csv');
  const rows = Array.from({ length: 20_001 }, (_, at) => `T${at},Hall,2026-05-02 09:00`);
  writeFileSync(file, ['title,room,start', ...rows].join('\n'));
  const shown = await plenary(['timetable', 'show', '--schedule', file, '--timezone', 'UTC'], {
    env: { PLENARY_EVENT: '', PLENARY_TOKEN: '', PLENARY_BASE_URL: '' },
  });
  expect([shown.exitCode, shown.stderr]).toEqual([
    3,
    expect.stringContaining('a schedule has at most 20,000 sessions'),
  ]);
});
