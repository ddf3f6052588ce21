// What commands make of headers: remarks, units, names without titles, and whose name a row has.
import { describe, expect, it } from 'vitest';
import { plenary } from './support/program.ts';
import { report, scheduleStages } from './support/schedule-stage.ts';

const { stage, file, folder } = scheduleStages();

const alone = {
  PLENARY_EVENT: '',
  PLENARY_TOKEN: '',
  PLENARY_BASE_URL: '',
  PLENARY_TIMEZONE: 'Europe/Berlin',
};

const offline = (...args: readonly string[]) => plenary(args, { cwd: folder(), env: alone });

describe('a clash is found', () => {
  it.each([
    [
      'below headers with stars and remarks',
      'Title*,Room (required),Date,Start (24h),End (optional)',
      'Keynote,Hall,2027-05-02,09:00,10:30',
      'Compilers,Hall,2027-05-02,10:00,11:00',
    ],
    [
      'below others',
      'Titel *,Raum [Pflichtfeld],Datum (TT.MM.JJJJ),Beginn (Ortszeit),Ende (falls bekannt)',
      'Keynote,Hall,02.05.2027,09:00,10:30',
      'Compilers,Hall,02.05.2027,10:00,11:00',
    ],
    [
      'of talks whose durations are hours',
      'title,room,start,Duration (hours)',
      'Keynote,Hall,2027-05-02 09:00,1.5',
      'Compilers,Hall,2027-05-02 10:00,1',
    ],
    [
      'of talks whose times are whole',
      'event_title,session_room,time,Dauer in Stunden',
      'Keynote,Hall,2027-05-02T09:00,2',
      'Compilers,Hall,2027-05-02T10:00,1',
    ],
    [
      'of talks with names',
      'id,name,day,starttime,endtime,room',
      '1,Keynote,2027-05-02,09:00,10:30,Hall',
      '2,Compilers,2027-05-02,10:00,11:00,Hall',
    ],
  ])('%s', async (_, ...lines) => {
    const checked = await offline('sessions', 'check', '--schedule', file('clash.csv', ...lines));
    expect(checked.exitCode).toBe(6);
    expect(checked.stderr).toMatch(/room Hall: "Keynote".* and "Compilers"/);
  });
});

describe('a person is in two places at once', () => {
  it.each([
    [
      'title,room,start,speaker,co-speaker',
      'Tides,Hall,{},Ida Moen,Ola Berg',
      'Dikes,Lab,{},Eva Lund,Ida Moen',
    ],
    [
      'title,room,start,Speaker 1,Speaker 2',
      'Tides,Hall,{},Ola Berg,Ida Moen',
      'Dikes,Lab,{},Ida Moen,',
    ],
    [
      'title,room,start,speaker,moderator',
      'Tides,Hall,{},Ola Berg,Ida Moen',
      'Dikes,Lab,{},Ida Moen,',
    ],
    [
      'title,room,start,coauthors,fullname',
      'Tides,Hall,{},Ida Moen; Ola Berg,Eva Lund',
      'Dikes,Lab,{},,Ida Moen',
    ],
    [
      'Titel,Raum,Beginn,Künstler,Sitzungsleitung',
      'Tides,Hall,{},Ida Moen,Ola Berg',
      'Dikes,Lab,{},Eva Lund,Ida Moen',
    ],
    [
      'title,room,start,hosts,artist',
      'Tides,Hall,{},Ida Moen,Ola Berg',
      'Dikes,Lab,{},Eva Lund,Ida Moen',
    ],
  ])('below %s', async (...lines) => {
    const rows = lines.map((line) => line.replace('{}', '2027-05-02 09:00'));
    const checked = await offline(
      'sessions',
      'check',
      '--schedule',
      file('people.csv', ...rows),
      '--json',
    );
    expect([checked.exitCode, report(checked).clashes]).toMatchObject([
      6,
      [{ code: 'person', what: 'Ida Moen' }],
    ]);
  });

  it('by the address beside a number', async () => {
    const header = 'title,room,start,Speaker 1,Speaker 1 Email,Speaker 2,Speaker 2 Email';
    const rows = [
      'Tides,Hall,2027-05-02 09:00,Ola Berg,ola@example.org,Ida Moen,ida@example.org',
      'Dikes,Lab,2027-05-02 09:00,I. Moen,ida@example.org,Eva Lund,eva@example.org',
    ];
    const checked = await offline(
      'sessions',
      'check',
      '--schedule',
      file('two.csv', header, ...rows),
      '--json',
    );
    expect([checked.exitCode, report(checked).clashes]).toMatchObject([6, [{ code: 'person' }]]);
  });

  it('but nobody with himself', async () => {
    const header = 'title,room,start,speakers,moderator';
    const row = 'Tides,Hall,2027-05-02 09:00,Ida Moen; Ola Berg,Ida Moen';
    const checked = await offline(
      'sessions',
      'check',
      '--schedule',
      file('one.csv', header, row),
      '--json',
    );
    expect([checked.exitCode, report(checked).clashes]).toEqual([0, []]);
  });
});

