// JSON, calendars and c3voc schedules in whole commands: what one command writes, another one
// reads.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import { report, scheduleStages } from './support/schedule-stage.ts';

const { stage, folder } = scheduleStages();
const save = (name: string, text: string) => writeFileSync(join(folder(), name), text);

describe('an import', () => {
  it('of an array of JSON creates its records once', async () => {
    const { run } = await stage();
    save(
      'people.txt',
      '[{"email":"ada@x.org","name":"Ada Lovelace"},\n' +
        '{"email":"bo@x.org","name":"Bo","bio":"\'=x"}]',
    );
    const imported = await run('speakers', 'import', 'people.txt', '--json');
    expect(report(imported).counts).toMatchObject({ rows: 2, created: 2 });
    expect(report(await run('speakers', 'import', 'people.txt', '--json')).counts).toMatchObject({
      skipped: 2,
    });
    const listed = await run(
      'speakers',
      'list',
      '--json',
      '--fields',
      'email,first_name,last_name,about',
    );
    expect(report(listed)).toEqual([
      { email: 'bo@x.org', first_name: 'Bo', last_name: '', about: "'=x" },
      { email: 'ada@x.org', first_name: 'Ada', last_name: 'Lovelace', about: null },
    ]);
  });
});

it('reads what a list prints as JSON exactly: its plan changes nothing', async () => {
  const { run } = await stage();
  const about = ["'=1+1", '=1+1', "''-x", ' @home '];
  const people = about.map((text, at) => JSON.stringify({ email: `p${at}@x.org`, about: text }));
  save('people', people.join('\n'));
  await run('speakers', 'import', 'people');
  for (const format of ['json', 'ndjson']) {
    save('list', (await run('speakers', 'list', '-o', format)).stdout);
    expect(report(await run('speakers', 'plan', 'list', '--json')).counts).toMatchObject({
      rows: 4,
      unchanged: 4,
    });
  }
  save('list', (await run('speakers', 'list', '--json')).stdout.replaceAll('p0@x.org', 'p0 at x'));
  await run('speakers', 'import', 'list', '--skip-invalid', '--rejects', 'rejects.csv');
  save(
    'rejects.csv',
    readFileSync(join(folder(), 'rejects.csv'), 'utf8').replaceAll('p0 at x,', 'p0@x.org,'),
  );
  const fixed = await run('speakers', 'plan', 'rejects.csv', '--json');
  expect(report(fixed).counts).toMatchObject({ rows: 1, unchanged: 1 });
});

