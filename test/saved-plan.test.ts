// A saved plan against the real service: applied unchanged, or refused.
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  compilers,
  header,
  keynote,
  report,
  scheduleStages,
  writes,
} from './support/schedule-stage.ts';
import { terminals } from './support/terminal.ts';

const { service, stage, file, folder, read } = scheduleStages();

describe('a saved plan', () => {
  it('is applied unchanged, once', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    file('s.csv', header, keynote, compilers);
    const planned = await run('sessions', 'plan', 's.csv', '--out', 'plan.json', '--json');
    expect(planned.stdout).toBe(read('plan.json'));
    file('s.csv', 'changed since');
    renameSync(join(folder(), 'plan.json'), join(folder(), 'PLAN.JSON'));
    const applied = await run('sessions', 'apply', 'PLAN.JSON', '--json', '--debug');
    expect([applied.exitCode, writes(applied), (await placed()).length]).toEqual([0, 2, 2]);
    const again = await run('sessions', 'apply', 'PLAN.JSON', '--json', '--debug');
    expect([again.exitCode, writes(again)]).toEqual([0, 0]);
    expect(report(again).counts).toMatchObject({ rows: 2, placed: 0, unchanged: 2 });
  });

  it('is judged by the durations of its file, also of unchanged sessions', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers', 'Queues');
    const talks = (second: string, third: string) => [
      'Keynote,Main Hall,2026-05-02 09:00,10,Ada Lovelace',
      `Compilers,Main Hall,2026-05-02 ${second},10,Grace Hopper`,
      `Queues,Main Hall,2026-05-02 ${third},10,Alan Turing`,
    ];
    await run('sessions', 'apply', file('first.csv', header, ...talks('11:00', '12:00')));
    // The service has 30 minutes for each.
    await run(
      'sessions',
      'plan',
      file('s.csv', header, ...talks('09:10', '09:20')),
      '--out',
      'p.json',
    );
    const saved = JSON.parse(read('p.json'));
    expect([saved.clashes, Object.values(saved.minutes)]).toEqual([[], [10, 10, 10]]);
    const applied = await run('sessions', 'apply', 'p.json');
    expect([applied.exitCode, await placed()]).toEqual([
      0,
      [
        expect.stringMatching(/^Compilers.*09:10/),
        expect.stringMatching(/^Keynote.*09:00/),
        expect.stringMatching(/^Queues.*09:20/),
      ],
    ]);
    const same = file('same.csv', header, 'Keynote,Lab,2026-05-02 09:00,30,Ada Lovelace');
    expect(report(await run('sessions', 'plan', same, '--json'))).not.toHaveProperty('minutes');
  });

  it('does not replace the schedule, and needs a name that ends in .json', async () => {
    const { run } = await stage('Keynote');
    const schedule = JSON.stringify([{ title: 'Keynote', room: 'Lab', start: '2026-05-02 09:00' }]);
    file('s.json', schedule);
    for (const out of ['./s.json', 'plan.csv']) {
      expect((await run('sessions', 'plan', 's.json', '--out', out)).exitCode).toBe(2);
    }
    expect([read('s.json'), existsSync(join(folder(), 'plan.csv'))]).toEqual([
      `${schedule}\n`,
      false,
    ]);
  });

  it('is refused for warnings with --fail-on warning, and for other groups', async () => {
    const { run, placed } = await stage('Keynote');
    await run('submissions', 'update', 'Keynote', '--status', 'withdrawn');
    file('w.csv', header, 'Keynote,Lab,2026-05-02 09:00,,');
    await run('sessions', 'plan', 'w.csv', '--out', 'plan.json');
    expect((await run('sessions', 'apply', 'plan.json', '--fail-on', 'warning')).exitCode).toBe(6);
    const plan = JSON.parse(read('plan.json'));
    const speaker = {
      kind: 'speaker',
      action: 'update',
      name: 'A',
      file: 'a',
      line: 2,
      fields: {},
    };
    const edited = file(
      'edited.json',
      JSON.stringify({ ...plan, changes: [...plan.changes, speaker] }),
    );
    expect((await run('sessions', 'apply', edited)).exitCode).toBe(3);
    expect(await placed()).toEqual([]);
  });

  it('is refused for its clashes without --fail-on never', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    file('c.csv', header, keynote, 'Compilers,Main Hall,2026-05-02 09:30,45,');
    const faulty = await run('sessions', 'plan', 'c.csv', '--out', 'clash.json');
    expect([faulty.exitCode, existsSync(join(folder(), 'clash.json'))]).toEqual([6, false]);
    await run('sessions', 'plan', 'c.csv', '--out', 'clash.json', '--fail-on', 'never');
    const clashing = await run('sessions', 'apply', 'clash.json');
    expect([clashing.exitCode, await placed()]).toEqual([6, []]);
    expect((await run('sessions', 'apply', 'clash.json', '--fail-on', 'never')).exitCode).toBe(0);
    expect(await placed()).toHaveLength(2);
  });

  it('is refused with flags that would not apply, and with invalid contents', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    await run('sessions', 'plan', file('s.csv', header, keynote, compilers), '--out', 'plan.json');
    const vain = await run(
      'sessions',
      'apply',
      'plan.json',
      '--turnaround',
      '30m',
      '--map',
      'a=title',
    );
    expect([vain.exitCode, vain.stderr]).toEqual([
      2,
      expect.stringContaining('--map and --turnaround: plan.json is a saved plan'),
    ]);
    const plan = JSON.parse(read('plan.json'));
    const [one, two] = plan.changes;
    for (const changes of [
      [{ ...one, fields: { ...one.fields, start: { from: null, to: 'soon' } } }],
      [{ ...one, fields: { ...one.fields, start: { from: null, to: '2026-05-02T09:00' } } }],
      [{ ...one, fields: { ...one.fields, room: { from: null, to: '' } } }],
      [{ ...one, fields: {} }],
      [one, { ...two, id: one.id }],
    ]) {
      file('odd.json', JSON.stringify({ ...plan, changes }));
      const odd = await run('sessions', 'apply', 'odd.json');
      expect([odd.exitCode, odd.stderr]).toEqual([
        3,
        expect.stringContaining('odd.json is not a saved plan'),
      ]);
    }
    expect(await placed()).toEqual([]);
  });

  it('of an import is refused with flags that would not apply, each named once', async () => {
    const { run } = await stage();
    const plan = file('import.json', '{"schemaVersion":"2.0"}');
    const flags = ['--status-map', 'Maybe=pending', '--allow-new-value', '--dry-run'];
    const vain = await run('speakers', 'import', plan, ...flags);
    expect([vain.exitCode, vain.stderr]).toEqual([
      2,
      expect.stringContaining(
        'Error: --status-map and --allow-new-value and --dry-run: import.json is a saved plan',
      ),
    ]);
  });

  it('is refused for another event or service, and if it is not a plan', async () => {
    const { run } = await stage('Keynote');
    await run('sessions', 'plan', file('s.csv', header, keynote), '--out', 'plan.json');
    const elsewhere = await run('sessions', 'apply', 'plan.json', '--event', 'devconf');
    expect(elsewhere.stderr).toContain('but the settings specify');
    expect(elsewhere.exitCode).toBe(2);
    expect(
      (await run('sessions', 'apply', 'plan.json', '--base-url', 'http://127.0.0.1:9')).exitCode,
    ).toBe(2);
    file('no-plan.json', '{"schemaVersion":"2.0","changes":[{"action":"remove"}]}');
    const odd = await run('sessions', 'apply', 'no-plan.json');
    expect([odd.exitCode, odd.stderr]).toEqual([
      3,
      expect.stringContaining('no-plan.json is not a saved plan'),
    ]);
    expect((await run('sessions', 'apply', 'nowhere.json')).exitCode).toBe(2);
    file('old.json', read('plan.json').replace('"2.0"', '"1.0"'));
    expect(await run('sessions', 'apply', 'old.json')).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr:
        'Error: old.json is a plan of another version of Plenary (schemaVersion 1.0)\n' +
        'Fix: save the plan again with --out\n',
    });
  });
});

