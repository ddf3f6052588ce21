// The timetable of a schedule file, without an event, and before anything of it is placed.
import { describe, expect, it } from 'vitest';
import { plenary } from './support/program.ts';
import { report, scheduleStages } from './support/schedule-stage.ts';

const { stage: open, file, folder } = scheduleStages();

const env = {
  PLENARY_EVENT: '',
  PLENARY_TOKEN: '',
  PLENARY_BASE_URL: '',
  PLENARY_TIMEZONE: 'Europe/Berlin',
};

describe('of a file alone, without an event and a service', () => {
  const offline = async (...args: readonly string[]) => {
    file(
      'alone.csv',
      'submission_id,title,room,start,duration,speakers,abstract,expected',
      'sub_1,Keynote,Main Hall,2026-05-02 09:00,30,Ada Lovelace,A talk on queues.,120',
      ',Coffee,all,2026-05-02 09:30,,,,',
      ',Compilers,Main Hall,2026-05-02 10:00,30,,,',
      ',Left out,,,30,,,',
    );
    return plenary(['timetable', ...args, '--schedule', 'alone.csv'], { cwd: folder(), env });
  };
  const unplaced = 'Left out: 1 row of alone.csv without a room or a start: "Left out" (line 5).\n';

  it('is shown with its breaks', async () => {
    const shown = await offline('show', '--json');
    expect([shown.exitCode, shown.stderr]).toEqual([0, unplaced]);
    expect(JSON.parse(shown.stdout)).toEqual([
      expect.objectContaining({
        id: 'sub_1',
        title: 'Keynote',
        speakers: ['Ada Lovelace'],
        isBreak: false,
      }),
      expect.objectContaining({ id: null, title: 'Coffee', isBreak: true }),
      expect.objectContaining({
        id: null,
        title: 'Compilers',
        end: '2026-05-02T10:30:00+02:00',
      }),
    ]);
  });

  it('is exported, and has the name of the file if none is given', async () => {
    const { exitCode, stdout, stderr } = await offline('export', '--format', 'html');
    expect([exitCode, stderr]).toEqual([0, unplaced]);
    expect(stdout).toContain('<title>alone');
    expect(stdout).toContain('A talk on queues.');
  });

  it.each([
    ['list', ['Title,Room,Date,Start', 'Kelp,Hall,2026-05-02,1:00', 'Sand,Hall,2026-05-02,2:30']],
    ['grid', ['2026-05-02,Hall,Loft', '1:00-2:00,Kelp,Reefs', '2:30-3:00,Sand,Tides']],
  ])('is warned of if it is at night: a %s', async (_, lines) => {
    file('night.csv', ...lines);
    for (const command of [
      ['sessions', 'check'],
      ['timetable', 'show'],
    ]) {
      const shown = await plenary([...command, '--schedule', 'night.csv'], { cwd: folder(), env });
      expect(shown.stderr).toMatch(
        /Warning: night\.csv:2.*: \d sessions start between 00:00 and 06:00, the first at 01:00; if that is p\.m\., add 12 hours\.\n/,
      );
    }
  });

  it.each([
    ['timezone', { sessions: [{ title: 'Kelp', room: 'Hall', start: '2026-05-02 09:00' }] }],
    ['timeZone', { data: { talks: [{ title: 'Kelp', room: 'Hall', start: '2026-05-02 09:00' }] } }],
  ])('has the time zone of a JSON document: %s', async (name, document) => {
    const command = ['timetable', 'export', '--format', 'csv', '--schedule', 'zone.json'];
    file('zone.json', JSON.stringify({ [name]: 'America/New_York', ...document }));
    const { stdout } = await plenary(command, { cwd: folder(), env });
    expect(stdout).toContain('Kelp,Hall,2026-05-02T15:00:00+02:00');
    file('zone.json', JSON.stringify({ [name]: 'ET', ...document }));
    const { exitCode, stderr } = await plenary(command, { cwd: folder(), env });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('"ET": words for time zones have several meanings');
  });

  it('names the rows without a place in a check as well', async () => {
    file('half.csv', 'Title,Room,Start', 'Kelp,TBA,2026-05-02 09:00', 'Sand,Hall,2026-05-02 09:00');
    const cwd = folder();
    const { stderr } = await plenary(['sessions', 'check', '--schedule', 'half.csv'], { cwd, env });
    const left = 'Left out: 1 row of half.csv without a room or a start: "Kelp" (line 2).\n';
    expect(stderr).toContain(left);
  });
});

describe('of a file, with an event', () => {
  it('is a preview while no session is placed, or on request, and can be checked', async () => {
    const { run } = await open('Keynote', 'Compilers');
    file(
      'preview.csv',
      'title,room,start,duration',
      'Keynote,Main Hall,2026-05-02 09:00,60',
      'Compilers,Main Hall,2026-05-02 09:30,60',
    );
    const flags = ['--schedule', 'preview.csv'];
    const titles = async () => {
      const shown = await run('timetable', 'show', '--json', ...flags);
      return [shown.stderr, report(shown).map(({ title }: { title: string }) => title)];
    };
    const notice = 'No session of the event is placed yet, so only preview.csv is used.\n';
    expect(await titles()).toEqual([notice, ['Keynote', 'Compilers']]);
    expect((await run('timetable', 'export', '--format', 'html', ...flags)).stdout).toContain(
      'Compilers',
    );
    const checked = await run('sessions', 'check', ...flags);
    expect(checked.stderr).toContain(
      'room Main Hall: "Keynote" (line 2) 2026-05-02 09:00–10:00 and "Compilers" (line 3)',
    );
    expect(checked.exitCode).toBe(6);

    await run('sessions', 'place', 'Keynote', '--room', 'Lab', '--start', '2026-05-02 09:00');
    expect(await titles()).toEqual([
      '1 row of preview.csv matches no placed session: line 3 "Compilers".\n',
      ['Keynote'],
    ]);
    expect((await run('sessions', 'check', ...flags)).exitCode).toBe(0);
    const offline = await plenary(['sessions', 'check', ...flags, '--json'], {
      cwd: folder(),
      env,
    });
    expect([offline.exitCode, report(offline).counts]).toEqual([6, { sessions: 2, clashes: 1 }]);
  });
});

it('says the date of an end on another day, and what a file without people lacks', async () => {
  const rows = [
    'Install party,Attic,2026-05-02 11:00,2026-05-03 12:30',
    'Poetry,Attic,2026-05-03 00:15,',
  ];
  file('long.csv', 'title,room,start,end', ...rows);
  const run = (...args: readonly string[]) =>
    plenary([...args, '--schedule', 'long.csv'], { cwd: folder(), env });
  const checked = await run('sessions', 'check');
  expect(checked.exitCode).toBe(6);
  expect(checked.stderr).toContain(
    '"Install party" (line 2) 2026-05-02 11:00–2026-05-03 12:30 and "Poetry"',
  );
  const { stderr } = await run('timetable', 'export', '--format', 'html', '--out', 'long.html');
  expect(stderr).toContain(
    'No session names its people: long.csv has none in a column of speakers.\n',
  );
});
