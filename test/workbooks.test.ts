// Workbooks in whole commands: notices, sheets, rejects, resumed imports and schedules.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counts, importStage, none, planNone } from './support/import-stage.ts';
import { errorOf } from './support/program.ts';
import { report, scheduleStages } from './support/schedule-stage.ts';
import { textRow, xlsxOf } from './support/workbooks.ts';

describe('an import of a workbook', () => {
  const { serve, file, run, createdEmails } = importStage();

  const header = textRow(3, 'First name', 'E-mail', 'Company');
  const ada = textRow(4, 'Ada', 'ada@example.org', '=SUM &amp; Co');
  const bo = textRow(7, 'Bo', 'bo@example.org').replace('</row>', '<c t="e"><v>#N/A</v></c></row>');
  const heading = textRow(1, 'Conference 2026 — Speakers');
  const book = xlsxOf({
    sheets: [
      { name: 'Speakers', rows: heading + header + ada + bo },
      { name: 'Late', rows: textRow(1, 'E-mail') + textRow(2, 'cy@example.org') },
    ],
  });
  const importing = (...flags: readonly string[]) => [
    'speakers',
    'import',
    'people.xlsx',
    '--json',
    ...flags,
  ];

  it('names what is not read, and the row of each fault; rejects are CSV', async () => {
    await serve();
    writeFileSync(file('people.xlsx'), book);
    const { stderr, exitCode } = await run(
      ...importing('--skip-invalid', '--rejects', 'rejects.csv'),
    );
    expect(stderr).toContain(
      'Reading "Speakers" of people.xlsx. Not read: "Late" (--sheet selects another).\n',
    );
    expect(stderr).toContain(
      'Skipped lines 1–2 of people.xlsx, above the header: "Conference 2026 — Speakers".\n',
    );
    expect(exitCode).toBe(9);
    const message = '"#N/A" is the error of a formula, not a value';
    expect(readFileSync(file('rejects.csv'), 'utf8')).toBe(
      `First name,E-mail,Company,_row,_code,_column,_message\n` +
        `Bo,bo@example.org,#N/A,2,formula_error,Company,"${message.replaceAll('"', '""')}"\n`,
    );
    writeFileSync(
      file('rejects.csv'),
      readFileSync(file('rejects.csv'), 'utf8').replace('#N/A,2', 'Initech,2'),
    );
    expect(counts(await run('speakers', 'import', 'rejects.csv', '--json'))).toEqual({
      ...none,
      rows: 1,
      created: 1,
    });
    expect(createdEmails()).toEqual(['ada@example.org', 'bo@example.org']);
    const refused = await run(...importing());
    expect(errorOf(refused).details).toMatchObject([
      { file: 'people.xlsx', line: 7, column: 'Company', message },
    ]);
  });

  it('is resumed by the same command, and not by one for another sheet', async () => {
    let isDown = true;
    await serve(({ method }) =>
      isDown && method === 'POST' ? { status: 401, json: {} } : undefined,
    );
    writeFileSync(file('people.xlsx'), book);
    const stopped = await run(...importing('--sheet', 'late'));
    expect(stopped.exitCode).toBe(4);
    const { run: name } = JSON.parse(stopped.stdout);
    isDown = false;
    const other = await run(...importing('--dry-run', '--skip-invalid'));
    expect(other.stderr).toContain(`Run ${name} of this file is unfinished and is not resumed`);
    const ended = await run(...importing('--sheet', 'late'));
    expect(ended.stderr).toContain(`Resuming run ${name}`);
    expect(counts(ended)).toEqual({ ...none, rows: 1, created: 1 });
    expect(createdEmails()).toEqual(['cy@example.org']);
    expect((await run(...importing('--sheet', 'Talks'))).exitCode).toBe(2);
  });

  it('refuses merged cells in a column that is used', async () => {
    await serve();
    const rows =
      textRow(1, 'Note', 'E-mail') + textRow(2, 'x', 'ada@example.org') + textRow(3, '', '');
    const merged = (ref: string) =>
      xlsxOf({
        sheets: [{ name: 'S', rows, after: `<mergeCells><mergeCell ref="${ref}"/></mergeCells>` }],
      });
    writeFileSync(file('people.xlsx'), merged('B2:B3'));
    const details = [
      { file: 'people.xlsx', line: 2, column: 'E-mail', message: 'cells B2 to B3 are merged' },
    ];
    expect(errorOf(await run(...importing()))).toMatchObject({ exitCode: 3, details });
    writeFileSync(file('people.xlsx'), merged('A2:A3'));
    expect(counts(await run(...importing('--dry-run')))).toEqual({
      ...planNone,
      rows: 1,
      create: 1,
    });
  });
});

