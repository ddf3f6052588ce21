// What plan and apply show of a schedule: formats, time zones, saved plans, and never an address.
import { expect, it } from 'vitest';
import { header, keynote, report, scheduleStages } from './support/schedule-stage.ts';

const { stage, file, read } = scheduleStages();

it('shows a move in the time zone of the conference, and unchanged to scripts', async () => {
  const { run } = await stage('Keynote');
  await run(
    'sessions',
    'apply',
    file('s.csv', header, 'Keynote,Lab,2026-10-24T09:00:00+02:00,45,'),
  );
  file('s.csv', header, 'Keynote,Lab,2026-10-25T10:00:00Z,45,');
  expect((await run('sessions', 'plan', 's.csv')).stdout).toContain(
    'move    Keynote  Lab, 2026-10-24 09:00 → 2026-10-25 11:00  2\n',
  );
  const [from, to] = ['2026-10-24T07:00:00+00:00', '2026-10-25T10:00:00+00:00'];
  const lines = await run('sessions', 'plan', 's.csv', '--output', 'ndjson');
  expect(report(lines)).toMatchObject({
    action: 'move',
    name: 'Keynote',
    fields: { start: { from, to } },
  });
});

it('never shows an address, in any format or error', async () => {
  const { run } = await stage('Keynote', 'Compilers', 'Compilers');
  const rows = ['Keynot', 'Compilers', 'Keynote', 'Keynote'].map(
    (title) => `${title},Hall,2026-05-02 09:00,x@example.org`,
  );
  file('odd.csv', 'title,room,start,speaker_email', ...rows);
  const forms = [['--json'], ['--summary', 'markdown'], ['--output', 'csv'], ['--debug']];
  for (const form of forms) {
    const { stdout, stderr } = await run('sessions', 'plan', 'odd.csv', ...form);
    expect(stdout + stderr).toContain('Keynot');
    expect(stdout + stderr).not.toContain('example.org');
  }
  const applied = await run(
    'sessions',
    'apply',
    'odd.csv',
    '--allow-partial',
    '--fail-on',
    'never',
    '--json',
  );
  expect(report(applied).rejects).toHaveLength(2);
  expect(applied.stdout + applied.stderr).not.toContain('example.org');
  const moved = file('moved.csv', 'title,room,start,speaker_email', rows[2] ?? '');
  await run('sessions', 'plan', moved, '--out', 'odd.json');
  expect(read('odd.json')).not.toContain('example.org');
  const row = 'Keynote,Main Hall,2026-05-02 09:00,45,kim@example.org';
  file('shifted.csv', header, 'Keynote,Main Hall,ada@example.org,kim@example.org,', row, row);
  const shifted = await run('sessions', 'plan', 'shifted.csv');
  expect(shifted.stderr).toContain(
    'shifted.csv:2 column "start": "…@…" is no date and time; write one such as 2026-05-02 09:00',
  );
  expect(shifted.stderr).not.toContain('example.org');
});

it('saves a plan only in a separate file', async () => {
  const { run } = await stage('Keynote');
  file('s.csv', header, keynote);
  for (const out of ['-', 's.csv', 'plan.txt']) {
    const { exitCode, stderr } = await run('sessions', 'plan', 's.csv', '--out', out);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('a plan is saved in a separate file'),
    ]);
  }
  expect((await run('sessions', 'plan', 's.csv', '--json', '--summary', 'markdown')).exitCode).toBe(
    2,
  );
});

it('prints a plan as Markdown, with markup escaped and the error first', async () => {
  const { run } = await stage('A | B <b>*', 'Keynote', 'Ping @conf/all, see #12');
  file(
    'md.csv',
    header,
    'A | B <b>*,Lab,2026-05-02 09:00,30,',
    'Keynote,,,,',
    'Nobody,Lab,2026-05-02 10:00,45,',
    '"Ping @conf/all, see #12",Lab,2026-05-02 11:00,30,',
  );
  const { exitCode, stdout } = await run('sessions', 'plan', 'md.csv', '--summary', 'markdown');
  expect(stdout).toBe(
    [
      '## Error',
      '',
      '1 of 4 rows could not be matched to a submission; nothing was sent',
      '',
      '**Fix:** fix the titles, or write the ids of the submissions in a column ' +
        'submission\\_id; create the submissions of new talks first, ' +
        'with `plenary submissions import`, and mark rows that are no talks with "true" in a ' +
        'column service\\_session',
      '',
      '## Plan: 2 to place',
      '',
      '- md.csv: 4 rows: 2 to place, 1 skipped, 1 unknown',
      '',
      '### Rows that cannot be applied',
      '',
      '- md.csv:4: no submission is titled "Nobody"',
      '',
      '### Warnings',
      '',
      '- 1 row has no start, and its session is not moved: "Keynote" \\(line 3\\)',
      '',
      '| | name | changes | line |',
      '|---|---|---|---|',
      '| place | A \\| B &lt;b\\>\\* | Lab, 2026-05-02 09:00 | 2 |',
      '| place | Ping @\u200bconf/all, see \\#\u200b12 | Lab, 2026-05-02 11:00 | 5 |',
      '',
    ].join('\n'),
  );
  expect(exitCode).toBe(3);
});
