// What people write into the cells of grids and around them, from end to end: slots with a pause,
// sessions that are called off, people beside and below the titles, zones, two lines of headers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { report, scheduleStages } from './support/schedule-stage.ts';
import { textRow, xlsxOf } from './support/workbooks.ts';

const { alone, stage, file, folder } = scheduleStages();

const exported = (name: string, ...flags: readonly string[]) =>
  alone('timetable', 'export', '--schedule', name, '--format', 'csv', ...flags);

describe('a workshop in two lines with a pause between them', () => {
  const header = textRow(1, '2026-05-02', 'Hall', 'Lab');
  const first = textRow(2, '14:00-15:30', 'Knots', 'Kelp');

  it('has two slots, and the plan warns of the second one', async () => {
    const { run } = await stage('Knots', 'Kelp');
    const grid = ['2026-05-02,Hall,Lab', '14:00-15:30,Knots,Kelp', '16:00-17:30,Knots,'];
    const planned = await run('sessions', 'plan', file('pause.csv', ...grid), '--json');
    expect([planned.exitCode, report(planned)]).toMatchObject([
      0,
      {
        counts: { place: 2 },
        warnings: [
          { code: 'further_slot', line: 3, column: 'Hall' },
          { code: 'other_length', message: expect.stringContaining('"Kelp" 30 instead of 90') },
        ],
      },
    ]);
    const { stdout } = await exported('pause.csv');
    expect(stdout.match(/Knots,.*/g)).toEqual([
      'Knots,Hall,2026-05-02T14:00:00+02:00,90,,',
      'Knots,Hall,2026-05-02T16:00:00+02:00,90,,',
    ]);
  });

  it.each([
    ['merged', '', '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>', ['14:00:00+02:00,210']],
    ['not merged', 'Knots', '', ['14:00:00+02:00,90', '16:00:00+02:00,90']],
  ])('in a workbook, %s', async (_, text, after, slots) => {
    const last = textRow(3, '16:00-17:30', text, '');
    const sheet = { name: 'Day', rows: [header, first, last].join(''), after };
    writeFileSync(join(folder(), 'pause.xlsx'), xlsxOf({ sheets: [sheet] }));
    const { stdout } = await exported('pause.xlsx');
    const found = [...stdout.matchAll(/Knots,Hall,2026-05-02T([^,]+,\d+)/g)];
    expect(found.map(([, slot]) => slot)).toEqual(slots);
  });
});

describe('a session that is called off', () => {
  const cells = ['Cancelled', 'Abgesagt', '[CANCELED]', 'CANCELLED: Kelp', 'Kelp – abgesagt'];

  it.each([...cells, '"Kelp\nCancelled"', '"ABGESAGT\nKelp"'])('in a grid: %j', async (cell) => {
    const { run } = await stage('Kelp', 'Waves');
    const name = file('off.csv', '2026-05-02,Hall,Lab', `9:00-10:00,${cell},Waves`);
    const { stdout, stderr } = await exported(name);
    expect(stdout.match(/^,.*/gm)).toEqual([',Waves,Lab,2026-05-02T09:00:00+02:00,60,,']);
    expect(stderr).toContain('Left out: 1 placed session that is');
    const planned = await run('sessions', 'plan', name);
    expect([planned.exitCode, planned.stderr]).toEqual([
      0,
      expect.stringContaining('is called off in the file: its row is not sent'),
    ]);
  });

  it.each(cells)('in a list and in a calendar: %j', async (title) => {
    const list = ['title,room,start,duration', `${title},Hall,2026-05-02 09:00,60`];
    const calendar = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20260502T090000Z',
      'DTEND:20260502T100000Z',
      `SUMMARY:${title}`,
      'LOCATION:Hall',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    for (const name of [file('off-list.csv', ...list), file('off.ics', ...calendar)]) {
      const { stdout, stderr } = await exported(name);
      expect(stdout).not.toContain('2026-05-02');
      expect(stderr).toContain('Left out: 1 placed session that is');
    }
  });

  it('is no talk that an import of a grid or of a list creates', async () => {
    const event = await stage();
    const name = file(
      'off-import.csv',
      '2026-05-02,Hall,Lab',
      '9:00-10:00,Cancelled,Waves',
      '10:00-11:00,CANCELLED: Kelp,"Rocks\nAbgesagt"',
    );
    const flags = ['--submitter-email', 'office@example.org'];
    const { exitCode, stderr } = await event.run('submissions', 'import', name, ...flags);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('1 row: 1 to create.')]);
    expect(stderr).not.toContain('Not read');
    expect(stderr).toContain('"Cancelled" is called off, and is left out: line 2; also: line 3');
    const list = file('off-titles.csv', 'Title,Abstract', 'Canceled,', 'Sand,Grains');
    const imported = await event.run('submissions', 'import', list, ...flags);
    expect(imported.stderr).toContain('"Canceled" is called off, and is left out');
    const listed = await event.run('submissions', 'list', '--json');
    expect(
      report(listed)
        .map(({ title }: { title: string }) => title)
        .sort(),
    ).toEqual(['Sand', 'Waves']);
  });
});

