// The timetable of a real service, as it is shown and exported.
import { beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, plenary } from './support/program.ts';
import { report, type ScheduleStage, scheduleStages } from './support/schedule-stage.ts';

const { stage: open, file, folder, read } = scheduleStages();
let stage: ScheduleStage;
beforeAll(async () => {
  stage = await open('Keynote', 'Compilers', 'Lunch', 'Gone');
  file(
    's.csv',
    'title,room,start,duration,speakers,track,format',
    'Keynote,Main Hall,2026-05-02 09:00,45,"Lou King, Jr.",Web,Talk',
    'Compilers,Lab,2026-05-02 09:00,60,Grace Hopper,,',
    'Lunch,Main Hall,2026-05-03 12:00,60,,,',
    'Gone,Lab,2026-05-03 12:00,60,,,',
  );
  await stage.run('sessions', 'apply', 's.csv');
  await stage.run('submissions', 'update', 'Gone', '--status', 'withdrawn');
});

const timetable = (...args: readonly string[]): Promise<CommandResult> =>
  stage.run('timetable', ...args);
const calledOff = '1 placed session that is declined, withdrawn or canceled.\n';
const leftOut = `Left out: ${calledOff}`;
const marked = `Marked as canceled: ${calledOff}`;

describe('shown', () => {
  it('has rooms across and times down, by day', async () => {
    const { exitCode, stdout, stderr } = await timetable(
      'show',
      '--schedule',
      's.csv',
      '--day',
      '2026-05-02',
    );
    expect(stdout).toBe(
      [
        'Saturday, 2 May 2026 (Europe/Berlin)',
        '',
        '       Lab                                          Main Hall',
        `       ${'─'.repeat(44)} ${'─'.repeat(44)}`,
        '09:00  ┌ Compilers                                  ┌ Keynote',
        '       │ Grace Hopper                               │ Lou King Jr.',
        '       │                                            └ ● Web',
        '09:45  └',
        '10:00',
        '',
      ].join('\n'),
    );
    expect([exitCode, stderr]).toEqual([0, leftOut]);
  });

  it('is a list of sessions for scripts, with the ends that the service has', async () => {
    const shown = await timetable('show', '--json', '--rooms', 'lab,main hall');
    expect(shown.exitCode).toBe(0);
    expect(report(shown)).toMatchObject([
      {
        title: 'Compilers',
        room: 'Lab',
        start: '2026-05-02T09:00:00+02:00',
        end: '2026-05-02T09:30:00+02:00',
      },
      {
        title: 'Keynote',
        room: 'Main Hall',
        start: '2026-05-02T09:00:00+02:00',
        end: '2026-05-02T09:30:00+02:00',
      },
      {
        title: 'Lunch',
        room: 'Main Hall',
        start: '2026-05-03T12:00:00+02:00',
        end: '2026-05-03T12:30:00+02:00',
      },
    ]);
  });

  it('refuses a value that no session has, and exports refuse it as well', async () => {
    for (const command of [['show'], ['export', '--format', 'ics']]) {
      const shown = await timetable(...command, '--schedule', 's.csv', '--speaker', 'Grace Hoper');
      const error =
        'Error: --speaker Grace Hoper: no session matches\n' +
        'Fix: pass one of Grace Hopper | Lou King Jr.\n';
      const notice = command.includes('ics') ? marked : leftOut;
      expect(shown).toEqual({ exitCode: 5, stdout: '', stderr: `${notice}${error}` });
    }
  });
});

