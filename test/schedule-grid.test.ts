// Grids from end to end: planned, applied, checked and shown against the service, from CSV files
// and workbooks.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scheduleStages } from './support/schedule-stage.ts';
import { textRow, xlsxOf } from './support/workbooks.ts';

const { stage, file, folder } = scheduleStages();

const grid = [
  '2026-05-02,Saal 1,Saal 2',
  '9:00-10:00,Keynote,Keynote',
  '10:00-10:45,Rust (Ada Lovelace),Compilers',
  '10:45-11:30,,Compilers',
];
const placements = [
  'Compilers | Saal 2 | 2026-05-02T10:00:00+02:00',
  'Keynote | Saal 1 | 2026-05-02T09:00:00+02:00',
  'Rust | Saal 1 | 2026-05-02T10:00:00+02:00',
];
const talks = ['Keynote', 'Rust', 'Compilers'] as const;

function book(name: string, bytes: Buffer): string {
  writeFileSync(join(folder(), name), bytes);
  return name;
}

describe('a grid', () => {
  it('is planned, applied, shown and checked', async () => {
    const { run, placed } = await stage(...talks);
    const name = file('grid.csv', ...grid);
    const plan = await run('sessions', 'plan', name);
    expect(plan.stderr).toMatch(
      /^grid\.csv was read as a grid: 2 rooms, 1 day, 3 sessions \(--layout list .*\n3 rows: /,
    );
    expect(plan.stderr).toContain(
      'Warning: column "Saal 1": "Keynote" is in several rooms (Saal 1, Saal 2); ',
    );
    expect((await run('sessions', 'apply', name)).exitCode).toBe(0);
    expect(await placed()).toEqual(placements);
    const shown = await run('timetable', 'show', '--schedule', name, '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject([
      { title: 'Keynote', end: '2026-05-02T10:00:00+02:00' },
      { title: 'Rust', end: '2026-05-02T10:45:00+02:00', speakers: ['Ada Lovelace'] },
      { title: 'Compilers', end: '2026-05-02T11:30:00+02:00' },
    ]);
    expect((await run('sessions', 'check', '--schedule', name)).exitCode).toBe(0);
  });

  it('names the cells of unknown sessions, clashes and further slots, also as JSON', async () => {
    const { run } = await stage(...talks);
    const name = file(
      'faulty.csv',
      '2026-05-02,Saal 1,Saal 2,Saal 1+2',
      '9:00-10:30,Keynote,Luncheon talk,',
      '10:00-11:00,Rust,,Compilers',
      '12:00-13:00,,Rust,',
    );
    const { exitCode, stderr } = await run('sessions', 'plan', name);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(
      '  faulty.csv:2 column "Saal 2": no submission is titled "Luncheon talk"\n',
    );
    expect(stderr).toContain(
      'the service stores one slot of "Rust", that in Saal 1 at 2026-05-02 10:00 (line 3 column ' +
        '"Saal 1"), and not this one: line 4.',
    );
    expect(stderr).toContain(
      'room Saal 1: "Keynote" (line 2 column "Saal 1") 2026-05-02 09:00–10:30 and "Rust" (line ' +
        '3 column "Saal 1")',
    );
    const json = await run('sessions', 'plan', name, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      changes: expect.arrayContaining([
        expect.objectContaining({ name: 'Keynote', line: 2, column: 'Saal 1' }),
      ]),
      rejects: [{ line: 2, column: 'Saal 2', message: 'no submission is titled "Luncheon talk"' }],
    });
  });

  it('has people in its cells without an event, or says that it has none', async () => {
    const { run } = await stage();
    const alone = (name: string) => run('sessions', 'check', '--schedule', name);
    const people = file(
      'people.csv',
      '2026-05-02,Saal 1,Saal 2',
      '9:00-10:00,Kelp (Ida Moen),Waves (Ida Moen)',
    );
    expect((await alone(people)).stderr).toContain(
      'Ida Moen (matched by name) is in two places: "Kelp"',
    );
    const nobody = file('nobody.csv', '2026-05-02,Saal 1,Saal 2', '9:00-10:00,Kelp (part 2),Waves');
    expect((await alone(nobody)).stderr).toContain(
      'Warning: no session names its people, so only clashes of rooms are found.',
    );
  });

  it.each([
    'CANCELLED: Kelp',
    'Abgesagt: Kelp (Ida Moen)',
    'Canceled - Kelp',
    '(Cancelled) Kelp',
    'Kelp [CANCELLED]',
  ])('has a session that is called off: %s', async (cell) => {
    const { run } = await stage('Kelp');
    const name = file('off.csv', '2026-05-02,Saal 1,Saal 2', `9:00-10:00,${cell},Waves (Ida Moen)`);
    const alone = await run('timetable', 'export', '--schedule', name, '--format', 'csv');
    expect([alone.exitCode, alone.stdout]).toEqual([0, expect.not.stringContaining('Kelp')]);
    const planned = await run('sessions', 'plan', name, '--allow-partial');
    expect(planned.stderr).toContain('"Kelp" is called off in the file');
    expect(planned.stdout).not.toContain('place ');
  });

  it('places a talk whose title begins with such a word', async () => {
    const { run } = await stage('Canceled: a history');
    const name = file('on.csv', '2026-05-02,Saal 1,Saal 2', '9:00-10:00,Canceled: a history,');
    const planned = await run('sessions', 'plan', name);
    expect([planned.exitCode, planned.stderr]).toEqual([0, expect.stringContaining('1 to place')]);
  });

  it('refuses --names, which would have no effect', async () => {
    const { run } = await stage(...talks);
    const name = file('named.csv', ...grid);
    const commands = [
      ['sessions', 'plan', name],
      ['sessions', 'check', '--schedule', name],
    ];
    for (const command of commands) {
      const { exitCode, stderr } = await run(...command, '--names', 'last, first');
      expect([exitCode, stderr]).toEqual([
        2,
        `Error: --names: used only with a list, and named.csv is a grid
Fix: separate people with semicolons, and remove --names
`,
      ]);
    }
  });

  it('without a date needs the first day', async () => {
    const { run, placed } = await stage(...talks);
    const name = file(
      'undated.csv',
      'Time,Saal 1,Saal 2',
      '9:00,Keynote,',
      '10:00,Rust,Compilers',
      '11:00,,',
    );
    const { exitCode, stderr } = await run('sessions', 'plan', name);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('--first-day 2026-06-05')]);
    expect(stderr).toContain('  undated.csv:2 column "Time": the grid has no date, ');
    const mapped = await run('sessions', 'plan', name, '--layout', 'grid', '--map', 'A=title');
    expect(mapped.exitCode).toBe(2);
    expect((await run('sessions', 'apply', name, '--first-day', '2026-05-02')).exitCode).toBe(0);
    expect(await placed()).toEqual(placements);
  });
});

