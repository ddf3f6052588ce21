// The clashes of a schedule against the real service: what they are, and what they stop.
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import { compilers, header, keynote, report, scheduleStages, writes } from './support/schedule-stage.ts';

const { stage, file, service } = scheduleStages();

describe('clashes', () => {
  it('are reported before anything is sent, unless they are allowed', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    file('clash.csv', header, keynote, 'Compilers,Main Hall,2026-05-02 09:30,45,Ada Lovelace');
    const planned = await run('sessions', 'plan', 'clash.csv', '--json', '--detailed-exitcode');
    const session = (title: string, start: string, end: string, line: number) => ({
      submissionId: expect.stringMatching(/^sub_/),
      title,
      start: `2026-05-02T${start}:00+02:00`,
      end: `2026-05-02T${end}:00+02:00`,
      line,
    });
    const sessions = [session('Keynote', '09:00', '09:45', 2), session('Compilers', '09:30', '10:15', 3)];
    expect(report(planned).clashes).toEqual([
      { kind: 'room', what: 'Main Hall', sessions, byName: false },
      { kind: 'person', what: 'Ada Lovelace', sessions, byName: true },
    ]);
    expect(planned.exitCode).toBe(6);

    const refused = await run('sessions', 'apply', 'clash.csv', '--debug');
    expect(refused.stderr).toContain(
      'Error: 2 clashes; nothing was sent\n' +
        '  clash.csv:3: room Main Hall: "Keynote" (line 2) 2026-05-02 09:00–09:45 and "Compilers" (line 3) 2026-05-02 09:30–10:15\n' +
        '  clash.csv:3: Ada Lovelace (matched by name) is in two places: ',
    );
    expect([refused.exitCode, writes(refused), await placed()]).toEqual([6, 0, []]);

    expect((await run('sessions', 'plan', 'clash.csv', '--fail-on', 'never', '--detailed-exitcode')).exitCode).toBe(8);
    const forced = await run('sessions', 'apply', 'clash.csv', '--fail-on', 'never');
    expect(forced.stderr).toContain('Clash: room Main Hall: ');
    expect(forced.exitCode).toBe(0);

    // Only the file has durations and speakers.
    const open = await run('sessions', 'check', '--json');
    expect([open.exitCode, report(open)]).toEqual([
      0,
      expect.objectContaining({ counts: { sessions: 2, clashes: 0 }, clashes: [] }),
    ]);
    const checked = await run('sessions', 'check', '--schedule', 'clash.csv', '--json');
    expect(report(checked)).toMatchObject({
      schemaVersion: '1.0',
      counts: { sessions: 2, clashes: 2 },
      clashes: [{ kind: 'room', sessions: [{ line: null }, { line: null }] }, { kind: 'person' }],
      warnings: [],
    });
    expect(errorOf(checked).message).toBe('2 clashes');
    expect(checked.exitCode).toBe(6);
    const lines = await run('sessions', 'check', '--schedule', 'clash.csv', '--output', 'csv');
    expect(lines.stdout).toMatch(/^kind,what,submission_id,title,.*\nroom,Main Hall,sub_\w+,Keynote,/);
    const shorter = file('shorter.csv', header, keynote.replace('45', '30'));
    expect((await run('sessions', 'check', '--schedule', shorter)).exitCode).toBe(0);
  });

  it('depend on what a comma means in the column of people, which its cells, a flag or a question decide', async () => {
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
      const refused = await run(...args);
      expect([refused.exitCode, refused.stderr]).toEqual([
        3,
        expect.stringContaining(
          'comma.csv:2 column "speakers": "Felix, Gia Lund" names "Felix; Gia Lund" if a comma separates people, and "Gia Lund Felix" if it separates',
        ),
      ]);
      expect(refused.stderr).toContain(
        'pass --people-separator "," if commas separate people, or --name-order last-first',
      );
    }
    const people = await run('sessions', 'plan', unclear, '--people-separator', ',', '--json');
    expect([people.exitCode, report(people).clashes]).toMatchObject([6, [{ kind: 'person', what: 'Felix' }]]);
    expect((await run('sessions', 'plan', unclear, '--name-order', 'last-first')).exitCode).toBe(0);
    const shown = await run('sessions', 'plan', of('Felix, Gia Lund', 'Felix', 'Bo Li; Cy Dee'), '--json');
    expect([shown.exitCode, report(shown).clashes]).toMatchObject([6, [{ kind: 'person', what: 'Felix' }]]);
    // Nothing in another row divides a cell.
    const inverted = of('Muster, David; Beispiel, Thomas', 'David', 'Muster, David');
    expect((await run('sessions', 'plan', inverted)).exitCode).toBe(0);
  });

  it.each([
    ['Jörg Müller', 'Joerg Mueller'],
    ['Anna-Lena Berg', 'Anna Lena Berg'],
    ['Matthias D’Hondt', "MATTHIAS D'HONDT"],
  ])('are found for %s, who is %s elsewhere, and marked as similar names', async (one, other) => {
    const { run } = await stage('Keynote', 'Compilers');
    const row = (title: string, room: string, name: string) => `${title},${room},2026-05-02 09:00,45,${name}`;
    const path = file('people.csv', header, row('Keynote', 'Main Hall', one), row('Compilers', 'Lab', other));
    const planned = await run('sessions', 'plan', path, '--json');
    const clash = { kind: 'person', what: other, byName: true, similarName: one };
    expect([planned.exitCode, report(planned).clashes]).toMatchObject([6, [clash]]);
    const message = `${other} (matched by similar names: "${other}" and "${one}") is in two places: `;
    expect(errorOf(planned).details).toMatchObject([{ message: expect.stringContaining(message) }]);
    const swapped = file(
      'swapped.csv',
      header,
      row('Keynote', 'Main Hall', one),
      row('Compilers', 'Lab', 'Lena Anna Berg'),
    );
    expect((await run('sessions', 'plan', swapped)).exitCode).toBe(0);
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
    const slip = await run('sessions', 'plan', back, '--turnaround', '10m', '--shared-room', 'mainhall');
    expect(slip.stderr).toContain('Warning: --shared-room mainhall: no session is in this room.\n');
    expect((await run('sessions', 'plan', back, '--turnaround', '10m', '--shared-room', 'main hall')).exitCode).toBe(0);
    const open = file('open.csv', header, 'Keynote,Main Hall,2026-05-02 09:00,,');
    expect((await run('sessions', 'plan', open)).exitCode).toBe(0);
    const warned = await run('sessions', 'plan', open, '--fail-on', 'warning');
    expect(warned.stderr).toContain(
      'Error: 1 warning; nothing was sent\n  open.csv: 1 session has no duration or end; 45 minutes are assumed (--default-duration)\n',
    );
    expect(warned.stderr).toContain(
      'Fix: specify the durations or ends in the file, or pass --fail-on clash to proceed anyway\n',
    );
    expect(warned.exitCode).toBe(6);
  });

  it('are not two slots of one session: the first in time is applied, with a warning', async () => {
    const { run, placed } = await stage('Keynote');
    const later = keynote.replace('09:00', '11:00');
    file('twice.csv', header, later, keynote, later);
    const refused = await run('sessions', 'apply', 'twice.csv', '--fail-on', 'warning');
    expect(refused.stderr).toContain('2 rows: 1 to place, 0 to move, 0 unchanged, 1 skipped.\n');
    expect(refused.stderr).toContain('Warning: line 4: the row repeats line 2 and is skipped.\n');
    expect(refused.stderr).toContain(
      'Warning: line 2: "Keynote" is also in Main Hall at 2026-05-02 09:00 (line 3); the service has one slot for each session: that one is used.\n',
    );
    expect([refused.exitCode, await placed()]).toEqual([6, []]);
    expect((await run('sessions', 'apply', 'twice.csv')).exitCode).toBe(0);
    expect(await placed()).toEqual(['Keynote | Main Hall | 2026-05-02T09:00:00+02:00']);
  });

  it('are found with sessions that are not in the file, whose ends another file has', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    await run('sessions', 'apply', file('one.csv', header, keynote));
    file('two.csv', 'Titel,room,start,duration', 'Compilers,main hall,2026-05-02 09:15,45');
    const flags = ['two.csv', '--map', 'Titel=title'];
    expect((await run('sessions', 'plan', ...flags)).exitCode).toBe(0);
    for (const command of ['plan', 'apply']) {
      const { exitCode, stderr } = await run('sessions', command, ...flags, '--schedule', 'one.csv');
      expect(stderr).toContain(
        '"Keynote" 2026-05-02 09:00–09:45 and "Compilers" (line 2) 2026-05-02 09:15–10:00\nFix: move one session of each pair, or pass',
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

  it('are warnings in an export without changes, whose ends are assumed', async () => {
    const speakers = ['Ada King', 'Bo Lind', 'Cy Moreau', 'Di Novak', 'Eli Okoye'];
    const talks = Array.from({ length: 60 }, (_, at) => ({
      title: `Talk number ${at}`,
      // Every 20 minutes in each of three rooms, never at the same time; each person speaks twice in a row.
      start: new Date(Date.UTC(2026, 4, 2 + Math.floor(at / 30), 7, Math.floor((at % 30) / 3) * 20 + (at % 3) * 5)),
      room: ['Hall', 'Lab', 'Attic'][at % 3] ?? '',
      speaker: speakers[Math.floor(at / 2) % speakers.length] ?? '',
    }));
    const { run } = await stage(...talks.map(({ title }) => title));
    const rows = talks.map(({ title, room, start, speaker }) => `${title},${room},${start.toISOString()},,${speaker}`);
    const first = await run('sessions', 'apply', file('program.csv', header, ...rows), '--json');
    expect([first.exitCode, report(first).counts]).toEqual([0, expect.objectContaining({ applied: 60 })]);
    expect(report(first).warnings.map(({ code }: { code: string }) => code)).toContain('assumed_overlap');
    await run('timetable', 'export', '--schedule', 'program.csv', '--format', 'csv', '--out', 'now.csv');
    const planned = await run('sessions', 'plan', 'now.csv', '--json', '--detailed-exitcode');
    expect([planned.exitCode, report(planned).clashes, report(planned).counts.unchanged]).toEqual([0, [], 60]);
    const overlaps = report(planned).warnings.filter(({ code }: { code: string }) => code === 'assumed_overlap');
    expect(overlaps[0].message).toMatch(
      /^\w+ \w+ \(matched by name\) may be in two places: "Talk number \d+" \(line \d+\) \S+ \d\d:\d\d–\d\d:\d\d \(end assumed\) and "Talk number \d+"/,
    );
    expect((await run('sessions', 'check', '--schedule', 'now.csv')).exitCode).toBe(0);
    // Two sessions that start at the same time in one room are a clash, until they are in the program.
    file('same.csv', header, `Talk number 3,Hall,${talks[0]?.start.toISOString()},,`);
    expect((await run('sessions', 'apply', 'same.csv')).exitCode).toBe(6);
    expect((await run('sessions', 'apply', 'same.csv', '--fail-on', 'never')).exitCode).toBe(0);
    const again = await run('sessions', 'plan', 'same.csv');
    expect([again.exitCode, again.stderr]).toEqual([
      0,
      expect.stringMatching(
        /Warning: room Hall: "Talk number 0" .* and "Talk number 3" .*; already in the program\.\n/,
      ),
    ]);
    expect((await run('sessions', 'check')).exitCode).toBe(6);
  });
});

describe('sessions place', () => {
  it('does not place a session where another one is, except with --fail-on never', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers', 'Graphs');
    await run('sessions', 'apply', file('one.csv', header, keynote));
    const place = (title: string, room: string, time: string, ...flags: readonly string[]) =>
      run('sessions', 'place', title, '--room', room, '--start', `2026-05-02 ${time}`, ...flags);
    const occupied = await place('Compilers', 'main hall', '09:00');
    expect(occupied.stderr).toMatch(
      /Error: 1 clash; nothing was sent\n {2}room main hall: "Compilers" .* and "Keynote" .*\nFix: move one session of each pair, or pass --fail-on never to proceed anyway\n$/,
    );
    expect([occupied.exitCode, occupied.stdout, (await placed()).length]).toEqual([6, '', 1]);
    const { exitCode } = await place('Compilers', 'Main Hall', '09:30', '--schedule', 'one.csv');
    expect([exitCode, (await placed()).length]).toEqual([6, 1]);
    const forced = await place('Compilers', 'Main Hall', '09:00', '--fail-on', 'never', '--json');
    expect([forced.exitCode, report(forced).room, forced.stderr]).toEqual([
      ...[0, 'Main Hall', expect.stringContaining('Clash: room Main Hall: "Compilers"')],
    ]);
    const free = await place('Graphs', 'Mian Hall', '09:00');
    expect([free.exitCode, free.stderr]).toEqual([
      ...[0, expect.stringContaining('Warning: "Mian Hall" and "Main Hall" are treated as different rooms.\n')],
    ]);
    const strict = await place('Graphs', 'Main Hal', '09:00', '--fail-on', 'warning');
    expect([strict.exitCode, (await placed()).length]).toEqual([6, 3]);
  });

  it('warns where another one may not have ended, as a plan that moves it does', async () => {
    const { run, placed } = await stage('Cranes', 'Queues');
    await run('sessions', 'apply', file('cranes.csv', header, 'Cranes,Hall,2026-05-02 10:00,,'));
    const place = ['place', 'Queues', '--room', 'Hall', '--start', '2026-05-02 10:15', '--timezone', 'Europe/Berlin'];
    const plan = ['plan', file('queues.csv', header, 'Queues,Hall,2026-05-02 10:15,,')];
    const warning =
      /Warning: room Hall: "Cranes" 2026-05-02 10:00–10:45 \(end assumed\) and "Queues" .*; specify the duration of the first one\.\n/;
    for (const command of [place, plan]) {
      const strict = await run('sessions', ...command, '--fail-on', 'warning');
      expect([strict.exitCode, strict.stderr]).toEqual([6, expect.stringMatching(warning)]);
    }
    expect(await placed()).toHaveLength(1);
    const { exitCode, stderr } = await run('sessions', ...place);
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(warning)]);
  });

  it('reads the file of --schedule by the flags about columns, which are refused without it', async () => {
    const { run } = await stage('Keynote', 'Compilers');
    await run('sessions', 'apply', file('one.csv', header, keynote));
    file('german.csv', 'Was,room,start,Dauer,Wer', 'Keynote,Main Hall,2026-05-02 09:00,60,"King, Ada"');
    const flags = '--map Was=title --map Dauer=duration --map Wer=speakers --name-order last-first'.split(' ');
    const place = ['place', 'Compilers', '--room', 'Main Hall', '--start', '2026-05-02T09:50:00+02:00', ...flags];
    const occupied = await run('sessions', ...place, '--schedule', 'german.csv');
    expect([occupied.exitCode, occupied.stderr]).toEqual([6, expect.stringMatching(/"Keynote" .*09:00–10:00 and/)]);
    const { exitCode, stderr } = await run('sessions', ...place);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('--map and --name-order: used only with --schedule'),
    ]);
  });

  it('is not checked without an event', async () => {
    const { run } = await stage('Keynote', 'Compilers');
    const [one, other]: readonly Record<string, string>[] = report(await run('submissions', 'list', '--json'));
    const place = (id = '', ...flags: readonly string[]) =>
      service().plenary(['sessions', 'place', id, '--room', 'Lab', '--start', '2026-05-02T09:00:00Z', ...flags], {
        env: { PLENARY_EVENT: '' },
      });
    expect([(await place(one?.id)).exitCode, (await place(other?.id)).exitCode]).toEqual([0, 0]);
    const refused = await place(one?.id, '--fail-on', 'never');
    expect([refused.exitCode, refused.stderr]).toEqual([
      ...[2, expect.stringContaining('--fail-on: used only with an event')],
    ]);
  });
});
