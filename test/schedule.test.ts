// A schedule file against the real service: the output, requests and exit codes of plan, apply and
// check.
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDouble } from './support/double/double.ts';
import { none, planNone } from './support/import-stage.ts';
import { errorOf, plenary } from './support/program.ts';
import {
  compilers,
  header,
  keynote,
  report,
  scheduleStages,
  writes,
} from './support/schedule-stage.ts';

const { stage, file, folder, service } = scheduleStages();

describe('a schedule file', () => {
  it('is planned, applied, skipped when applied again, and moved', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    file('s.csv', header, keynote, compilers);
    const planned = await run(
      'sessions',
      'plan',
      's.csv',
      '--json',
      '--detailed-exitcode',
      '--debug',
    );
    const change = (name: string, line: number, clock: string) => ({
      kind: 'session',
      action: 'place',
      id: expect.stringMatching(/^sub_/),
      name,
      file: 's.csv',
      line,
      fields: {
        room: { from: null, to: 'Main Hall' },
        start: { from: null, to: `2026-05-02T${clock}:00+02:00` },
      },
    });
    const { minutes, ...plan } = report(planned);
    expect(Object.values(minutes)).toEqual([45, 45]);
    expect(plan).toEqual({
      schemaVersion: '2.0',
      baseUrl: service().url,
      event: expect.stringMatching(/^event-/),
      command: 'sessions plan',
      files: ['s.csv'],
      counts: { ...planNone, rows: 2, place: 2 },
      changes: [change('Keynote', 2, '09:00'), change('Compilers', 3, '09:45')],
      mapping: expect.arrayContaining([{ column: 'title', field: 'title', sample: 'Keynote' }]),
      unmapped: [],
      rejects: [],
      clashes: [],
      warnings: [
        {
          file: 's.csv',
          code: 'other_length',
          message:
            '2 sessions have another length in the service, where formats decide: ' +
            '"Keynote" 30 instead of 45 minutes (line 2), ' +
            '"Compilers" 30 instead of 45 minutes (line 3)',
        },
      ],
      next: [],
    });
    expect([planned.exitCode, writes(planned), await placed()]).toEqual([8, 0, []]);

    const applied = await run('sessions', 'apply', 's.csv', '--json', '--debug');
    expect([applied.exitCode, writes(applied)]).toEqual([0, 2]);
    expect(report(applied).counts).toEqual({ ...none, rows: 2, placed: 2 });
    expect(await placed()).toEqual([
      'Compilers | Main Hall | 2026-05-02T09:45:00+02:00',
      'Keynote | Main Hall | 2026-05-02T09:00:00+02:00',
    ]);

    const again = await run('sessions', 'apply', 's.csv', '--json', '--debug');
    expect([again.exitCode, writes(again)]).toEqual([0, 0]);
    expect(report(again).counts).toEqual({ ...none, rows: 2, unchanged: 2 });
    expect((await run('sessions', 'plan', 's.csv', '--detailed-exitcode')).exitCode).toBe(0);

    // The same instant written in another way is not a change; another room is one.
    file(
      's.csv',
      header,
      'Keynote,Lab,2026-05-02T07:00:00Z,45,',
      'Compilers,Main Hall,2026-05-02T07:45:00Z,45,',
    );
    const moved = await run('sessions', 'plan', 's.csv', '--detailed-exitcode');
    expect(moved.exitCode).toBe(8);
    expect(moved.stdout).toContain('move    Keynote  Main Hall → Lab, 2026-05-02 09:00  2\n');
    expect(moved.stderr).toContain('2 rows: 1 to move, 1 unchanged.\n');
    expect((await run('sessions', 'apply', 's.csv')).stdout).toMatch(/^moved +1$/m);
    expect((await placed())[1]).toBe('Keynote | Lab | 2026-05-02T09:00:00+02:00');
  });

  it('that moves more than --max-changes is refused; first placements do not count', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    file('s.csv', header, keynote);
    expect((await run('sessions', 'apply', 's.csv', '--max-changes', '0')).exitCode).toBe(0);
    const before = await placed();
    file('s.csv', header, 'Keynote,Lab,2026-05-02T07:00:00Z,45,', compilers);
    for (const args of [
      ['plan', 's.csv', '--max-changes', '0'],
      ['apply', 's.csv', '--max-changes', '99%'],
    ]) {
      const { exitCode, stderr } = await run('sessions', ...args, '--json');
      expect([exitCode, errorOf({ stderr }).code]).toEqual([6, 'too_many_changes']);
    }
    expect(await placed()).toEqual(before);
    expect((await run('sessions', 'apply', 's.csv', '--max-changes', '1')).exitCode).toBe(0);
    expect(await placed()).toHaveLength(2);
  });

  it('is read from a pipe without a question, day first if so specified', async () => {
    const { feed, placed } = await stage('Keynote');
    const text = 'Talk title;Room name;Day;Start time\nKeynote;Lab;05/06/2026;10:00 AM\n';
    const asked = await feed(text, 'sessions', 'plan', '-');
    expect(asked.exitCode).toBe(3);
    expect(asked.stderr).toContain(
      '<stdin>:2 column "Day": 05/06/2026 can be 2026-06-05 or 2026-05-06\nFix: pass --date',
    );
    expect((await feed(text, 'sessions', 'apply', '-', '--date-order', 'dmy')).exitCode).toBe(0);
    expect(await placed()).toEqual(['Keynote | Lab | 2026-06-05T10:00:00+02:00']);
  });

  it('with weekdays and ranges counts the days from --first-day', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers', 'Lexers');
    const rows = [
      'Keynote;Lab;Freitag;9:00–9:45 Uhr',
      'Compilers;Lab;Tag 2;9h30-10h',
      'Lexers;Lab;Fr;9:45–10:30',
    ];
    file('days.csv', 'Talk title;Room name;Day;Start time', ...rows);
    const asked = await run('sessions', 'plan', 'days.csv');
    expect([asked.exitCode, asked.stderr]).toEqual([
      3,
      expect.stringContaining('"Freitag" is no full date, and the '),
    ]);
    const wrong = await run('sessions', 'plan', 'days.csv', '--first-day', '5 June');
    expect(wrong.stderr).toContain('Error: --first-day 5 June: not a date\n');
    // The ranges are the durations: back to back is no clash.
    expect((await run('sessions', 'apply', 'days.csv', '--first-day', '2026-06-05')).exitCode).toBe(
      0,
    );
    expect(await placed()).toEqual([
      'Compilers | Lab | 2026-06-06T09:30:00+02:00',
      'Keynote | Lab | 2026-06-05T09:00:00+02:00',
      'Lexers | Lab | 2026-06-05T09:45:00+02:00',
    ]);
  });

  it('with local times needs a time zone, and the error names the flag', async () => {
    file('local.csv', header, keynote);
    const { env, close } = await startDouble({ switches: { optionalOperations: false } });
    onTestFinished(close);
    const args = ['sessions', 'plan', 'local.csv'];
    const { exitCode, stderr } = await plenary(args, { cwd: folder(), env });
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(/local\.csv:2 column "start": .*\nFix: pass --timezone/),
    ]);
  });

  it('with a row that matches no submission is applied only with --allow-partial', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers', 'Compilers');
    file(
      'odd.csv',
      header,
      keynote,
      'Keynotes,Lab,2026-05-02 11:00,,',
      'Compilers,Lab,2026-05-02 12:00,,',
    );
    const refused = await run('sessions', 'apply', 'odd.csv', '--json', '--debug');
    expect(errorOf(refused).details).toMatchObject([
      { file: 'odd.csv', line: 3 },
      {
        line: 4,
        message: expect.stringContaining(
          '"Compilers" is the title of 2 submissions: "Compilers" (sub_',
        ),
      },
    ]);
    expect([refused.exitCode, writes(refused), refused.stdout]).toEqual([3, 0, '']);
    expect((await run('sessions', 'plan', 'odd.csv', '--detailed-exitcode')).exitCode).toBe(3);

    const columns = 'title,email,submitter_email,room,start';
    const named = file(
      'named.csv',
      columns,
      'Compilers,,speaker-3@example.org,Lab,2026-05-02 12:00',
    );
    expect((await run('sessions', 'plan', named)).stderr).toContain('1 to place');
    const partial = await run('sessions', 'apply', 'odd.csv', '--allow-partial', '--json');
    expect([partial.exitCode, report(partial).counts]).toEqual([
      9,
      { ...none, rows: 3, placed: 1, rejected: 2 },
    ]);
    expect(await placed()).toHaveLength(1);

    // The session that the row means is in that place; unknown rows clash with nothing.
    file(
      'typo.csv',
      header,
      'Keynot,Main Hall,2026-05-02 09:00,45,',
      'Compiler,Main Hall,2026-05-02 09:00,45,',
    );
    expect((await run('sessions', 'apply', 'typo.csv', '--allow-partial')).exitCode).toBe(9);
  });

  it.each(['30', 'long'])('leaves out an unclear hour after a session of %j', async (length) => {
    const { run, placed } = await stage('Mooring', 'Zig', 'Night', 'Late');
    file(
      'night.csv',
      'title,date,time,room,duration',
      'Mooring,2027-05-20,20:00,Hall,30',
      `Zig,2027-05-20,22:30,Hall,${length}`,
      'Night,2027-05-20,00:30,Hall,30',
      'Late,2027-05-21,10:00,Hall,30',
    );
    const applied = await run('sessions', 'apply', 'night.csv', '--allow-partial', '--json');
    const rejected = length === '30' ? [4] : [3, 4];
    const { counts, rejects } = report(applied);
    expect([applied.exitCode, counts]).toMatchObject([9, { rows: 4, placed: 4 - rejected.length }]);
    expect(rejects.map(({ line }: { line: number }) => line)).toEqual(rejected);
    expect((await placed()).join()).not.toContain('Night');
  });

  it('with faults of several kinds reports all of them', async () => {
    const { run } = await stage('Keynote', 'Compilers');
    const times = ['Compilers,Main Hall', 'Nobody,Lab', ',Attic'].map(
      (place) => `${place},2026-05-02 09:00,45,`,
    );
    file('both.csv', header, keynote, ...times);
    const { exitCode, stderr } = await run('sessions', 'plan', 'both.csv');
    expect(stderr).toContain(
      'Error: 2 of 4 rows could not be matched to a submission, and 1 clash; ',
    );
    expect(stderr.match(/^ {2}both\.csv:\d/gm)).toHaveLength(3);
    expect(exitCode).toBe(3);
  });
});

