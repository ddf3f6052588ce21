// `program plan` and `apply` in a clone, which has no snapshot: nothing is overwritten, and
// `--base` is what was applied last.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorOf } from '../support/program.ts';
import { type Ids, programStage } from '../support/program-stage.ts';

const stage = programStage();
const { folder, plenary, program, read, edit, addRow, create, everything, find } = stage;

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
    addRow('submissions.csv', { title: 'New talk', submitter_email: 'amina@example.org' });
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
          /^pass --base .* both sides; else `program pull --merge --prefer service` .* --overwrite /,
        ),
        // Each of the other ways gives up what one side has changed.
        next: [],
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
      `Warning: since the files in ${folder.path}-base were applied, ` +
        'the service has changes for speakers.csv',
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

  it('does not create a row again that was applied without an id under another key', async () => {
    await clone();
    addRow('submissions.csv', { title: 'New talk', submitter_email: 'amina@example.org' });
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

  it('merges with --base what a conflict names, with the titles of the service', async () => {
    const { types, queues } = await clone();
    edit('submissions.csv', "''=Queues", "''=Q 2");
    await create('submissions', 'update', queues, '--title', 'Q 3');
    await create('submissions', 'update', types, '--status', 'accepted');
    expect(errorOf(await program('plan', '--json'))).toMatchObject({
      exitCode: 6,
      details: [{}, {}],
    });
    const { details, next } = errorOf(await program('plan', '--json', ...base()));
    const since = `--base ${folder.path}-base`;
    expect([details.length, next]).toEqual([
      1,
      [
        { command: `plenary program pull ${folder.path} --merge ${since} --prefer service` },
        { command: `plenary program plan ${folder.path} ${since} --overwrite` },
      ],
    ]);
    expect(errorOf(await program('pull', '--merge', '--json', ...base())).next).toEqual(
      next.toReversed(),
    );
    expect(await program('pull', '--merge', '--prefer', 'file', ...base())).toMatchObject({
      exitCode: 0,
    });
    expect([read('submissions.csv'), read('schedule.csv')]).toEqual([
      expect.stringMatching(/''=Q 2,.*\n.*Types,.*accepted/),
      expect.stringContaining(',Q 3,'),
    ]);
    expect((await program('plan')).stdout).toContain('title "Q 3" → "\'=Q 2"');
  });

  it('sends with --overwrite what both sides have changed, and warns of each value', async () => {
    const { queues, bo } = await clone();
    edit('submissions.csv', "''=Queues", "''=Q 2");
    edit('schedule.csv', 'Hall', 'Lab');
    await create('submissions', 'update', queues, '--title', 'Q 3', '--status', 'accepted');
    await create('sessions', 'place', queues, '--room', 'Pier', '--start', '2027-05-20T07:30Z');
    await create('speakers', 'update', bo, '--title', 'CEO');
    for (const flags of [[], base()]) {
      const { stdout } = await program('plan', '--json', ...flags);
      const { counts } = JSON.parse(stdout);
      expect(counts).toMatchObject({ update: 0, move: 0 });
      expect([flags, counts.conflict]).toEqual([flags, flags.length > 0 ? 2 : 3]);
    }
    const refused = errorOf(await program('apply', '--json', '--create', ...base()));
    const flags = `--base ${folder.path}-base --create --overwrite`;
    expect([refused.exitCode, refused.details.length, refused.next.at(-1)]).toEqual([
      6,
      2,
      {
        command: `plenary program apply ${folder.path} ${flags}`,
      },
    ]);
    const typed = ['--no-list-limit', '--max-changes', '80%', '--fail-on', 'never'];
    const again = errorOf(await program('plan', '--json', ...base(), ...typed)).next.at(-1);
    expect(again?.command.split(`${folder.path}-base `)[1]).toBe(
      "--no-list-limit --max-changes '80%' --fail-on never --overwrite",
    );
    const plan = await program('plan', '--overwrite', '--json', ...base());
    const undated = plan.stdout.replace(/changed 2[^)]*/, 'changed TIME');
    const { counts, changes, warnings } = JSON.parse(undated);
    expect(counts).toMatchObject({ update: 1, move: 1, conflict: 0 });
    expect(changes).toMatchObject([
      { fields: { title: { from: 'Q 3', to: "'=Q 2" } } },
      { fields: { room: { from: 'Pier', to: 'Lab' } } },
    ]);
    expect(
      warnings.filter(({ code }: { readonly code: string }) => code === 'overwritten'),
    ).toMatchObject([
      {
        line: 2,
        column: 'title',
        message:
          `"Q 3": the file has "'=Q 2", the service has "Q 3" (changed TIME); ` +
          `before, both had "'=Queues". ` +
          'The value of the file replaces that of the service',
      },
      { line: 2, column: 'room' },
    ]);
    expect(await program('apply', '--overwrite', ...base())).toMatchObject({ exitCode: 0 });
    // What only the service has changed stays.
    expect(await find('submissions', queues)).toMatchObject({
      title: "'=Q 2",
      status: 'accepted',
      room: { name: 'Lab' },
    });
    expect(await find('speakers', bo)).toMatchObject({ title: 'CEO' });
    expect(await program('plan', '--detailed-exitcode', ...base())).toMatchObject({ exitCode: 0 });
  });

  it('does not overwrite a record that the service no longer has', async () => {
    const { bo } = await clone();
    edit('speakers.csv', `${bo},`, 'spk_gone,');
    cpSync(folder.file('speakers.csv'), `${folder.path}-base/speakers.csv`);
    edit('speakers.csv', ',Bo,', ',Bob,');
    expect(errorOf(await program('plan', '--overwrite', '--json', ...base()))).toMatchObject({
      details: [
        { code: 'removed_in_service', line: 3 },
        { code: 'not_found', line: 3 },
      ],
      fix: expect.stringMatching(
        /^remove the row of a record that no longer exists, or its id to /,
      ),
    });
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
        '.plenary has no program\n' +
          'Fix: --base is the folder of the program as it was applied last: in ',
      ),
    });
  });
});
