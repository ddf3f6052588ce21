// The files of --rejects and --results, and --allow-partial, in the applies of schedules and of
// folders: what they mean in those of records.
import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CommandResult, errorOf } from './support/program.ts';
import { programStage } from './support/program-stage.ts';
import { scheduleStages } from './support/schedule-stage.ts';

const json = ({ stdout }: CommandResult) => JSON.parse(stdout);

describe('an apply of a schedule', () => {
  const { stage, file, read } = scheduleStages();
  const reports = ['--rejects', 'r.csv', '--results', 'o.csv'];

  it('writes the rows that were not applied, and what became of each row', async () => {
    const { run } = await stage('Queues', 'Maps', 'Trees');
    const rows = [
      'Queues;Hall;2027-05-20 09:00;mine',
      'None;Hall;2027-05-20 10:00;x',
      'Maps;Lab;tomorrow;y',
      'Lunch;;2027-05-20 12:00;',
      'Trees;Hall;2027-05-20 11:00;',
    ];
    const schedule = file('s.csv', 'title;room;start;note', ...rows);
    const apply = (name: string) =>
      run('sessions', 'apply', name, ...reports, '--allow-partial', '--yes', '--json');
    const refused = await run('sessions', 'apply', schedule, ...reports, '--yes', '--json');
    expect([refused.exitCode, errorOf(refused).message]).toEqual([
      3,
      '1 row of s.csv cannot be read, and 1 of 5 rows could not be matched to a submission; ' +
        'nothing was sent',
    ]);
    const rejects = read('r.csv');
    const applied = await apply(schedule);
    expect([applied.exitCode, json(applied).counts]).toMatchObject([
      9,
      { rows: 5, placed: 2, rejected: 2, skipped: 1 },
    ]);
    expect(json(applied).next).toContainEqual({ command: 'plenary sessions apply r.csv' });
    expect(read('r.csv')).toBe(
      'title;room;start;note;_row;_code;_column;_message\n' +
        'None;Hall;2027-05-20 10:00;x;2;not_found;;"no submission is titled ""None"""\n' +
        'Maps;Lab;tomorrow;y;3;format;start;"""tomorrow"" is no date and time; write one such as 2026-05-02 09:00"\n',
    );
    expect(rejects).toBe(read('r.csv'));
    const outcomes = () => read('o.csv').replace(/sub_\w+/g, 'ID');
    expect(outcomes()).toBe(
      'title;room;start;note;_row;_action;_id\n' +
        'Queues;Hall;2027-05-20 09:00;mine;1;updated;ID\n' +
        'None;Hall;2027-05-20 10:00;x;2;reject;\n' +
        'Maps;Lab;tomorrow;y;3;reject;\n' +
        'Lunch;;2027-05-20 12:00;;4;skip;\n' +
        'Trees;Hall;2027-05-20 11:00;;5;updated;ID\n',
    );
    const before = outcomes();
    await apply(schedule);
    expect(outcomes()).toBe(before.replaceAll('updated', 'unchanged'));
    // The rejects are a schedule, once they are fixed.
    file('r.csv', ...read('r.csv').trim().replace('None', 'Maps').split('\n').slice(0, 2));
    const fixed = await run('sessions', 'apply', 'r.csv', '--results', 'o.csv', '--yes', '--json');
    expect([fixed.exitCode, json(fixed).counts]).toMatchObject([0, { rows: 1, placed: 1 }]);
    expect(outcomes()).toContain('Maps;Hall;2027-05-20 10:00;x;1;updated;ID\n');
  });

  it('refuses them for a grid and a saved plan, which have no such rows', async () => {
    const { run } = await stage('Queues');
    const grid = file('g.csv', '2027-05-20,Hall,Lab', '09:00-09:30,Queues,');
    await run('sessions', 'plan', grid, '--out', 'plan.json');
    for (const name of [grid, 'plan.json'])
      expect((await run('sessions', 'apply', name, ...reports, '--yes')).exitCode).toBe(2);
  });
});