describe('a saved plan on standard input', () => {
  const people = ['email,company_name', 'speaker-1@example.org,ACME'];
  const decisions = ['title,status', 'Keynote,accepted'];
  const newTalk = ['title,submitter_email', 'Queues,new@example.org'];

  it.each([
    ['speakers apply', ['speakers', 'plan'], people, { updated: 1 }],
    ['submissions apply', ['submissions', 'plan'], decisions, { updated: 1 }],
    ['sessions apply', ['sessions', 'plan'], [header, keynote], { placed: 1 }],
    ['speakers import', ['speakers', 'import', '--dry-run'], newTalk, { created: 1 }],
    ['submissions import', ['submissions', 'import', '--dry-run'], newTalk, { created: 1 }],
  ])('is applied as it was printed: %s -', async (command, planning, rows, done) => {
    const { run, feed } = await stage('Keynote');
    const map = command === 'speakers import' ? ['--map', 'submitter_email=email'] : [];
    const planned = await run(...planning, file('rows.csv', ...rows), ...map, '--json');
    const apply = [...command.split(' '), '-', '--json'];
    const applied = await feed(planned.stdout, ...apply);
    expect([applied.exitCode, report(applied).counts]).toMatchObject([0, { rows: 1, ...done }]);
    expect(report(await feed(planned.stdout, ...apply)).counts).not.toMatchObject(done);
  });

  it('is applied to the folder that it was made of', async () => {
    const { run, feed } = await stage('Keynote');
    await run('program', 'pull', 'conf');
    const talks = read('conf/submissions.csv');
    file('conf/submissions.csv', talks.replace('pending', 'accepted'));
    const { stdout } = await run('program', 'plan', 'conf', '--json');
    const applied = await feed(stdout, 'program', 'apply', '-', '--json');
    expect([applied.exitCode, report(applied).counts]).toMatchObject([0, { updated: 1 }]);
    // The files are pulled again.
    expect((await run('program', 'status', 'conf', '--detailed-exitcode')).exitCode).toBe(0);
  });

  it('is applied with its members in another order, and refused as lines of changes', async () => {
    const { run, feed, placed } = await stage('Keynote');
    const plan = ['sessions', 'plan', file('s.csv', header, keynote)];
    const lines = await run(...plan, '-o', 'ndjson');
    const refused = await feed(lines.stdout, 'sessions', 'apply', '-');
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining('is a plan as NDJSON, which has only its changes\nFix: pass --json'),
    ]);
    const entries = Object.entries(JSON.parse((await run(...plan, '--json')).stdout));
    const sorted = Object.fromEntries(entries.toSorted());
    expect((await feed(JSON.stringify(sorted), 'sessions', 'apply', '-')).exitCode).toBe(0);
    expect(await placed()).toHaveLength(1);
  });

  it.each([
    ['program', 'Title\nKeynote\n', 3, '<stdin> is not a saved plan'],
    ['program', '', 3, '<stdin> is not a saved plan'],
    ['sessions', '{"schemaVersion":"2.0"}', 3, '<stdin> is not a saved plan'],
  ])('is refused if it is none: %s, %j', async (group, text, exitCode, message) => {
    const { feed } = await stage('Keynote');
    const refused = await feed(text, group, 'apply', '-');
    expect(refused).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
  });

  it.each([true, false])(
    'at a terminal, needs --yes on standard input: typed %s',
    async (isTTY) => {
      const { run, env, placed } = await stage('Keynote');
      const { stdout } = await run('sessions', 'plan', file('s.csv', header, keynote), '--json');
      const open = () => {
        const opened = terminals({ path: folder() })({ ...service().env, ...env });
        Object.assign(opened.io.stdin, { isTTY }).end(stdout);
        return opened;
      };
      const terminal = open();
      expect(await terminal.run('sessions', 'apply', '-')).toBe(2);
      expect(terminal.screen().replaceAll('\n', ' ')).toContain(
        'Error: a question cannot be answered, because standard input was the file ' +
          'Fix: pass the name of a file instead of -, or pass --yes',
      );
      expect(await placed()).toEqual([]);
      expect(await open().run('sessions', 'apply', '-', '--yes')).toBe(0);
      expect(await placed()).toHaveLength(1);
    },
  );
});