describe('an export of a file', () => {
  const untitled = ['id,room,start', 'a1,Hall,2027-05-02 09:00', 'a2,Hall,2027-05-02 10:00'];

  it('without titles is refused', async () => {
    const refused = await offline(
      'timetable',
      'export',
      '--format',
      'html',
      '--schedule',
      file('ids.csv', ...untitled),
    );
    expect([refused.exitCode, refused.stdout]).toEqual([3, '']);
    expect(refused.stderr).toContain('2 of 2 sessions in ids.csv have no title');
    expect(refused.stderr).toContain('ids.csv:2');
    const row = file(
      'row.csv',
      'title,room,start',
      'Keynote,Hall,2027-05-02 09:00',
      ',Hall,2027-05-02 10:00',
    );
    const one = await offline('timetable', 'export', '--format', 'ics', '--schedule', row);
    expect(one.stderr).toContain('1 of 2 sessions in row.csv has no title');
  });

  it('has the titles of the event’s submissions', async () => {
    const { run } = await stage('Keynote', 'Compilers');
    const listed = report(await run('submissions', 'list', '--json')) as readonly {
      id: string;
      title: string;
    }[];
    const rows = listed.map(({ id }, at) => `${id},Hall,2027-05-02 1${at}:00`);
    const ids = file('served.csv', 'submission_id,room,start', ...rows);
    const { exitCode, stdout } = await run(
      'timetable',
      'export',
      '--format',
      'html',
      '--schedule',
      ids,
    );
    expect(exitCode).toBe(0);
    for (const { title } of listed) expect(stdout).toContain(title);
  });

  it('has the names of talks as titles', async () => {
    const named = file(
      'named.csv',
      'id,name,day,starttime,endtime,room',
      '1,Keynote,2027-05-02,09:00,10:30,Hall',
    );
    const { stdout } = await offline('timetable', 'export', '--format', 'csv', '--schedule', named);
    expect(stdout).toMatch(/\r?\n[^\n]*Keynote,Hall,/);
  });
});

describe('a list with sessions that do not take place', () => {
  it.each([
    ['CANCELLED: Tides', 'Canceled - Knots'],
    ['(Abgesagt) Tides', 'Knots [CANCELLED]'],
  ])('leaves them out of an export: %s', async (first, second) => {
    const rows = [`${first},Hall,2027-05-20 09:00`, `${second},Hall,2027-05-20 10:00`];
    const list = file('off.csv', 'title,room,start', ...rows, 'Locks,Hall,2027-05-20 11:00');
    const exported = await offline('timetable', 'export', '--schedule', list, '--format', 'csv');
    expect(exported.stderr).toContain('Left out: 2 placed sessions');
    const [, ...published] = exported.stdout.trim().split(/\r?\n/);
    expect(published).toEqual([expect.stringContaining('Locks')]);
  });
});

describe('an import of talks', () => {
  it.each([
    [
      'Title,Submitted by,Speaker,Speaker email',
      'Mooring,Ida Moen,Ola Berg,ola@example.org',
      'Ola Berg',
    ],
    [
      'Titel,Autor,Referentin,E-Mail der Referentin',
      'Mooring,Ida Moen,Eva Lund,eva@example.org',
      'Eva Lund',
    ],
    ['Title,Author,Email,Presenter', 'Mooring,Ida Moen,ida@example.org,Yes', 'Ida Moen'],
    ['Title,Presenter,Author,Author email', 'Mooring,x,Ida Moen,ida@example.org', 'Ida Moen'],
    [
      'Title,Author 1,Email 1,Author 2,Email 2',
      'Mooring,Ida Moen,ida@example.org,Ola Berg,ola@example.org',
      'Ida Moen',
    ],
    [
      'Title,1: First Name,1: Last Name,1: Email,2: First Name,2: Last Name,2: Email',
      'Mooring,Ida,Moen,ida@example.org,Ola,Berg,ola@example.org',
      'Ida Moen',
    ],
  ])('has one person’s name and address: %s', async (header, row, name) => {
    const { run, feed } = await stage();
    const imported = await feed(`${header}\n${row}\n`, 'submissions', 'import', '-', '--yes');
    expect([imported.exitCode, imported.stderr]).toEqual([0, expect.any(String)]);
    const [first = '', last = ''] = name.split(' ');
    const found = report(await run('submissions', 'list', '--json'));
    expect(found).toMatchObject([{ submitter_first_name: first, submitter_last_name: last }]);
    expect(found[0].submitter_email).toBe(`${first.toLowerCase()}@example.org`);
  });

  it('reports a missing title beside a name that may be a person', async () => {
    const { feed } = await stage();
    const refused = await feed(
      'Name,Email,Abstract\nIda Moen,ida@example.org,Ropes\n',
      'submissions',
      'import',
      '-',
    );
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('--map "COLUMN=title"');
  });
});

describe('an import of speakers', () => {
  it.each([
    [
      'Speaker 1,Speaker 1 Email,Speaker 1 Company,Speaker 1 Bio,'.concat(
        'Speaker 2,Speaker 2 Email,Speaker 2 Company,Speaker 2 Bio',
      ),
    ],
    ['1: Name,1: Email,1: Company,1: Bio,2: Name,2: Email,2: Company,2: Bio'],
    ['Author 1,Email 1,Company 1,Bio 1,Author 2,Email 2,Company 2,Bio 2'],
  ])('gives each of the numbered people their own values: %s', async (header) => {
    const { run, feed } = await stage();
    const row = 'Ida Moen,ida@example.org,Uni North,Ropes,Ola Berg,ola@example.org,Uni South,Knots';
    const imported = await feed(`${header}\n${row}\n`, 'speakers', 'import', '-', '--yes');
    expect([imported.exitCode, imported.stderr]).toEqual([0, expect.any(String)]);
    expect(report(await run('speakers', 'list', '--json', '--sort', 'email'))).toMatchObject([
      { email: 'ida@example.org', company_name: 'Uni North', about: 'Ropes' },
      { email: 'ola@example.org', company_name: 'Uni South', about: 'Knots' },
    ]);
  });
});
