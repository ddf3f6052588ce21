// The way back: what a run has changed is restored by another run, which can be undone as well.
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandResult, errorOf } from './support/program.ts';
import { folderForEach, serviceForEach } from './support/stage.ts';

const json = ({ stdout }: CommandResult) => JSON.parse(stdout);

describe('an undo of records', () => {
  const service = serviceForEach();
  const folder = folderForEach();

  function write(name: string, ...lines: readonly string[]): string {
    writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
    return folder.file(name);
  }

  const run = (...args: readonly string[]) => service.plenary([...args, '--yes', '--json']);

  /** The records without the time of their last change, by id. */
  async function records(resource: 'speakers' | 'submissions') {
    const all: readonly Readonly<Record<string, unknown>>[] = json(await run(resource, 'list'));
    return Object.fromEntries(all.map(({ id, updated_at: _, ...fields }) => [String(id), fields]));
  }

  const titles = ['Queues', 'Cents', 'Clocks', 'Maps', 'Borders'];

  async function addTalks(): Promise<void> {
    const rows = titles.map((title, at) => `${title},s${at}@example.org`);
    await run('submissions', 'import', write('talks.csv', 'Title,Submitter email', ...rows));
  }

  /**
   * Applies five decisions with feedback.
   * @returns the run, which is named with the command that undoes it
   */
  async function decide(): Promise<string> {
    const rows = titles.map(
      (title, at) => `${title},${at % 2 === 0 ? 'yes' : 'no'},  '=${title}? `,
    );
    const applied = await run(
      'submissions',
      'apply',
      write('decisions.csv', 'Title,Decision,Feedback', ...rows),
    );
    expect(json(applied).counts).toMatchObject({ updated: 5 });
    expect(applied.stderr).toContain(`To undo: plenary runs undo ${json(applied).run}\n`);
    return json(applied).run;
  }

  it('is named whole by `runs show`, which has no --withdraw itself', async () => {
    await addTalks();
    const [{ run: name }] = json(await run('runs', 'list'));
    const shown = await service.plenary(['runs', 'show', name]);
    expect(shown.stderr).toBe(
      'Note: 5 new submissions remain: the API cannot delete; to set their status to withdrawn, ' +
        `run \`plenary runs undo ${name} --withdraw\`.\n`,
    );
  });

  it('restores five decisions, and is undone itself', async () => {
    await addTalks();
    const before = await records('submissions');
    const applied = await decide();
    const decided = await records('submissions');

    expect((await service.plenary(['runs', 'undo', applied, '--dry-run'])).exitCode).toBe(0);
    expect(await records('submissions')).toEqual(decided);
    const runs: readonly Record<string, unknown>[] = json(await run('runs', 'list'));
    expect(runs.map((each) => each.undoable)).toEqual(runs.map((each) => each.run === applied));

    const undone = await run('runs', 'undo', applied);
    expect(undone.exitCode).toBe(0);
    expect(json(undone)).toMatchObject({
      command: 'runs undo',
      warnings: [],
      counts: { rows: 5, updated: 5 },
    });
    expect(await records('submissions')).toEqual(before);
    const again = await run('runs', 'undo', applied);
    expect(json(again).counts).toMatchObject({ rows: 5, updated: 0, unchanged: 5 });

    expect((await run('runs', 'undo', json(undone).run)).exitCode).toBe(0);
    expect(await records('submissions')).toEqual(decided);
    expect(json(await run('runs', 'show', applied))).toMatchObject({
      undoable: true,
      undoneBy: [],
    });
  });

  it('refuses what was changed again since; --allow-partial restores the rest', async () => {
    await addTalks();
    const before = await records('submissions');
    const applied = await decide();
    const other = write('other.csv', 'Title,Status,Feedback', 'Clocks,withdrawn,Between us');
    await run('submissions', 'apply', other);
    const changed = await records('submissions');

    const refused = await service.plenary(['runs', 'undo', applied, '--yes']);
    expect(refused.exitCode).toBe(6);
    // Feedback is private, and errors are in logs.
    expect(refused.stderr).toContain(
      `run ${applied}, submissions:3 column "feedback": "Clocks" has changed since the run\n`,
    );
    expect(refused.stderr).not.toMatch(/Between us|=Clocks/);
    expect(await records('submissions')).toEqual(changed);

    const partly = await run('runs', 'undo', applied, '--allow-partial');
    expect(partly.exitCode).toBe(9);
    expect(errorOf(partly).message).toBe('1 of 5 rows was not undone');
    const now = await records('submissions');
    const isClocks = ({ title }: Readonly<Record<string, unknown>>) => title === 'Clocks';
    const rest = (all: typeof now) => Object.values(all).filter((record) => !isClocks(record));
    expect(rest(now)).toEqual(rest(before));
    expect(Object.values(now).find(isClocks)).toEqual(Object.values(changed).find(isClocks));
  });

  it('restores fields exactly: empty, null, quoted, with spaces, of divided names', async () => {
    const people = write(
      'people.csv',
      'Email,First name,Last name',
      'ana@example.org,Ana Maria,Silva',
    );
    await run('speakers', 'import', people);
    const [id = ''] = Object.keys(await records('speakers'));
    const odd = { about: "'=1+1 \n two", title: "'@home", company_name: '#N/A', photo_url: '' };
    await service.plenary(['speakers', 'update', id, '--input', '-'], {
      stdin: JSON.stringify(odd),
    });
    const before = await records('speakers');
    expect(Object.values(before)).toMatchObject([{ ...odd, logistics_notes: null }]);
    const columns =
      'id,email,first_name,last_name,about,title,company_name,photo_url,logistics_notes';
    const photo = 'https://example.org/a.jpg';
    const row = `${id},ana.silva@example.org,Anna,Maria Silva,New,Dr,Acme,${photo},Late`;
    const applied = await run('speakers', 'apply', write('new.csv', columns, row));
    expect(json(applied).counts).toMatchObject({ updated: 1 });
    const undone = await run('runs', 'undo', json(applied).run);
    expect(undone.exitCode).toBe(0);
    expect(await records('speakers')).toEqual(before);
  });

  it('lists what it cannot undo, and withdraws submissions that the run created', async () => {
    await addTalks();
    const file = write(
      'more.csv',
      'Title,Submitter email',
      'Queues,s0@example.org',
      'New,n@example.org',
    );
    const applied = json(await run('submissions', 'import', file)).run;
    const planned = await service.plenary(['runs', 'undo', applied, '--dry-run']);
    expect(planned.stderr).toContain(
      '1 new submission remains: the API cannot delete; to set its status to withdrawn',
    );
    const undone = await run('runs', 'undo', applied, '--withdraw');
    expect(json(undone)).toMatchObject({ warnings: [], counts: { rows: 1, updated: 1 } });
    const statuses = Object.values(await records('submissions')).map(
      ({ title, status }) => `${title}: ${status}`,
    );
    expect(statuses).toEqual(expect.arrayContaining(['New: withdrawn']));
    await run('runs', 'undo', json(undone).run);
    expect(Object.values(await records('submissions'))).toContainEqual(
      expect.objectContaining({ title: 'New', status: 'pending' }),
    );
  });

  it('of a run that only created records has nothing to do, and names them', async () => {
    const imported = await run(
      'speakers',
      'import',
      write('people.csv', 'Email,First name', 'a@example.org,Ana'),
    );
    const undone = await run('runs', 'undo', json(imported).run);
    expect(undone).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('Warning: 1 new speaker remains: the API cannot delete.\n'),
    });
    expect(json(undone)).toMatchObject({ counts: { rows: 0 }, warnings: [{ code: 'remains' }] });
    const wrong = await run('runs', 'undo', json(imported).run, '--withdraw');
    expect(wrong.exitCode).toBe(2);
  });

  it('restores what an interrupted run may have changed', async () => {
    await addTalks();
    const before = await records('submissions');
    const applied = await decide();
    // As after a kill: the intent and the changes are on disk, and of the outcomes only the first.
    const folderOf = join(service.env.PLENARY_STATE_DIR ?? '', 'runs', applied);
    expect(readdirSync(folderOf)).toEqual(['journal.ndjson']);
    const lines = readFileSync(join(folderOf, 'journal.ndjson'), 'utf8').split('\n');
    const kept = lines.findIndex((line) => line.startsWith('{"row"')) + 1;
    truncateSync(join(folderOf, 'journal.ndjson'), lines.slice(0, kept).join('\n').length + 1);

    const shown = json(await run('runs', 'show', applied));
    expect(shown).toMatchObject({
      state: 'interrupted',
      undoable: true,
      undo: { rows: 5, final: 0 },
    });
    await service.plenary(['runs', 'undo', applied, '--dry-run']);
    expect(json(await run('runs', 'show', applied)).state).toBe('interrupted');
    const undone = await run('runs', 'undo', applied, '--timeout', '300ms');
    expect(json(undone).counts).toMatchObject({ rows: 5, updated: 5 });
    expect(undone.stderr).toContain('The undo ends it: it cannot be resumed afterward.');
    expect(await records('submissions')).toEqual(before);

    expect(json(await run('runs', 'show', applied)).state).toBe('finished');
    const resumed = await run('runs', 'resume', applied);
    expect(resumed.exitCode).toBe(0);
    expect(json(resumed).counts.rows).toBe(0);
    expect(await records('submissions')).toEqual(before);
  });

  it('is not needed if the service has lost what was written: verify says so', async () => {
    await addTalks();
    const applied = await decide();
    const same = await run('runs', 'verify', applied);
    expect([same.exitCode, json(same).counts]).toEqual([
      0,
      { rows: 5, same: 5, different: 0, gone: 0, unknown: 0 },
    ]);
    await run(
      'submissions',
      'apply',
      write('other.csv', 'Title,Status,Feedback', 'Clocks,withdrawn,Between us'),
    );
    const differs = await run('runs', 'verify', applied);
    expect([differs.exitCode, json(differs).counts.different]).toEqual([6, 1]);
    const detailed = await service.plenary(['runs', 'verify', applied, '--detailed-exitcode']);
    expect(detailed.exitCode).toBe(8);
    expect(detailed.stdout).toMatch(/^3 +Clocks +status +accepted +withdrawn$/m);
    // Logs store what is printed.
    expect(detailed.stdout).toMatch(/^3 +Clocks +feedback +… +…$/m);
  });

  it('is named by verify of the run that it has undone, and shown in the list', async () => {
    await addTalks();
    const applied = await decide();
    await run('runs', 'undo', applied, '--yes');
    const { exitCode, stderr } = await service.plenary(['runs', 'verify', applied]);
    expect(exitCode).toBe(6);
    const [, undo = ''] =
      /was undone by run (\S+)\. To verify that one: plenary runs verify \1\n/.exec(stderr) ?? [];
    expect((await run('runs', 'verify', undo)).exitCode).toBe(0);
    const { stdout } = await service.plenary([
      'runs',
      'list',
      '--fields',
      'run,undoable',
      '-o',
      'table',
    ]);
    expect(stdout).toMatch(new RegExp(`${applied} +undone`));
  });
});
