// The talks of a grid from end to end: a plan names the command that creates those that are new,
// and that command works as it is printed.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scheduleStages } from './support/schedule-stage.ts';
import { textRow, xlsxOf } from './support/workbooks.ts';

const { stage, file, folder } = scheduleStages();

type Stage = Awaited<ReturnType<typeof stage>>;

/** The titles of the event's submissions with the addresses of their submitters, sorted. */
async function submissionsOf({ run }: Stage): Promise<readonly string[]> {
  const { stdout } = await run('submissions', 'list', '--json');
  const records: readonly Record<string, string | null>[] = JSON.parse(stdout);
  return records
    .map((record) => {
      const { title, submitter_email, submitter_first_name, submitter_last_name } = record;
      const name = [submitter_first_name, submitter_last_name].filter(Boolean).join(' ');
      return [title, submitter_email, name].filter(Boolean).join(' | ');
    })
    .sort();
}

const grid = [
  '2026-05-02,Hall,Lab,Garden',
  '9:00-9:30,Registration,Registration,Registration',
  '9:30-10:00,Kickoff,Kickoff,Kickoff',
  '10:00-11:00,Tides (Ida Moen),QGIS (part 2),Walk',
  '11:00-12:00,Keynote,,Walk',
  '12:00-13:00,Lunch,,',
  '2026-05-03,Hall,Lab,Garden',
  '9:30-10:00,Kickoff,,',
  '10:00-11:00,Harbors (sub_none),,',
];

