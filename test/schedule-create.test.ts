// Talks of a schedule file without a submission: created and placed in one step, and once.
import { describe, expect, it } from 'vitest';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { errorOf } from './support/program.ts';
import { report, scheduleStages } from './support/schedule-stage.ts';

const { stage, file, read, service } = scheduleStages();

const header = 'title,room,start,duration,speakers,submitter_email,abstract';
const compilers = 'Compilers,Lab,2026-05-02 09:00,45,Grace Hopper,,';
const sets = 'Sets,Lab,2026-05-02 10:00,45,Georg Cantor,cantor@example.org,About sets';
const graphs = 'Graphs,Hall,2026-05-02 10:00,45,,,';

const titles = async (run: (...args: string[]) => Promise<{ readonly stdout: string }>) => {
  const { stdout } = await run('submissions', 'list', '--all', '--json');
  const records: readonly Record<string, string>[] = JSON.parse(stdout);
  return records.map(({ title, submitter_email }) => `${title} ${submitter_email}`).sort();
};

describe('talks without a submission', () => {
  it('are unknown without --create, and created, placed and then left alone with it', async () => {
    const { run, placed } = await stage('Compilers');
    file('s.csv', header, compilers, sets, graphs, 'Lunch,,2026-05-02 12:00,60,,,');
    const refused = await run('sessions', 'apply', 's.csv');
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('--create creates submissions for talks that have none');
    expect(refused.stderr).toContain('remove the rows that are no talks, or write "Break" in their column "format"');

    const flags = ['--create', '--submitter-email', 'program@example.org'];
    const planned = await run('sessions', 'plan', 's.csv', ...flags);
    expect(planned.stdout).toBe(
      [
        'ACTION  TITLE      START             ROOM  LINE',
        'create  Sets       2026-05-02 10:00  Lab   3',
        'create  Graphs     2026-05-02 10:00  Hall  4',
        'place   Compilers  2026-05-02 09:00  Lab   2',
        '',
      ].join('\n'),
    );
    expect(planned.stderr).toContain('4 rows: 2 to create and place, 1 to place, 0 to move, 0 unchanged, 1 break.\n');
    const json = await run('sessions', 'plan', 's.csv', ...flags, '--json', '--detailed-exitcode');
    expect(json.exitCode).toBe(8);
    expect(report(json)).toMatchObject({
      counts: { create: 2, place: 1, unknown: 0 },
      creations: [{ action: 'create' }, {}],
    });
    expect(json.stdout).not.toMatch(/[^…]@/);
    expect(await titles(run)).toHaveLength(1);

    const applied = await run('sessions', 'apply', 's.csv', ...flags, '--json');
    expect([applied.exitCode, report(applied).counts]).toEqual([
      0,
      expect.objectContaining({ created: 2, applied: 3, failed: 0, unknown: 0 }),
    ]);
    expect(await titles(run)).toEqual([
      'Compilers speaker-1@example.org',
      'Graphs program@example.org',
      'Sets cantor@example.org',
    ]);
    expect(await placed()).toHaveLength(3);
    const again = await run('sessions', 'apply', 's.csv', ...flags, '--json');
    expect([again.exitCode, report(again).counts]).toEqual([
      0,
      expect.objectContaining({ create: 0, unchanged: 3, applied: 0 }),
    ]);
    expect(await titles(run)).toHaveLength(3);
  });

  it('are created with each field of the plan, whatever its text resembles', async () => {
    const { run } = await stage('Compilers');
    const known = 'Compilers,Lab,2026-05-02 09:00,45,,,About compilers';
    file('likes.csv', header, known, 'Leading without authority,Lab,2026-05-02 10:00,45,,a@example.org,2026-05-02');
    const applied = await run('sessions', 'apply', 'likes.csv', '--create', '--json');
    expect([applied.exitCode, applied.stderr]).toEqual([0, expect.any(String)]);
    const { stdout } = await run('submissions', 'list', '--all', '--json');
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ title: 'Leading without authority', abstract: '2026-05-02' }),
    );
  });

  it('are reported with all of their faults before anything is sent', async () => {
    const { run } = await stage('Compilers');
    const long = 'x'.repeat(301);
    file(
      'bad.csv',
      header,
      sets,
      graphs,
      `${long},Lab,2026-05-02 11:00,45,,a@example.org,`,
      'Trees,Lab,2026-05-02 12:00,45,,nobody,',
    );
    const refused = await run('sessions', 'apply', 'bad.csv', '--create', '--json');
    expect(errorOf(refused)).toMatchObject({
      exitCode: 3,
      message: '3 new submissions cannot be created; nothing was sent',
      details: [
        { file: 'bad.csv', line: 3, field: 'submitter_email', message: 'required' },
        { file: 'bad.csv', line: 4, field: 'title', message: 'at most 300 characters' },
        { file: 'bad.csv', line: 5, field: 'submitter_email', message: 'not an e-mail address' },
      ],
    });
    expect(await titles(run)).toHaveLength(1);
  });

  it('are not created if the title is most likely misspelled, or the file clashes', async () => {
    const { run } = await stage('Compilers', 'Talk 1');
    file(
      'typo.csv',
      header,
      'Compiler,Lab,2026-05-02 09:00,45,,a@example.org,',
      'Talk 2,Hall,2026-05-02 09:00,45,,a@example.org,',
    );
    const typo = await run('sessions', 'plan', 'typo.csv', '--create', '--json');
    expect([typo.exitCode, report(typo).counts]).toEqual([3, expect.objectContaining({ create: 1, unknown: 1 })]);
    file('twice.csv', header, sets, 'Setts,Lab,2026-05-02 14:00,45,,a@example.org,');
    const twice = await run('sessions', 'apply', 'twice.csv', '--create');
    expect([twice.exitCode, twice.stderr]).toEqual([
      3,
      expect.stringContaining(
        'titled "Sets", which differs in a few letters from "Setts" (line 3): one of them may be',
      ),
    ]);
    file('clash.csv', header, sets, 'Graphs,Lab,2026-05-02 10:00,45,,a@example.org,');
    for (const flag of ['--create', '--allow-partial']) {
      const clash = await run('sessions', 'apply', 'clash.csv', '--create', flag);
      expect([clash.exitCode, (await titles(run)).length]).toEqual([6, 2]);
    }
  });

  it('are part of a saved plan, which creates them once', async () => {
    const { run, placed } = await stage('Compilers');
    file('s.csv', header, compilers, sets);
    expect((await run('sessions', 'plan', 's.csv', '--create', '--out', 'plan.json')).exitCode).toBe(0);
    expect(read('plan.json')).toContain('cantor@example.org');
    const applied = await run('sessions', 'apply', 'plan.json', '--json');
    expect([applied.exitCode, report(applied).counts]).toEqual([
      0,
      expect.objectContaining({ created: 1, applied: 2 }),
    ]);
    expect(await placed()).toHaveLength(2);
    const again = await run('sessions', 'apply', 'plan.json', '--json');
    expect([again.exitCode, report(again).counts.applied]).toEqual([0, 0]);
    expect(await titles(run)).toHaveLength(2);
  });

  it('do not clash because one address stands for the speakers of all', async () => {
    const { run, placed } = await stage('Compilers');
    file('parallel.csv', header, sets.replace('cantor', 'program').replace('Georg Cantor', ''), graphs);
    const flags = ['--create', '--submitter-email', 'program@example.org', '--fail-on', 'warning'];
    const applied = await run('sessions', 'apply', 'parallel.csv', ...flags, '--json');
    expect([applied.exitCode, report(applied).counts]).toEqual([
      0,
      expect.objectContaining({ created: 2, applied: 2 }),
    ]);
    expect(await placed()).toHaveLength(2);
    const checked = await run('sessions', 'check');
    expect([checked.exitCode, checked.stderr]).toEqual([
      0,
      expect.stringContaining(
        'Warning: "Graphs" and "Sets" have the same submitter at the same time; their speakers are unknown',
      ),
    ]);
    file('more.csv', header, 'Trees,Yard,2026-05-02 10:00,45,,program@example.org,');
    const own = await run('sessions', 'plan', 'more.csv', '--create');
    expect([own.exitCode, own.stderr]).toEqual([0, expect.stringContaining('Warning: 2 pairs of sessions')]);
    file('named.csv', header, sets.replace('cantor@example.org', ''), graphs.replace(',45,,', ',45,Georg Cantor,'));
    expect((await run('sessions', 'plan', 'named.csv')).exitCode).toBe(6);
  });

  it('are reported as created if their sessions clash with one that was placed meanwhile', async () => {
    const { run, placed } = await stage('Compilers');
    const { stdout } = await run('submissions', 'list', '--json');
    const proxy = await startFaultyProxy(service().url, { delayMs: () => (proxy.writes() === 1 ? 200 : 0) });
    try {
      file('s.csv', header, sets);
      const applying = run('sessions', 'apply', 's.csv', '--create', '--base-url', proxy.url, '--json');
      await proxy.written(1);
      const place = ['--room', 'Lab', '--start', '2026-05-02T10:15:00+02:00'];
      await run('sessions', 'place', JSON.parse(stdout)[0].id, ...place);
      const refused = await applying;
      expect([refused.exitCode, report(refused).counts.created]).toEqual([6, 1]);
      expect(errorOf(refused).message).toBe('1 clash; 1 submission was created, and no session was placed');
      expect(await placed()).toHaveLength(1);
    } finally {
      await proxy.close();
    }
  });

  it('are created once if the responses are lost', async () => {
    const { run, placed } = await stage('Compilers');
    const proxy = await startFaultyProxy(service().url, {
      delayMs: () => 0,
      loses: () => true,
      strips: ['idempotency-key'],
    });
    try {
      file('s.csv', header, compilers, sets, graphs);
      const flags = ['--create', '--submitter-email', 'program@example.org', '--timeout', '300ms'];
      const applied = await run('sessions', 'apply', 's.csv', ...flags, '--base-url', proxy.url, '--json');
      expect([applied.exitCode, proxy.lost()]).toEqual([0, 2]);
      expect([await titles(run), await placed()]).toEqual([
        expect.objectContaining({ length: 3 }),
        expect.objectContaining({ length: 3 }),
      ]);
    } finally {
      await proxy.close();
    }
  });

  it('are not created from a cell of a grid that may hold speakers or a remark, and none for a slot without a session', async () => {
    const { run } = await stage('Spheres');
    const flags = ['--create', '--submitter-email', 'program@example.org'];
    const doubtful = file(
      'doubtful.csv',
      '2026-05-02,Saal 1,Saal 2,Moderation',
      '9:00,QGIS (Jonas Weber),"Karten\nUte Meißner",Anna Krüger',
      '9:45,Routing – Tjark Harms,entfällt,Bernd Öz',
      'Hinweis: Änderungen,möglich,,',
      '10:30,Abschluss,Abschluss,',
    );
    const refused = await run('sessions', 'plan', doubtful);
    expect(refused.stderr).not.toContain('--create');
    expect(refused.stderr).toContain('Not read: line 1, "Moderation".');
    expect(refused.stderr).toContain('Not read: line 5, "Hinweis: Änderungen möglich".');
    const unclear = await run('sessions', 'apply', doubtful, ...flags);
    expect(unclear.exitCode).toBe(3);
    expect(unclear.stderr).toContain('3 of 5 rows could not be matched to a submission');
    expect(unclear.stderr).toContain('the cell may also contain speakers or a remark');
    expect(unclear.stderr).toContain('write the grid as a list with the columns title, speakers, room and start');
    expect(unclear.stderr).toContain('1 row is a slot without a session, and not sent: "entfällt" (line 4).');
    expect(await titles(run)).toEqual(['Spheres speaker-1@example.org']);

    const certain = file(
      'certain.csv',
      '2026-05-02,Saal 1,Saal 2',
      '9:00,Kuchen im Netz,TBA',
      '9:45,Lunch,Lunch',
      '10:30,,',
    );
    const applied = await run('sessions', 'apply', certain, ...flags, '--json');
    expect([applied.exitCode, report(applied)]).toMatchObject([
      0,
      { counts: { rows: 3, created: 1, applied: 1 }, emptySlots: [{ line: 2, column: 'Saal 2', title: 'TBA' }] },
    ]);
    expect(await titles(run)).toContain('Kuchen im Netz program@example.org');
  });

  it('are no rows of a grid with times across whose label is no room', async () => {
    const { run } = await stage('Kuchen', 'Oden', 'Tests');
    const across = file(
      'across.csv',
      '2026-05-02;9:00–9:45;9:45–10:30',
      'Saal 1;Kuchen;Oden',
      'Saal 2;Tests;',
      'Moderation;Anna Krüger;Bernd Öz',
      'Pozn.: změny vyhrazeny;;',
    );
    const { exitCode, stderr } = await run('sessions', 'plan', across, '--layout', 'grid');
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('read as a grid: 2 rooms, 1 day, 3 sessions')]);
    expect(stderr).toContain('Not read: line 4, "Moderation".');
    expect(stderr).toContain('Not read: line 5, "Pozn.: změny vyhrazeny".');
    const oneRoom = file(
      'one.csv',
      '2026-05-02;9:00;9:45;10:30',
      'Saal 1;Kuchen;Oden;',
      'Moderation;Anna Krüger;Bernd Öz;',
    );
    const { stderr: ofOne } = await run('sessions', 'plan', oneRoom, '--layout', 'grid');
    expect(ofOne).toContain('read as a grid: 1 room, 1 day, 2 sessions');
  });

  it('get the description as their abstract, no row of a service session, and a warning about several rooms', async () => {
    const { run } = await stage('Spheres');
    const flags = ['--create', '--submitter-email', 'program@example.org', '--json'];
    const list = file(
      'marked.csv',
      'title,room,start,end,description,isServiceSession',
      'Wolken,Aula,2026-05-02 09:00,09:45,About clouds,false',
      'Regen,Saal 12,2026-05-02 10:00,10:45,About rain,',
      'Hagel,Aula und Saal 12,2026-05-02 11:00,11:45,,',
      'Jause,Aula,2026-05-02 12:00,13:00,,true',
    );
    const planned = await run('sessions', 'plan', list, ...flags);
    expect([planned.exitCode, report(planned)]).toMatchObject([
      0,
      {
        counts: { create: 3, breaks: 1, unknown: 0 },
        creations: [{ submission: { abstract: 'About clouds' } }, { submission: { abstract: 'About rain' } }, {}],
        breaks: [{ line: 5, title: 'Jause' }],
        warnings: [{ code: 'several_rooms', line: 4, message: expect.stringContaining('"Hagel" is in several rooms') }],
      },
    ]);
    const calendar = file(
      'talks.ics',
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x'],
      ...['BEGIN:VEVENT', 'UID:1@x', 'SUMMARY:Wolken', 'DESCRIPTION:About clouds', 'LOCATION:Aula'],
      ...['DTSTART:20260502T070000Z', 'DTEND:20260502T074500Z', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'UID:2@x', 'SUMMARY:Kongress', 'DTSTART;VALUE=DATE:20260502', 'END:VEVENT'],
      'END:VCALENDAR',
    );
    const ofCalendar = await run('sessions', 'plan', calendar, ...flags);
    expect(report(ofCalendar).creations).toMatchObject([{ title: 'Wolken', submission: { abstract: 'About clouds' } }]);
    expect(ofCalendar.stderr).toContain('Not read: 1 all-day event of talks.ics.');
  });
});