it('may have rooms with the words of columns, if the user says so', async () => {
  const { run, placed } = await stage(...talks);
  const name = file('words.csv', '2026-05-02,Talk,Lab', '9:00,Keynote,', '10:00,Rust,Compilers');
  const list = await run('sessions', 'plan', name);
  expect([list.exitCode, list.stderr]).toEqual([
    3,
    expect.stringContaining('If words.csv is a grid of rooms and times, pass --layout grid.\n'),
  ]);
  expect((await run('sessions', 'apply', name, '--layout', 'grid')).exitCode).toBe(0);
  expect(await placed()).toEqual(
    placements.map((place) => place.replace('Saal 1', 'Talk').replace('Saal 2', 'Lab')),
  );
});

describe('a workbook', () => {
  it('has a sheet for each day and merged cells (XLSX)', async () => {
    const { run, placed } = await stage(...talks, 'Zig');
    const merged = (...areas: readonly string[]) =>
      `<mergeCells>${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>`;
    const saturday = (...areas: readonly string[]) => ({
      name: '2 May 2026',
      rows: [
        textRow(1, 'DevConf', '', ''),
        textRow(2, 'Time', 'Saal 1', 'Saal 2'),
        textRow(3, '9:00', 'Keynote', ''),
        textRow(4, '10:00', 'Rust', 'Compilers'),
        textRow(5, '10:45-11:30', '', ''),
      ].join(''),
      after: merged('A1:C1', 'C4:C5', ...areas),
    });
    const sunday = {
      name: 'Day 2',
      rows: [textRow(1, 'Time', 'Saal 1', 'Saal 2'), textRow(2, '9h30', '', 'Zig')].join(''),
    };
    const notes = { name: 'Notes', rows: textRow(1, 'Ask the caterer') };
    const name = book('days.xlsx', xlsxOf({ sheets: [saturday(), sunday, notes] }));
    const { exitCode, stderr } = await run('sessions', 'apply', name, '--first-day', '2026-05-02');
    expect(stderr).toContain('2 rooms, 2 days, 4 sessions, in the sheets "2 May 2026", "Day 2" (');
    expect(stderr).toContain('Not read: sheet "Notes".\n');
    expect([exitCode, await placed()]).toEqual([
      0,
      [...placements, 'Zig | Saal 2 | 2026-05-03T09:30:00+02:00'],
    ]);
    const one = await run(
      'sessions',
      'plan',
      name,
      '--first-day',
      '2026-05-02',
      '--sheet',
      'Day 2',
    );
    expect(one.stderr).toContain('2 rooms, 1 day, 1 session (');
    const across = book('across.xlsx', xlsxOf({ sheets: [saturday('B3:C3')] }));
    const inBoth = await run('sessions', 'plan', across);
    expect([inBoth.exitCode, inBoth.stderr]).toEqual([
      0,
      expect.stringContaining('"Keynote" is in several rooms (Saal 1, Saal 2); '),
    ]);
  });

  it('with lists and grids needs a choice', async () => {
    const { run } = await stage(...talks);
    const talksRows = [
      textRow(1, 'Title', 'Room', 'Start'),
      textRow(2, 'Keynote', 'Saal 1', '2026-05-02 9:00'),
    ];
    const gridRows = [
      textRow(1, 'Time', 'Saal 1', 'Saal 2'),
      textRow(2, '9:00', 'Keynote', 'Rust'),
    ];
    const sheets = [
      { name: 'Talks', rows: talksRows.join('') },
      { name: '2026-05-02', rows: [...gridRows, textRow(3, '10:00', 'Compilers')].join('') },
    ];
    const name = book('both.xlsx', xlsxOf({ sheets }));
    const { exitCode, stderr } = await run('sessions', 'plan', name);
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining('select one of them, for example --sheet "Talks"'),
    ]);
    expect(stderr).toContain('sheet "Talks": a list of sessions');
    expect(stderr).toContain('sheet "2026-05-02": a grid of rooms and times');
    const one = await run('sessions', 'plan', name, '--sheet', 'Talks');
    expect([one.exitCode, one.stderr]).toEqual([0, expect.stringContaining('1 row: 1 to place')]);
    const list = await run('sessions', 'plan', name, '--layout', 'list');
    expect([list.exitCode, list.stderr]).toEqual([0, expect.stringContaining('1 row: 1 to place')]);
    const asGrid = await run('sessions', 'plan', name, '--layout', 'grid');
    expect([asGrid.exitCode, asGrid.stderr]).toEqual([
      0,
      expect.stringContaining('Not read: sheet "Talks".'),
    ]);
  });
});