describe('people in cells', () => {
  it('are checked for clashes in each form that is certain', async () => {
    const name = file(
      'forms.csv',
      '2026-05-02,Hall,Lab',
      '9:00-10:00,Wide (Ada Lovelace (ACME)),Moon (with Ada Lovelace)',
      '10:00-11:00,Ice [Ida Moen],Sea (Ida Moen)',
    );
    const { exitCode, stderr } = await alone('sessions', 'check', '--schedule', name);
    expect([exitCode, stderr]).toEqual([6, expect.stringContaining('2 clashes')]);
    expect(stderr).toContain('Ada Lovelace (matched by name) is in two places: "Moon" (');
    expect(stderr).toContain('Ida Moen (matched by name) is in two places: "Ice" (');
  });

  it('are reported with their cell if they are not read', async () => {
    const name = file(
      'unread.csv',
      '2026-05-02,Hall,Lab',
      '9:00-10:00,"Rain (Ada Lovelace, ACME)",Kelp',
      '10:00-11:00,"Ice\nIda Moen",Sea (part 2)',
    );
    const missed = 'is not read as people: clashes of these people may be missed';
    const { stderr } = await alone('sessions', 'check', '--schedule', name);
    expect(stderr.match(/Warning: unread.*/g)).toEqual([
      `Warning: unread.csv:2 column "Hall": "Ada Lovelace, ACME" beside the title ${missed}.`,
      `Warning: unread.csv:3 column "Hall": "Ida Moen" beside the title ${missed}.`,
    ]);
    const { run } = await stage('Rain', 'Kelp', 'Ice', 'Sea (part 2)');
    const planned = await run('sessions', 'plan', name, '--json');
    expect([planned.exitCode, report(planned).warnings]).toMatchObject([
      0,
      [
        { code: 'unread_people', line: 2, column: 'Hall' },
        { code: 'unread_people', line: 3, column: 'Hall' },
        { code: 'other_length' },
      ],
    ]);
    const event = await stage();
    const flags = ['--submitter-email', 'office@example.org', '--dry-run'];
    const imported = await event.run('submissions', 'import', name, ...flags);
    expect(imported.stderr).toContain(
      'Warning: unread.csv line 2 column "Hall": "Ada Lovelace, ACME" beside the title is not read',
    );
  });

  it('are in the lines below the titles, if each talk has them', async () => {
    const event = await stage();
    const name = file(
      'below.csv',
      '2026-05-02,Hall,Lab',
      '9:00-10:00,"Wide\nAda Lovelace (ACME)","Rain\nIda Moen\nKai Li"',
      '10:00-11:00,"Lunch\nFoyer East",CANCELLED',
      '11:00-12:00,,"Sand\nBo Dahl <bo@example.org>"',
    );
    const { stdout, stderr } = await exported(name);
    expect(stderr).toContain('The lines below the titles were read as people.');
    expect(stderr.match(/Not read.*/g)).toEqual(['Not read: below.csv line 6, "Foyer East".']);
    expect(stdout.match(/^,(?!Lunch).*/gm)).toEqual([
      ',Wide,Hall,2026-05-02T09:00:00+02:00,60,Ada Lovelace,',
      ',Rain,Lab,2026-05-02T09:00:00+02:00,60,Ida Moen; Kai Li,',
      ',Sand,Lab,2026-05-02T11:00:00+02:00,60,Bo Dahl,',
    ]);
    const flags = ['--submitter-email', 'office@example.org'];
    await event.run('submissions', 'import', name, ...flags);
    const listed = await event.run('submissions', 'list', '--json');
    const sand = report(listed).find(({ title }: { title: string }) => title === 'Sand');
    expect(sand).toMatchObject({ submitter_last_name: 'Dahl', submitter_email: 'bo@example.org' });
  });
});

