// `program plan` and `apply` in a clone, which has no snapshot: nothing is overwritten, and
// `--base` is what was applied last.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorOf } from '../support/program.ts';
import { type Ids, programStage } from '../support/program-stage.ts';

const stage = programStage();
const { folder, plenary, program, read, edit, create, everything, find } = stage;

/** An event with its files. */
async function fill(): Promise<Ids> {
  const ids = await stage.fill();
  await program('pull', '--private-columns');
  return ids;
}

describe('a clone without the snapshot', () => {
  /** The folder as it was applied last, and a clone of it. */
  async function clone(): Promise<Ids> {
    const ids = await fill();
    rmSync(folder.file('.plenary'), { recursive: true });
    cpSync(folder.path, `${folder.path}-base`, { recursive: true });
    onTestFinished(() => rmSync(`${folder.path}-base`, { recursive: true }));
    return ids;
  }
  const base = () => ['--base', `${folder.path}-base`];

  it('overwrites nothing, and applies its own edits with --base', async () => {
    const { amina, bo } = await clone();
    expect(await program('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
    await create('speakers', 'update', bo, '--title', 'CEO', '--about', 'Bo');
    edit('submissions.csv', /$/, ',New talk,amina@example.org,,,,,,,\n');
    const before = await everything();
    for (const verb of ['plan', 'apply']) {
      const refused = await program(verb, '--create', '--json');
      expect(errorOf(refused)).toMatchObject({
        exitCode: 6,
        code: 'conflict',
        message: expect.stringMatching(
          /^2 values differ from the service, and without a snapshot .*; nothing was sent$/,
        ),
        fix: expect.stringMatching(
          /--base .* `program pull --merge --prefer service`, .* --overwrite$/,
        ),
        details: [
          { line: 3, column: 'title' },
          { line: 3, column: 'about' },
        ],
      });
    }
    expect(await everything()).toBe(before);
    edit('speakers.csv', ',Amina,', ',Mina,');
    const { stderr, exitCode } = await program('apply', '--create', ...base());
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(
      `Warning: since the files in ${folder.path}-base were applied, the service has changes for speakers.csv`,
    );
    expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
    expect(await find('speakers', bo)).toMatchObject({ title: 'CEO', about: 'Bo' });
    // The clone is up to date, and has its snapshot.
    expect(read('speakers.csv')).toContain(',Bo,,,CEO,Bo,');
    expect(await program('status', '--detailed-exitcode')).toMatchObject({ exitCode: 0 });
    // A later commit knows the new talk by its key, and does not put back what a colleague changed
    // in it.
    const talk = (await stage.list('submissions')).find(({ title }) => title === 'New talk');
    await create('submissions', 'update', String(talk?.id), '--abstract', 'Colleague');
    edit('submissions.csv', /sub_\w+(,New talk.*)pending/, '$1');
    cpSync(folder.file('submissions.csv'), `${folder.path}-base/submissions.csv`);
    expect(await program('plan', '--create', '--detailed-exitcode', ...base())).toMatchObject({
      exitCode: 0,
    });
  });

  it('does not create a row again that was applied without an id, and has another key by now', async () => {
    await clone();
    edit('submissions.csv', /$/, ',New talk,amina@example.org,,,,,,,\n');
    cpSync(folder.file('submissions.csv'), `${folder.path}-base/submissions.csv`);
    expect(errorOf(await program('plan', '--create', '--json', ...base()))).toMatchObject({
      exitCode: 6,
      details: [{ line: 4, message: 'has no id, and was applied before' }],
    });
    expect(await program('plan', '--base', folder.path)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is the folder itself'),
    });
  });

  it('merges with --base what a conflict names, and takes the titles of the schedule from the service', async () => {
    const { types, queues } = await clone();
    edit('submissions.csv', "''=Queues", "''=Q 2");
    await create('submissions', 'update', queues, '--title', 'Q 3');
    await create('submissions', 'update', types, '--status', 'accepted');
    expect(errorOf(await program('plan', '--json'))).toMatchObject({
      exitCode: 6,
      details: [{}, {}],
    });
    const { details, next } = errorOf(await program('plan', '--json', ...base()));
    expect([details.length, next]).toEqual([
      1,
      [{ command: `plenary program pull ${folder.path} --merge --base ${folder.path}-base` }],
    ]);
    expect(await program('pull', '--merge', '--prefer', 'file', ...base())).toMatchObject({
      exitCode: 0,
    });
    expect([read('submissions.csv'), read('schedule.csv')]).toEqual([
      expect.stringMatching(/''=Q 2,.*\n.*Types,.*accepted/),
      expect.stringContaining(',Q 3,'),
    ]);
    expect((await program('plan')).stdout).toContain('title "Q 3" → "\'=Q 2"');
  });

  it.each([
    ['Queues', 'QUEUES'],
    ['Q&amp;A', 'Q&A'],
  ])('takes the title %s in another form, %s, for that of the same talk', async (title, form) => {
    const { queues } = await clone();
    await create('submissions', 'update', queues, '--title', title);
    edit('submissions.csv', "''=Queues", title);
    edit('schedule.csv', "''=Queues", form);
    edit('schedule.csv', 'Hall', 'Lab');
    expect(await program('plan', '--overwrite')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(`move +${title} .*Lab`),
    });
  });

  it('takes a removed row with a start in local time for unchanged', async () => {
    await clone();
    const applied = `${folder.path}-base/schedule.csv`;
    const local = readFileSync(applied, 'utf8').replace(
      '2027-05-20T07:30:00+00:00',
      '2027-05-20 09:30',
    );
    writeFileSync(applied, local);
    edit('schedule.csv', /\n.*Queues.*$/m, '');
    const zone = ['--timezone', 'Europe/Berlin'];
    expect(await program('pull', '--merge', ...zone, ...base())).toMatchObject({ exitCode: 0 });
    expect(read('schedule.csv')).toBe('submission_id,title,room,start\n');
  });

  it('replaces what differs with --overwrite, and clears with --empty clear', async () => {
    const { amina } = await clone();
    edit('speakers.csv', ',Amina,', ',Mina,');
    edit('speakers.csv', ',CTO,', ',,');
    expect(await program('plan', '--overwrite', ...base())).toMatchObject({ exitCode: 2 });
    const clear = await program('plan', '--overwrite', '--empty', 'clear');
    expect(clear.stdout).toContain('first_name "Amina" → "Mina"; title "CTO" → (none)');
    expect(clear.stderr).toContain(
      'Warning: there is no snapshot of the last pull: the files are compared with the service',
    );
    expect(await program('apply', '--overwrite')).toMatchObject({ exitCode: 0 });
    expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina', title: 'CTO' });
    expect(read('speakers.csv')).toContain(',Mina,,,CTO,');
    expect(
      await plenary('program', 'plan', folder.path, '--base', folder.file('.plenary')),
    ).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        '.plenary has no program\nFix: --base is the folder of the program as it was',
      ),
    });
  });
});
