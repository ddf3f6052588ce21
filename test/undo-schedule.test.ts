// The way back of a schedule: sessions move back by another run, which can be undone as well.
import { describe, expect, it } from 'vitest';
import type { CommandResult } from './support/program.ts';
import { header, scheduleStages } from './support/schedule-stage.ts';

const json = ({ stdout }: CommandResult) => JSON.parse(stdout);

describe('an undo of a schedule', () => {
  const { stage, file } = scheduleStages();

  it('moves sessions back, leaves first placements, and refuses what was moved again', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers', 'Databases');
    const apply = (name: string, ...rows: readonly string[]) =>
      run(
        'sessions',
        'apply',
        '--yes',
        '--json',
        file(name, header, ...rows.map((row) => `${row},45,`)),
      );
    await apply('first.csv', 'Keynote,Hall,2026-05-02 09:00', 'Compilers,Hall,2026-05-02 10:00');
    const before = await placed();
    const rows = [
      'Keynote,Lab,2026-05-02 11:00',
      'Compilers,Hall,2026-05-03 10:00',
      'Databases,Lab,2026-05-02 14:00',
    ];
    const moved = await apply('second.csv', ...rows);
    const name = json(moved).run;
    const after = await placed();
    expect(json(await run('runs', 'verify', name, '--json')).counts).toMatchObject({
      rows: 3,
      same: 3,
    });
    for (const each of json(await run('runs', 'list', '--json'))) {
      expect(each.undoable).toBe(each.kind === 'session');
    }

    const planned = await run('runs', 'undo', name, '--dry-run', '--json');
    expect(json(planned)).toMatchObject({
      counts: { move: 2, unplace: 1 },
      undoes: name,
      warnings: [],
    });
    // It is no plan of a file.
    expect(await run('sessions', 'apply', file('undo.json', planned.stdout))).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        'undo.json is what `plenary runs undo` shows, and not a plan of',
      ),
    });
    expect(await placed()).toEqual(after);
    expect((await run('runs', 'undo', name, '--max-changes', '1', '--yes')).exitCode).toBe(6);

    const undone = await run('runs', 'undo', name, '--yes', '--json');
    expect([undone.exitCode, json(undone).counts]).toMatchObject([
      0,
      { placed: 0, moved: 2, unplaced: 1 },
    ]);
    expect((await placed()).filter((session) => !session.startsWith('Databases'))).toEqual(before);
    expect((await run('runs', 'undo', json(undone).run, '--yes')).exitCode).toBe(0);
    expect(await placed()).toEqual(after);

    await apply('third.csv', 'Keynote,Attic,2026-05-02 11:00');
    const refused = await run('runs', 'undo', name, '--yes');
    expect(refused.exitCode).toBe(6);
    expect(refused.stderr).toContain(`1 session has changed since run ${name}; nothing was sent`);
    expect(refused.stderr).toContain('Fix: pass --allow-partial to undo the other changes\n');
    expect((await run('runs', 'verify', name)).exitCode).toBe(6);
    const partly = await run('runs', 'undo', name, '--yes', '--allow-partial');
    expect(partly.exitCode).toBe(9);
    expect(await placed()).toContain('Compilers | Hall | 2026-05-02T10:00:00+02:00');
    expect(await placed()).toContain('Keynote | Attic | 2026-05-02T11:00:00+02:00');
  });

  it('shows the times of a conflict on one clock, whatever their offsets', async () => {
    const { run } = await stage('Keynote');
    const nine = file('nine.csv', header, 'Keynote,Hall,2026-05-02 09:00,45,');
    const applied = await run('sessions', 'apply', '--yes', '--json', nine);
    const { run: name } = json(applied);
    await run('sessions', 'apply', '--yes', nine, '--timezone', 'UTC');
    const refused = await run('runs', 'undo', name, '--yes');
    expect(refused.stderr).toContain(
      '"Keynote" was in Hall at 2026-05-02 09:00, and is now in Hall at 2026-05-02 11:00\n',
    );
    const left = 'no other change of the run is left to undo; if you want it back as it was, use';
    expect(refused.stderr).toContain(`Fix: ${left} \`plenary sessions unplace sub_`);
    const verified = await run('runs', 'verify', name);
    expect(verified.stdout).toBe(
      'ROW  NAME     FIELD  WROTE             NOW\n' +
        '1    Keynote  start  2026-05-02 09:00  2026-05-02 11:00\n',
    );
  });

  it('names the command that moves the only session back, if that has changed since', async () => {
    const { run, placed } = await stage('Key note');
    const apply = (name: string, room: string) =>
      run('sessions', 'apply', '--yes', '--json', file(name, header, `Key note,${room},45,`));
    await apply('hall.csv', 'Hall,2026-05-02 09:00');
    const before = await placed();
    const { run: name } = json(await apply('lab.csv', 'Lab,2026-05-02 10:00'));
    await apply('attic.csv', 'Attic,2026-05-02 10:00');
    const { exitCode, stderr } = await run('runs', 'undo', name, '--yes');
    expect([exitCode, stderr]).toEqual([6, expect.not.stringContaining('--allow-partial')]);
    const [, place = ''] =
      /`plenary (sessions place sub_\S+ --room Hall --start \S+)`\n/.exec(stderr) ?? [];
    expect((await run(...place.split(' '))).exitCode).toBe(0);
    expect(await placed()).toEqual(before);
  });

  it('sends nothing if a session would move back into a place that is taken by now', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers');
    const hall = file('hall.csv', header, 'Keynote,Hall,2026-05-02 09:00,45,');
    await run('sessions', 'apply', '--yes', hall);
    const lab = file('lab.csv', header, 'Keynote,Lab,2026-05-02 09:00,45,');
    const { run: name } = json(await run('sessions', 'apply', '--yes', '--json', lab));
    await run(
      'sessions',
      'apply',
      '--yes',
      file('taken.csv', header, 'Compilers,Hall,2026-05-02 09:00,45,'),
    );
    const before = await placed();
    const refused = await run('runs', 'undo', name, '--yes');
    expect(refused.stderr).toContain('room Hall: "Compilers" ');
    expect(refused.stderr).toContain('pass --fail-on never to proceed anyway');
    expect([refused.exitCode, await placed()]).toEqual([6, before]);
    expect((await run('runs', 'undo', name, '--yes', '--fail-on', 'never')).exitCode).toBe(0);
    expect(await placed()).toContain('Keynote | Hall | 2026-05-02T09:00:00+02:00');
  });

  it('is checked by the flags of a schedule, and its dry run by those of a plan', async () => {
    const { run } = await stage('Keynote', 'Compilers');
    const apply = async (name: string, ...rows: readonly string[]) =>
      json(await run('sessions', 'apply', '--yes', '--json', file(name, header, ...rows)));
    await apply('hall.csv', 'Keynote,Hall,2026-05-02 09:00,45,');
    const { run: name } = await apply('lab.csv', 'Keynote,Lab,2026-05-03 09:00,45,');
    await apply('next.csv', 'Compilers,Hall,2026-05-02 09:30,30,');
    const undo = (...flags: readonly string[]) => run('runs', 'undo', name, '--dry-run', ...flags);
    const long = file('long.csv', header, 'Keynote,Hall,2026-05-02 09:00,45,');
    const codes = [];
    for (const flags of [
      ['--detailed-exitcode'],
      ['--turnaround', '10m'],
      ['--turnaround', '10m', '--shared-room', 'Hall'],
      ['--schedule', long],
    ])
      codes.push((await undo(...flags)).exitCode);
    expect(codes).toEqual([8, 6, 0, 6]);
    expect((await undo('--timezone', 'UTC')).stdout).toContain('→ 2026-05-02 07:00');
    expect((await undo('--summary', 'markdown')).stdout).toMatch(/^## Plan: 1 to move\n/);
  });
});