describe('people in a structured file', () => {
  const people = [
    'Sasha (they/them)',
    'Dr. Ada Lovelace',
    '@handle',
    'Girl with a kite',
    'Felix, Gia Lund',
  ];
  const start = '2026-05-02T09:00:00+02:00';
  const talk = { title: 'Kites', room: 'Lab', start, duration: 45 };
  const voc = {
    id: 1,
    guid: 'g',
    title: 'Kites',
    room: 'Lab',
    date: start,
    start: '09:00',
    duration: '00:45',
    persons: people.map((name, id) => ({ id, public_name: name })),
  };
  const conference = { days: [{ date: '2026-05-02', rooms: { Lab: [voc] } }] };
  const xml = people.map((name, id) => `<person id="${id}">${name}</person>`).join('');
  const files = {
    'schedule.json': JSON.stringify({ schedule: { conference } }),
    'schedule.xml':
      `<schedule><day date="2026-05-02"><room name="Lab"><event id="1"><date>${start}</date>` +
      `<duration>00:45</duration><title>Kites</title><persons>${xml}</persons></event></room>` +
      '</day></schedule>',
    'talks.ics': [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'SUMMARY:Kites',
      'LOCATION:Lab',
      'DTSTART:20260502T070000Z',
      ...people.map((name) => `ATTENDEE;CN="${name}":urn:x`),
      'DTEND:20260502T074500Z',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
    'talks.json': JSON.stringify([{ ...talk, speakers: people }]),
    'objects.json': JSON.stringify([{ ...talk, speakers: people.map((name) => ({ name })) }]),
  };

  it.each(Object.entries(files))('%s: are shown and exported as they are', async (name, text) => {
    const { run } = await stage('Kites');
    save(name, text);
    expect((await run('sessions', 'apply', name)).exitCode).toBe(0);
    const { stdout } = await run(
      'timetable',
      'export',
      '--format',
      'schedule-json',
      '--schedule',
      name,
    );
    const [day] = JSON.parse(stdout).schedule.conference.days;
    expect(day.rooms.Lab[0].persons.map((person: { name: string }) => person.name)).toEqual(people);
  });

  it('are imported as they are', async () => {
    const { run } = await stage('Keynote');
    const two = ['Sasha (they/them)', 'Girl with a kite'];
    const speakers = two.map((name, id) => ({ name, email: `p${id}@x.org` }));
    save('talks.json', JSON.stringify([{ ...talk, speakers }]));
    const imported = await run('submissions', 'import', 'talks.json', '--json');
    expect(report(imported)).toMatchObject({
      counts: { created: 1 },
      warnings: [
        {
          code: 'co_speakers',
          message: 'a submission has one submitter; Girl with a kite is not imported',
        },
      ],
    });
    const listed = await run('submissions', 'list', '--json', '--where', 'title=Kites');
    expect(report(listed)).toMatchObject([
      { submitter_first_name: 'Sasha (they/them)', submitter_email: 'p0@x.org' },
    ]);
  });
});

describe('people in an array of JSON', () => {
  const hasMarks = (...texts: readonly string[]) =>
    texts.some((text) => /\\u001f/.test(JSON.stringify(text)));

  it('are found as submitters by their whole names, and shown as lists', async () => {
    const { run } = await stage('Keynote');
    save(
      'people.csv',
      'Email,First name,Last name\nanna@x.org,Anna,"Müller"\nkite@x.org,The girl with the kite,\n',
    );
    await run('speakers', 'import', 'people.csv');
    const talks = [
      { title: 'One', speakers: ['The girl with the kite', '@handle'] },
      { title: 'Two', speakers: ['Müller, Anna'] },
      { title: 'Three', speakers: ['Nobody, Known', 'Bo Li'] },
    ];
    save('talks.json', JSON.stringify(talks));
    for (const flags of [['--speakers', 'people.csv'], ['--json']]) {
      const args = [
        'submissions',
        'import',
        'talks.json',
        '--dry-run',
        '--rejects',
        'rejects.csv',
        ...flags,
      ];
      const { exitCode, stdout, stderr } = await run(...args);
      expect([exitCode, stderr]).toEqual([3, expect.stringContaining('Müller, Anna')]);
      expect(stderr).not.toContain('what a comma means');
      expect(stderr).not.toContain('can be one person or several');
      expect(hasMarks(stdout, stderr, readFileSync(join(folder(), 'rejects.csv'), 'utf8'))).toBe(
        false,
      );
    }
  });

  it('are imported with their whole names beside an address', async () => {
    const { run } = await stage('Keynote');
    save('people.csv', 'Email,First name,Last name\nkite@x.org,The girl with the kite,\n');
    await run('speakers', 'import', 'people.csv');
    const talks = [
      { title: 'One', email: 'f@x.org', speakers: ['Felix, Gia Lund'] },
      { title: 'Two', email: '', speakers: ['The girl with the kite'] },
    ];
    save('talks.json', JSON.stringify(talks));
    const imported = await run('submissions', 'import', 'talks.json', '--json');
    expect([imported.exitCode, imported.stderr]).toEqual([0, expect.any(String)]);
    const listed = await run('submissions', 'list', '--json');
    const names = report(listed).map((each: Record<string, string>) => each.submitter_first_name);
    expect(names).toEqual(expect.arrayContaining(['Felix, Gia Lund', 'The girl with the kite']));
  });

  it('are written to a file with semicolons', async () => {
    const { run } = await stage('Keynote');
    save(
      'talks.json',
      JSON.stringify([{ title: 'T0', duration: 30, speakers: ['Ann Muster', 'Bo Li'] }]),
    );
    save('rooms.csv', 'room,start,end\nLab,2026-05-02 09:00,10:30\n');
    const args = [
      'talks.json',
      '--rooms-file',
      'rooms.csv',
      '--steps',
      '10',
      '--out',
      'placed.csv',
    ];
    const { exitCode, stdout, stderr } = await run('sessions', 'autoplace', ...args);
    const placed = readFileSync(join(folder(), 'placed.csv'), 'utf8');
    expect([exitCode, placed]).toEqual([
      0,
      expect.stringContaining('T0,30,Ann Muster; Bo Li,Lab,'),
    ]);
    expect(hasMarks(stdout, stderr, placed)).toBe(false);
  });
});

describe('an exported timetable', () => {
  it('as JSON is placed by sessions apply, which still applies a saved plan', async () => {
    const { run, placed } = await stage('Keynote');
    const event = {
      guid: 'a',
      date: '2026-05-02T09:00:00+02:00',
      duration: '00:45',
      title: 'Keynote',
      persons: [],
    };
    const days = [{ index: 1, date: '2026-05-02', rooms: { 'Main Hall': [event] } }];
    save('schedule.json', JSON.stringify({ schedule: { version: '1', conference: { days } } }));
    await run('sessions', 'plan', 'schedule.json', '--out', 'plan.json');
    expect((await run('sessions', 'apply', 'schedule.json')).exitCode).toBe(0);
    expect(await placed()).toEqual(['Keynote | Main Hall | 2026-05-02T09:00:00+02:00']);
    const again = await run('sessions', 'apply', 'plan.json', '--json');
    expect(report(again).counts).toMatchObject({ rows: 1, placed: 0, unchanged: 1 });
    const misread = await run('sessions', 'plan', 'plan.json', '--json');
    expect(errorOf(misread).message).toBe('plan.json is a saved plan or a report, not a table');
  });
});