it('reads a list without rooms and dates, with flags for both, in each command', async () => {
  const { run, placed } = await stage('Keynote', 'Compilers');
  const list = file(
    'clocks.csv',
    'Title,Time,Duration',
    'Keynote,9:00,45',
    'Compilers,10:00,45',
    'Lunch,12:00,60',
  );
  const refused = await run('sessions', 'plan', list);
  expect([refused.exitCode, refused.stderr]).toEqual([
    3,
    expect.stringContaining('has no column for room and date'),
  ]);
  expect(refused.stderr).toContain('pass the one room of all sessions with --room');
  expect(refused.stderr).toContain('pass its date, for example --first-day 2026-06-05');
  const flags = ['--room', 'Aula', '--first-day', '2026-06-05'];
  const note = 'Note: the times have no dates, and 2026-06-05 (--first-day) is used.\n';
  for (const command of [
    ['sessions', 'plan', list],
    ['sessions', 'apply', list],
    ['sessions', 'check', '--schedule', list],
    ['timetable', 'show', '--schedule', list],
    ['timetable', 'export', '--format', 'csv', '--schedule', list],
  ]) {
    const { exitCode, stderr } = await run(...command, ...flags);
    expect([command, exitCode, stderr]).toEqual([command, 0, expect.stringContaining(note)]);
  }
  const start = (clock: string) => `Aula | 2026-06-05T${clock}:00+02:00`;
  expect(await placed()).toEqual([`Compilers | ${start('10:00')}`, `Keynote | ${start('09:00')}`]);
  const own = await run('sessions', 'plan', file('rooms.csv', header, keynote), '--room', 'Aula');
  expect([own.exitCode, own.stderr]).toEqual([
    2,
    expect.stringContaining('Error: --room Aula: the file has a column of rooms, "room"'),
  ]);
  const grid = await run('sessions', 'plan', list, '--layout', 'grid', ...flags);
  expect([grid.exitCode, grid.stderr]).toEqual([
    2,
    expect.stringContaining('Error: --room: used only with a list'),
  ]);
});