describe('an apply of a folder', () => {
  const stage = programStage();
  const { program, folder, read, edit, create, post, plenary, bytes } = stage;
  const place = (id: string, room: string) =>
    create('sessions', 'place', id, '--room', room, '--start', '2027-05-20T09:00:00Z');

  it('reports on a single file in its own form', async () => {
    const ada = await post('speakers', { email: 'ada@x.org' });
    await program('pull');
    for (const name of ['submissions.csv', 'schedule.csv']) rmSync(folder.file(name));
    writeFileSync(folder.file('speakers.csv'), `id;first_name\n${ada};Ada\n`);
    const results = folder.file('o.csv');
    const { exitCode, stderr } = await program('apply', '--yes', '--results', results);
    expect(exitCode, stderr).toBe(0);
    expect(read('o.csv')).toBe(`id;first_name;_row;_action;_id\n${ada};Ada;1;updated;${ada}\n`);
  });

  it('never writes a report or a plan over the files of a program', async () => {
    await post('speakers', { email: 'ada@x.org' });
    await program('pull');
    const before = bytes();
    const refused = 'would overwrite the file that is read';
    for (const name of ['speakers.csv', 'schedule.csv', 'program.json', '.plenary/base.json']) {
      const result = await program('apply', '--yes', '--results', folder.file(name));
      expect([result.exitCode, result.stderr]).toEqual([2, expect.stringContaining(refused)]);
    }
    const base = folder.file('applied');
    await plenary('program', 'pull', base);
    const ofBase = ['--base', base, '--rejects', `${base}/speakers.csv`];
    expect((await program('apply', '--yes', ...ofBase)).stderr).toContain(refused);
    for (const name of ['program.json', '.plenary/base.json'])
      expect((await program('plan', '--out', folder.file(name))).exitCode).toBe(2);
    expect(bytes()).toMatchObject(before);
  });

  it('leaves out what both sides have changed, and reports on the rows of all files', async () => {
    const [ada, bo] = [
      await post('speakers', { email: 'ada@x.org' }),
      await post('speakers', { email: 'bo@x.org' }),
    ];
    const talk = await post('submissions', { title: 'Queues', submitter_email: 'ada@x.org' });
    await place(talk, 'Hall');
    await program('pull', '--private-columns');
    edit('speakers.csv', `${ada},ada@x.org,`, `${ada},ada@x.org,Ada`);
    edit('speakers.csv', `${bo},bo@x.org,`, `${bo},bo@x.org,Bo`);
    edit('schedule.csv', ',Hall,', ',Aula,');
    await create('speakers', 'update', bo, '--first-name', 'Bob');
    await place(talk, 'Foyer');
    const reports = ['--rejects', folder.file('r.csv'), '--results', folder.file('o.csv')];
    expect((await program('apply', '--yes')).exitCode).toBe(6);
    const applied = await program('apply', ...reports, '--allow-partial', '--yes', '--json');
    expect([applied.exitCode, json(applied).counts]).toMatchObject([
      9,
      // As many as the results have.
      { rows: 4, updated: 1, moved: 0, unchanged: 1, rejected: 1, failed: 1 },
    ]);
    const lines = (name: string) => {
      const [header = '', ...rows] = read(name).trim().split('\n');
      return [
        header.replace(/,.*,_row/, '…_row'),
        ...rows.map((row) => row.replace(/,.*,(?=\d)/, '…')),
      ];
    };
    expect(lines('r.csv').map((line) => line.slice(0, 40))).toEqual([
      'file…_row,_code,_column,_message',
      expect.stringMatching(/^speakers\.csv…2,conflict,first_name,/),
      expect.stringMatching(/^schedule\.csv…/),
    ]);
    expect(lines('o.csv')).toEqual([
      'file…_row,_action,_id',
      `speakers.csv…1,updated,${ada}`,
      `speakers.csv…2,conflict,${bo}`,
      `submissions.csv…1,unchanged,${talk}`,
      `schedule.csv…1,reject,${talk}`,
    ]);
    const sessions = json(await plenary('sessions', 'list', '--json'));
    expect(sessions).toMatchObject([{ room: { name: 'Foyer' } }]);
    expect(json(await plenary('speakers', 'show', bo, '--json')).first_name).toBe('Bob');
    // What was applied is no edit any more, and a conflict remains one.
    await create('speakers', 'update', ada, '--first-name', 'Ida');
    const { conflicts } = json(await program('status', '--json'));
    expect(conflicts).toMatchObject([{ id: bo }, { id: talk }]);
  });
});