describe('narrowed', () => {
  it.each([
    [['--day', '2026-05-03'], ['Lunch']],
    [['--rooms', 'LAB'], ['Compilers']],
    [
      ['--rooms', 'lab, main hall', '--day', '2026-05-02'],
      ['Compilers', 'Keynote'],
    ],
    [['--track', 'web'], ['Keynote']],
    [['--speaker', 'grace hopper'], ['Compilers']],
    [
      ['--speaker', 'Lou King Jr.', '--speaker', 'Grace Hopper'],
      ['Compilers', 'Keynote'],
    ],
    [['--track', 'Web', '--speaker', 'Grace Hopper'], []],
  ])('by %j has these sessions', async (flags, titles) => {
    const shown = await timetable('show', '--json', '--schedule', 's.csv', ...flags);
    expect(report(shown).map(({ title }: { title: string }) => title)).toEqual(titles);
  });

  it('has the same sessions in every export', async () => {
    for (const format of ['html', 'ics', 'schedule-json', 'schedule-xml', 'csv']) {
      const args = ['--schedule', 's.csv', '--title', 'DevConf', '--track', 'web'];
      const { stdout } = await timetable('export', '--format', format, ...args);
      const shown = ['Keynote', 'Compilers', 'Lunch'].filter((title) => stdout.includes(title));
      expect([format, shown]).toEqual([format, ['Keynote']]);
    }
  });

  it('gives a track the color that it has in the whole program', async () => {
    const rows = ['Keynote,Main Hall,2026-05-02 09:00,Web', 'Compilers,Lab,2026-05-02 09:00,AI'];
    const schedule = file('tracks.csv', 'title,room,start,track', ...rows);
    const colorOf = async (...flags: readonly string[]) => {
      const exported = await timetable(
        'export',
        '--format',
        'schedule-json',
        '--schedule',
        schedule,
        ...flags,
      );
      return report(exported).schedule.conference.tracks.find(
        ({ name }: { name: string }) => name === 'Web',
      ).color;
    };
    expect(await colorOf('--track', 'Web')).toBe(await colorOf());
  });

  it('to nothing says so in the terminal, also for an export', async () => {
    const flags = ['--day', '2026-05-03', '--rooms', 'Lab'];
    const shown = await timetable('show', ...flags);
    const said = `${leftOut}No session matches all of these flags.\n`;
    expect([shown.exitCode, shown.stdout, shown.stderr]).toEqual([0, '', said]);
    const { exitCode, stdout, stderr } = await timetable('export', '--format', 'html', ...flags);
    expect([exitCode, stderr]).toEqual([0, said]);
    expect(stdout).toContain('<p>Nothing is scheduled.</p>');
  });
});

describe('exported', () => {
  it.each([
    ['html', 'Lou King Jr.'],
    ['schedule-json', '"room": "Main Hall"'],
    ['schedule-xml', '<room>Main Hall</room>'],
    ['csv', 'Lou King Jr.'],
  ])('as %s has the sessions that take place, and no addresses', async (format, text) => {
    const flags = ['--schedule', 's.csv', '--timezone', 'europe/berlin', '--title', 'DevConf'];
    const { exitCode, stdout, stderr } = await timetable(
      'export',
      '--format',
      format,
      ...flags,
      '--out',
      'out',
    );
    expect([exitCode, stdout, stderr]).toEqual([0, '', `${leftOut}3 sessions written to out.\n`]);
    expect(read('out')).toContain(text);
    expect(read('out')).toContain('Compilers');
    expect(read('out')).not.toMatch(/Gone|example\.org/);
    expect((await timetable('export', '--format', format, ...flags)).stdout).toContain(text);
  });

  it('as ics marks what is called off, so that calendars remove it', async () => {
    const exported = await timetable(
      'export',
      '--format',
      'ics',
      '--schedule',
      's.csv',
      '--out',
      'out',
    );
    expect(exported).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `${marked}3 sessions written to out.\n`,
    });
    const events = read('out').split('BEGIN:VEVENT').slice(1);
    const statuses = events.map((event) => [
      /SUMMARY:(\w+)/.exec(event)?.[1],
      /STATUS:(\w+)/.exec(event)?.[1],
    ]);
    expect(Object.fromEntries(statuses)).toEqual({
      Compilers: 'CONFIRMED',
      Keynote: 'CONFIRMED',
      Gone: 'CANCELLED',
      Lunch: 'CONFIRMED',
    });
    expect(read('out')).toContain('DTSTART:20260502T070000Z');
    expect(read('out')).not.toContain('example.org');
  });

  it('is a page in a language on request, with the speakers of the event', async () => {
    const { stdout } = await stage.run('submissions', 'list', '--json');
    const submissions: readonly Record<string, string>[] = JSON.parse(stdout);
    const email = submissions.find(({ title }) => title === 'Compilers')?.submitter_email;
    const speakers: readonly Record<string, string>[] = report(
      await stage.run('speakers', 'list', '--json'),
    );
    const id = speakers.find((speaker) => speaker.email === email)?.id ?? '';
    const about = [
      '--first-name',
      'Grace',
      '--last-name',
      'Hopper',
      '--about',
      'Wrote a compiler.',
    ];
    await stage.run('speakers', 'update', id, ...about);
    const flags = ['--format', 'html', '--schedule', 's.csv', '--lang', 'de', '--with-speakers'];
    const page = await timetable('export', ...flags);
    expect(page.exitCode).toBe(0);
    for (const text of [
      '<html lang="de">',
      'Samstag, 2. Mai 2026',
      'Alle Räume',
      'Vortragende',
      'Wrote a compiler.',
    ]) {
      expect(page.stdout).toContain(text);
    }
    expect(
      (await timetable('export', '--format', 'html', '--schedule', 's.csv')).stdout,
    ).not.toContain('Wrote a');
  });

  it('reports assumed ends; none overlaps the next session', async () => {
    const rows = ['Keynote,Main Hall,2026-05-02 09:00', 'Compilers,Main Hall,2026-05-02 09:20'];
    const alone = file('alone.csv', 'title,room,start', ...rows);
    const env = { PLENARY_TIMEZONE: 'Europe/Berlin' };
    const args = ['timetable', 'export', '--format', 'ics', '--schedule', alone];
    const { stdout, stderr } = await plenary(args, { env, cwd: folder() });
    expect(stderr).toContain(
      '2 sessions have no known end. An end is assumed: 45m after the start, ' +
        'or the start of the next session in the room. ' +
        'Specify durations with --schedule or --default-duration.\n',
    );
    expect(stdout).toMatch(/DTEND:20260502T072000Z\r\n(?:(?!END:VEVENT)[\s\S])*SUMMARY:Keynote/);
  });

  it('refuses to overwrite the schedule, and flags of a page with another format', async () => {
    const before = read('s.csv');
    const over = await timetable(
      'export',
      '--format',
      'html',
      '--schedule',
      's.csv',
      '--out',
      './s.csv',
    );
    expect([over.exitCode, read('s.csv')]).toEqual([2, before]);
    expect((await timetable('export', '--format', 'csv', '--lang', 'de')).exitCode).toBe(2);
  });
});

