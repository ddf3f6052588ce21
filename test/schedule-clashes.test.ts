// The clashes of a schedule against the real service: what they are, and what they stop.
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import {
  compilers,
  header,
  keynote,
  report,
  scheduleStages,
  writes,
} from './support/schedule-stage.ts';

const { stage, file } = scheduleStages();

describe('clashes', () => {
  it('are reported before anything is sent, unless they are allowed', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    file('clash.csv', header, keynote, 'Compilers,Main Hall,2026-05-02 09:30,45,Ada Lovelace');
    expect((await run('sessions', 'plan', 'clash.csv', '--detailed-exitcode')).exitCode).toBe(6);
    const refused = await run('sessions', 'apply', 'clash.csv', '--debug');
    expect([refused.exitCode, writes(refused), await placed()]).toEqual([6, 0, []]);

    expect(
      (await run('sessions', 'plan', 'clash.csv', '--fail-on', 'never', '--detailed-exitcode'))
        .exitCode,
    ).toBe(8);
    expect((await run('sessions', 'apply', 'clash.csv', '--fail-on', 'never')).exitCode).toBe(0);
    const again = await run('sessions', 'plan', 'clash.csv');
    expect([again.exitCode, again.stderr]).toEqual([
      0,
      expect.stringMatching(/already in the program\.\n/),
    ]);

    const moved = file(
      'moved.csv',
      header,
      keynote.replace('09:00', '09:15'),
      compilers.replace('09:45', '09:30'),
    );
    expect((await run('sessions', 'plan', moved)).stderr).toContain(
      '  moved.csv:2: room Main Hall: ',
    );

    // Only the file has durations and speakers.
    const open = await run('sessions', 'check', '--json');
    expect([open.exitCode, report(open)]).toEqual([
      0,
      expect.objectContaining({ counts: { sessions: 2, clashes: 0 }, clashes: [] }),
    ]);
    const checked = await run('sessions', 'check', '--schedule', 'clash.csv', '--output', 'csv');
    expect(checked.exitCode).toBe(6);
    expect(checked.stdout).toMatch(/^code,what,id,title,.*\nroom,Main Hall,sub_\w+,Keynote,/);
    const shorter = file('shorter.csv', header, keynote.replace('45', '30'));
    expect((await run('sessions', 'check', '--schedule', shorter)).exitCode).toBe(0);
  });

  it('are not looked for in a row without a submission, which may be a placed talk', async () => {
    const { run } = await stage('Keynote', 'Compilers', 'Compilers');
    file('placed.csv', header, keynote);
    expect((await run('sessions', 'apply', 'placed.csv')).exitCode).toBe(0);
    file('renamed.csv', header, keynote.replace('Keynote', 'The keynote'), compilers);
    const refused = errorOf(await run('sessions', 'plan', 'renamed.csv', '--json'));
    expect(refused).toMatchObject({
      exitCode: 3,
      message: '2 of 2 rows could not be matched to a submission; nothing was sent',
      details: [
        { line: 2, code: 'not_found' },
        { line: 3, code: 'ambiguous' },
      ],
    });
    expect(refused.fix).not.toContain('move one session');
  });

  it('depend on the comma in the people’s column: by cells, a flag or a question', async () => {
    const { run } = await stage('Keynote', 'Compilers', 'Lunch');
    const of = (one: string, other: string, third: string) =>
      file(
        'comma.csv',
        header,
        `Keynote,Main Hall,2026-05-02 09:00,45,"${one}"`,
        `Compilers,Lab,2026-05-02 09:00,45,"${other}"`,
        `Lunch,Aula,2026-05-02 12:00,45,"${third}"`,
      );
    const unclear = of('Felix, Gia Lund', 'Felix', 'Bo Li');
    for (const args of [
      ['sessions', 'plan', unclear],
      ['sessions', 'apply', unclear],
      ['sessions', 'check', '--schedule', unclear],
      ['timetable', 'show', '--schedule', unclear],
    ]) {
      const { exitCode, stderr } = await run(...args);
      expect(exitCode).toBe(3);
      expect(stderr).toMatch(
        /comma\.csv:2 column "speakers": "Felix, Gia Lund" names "Felix; Gia Lund" if .*\nFix: /,
      );
    }
    const people = await run('sessions', 'plan', unclear, '--names', 'first last', '--json');
    expect([people.exitCode, report(people).clashes]).toMatchObject([
      6,
      [{ code: 'person', what: 'Felix' }],
    ]);
    expect((await run('sessions', 'plan', unclear, '--names', 'last, first')).exitCode).toBe(0);
    // Nothing in another row divides a cell.
    const inverted = of('Muster, David; Beispiel, Thomas', 'David', 'Muster, David');
    expect((await run('sessions', 'plan', inverted)).exitCode).toBe(0);
  });

  it('are found for people whose names are similar, and marked as such', async () => {
    const { run } = await stage('Keynote', 'Compilers');
    const [one, other] = ['Dr. Anna-Lena D’Hondt-Müller', "ANNA LENA D'HONDT MUELLER"];
    const rows = [
      `Keynote,Main Hall,2026-05-02 09:00,45,${one}`,
      `Compilers,Lab,2026-05-02 09:00,45,${other}`,
    ];
    const planned = await run('sessions', 'plan', file('people.csv', header, ...rows), '--json');
    const clash = {
      code: 'person',
      what: other,
      byName: true,
      similarName: 'Anna-Lena D’Hondt-Müller',
    };
    expect([planned.exitCode, report(planned).clashes]).toMatchObject([6, [clash]]);
    const message =
      `${other} (matched by similar names: "${other}" and "Anna-Lena D’Hondt-Müller") is in two ` +
      'places: ';
    expect(errorOf(planned).details).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  it('follow the file of rooms', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    const rooms = file(
      'rooms.csv',
      'room,start,end,turnaround,shared',
      'Main Hall,2026-05-02 09:00,10:15,10m,',
      'Lab,,,,yes',
    );
    const back = file('back.csv', header, keynote, compilers);
    const plan = (...flags: readonly string[]) =>
      run('sessions', 'plan', back, '--rooms-file', rooms, ...flags);
    const planned = await plan('--json');
    expect([planned.exitCode, report(planned)]).toMatchObject([
      6,
      {
        counts: { clashes: 2 },
        clashes: [
          { code: 'turnaround', what: 'Main Hall', sessions: [{ line: 2 }, { line: 3 }] },
          { code: 'hours', what: 'Main Hall', sessions: [{ line: 3 }] },
        ],
      },
    ]);
    expect(errorOf(planned)).toMatchObject({
      details: [
        {
          line: 3,
          message: expect.stringContaining('room Main Hall, only 0 minutes apart: "Keynote"'),
        },
        {
          line: 3,
          message:
            'room Main Hall is open 2026-05-02 09:00–10:15: "Compilers" (line 3) 2026-05-02 ' +
            '09:45–10:30',
        },
      ],
      fix: expect.stringContaining('and each other session into the hours of its room'),
    });
    // A turnaround that is typed is that of all rooms.
    expect(report(await plan('--turnaround', '0m', '--json')).clashes).toMatchObject([
      { code: 'hours' },
    ]);
    const lab = file(
      'lab.csv',
      header,
      keynote.replace('Main Hall', 'Lab'),
      compilers.replace('Main Hall', 'Lab').replace('09:45', '09:30'),
    );
    expect((await run('sessions', 'plan', lab)).exitCode).toBe(6);
    expect((await run('sessions', 'plan', lab, '--rooms-file', rooms)).exitCode).toBe(0);

    expect((await run('sessions', 'apply', back)).exitCode).toBe(0);
    const check = ['sessions', 'check', '--schedule', back, '--rooms-file', rooms];
    const checked = await run(...check, '--output', 'csv');
    expect([checked.exitCode, checked.stdout.trim().split('\n').slice(1)]).toEqual([
      6,
      [
        expect.stringMatching(/^turnaround,Main Hall,sub_\w+,Keynote,.*,Compilers,/),
        expect.stringMatching(/^hours,Main Hall,sub_\w+,Compilers,[^,]+,[^,]+,,,,$/),
      ],
    ]);
    const lenient = await run(...check, '--fail-on', 'never');
    expect([lenient.exitCode, lenient.stderr]).toEqual([
      0,
      expect.stringContaining('Clash: room Main Hall is open 2026-05-02 09:00–10:15: "Compilers"'),
    ]);

    const [before] = [await placed()];
    const place = ['sessions', 'place', 'Compilers', '--room', 'Main Hall', '--start'];
    const late = [...place, '2026-05-03T09:00:00+02:00', '--rooms-file', rooms];
    const refused = await run(...late);
    expect([refused.exitCode, refused.stderr, await placed()]).toEqual([
      6,
      expect.stringContaining('room Main Hall is not open on 2026-05-03: "Compilers"'),
      before,
    ]);
    expect((await run(...late, '--fail-on', 'never')).exitCode).toBe(0);
  });

  it('follow the rules that the flags specify', async () => {
    const { run } = await stage('Keynote', 'Compilers', 'Lunch');
    const back = file('back.csv', header, keynote, compilers);
    expect((await run('sessions', 'plan', back)).exitCode).toBe(0);
    const tight = await run('sessions', 'plan', back, '--turnaround', '10m');
    expect([tight.exitCode, tight.stderr]).toEqual([
      6,
      expect.stringContaining('room Main Hall, only 0 minutes apart: '),
    ]);
    expect(
      (await run('sessions', 'plan', back, '--turnaround', '10m', '--shared-room', 'main hall'))
        .exitCode,
    ).toBe(0);
    await run('submissions', 'update', 'Lunch', '--status', 'withdrawn');
    const gone = file('gone.csv', header, 'Lunch,Main Hall,2026-05-02 09:00,,');
    expect((await run('sessions', 'plan', gone)).exitCode).toBe(0);
    const warned = await run('sessions', 'plan', gone, '--fail-on', 'warning');
    expect(warned.stderr).toMatch(
      /Error: 1 warning; nothing was sent\n {2}gone\.csv:2: "Lunch" is withdrawn: /,
    );
    expect(warned.exitCode).toBe(6);
  });

  it('are found with sessions that are not in the file, whose ends another file has', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    await run('sessions', 'apply', file('one.csv', header, keynote));
    file('two.csv', 'Titel,room,start,duration', 'Compilers,main hall,2026-05-02 09:35,45');
    const flags = ['two.csv', '--map', 'Titel=title'];
    expect((await run('sessions', 'plan', ...flags)).exitCode).toBe(0);
    for (const command of ['plan', 'apply']) {
      const { exitCode, stderr } = await run(
        'sessions',
        command,
        ...flags,
        '--schedule',
        'one.csv',
      );
      expect(stderr).toContain(
        '"Keynote" 2026-05-02 09:00–09:45 and "Compilers" (line 2) 2026-05-02 09:35–10:20\n' +
          'Fix: move one session of each pair, or pass',
      );
      expect(exitCode).toBe(6);
    }
    const person = file('person.csv', header, 'Compilers,Lab,2026-05-02 09:15,45,Ada Lovelace');
    const double = await run('sessions', 'plan', person, '--schedule', 'one.csv');
    expect([double.exitCode, double.stderr]).toEqual([
      6,
      expect.stringContaining('Ada Lovelace (matched by name) is in two places: "Keynote"'),
    ]);
    await run('sessions', 'plan', person, '--out', 'plan.json');
    const saved = await run('sessions', 'apply', 'plan.json', '--schedule', 'one.csv');
    expect([saved.exitCode, saved.stderr]).toEqual([
      2,
      expect.stringContaining('--schedule: plan.json is a saved plan'),
    ]);
    expect(await placed()).toHaveLength(1);
  });
});