describe('a plan of a grid with new talks', () => {
  it('prints the command that creates them, and it works', async () => {
    const event = await stage('Keynote');
    const name = file('new.csv', ...grid);
    const plan = await event.run('sessions', 'plan', name);
    expect(plan.exitCode).toBe(3);
    const [, command = ''] = /`plenary (submissions import [^`]*)`/.exec(plan.stderr) ?? [];
    expect(command).toBe('submissions import new.csv --submitter-email ADDRESS');
    const words = command.replace('ADDRESS', 'office@example.org').split(' ');
    const imported = await event.run(...words);
    expect(imported.stderr).toContain('new.csv was read as a grid: 3 rooms, 2 days, 9 sessions');
    expect([imported.exitCode, await submissionsOf(event)]).toEqual([
      0,
      [
        'Harbors (sub_none) | office@example.org',
        'Keynote | speaker-1@example.org',
        'Kickoff | office@example.org',
        'QGIS (part 2) | office@example.org',
        'Tides | office@example.org',
        'Walk | office@example.org',
      ],
    ]);
    expect(imported.stderr).toContain('"Registration" is a break, and is left out: line 2; also');
    const again = await event.run('sessions', 'plan', name);
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('6 to place')]);
    const repeated = await event.run(...words);
    expect([repeated.exitCode, repeated.stderr]).toEqual([
      0,
      expect.stringContaining('6 rows: 6 skipped'),
    ]);
  });

  it('prints the flags by which it was read', async () => {
    const event = await stage();
    const name = file('workshops.csv', 'DevConf,,', '2026-05-02,Workshops,Talks', '9:00,A1,B1');
    const plan = await event.run('sessions', 'plan', name, '--layout', 'grid');
    expect(plan.stderr).toContain(
      '`plenary submissions import workshops.csv --layout grid --submitter-email ADDRESS`',
    );
    const flags = ['--layout', 'grid', '--submitter-email', 'a@example.org'];
    expect((await event.run('submissions', 'import', name, ...flags)).exitCode).toBe(0);
    const planned = await event.run('sessions', 'plan', name, '--layout', 'grid');
    expect([planned.exitCode, planned.stderr]).toEqual([0, expect.stringContaining('2 to place')]);
  });
});

describe('an import of a grid', () => {
  it('takes people and addresses from the cells, and from columns beside the rooms', async () => {
    const event = await stage();
    const name = file(
      'people.csv',
      '2026-05-02,Hall,Hall speakers,Lab',
      '9:00,Tides,Ida Moen <ida@example.org>,Harbors (Ola Berg <ola@example.org>)',
      '10:00,Lights,"Eva Lund <eva@example.org>; Jon Dahl <jon@example.org>",',
    );
    const { exitCode, stderr } = await event.run('submissions', 'import', name);
    expect(stderr).toContain('a submission has one submitter; Jon Dahl is not imported');
    expect([exitCode, await submissionsOf(event)]).toEqual([
      0,
      [
        'Harbors | ola@example.org | Ola Berg',
        'Lights | eva@example.org | Eva Lund',
        'Tides | ida@example.org | Ida Moen',
      ],
    ]);
  });

  it('finds addresses among the speakers of the event', async () => {
    const event = await stage();
    await event.feed('Name,Email\nIda Moen,ida@example.org\n', 'speakers', 'import', '-');
    const name = file('known.csv', '2026-05-02,Hall,Lab', '9:00,Tides (Ida Moen),Coffee');
    expect((await event.run('submissions', 'import', name)).exitCode).toBe(0);
    expect(await submissionsOf(event)).toEqual(['Tides | ida@example.org | Ida Moen']);
  });

  it('without an address names the flag', async () => {
    const event = await stage();
    const name = file(
      'none.csv',
      '2026-05-02,Hall,Lab',
      '9:00,Tides (Ida Moen),Harbors',
      '10:00,Lunch,',
    );
    const { exitCode, stderr } = await event.run('submissions', 'import', name);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('Error: 2 of 2 rows are invalid; nothing was sent\n');
    expect(stderr).toContain(
      'none.csv:2 submitter_email: "Tides": the grid has no address of its submitter',
    );
    expect(stderr).toContain(
      'pass one address for all talks without one with --submitter-email ADDRESS',
    );
  });

  it.each([
    ['9:00,Tides,#REF!', 'column "Lab": "#REF!" is the error of a formula, not a value'],
    ['9:00,Tides,,Attic', 'column "column 4 (unnamed)": "Attic" is in a column without a room'],
  ])('reports a cell that cannot be read, and skips it: %s', async (line, fault) => {
    const event = await stage();
    const name = file('faulty.csv', '2026-05-02,Hall,Lab,', line);
    const flags = ['--submitter-email', 'office@example.org'];
    const refused = await event.run('submissions', 'import', name, ...flags);
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining(`faulty.csv:2: ${fault}`),
    ]);
    const others = await event.run('submissions', 'import', name, ...flags, '--skip-invalid');
    expect([others.exitCode, await submissionsOf(event)]).toEqual([
      9,
      ['Tides | office@example.org'],
    ]);
  });

  it('reads the list of talks of a workbook that has a grid as well', async () => {
    const event = await stage();
    const rows = {
      Schedule: [textRow(1, '2026-05-02', 'Hall', 'Lab'), textRow(2, '9:00', 'Tides', 'Harbors')],
      Talks: [textRow(1, 'Title', 'Email'), textRow(2, 'Tides', 'ida@example.org')],
    };
    const sheets = Object.entries(rows).map(([name, lines]) => ({ name, rows: lines.join('') }));
    writeFileSync(join(folder(), 'both.xlsx'), xlsxOf({ sheets }));
    expect((await event.run('submissions', 'import', 'both.xlsx')).exitCode).toBe(0);
    expect(await submissionsOf(event)).toEqual(['Tides | ida@example.org']);
    const chosen = ['--sheet', 'Schedule', '--submitter-email', 'office@example.org'];
    expect((await event.run('submissions', 'import', 'both.xlsx', ...chosen)).exitCode).toBe(0);
    expect(await submissionsOf(event)).toEqual([
      'Harbors | office@example.org',
      'Tides | ida@example.org',
    ]);
  });
});

describe('rows that cannot be read', () => {
  it.each([
    [
      'of a list',
      [
        'title,room,start',
        'Keynote,Hall,2026-05-02 09:00',
        'Tides,Hall,noon',
        'Harbors,Lab,2026-05-02 10:00',
      ],
      'dirty.csv:3 column "start": "noon" is no date and time; write one such as 2026-05-02 09:00',
    ],
    [
      'of a grid',
      ['2026-05-02,Hall,Lab', '9:00,Keynote,', '10:00,#REF!,Harbors'],
      'dirty.csv:3 column "Hall": "#REF!" is the error of a formula, not a value',
    ],
  ])('%s are skipped with --allow-partial, and named', async (_, lines, fault) => {
    const event = await stage('Keynote', 'Tides', 'Harbors');
    const name = file('dirty.csv', ...lines);
    const refused = await event.run('sessions', 'apply', name);
    expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining(fault)]);
    expect(refused.stderr).toContain('or pass --allow-partial to apply the others');
    const plan = await event.run('sessions', 'plan', name, '--allow-partial');
    expect(plan.exitCode).toBe(0);
    expect(plan.stderr).toContain('3 rows: 2 to place, 1 invalid.');
    expect(plan.stderr).toContain('1 row cannot be applied and would be skipped:');
    expect(plan.stderr).toContain(fault);
    const applied = await event.run('sessions', 'apply', name, '--allow-partial', '--json');
    expect(applied.exitCode).toBe(9);
    expect(JSON.parse(applied.stdout)).toMatchObject({
      counts: { rows: 3, placed: 2, rejected: 1 },
      rejects: [{ file: 'dirty.csv', line: 3 }],
    });
    expect((await event.placed()).map((line) => line.split(' ')[0])).toEqual([
      'Harbors',
      'Keynote',
    ]);
  });

  it('are no reason to skip a whole file whose setting is missing', async () => {
    const event = await stage('Keynote');
    const name = file('order.csv', 'title,room,start', 'Keynote,Hall,05/06/2026 09:00');
    const { exitCode, stderr } = await event.run('sessions', 'apply', name, '--allow-partial');
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('pass --date-order')]);
  });
});