describe('with the breaks of a schedule file', () => {
  beforeAll(() => {
    file(
      'breaks.csv',
      'title,room,start,duration,format',
      'Keynote,Main Hall,2026-05-02 09:00,45,Talk',
      'Compilers,Lab,2026-05-02 09:00,60,',
      'Coffee break,,2026-05-02 10:00,30,',
      'Opening show,Main Hall,2026-05-02 08:00,30,Ceremony',
      'Lunch,Main Hall,2026-05-03 12:00,60,',
      'Gone,Lab,2026-05-03 12:00,60,',
    );
  });

  it('plans and applies nothing for them, and names them', async () => {
    const planned = await stage.run('sessions', 'plan', 'breaks.csv', '--detailed-exitcode');
    expect(planned.stderr).toContain(
      '6 rows: 4 unchanged, 2 skipped.\n' +
        '2 rows are not talks, and not sent: "Coffee break", "Opening show".\n',
    );
    expect(planned.exitCode).toBe(0);
    expect((await stage.run('sessions', 'check', '--schedule', 'breaks.csv')).stderr).toContain(
      '3 sessions, 0 clashes',
    );
    file('clash.csv', 'title,room,start,duration', 'Lunch break,all,2026-05-02 09:00,60');
    const checked = await stage.run('sessions', 'check', '--schedule', 'clash.csv', '--json');
    expect(checked.exitCode).toBe(6);
    expect(report(checked)).toMatchObject({
      counts: { clashes: 2 },
      clashes: [{ what: 'Lab' }, { what: 'Main Hall' }],
    });
  });

  it('shows them in the terminal and in every export', async () => {
    const shown = await timetable('show', '--schedule', 'breaks.csv', '--day', '2026-05-02');
    expect(shown.stdout.split('\n').slice(4)).toEqual([
      '08:00                                               ╶ Opening show',
      '08:30',
      '09:00  ┌ Compilers                                  ╶ Keynote',
      '09:45  └',
      '10:00  ── Coffee break ──',
      '10:30',
      '',
    ]);
    const list: readonly Record<string, unknown>[] = JSON.parse(
      (await timetable('show', '--schedule', 'breaks.csv', '--json', '--rooms', 'Lab')).stdout,
    );
    expect(list.map(({ title, room, isBreak }) => [title, room, isBreak])).toEqual([
      ['Compilers', 'Lab', false],
      ['Coffee break', '', true],
    ]);
    for (const format of ['html', 'ics', 'schedule-json', 'schedule-xml', 'csv']) {
      const { stdout, exitCode } = await timetable(
        'export',
        '--schedule',
        'breaks.csv',
        '--format',
        format,
      );
      expect([
        format,
        exitCode,
        stdout.includes('Coffee break'),
        stdout.includes('Opening show'),
      ]).toEqual([format, 0, true, true]);
      if (format === 'csv') file('again.csv', ...stdout.trimEnd().split('\n'));
    }
    const again = await stage.run('sessions', 'plan', 'again.csv', '--json');
    expect(report(again).counts).toMatchObject({ unchanged: 3, unknown: 0, skipped: 2 });
    const saved = await timetable(
      'export',
      '--schedule',
      'breaks.csv',
      '--format',
      'csv',
      '--out',
      'all.csv',
    );
    expect(saved.stderr).toContain('3 sessions and 2 breaks written to all.csv.\n');
  });
});