describe('a schedule in a workbook', () => {
  const { stage, folder } = scheduleStages();

  const header = textRow(1, 'Date', 'Time', 'Title', 'Room');
  const merge = (...areas: readonly string[]) =>
    `<mergeCells>${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>`;

  it('has merged dates and rooms in each of their rows, but no merged titles', async () => {
    const { run, placed } = await stage('Kelp', 'Waves', 'Tides');
    const rows = [
      header,
      textRow(2, '2027-05-20', '9:00', 'Kelp', 'Hall'),
      textRow(3, '', '10:00', 'Waves', ''),
      textRow(4, '2027-05-21', '9:00', 'Tides', 'Lab'),
    ].join('');
    const write = (...areas: readonly string[]) => {
      const book = xlsxOf({ sheets: [{ name: 'Talks', rows, after: merge(...areas) }] });
      writeFileSync(join(folder(), 'merged.xlsx'), book);
    };
    write('A2:A3', 'D2:D3');
    expect((await run('sessions', 'apply', 'merged.xlsx')).exitCode).toBe(0);
    expect(await placed()).toEqual([
      'Kelp | Hall | 2027-05-20T09:00:00+02:00',
      'Tides | Lab | 2027-05-21T09:00:00+02:00',
      'Waves | Hall | 2027-05-20T10:00:00+02:00',
    ]);
    write('A2:A3', 'C2:C3');
    const titles = await run('sessions', 'plan', 'merged.xlsx');
    expect(titles.stderr).toContain('merged.xlsx:2 column "Title": cells C2 to C3 are merged');
    write();
    const blank = await run('sessions', 'plan', 'merged.xlsx');
    expect([blank.exitCode, blank.stderr]).toEqual([
      3,
      expect.stringContaining('"10:00" is a time without a date: write the date in each row'),
    ]);
  });

  it.each([
    ['Friday', '2027-05-21'],
    ['Day 2', '2027-05-21'],
    ['2027-05-22', '2027-05-22'],
    ['Talks', '2027-05-20'],
  ])('without dates is on the day that its sheet %j names', async (name, day) => {
    const { run, placed } = await stage('Kelp');
    const rows = textRow(1, 'Time', 'Title', 'Room') + textRow(2, '9:00', 'Kelp', 'Hall');
    const other = { name: 'Notes', rows: textRow(1, 'Ask the caterer') };
    writeFileSync(join(folder(), 'days.xlsx'), xlsxOf({ sheets: [other, { name, rows }] }));
    const flags = ['--sheet', name, '--first-day', '2027-05-20'];
    const applied = await run('sessions', 'apply', 'days.xlsx', ...flags);
    expect(applied.stderr).toContain(`Note: the times have no dates, and ${day} (`);
    expect(await placed()).toEqual([`Kelp | Hall | ${day}T09:00:00+02:00`]);
  });

  it('refuses a sheet whose name is no day for certain', async () => {
    const { run } = await stage('Kelp');
    const rows = textRow(1, 'Time', 'Title', 'Room') + textRow(2, '9:00', 'Kelp', 'Hall');
    const sheets = [{ name: 'Thursday 2027-05-21', rows }];
    writeFileSync(join(folder(), 'days.xlsx'), xlsxOf({ sheets }));
    const refused = await run('sessions', 'plan', 'days.xlsx', '--first-day', '2027-05-20');
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining('"Thursday 2027-05-21": 2027-05-21 is a Friday'),
    ]);
  });

  it('has its dates and times as they are in the cells, whatever their format', async () => {
    const { run } = await stage('Keynote', 'Compilers');
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="m/d/yy h:mm AM/PM"/></numFmts><cellXfs>' +
      '<xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs>';
    const talk = (line: number, title: string, start: number, end: number) =>
      textRow(line, title, 'Main Hall').replace(
        '</row>',
        `<c s="1"><v>${start}</v></c><c s="2"><v>${end}</v></c></row>`,
      );
    const rows = [
      textRow(1, 'title', 'room', 'start', 'end'),
      talk(2, 'Keynote', 46144.375, 0.40625),
      talk(3, 'Compilers', 46144.40625, 0.4375),
    ];
    const sheets = [
      { name: 'Notes', rows: textRow(1, 'nothing') },
      { name: 'Schedule', rows: rows.join('') },
    ];
    writeFileSync(join(folder(), 's.xlsx'), xlsxOf({ sheets, styles }, { deflate: true }));
    const planned = await run('sessions', 'plan', 's.xlsx', '--sheet', '2', '--json');
    expect(report(planned)).toMatchObject({
      changes: [
        {
          line: 2,
          fields: { room: { to: 'Main Hall' }, start: { to: '2026-05-02T09:00:00+02:00' } },
        },
        {
          line: 3,
          fields: { room: { to: 'Main Hall' }, start: { to: '2026-05-02T09:45:00+02:00' } },
        },
      ],
      clashes: [],
    });
    const shown = await run(
      'timetable',
      'export',
      '--format',
      'csv',
      '--schedule',
      's.xlsx',
      '--sheet',
      'Schedule',
    );
    expect(shown.exitCode).toBe(0);
  });
});
