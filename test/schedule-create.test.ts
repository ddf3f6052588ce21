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
    expect(refused.stderr).toContain(
      'remove the rows that are no talks, or write "true" in their column "service_session"',
    );

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

  it.each([
    ['json', '["Felix, Gia Lund"]'],
    ['json', '["Ann & Bob"]'],
    ['csv', 'Ann & Bob'],
  ])('are created with the names of the plan, from %s with %s', async (format, speakers) => {
    const { run } = await stage('Compilers');
    const json = `[{"title":"Sets","room":"Lab","start":"2026-05-02 10:00","duration":45,"speakers":${speakers},"submitter_email":"a@example.org"}]`;
    const rows = format === 'json' ? [json] : [header, `Sets,Lab,2026-05-02 10:00,45,${speakers},a@example.org,`];
    file('names', ...rows);
    expect((await run('sessions', 'plan', 'names', '--create', '--out', 'names.plan.json')).exitCode).toBe(0);
    const applied = await run('sessions', 'apply', 'names.plan.json');
    expect([applied.exitCode, applied.stderr]).toEqual([0, expect.any(String)]);
    const { stdout } = await run('submissions', 'list', '--all', '--json');
    const name = format === 'json' ? JSON.parse(speakers)[0] : speakers;
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ title: 'Sets', submitter_first_name: name, submitter_email: 'a@example.org' }),
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

  it('are created with a warning if a title differs in a few letters, and not if the file clashes', async () => {
    const { run } = await stage('Compilers', 'Talk 1', 'Outro of functional programming');
    const rest = '45,,a@example.org,';
    file(
      'similar.csv',
      header,
      `Compiler,Lab,2026-05-02 09:00,${rest}`,
      `Talk 2,Hall,2026-05-02 09:00,${rest}`,
      `Intro to functional programming,Lab,2026-05-02 12:00,${rest}`,
      sets,
      `Setts,Lab,2026-05-02 14:00,${rest}`,
    );
    file('clash.csv', header, sets, 'Graphs,Lab,2026-05-02 10:00,45,,a@example.org,');
    for (const flag of ['--create', '--allow-partial']) {
      const clash = await run('sessions', 'apply', 'clash.csv', '--create', flag);
      expect([clash.exitCode, (await titles(run)).length]).toEqual([6, 3]);
    }
    const strict = await run('sessions', 'apply', 'similar.csv', '--create', '--fail-on', 'warning');
    expect([strict.exitCode, (await titles(run)).length]).toEqual([6, 3]);
    const applied = await run('sessions', 'apply', 'similar.csv', '--create', '--json');
    expect([applied.exitCode, report(applied).counts]).toEqual([
      0,
      expect.objectContaining({ created: 5, applied: 5, unknown: 0 }),
    ]);
    expect(applied.stderr).toContain(
      'Warning: line 2: "Compiler" is created, although it differs in a few letters from "Compilers".\n',
    );
    expect(applied.stderr).not.toContain('"Talk 2" is created, although');
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
    file(
      'named.csv',
      header,
      sets.replace('cantor@example.org', ''),
      graphs.replace('Hall,2026-05-02 10:00,45,', 'Hall,2026-05-02 10:15,45,Georg Cantor'),
    );
    expect((await run('sessions', 'plan', 'named.csv')).exitCode).toBe(6);
  });

  it('are created once if the responses are lost', async () => {
    const { run, placed } = await stage('Compilers');
    const proxy = await startFaultyProxy(service().url, {
      delayMs: () => 0,
      loses: (write) => write <= 2,
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
});