it('is in the zone of a line above it, or in none that is unclear', async () => {
  const rows = ['2026-05-02,Hall,Lab', '9:00-10:00,Kelp,Waves'];
  const above = file('zone.csv', 'All times in America/New_York', ...rows);
  const { stdout, stderr } = await exported(above);
  expect(stdout).toContain(',Kelp,Hall,2026-05-02T15:00:00+02:00,60,,');
  expect(stderr).not.toContain('Not read');
  const word = await exported(file('word.csv', 'All times PDT', ...rows));
  expect([word.exitCode, word.stderr]).toEqual([
    3,
    expect.stringContaining('word.csv:1: "All times PDT": words for time zones'),
  ]);
});

describe('--layout grid is suggested', () => {
  const hint = 'pass --layout grid';

  it.each([
    ['Time,Hall,,Lab,', ',Title,Speaker,Title,Speaker', '9:00-9:45,Kelp,Ida Moen,Waves,Ola Berg'],
    ['2026-05-02,Hall,Lab', 'Time,Title,Talk', '9:00-9:45,Kelp,Waves'],
  ])('for no grid with two lines of headers: %s', async (...lines) => {
    const { exitCode, stderr } = await exported(file('two.csv', ...lines));
    expect([exitCode, stderr]).toEqual([3, expect.not.stringContaining(hint)]);
    expect(stderr).toMatch(/ {2}two\.csv:2: ".*" is a second line of headers: /);
  });

  it.each([
    ['Timestamp,Email Address,Talk,Which hall', '2026/05/02 9:00:01,ida@example.org,Kelp,Hall'],
    ['Zeitstempel,Was,Wo', '02.05.2026 09:00:01,Kelp,Saal'],
  ])('for no replies to a form: %s', async (...lines) => {
    const { exitCode, stderr } = await exported(file('form.csv', ...lines));
    expect([exitCode, stderr]).toEqual([3, expect.not.stringContaining(hint)]);
  });

  it('for grids of other headers, which it reads', async () => {
    const name = file('dated.csv', 'Start,Hall,Lab', '2026-05-02 9:00,Kelp,Waves');
    const { exitCode, stderr } = await exported(name);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining(hint)]);
    expect((await exported(name, '--layout', 'grid')).exitCode).toBe(0);
  });
});

it.each(['""""', '↓', 'Same as above'])('a mark below no session is an error: %s', async (mark) => {
  file('ditto.csv', '2026-05-02,Hall,Lab', '9:00-10:00,,Knots', `10:00-11:00,${mark},Kelp`);
  const { exitCode, stderr } = await exported('ditto.csv');
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/ditto\.csv:3 column "Hall": ".*" has no session above it/);
});

describe('a table of times that is no list', () => {
  it.each(['2026-05-02', 'Time'])('names columns of people by their rooms: %s', async (corner) => {
    file('wrong.csv', `${corner},Hall,Speaker,Lab,Speaker`, '9:00-10:00,Knots,Ida Moen,Kelp,Bo Li');
    const { exitCode, stderr } = await exported('wrong.csv');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('name those of the people of a room "Hall speakers"');
    const right = `${corner},Hall,Hall speakers,Lab,Lab speakers`;
    file('right.csv', right, '9:00-10:00,Knots,Ida Moen,Kelp,Bo Li');
    const { stdout } = await exported('right.csv', '--first-day', '2026-05-02');
    expect(stdout).toContain('Knots,Hall,2026-05-02T09:00:00+02:00,60,Ida Moen,');
  });

  it('has the error of a grid for a line that is beside no time', async () => {
    file('total.csv', '2026-05-02,Hall,Lab', '9:00-10:00,Knots,Kelp', 'Total,1,1');
    const { exitCode, stderr } = await exported('total.csv');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('total.csv:3: "Total 1" is beside no time such as 9:00');
  });
});
