// The run of `plenary program apply`: one run to list, resume, verify and undo, with a part for each kind of records.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { type CommandResult, errorOf } from './support/program.ts';
import { programStage } from './support/program-stage.ts';

const stage = programStage();
const { service, folder, plenary, program, edit, create, everything, find } = stage;

const json = ({ stdout, stderr, exitCode }: CommandResult) => {
  expect(stdout, `${exitCode}: ${stderr}`).not.toBe('');
  return JSON.parse(stdout);
};
const run = (...args: readonly string[]) => plenary(...args, '--yes', '--json');

/** What the service has, without times. */
async function records(): Promise<unknown> {
  return JSON.parse(await everything(), (name, value) => (name === 'updated_at' ? undefined : value));
}

async function runs(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return json(await run('runs', 'list')).filter(({ event }: Record<string, unknown>) => event === stage.event());
}

/** The kinds of records that a run has changed, in the order in which it was sent. */
function changedResources(name: string): readonly unknown[] {
  const state = join(service.env.PLENARY_STATE_DIR ?? '', 'runs', name, 'journal.ndjson');
  const lines = readFileSync(state, 'utf8').trim().split('\n');
  return [...new Set(lines.flatMap((line) => (line.includes('"change"') ? [JSON.parse(line).resource] : [])))];
}

/** A change of each kind, in files that were pulled. */
async function editAll() {
  const ids = await stage.fill();
  await program('pull');
  edit('speakers.csv', ',Amina,', ',Mina,');
  edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
  edit('schedule.csv', 'Hall', 'Lab');
  edit('schedule.csv', /$/, `${ids.types},Types,Hall,2027-05-20T11:00:00+02:00\n`);
  return ids;
}

it('is listed, shown, verified and undone as one, and so is the undo', async () => {
  const { amina, queues } = await editAll();
  const before = await records();
  const applied = await program('apply', '--json');
  const name = json(applied).applied.run;
  expect(applied.stderr).toContain(`To undo: plenary runs undo ${name}\n`);
  expect(await runs()).toMatchObject([
    {
      run: name,
      state: 'finished',
      action: 'apply',
      resource: 'program',
      rows: 4,
      updated: 2,
      placed: 2,
      undoable: true,
    },
  ]);
  const shown = json(await run('runs', 'show', name));
  expect(shown).toMatchObject({ undo: { rows: 3, final: 1 }, undoneBy: [] });
  expect(changedResources(name)).toEqual(['speakers', 'submissions', 'sessions']);
  expect(json(await run('runs', 'verify', name)).counts).toMatchObject({ rows: 4, same: 4 });
  const after = await records();

  const planned = await plenary('runs', 'undo', name, '--dry-run');
  expect(planned).toMatchObject({
    exitCode: 0,
    stdout:
      'FILE         ACTION  NAME      CHANGES\n' +
      'speakers     update  Mina      first_name "Mina" → "Amina"\n' +
      'submissions  update  Types     status "accepted" → "pending"\n' +
      "sessions     move    '=Queues  Lab → Hall, 2027-05-20 09:30\n",
  });
  expect(planned.stderr).toContain('1 session remains in the schedule');
  expect(await records()).toEqual(after);
  const undone = await run('runs', 'undo', name);
  expect(json(undone)).toMatchObject({ undoes: name, final: [{ resource: 'sessions', kind: 'placed' }] });
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Amina' });
  expect(await find('submissions', queues)).toMatchObject({ room: 'Hall' });
  const [, undo] = await runs();
  expect(await runs()).toMatchObject([{ undoable: false }, { action: 'undo', updated: 2, placed: 1, undoable: true }]);
  expect(json(await run('runs', 'show', name)).undoneBy).toEqual([undo?.run]);
  expect(changedResources(String(undo?.run))).toEqual(['sessions', 'submissions', 'speakers']);
  const verified = await run('runs', 'verify', name);
  expect([verified.exitCode, json(verified).differences.length]).toEqual([6, 3]);

  expect((await run('runs', 'undo', String(undo?.run))).exitCode).toBe(0);
  expect(await records()).toEqual(after);
  expect(before).not.toEqual(after);
  // What was undone twice is in place again.
  expect(await runs()).toMatchObject([{ undoable: true }, { undoable: false }, { undoable: true }]);
});

it('of one kind of records is resumed, verified and undone by that kind, and so is its undo', async () => {
  const { amina } = await stage.fill();
  await program('pull');
  edit('speakers.csv', ',Amina,', ',Mina,');
  const { run: name } = json(await program('apply', '--json')).applied;
  expect(json(await run('runs', 'verify', name)).counts).toMatchObject({ rows: 1, same: 1 });
  const { run: undo } = json(await run('runs', 'undo', name)).applied;
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Amina' });
  expect(json(await run('runs', 'verify', undo)).counts).toMatchObject({ rows: 1, same: 1 });
  expect(json(await run('runs', 'undo', undo)).applied.speakers.counts).toMatchObject({ updated: 1 });
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
});

it('is undone only as a whole if something has changed since; --allow-partial restores the rest', async () => {
  const { amina, queues, types } = await editAll();
  const name = json(await program('apply', '--json')).applied.run;
  await create('submissions', 'update', types, '--status', 'withdrawn');
  await create('sessions', 'place', queues, '--room', 'Attic', '--start', '2027-05-20T09:30:00+02:00');
  const changed = await records();
  const refused = await run('runs', 'undo', name);
  expect([refused.exitCode, await records()]).toEqual([6, changed]);
  expect(errorOf(refused).details).toMatchObject([
    { file: `run ${name}, submissions`, column: 'status' },
    { file: `run ${name}, sessions` },
  ]);
  const partly = await run('runs', 'undo', name, '--allow-partial');
  expect([partly.exitCode, errorOf(partly).message]).toEqual([9, '2 changes were not undone']);
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Amina' });
  expect(await find('submissions', queues)).toMatchObject({ room: 'Attic' });
  expect((await runs())[0]).toMatchObject({ undoable: true });
});

describe('resumed', () => {
  const talks = Array.from({ length: 22 }, (_, at) => at);

  /** Applies files with 23 changes of speakers and 22 of submissions. The service refuses one speaker. */
  async function stop() {
    const { amina, bo } = await stage.fill();
    for (const at of talks) {
      await stage.post('submissions', { title: `Talk ${at}`, submitter_email: `p${at}@example.org` });
    }
    await program('pull');
    edit('speakers.csv', 'amina@example.org', 'bo@example.org');
    edit('submissions.csv', /(Talk \d+,.*)pending/g, '$1accepted');
    edit('schedule.csv', 'Hall', 'Lab');
    const stopped = await program('apply', '--max-changes', '50%', '--json');
    expect(stopped.exitCode).toBe(6);
    const allowed = await program('apply', '--max-changes', '100', '--json');
    expect(allowed.exitCode).toBe(9);
    const [{ run: name, state } = {}] = await runs();
    expect(state).toBe('interrupted');
    // The address is free now.
    await create('speakers', 'update', bo, '--email', 'bob@example.org', '--yes');
    return { name: String(name), amina };
  }

  /** What the run has not applied yet. */
  const left = async () => (await stage.list('submissions')).filter(({ status }) => status === 'pending').length;

  it('without its files, by its name', async () => {
    const { name, amina } = await stop();
    rmSync(folder.path, { recursive: true });
    expect(await left()).toBe(24);
    const resumed = await run('runs', 'resume', name);
    expect(json(resumed).applied).toMatchObject({ run: name, submissions: { counts: { updated: 22 } } });
    expect([resumed.exitCode, await left()]).toEqual([0, 2]);
    expect(await find('speakers', amina)).toMatchObject({ email: 'bo@example.org' });
    expect(await runs()).toMatchObject([{ run: name, state: 'finished', rows: 24, updated: 23, placed: 1 }]);
    const again = await run('runs', 'resume', name);
    expect([again.exitCode, errorOf(again).message]).toEqual([6, `run ${name} has ended; nothing is left to do`]);
    const undone = await run('runs', 'undo', name);
    expect([undone.exitCode, await left()]).toEqual([0, 24]);
    expect(await find('speakers', amina)).toMatchObject({ email: 'amina@example.org' });
  });

  it('and counts what it had written before', async () => {
    const { bo } = await stage.fill();
    await program('pull');
    edit('speakers.csv', 'amina@example.org', 'bo@example.org');
    edit('speakers.csv', ',Bo,', ',Bob,');
    const stopped = await program('apply', '--json');
    expect([stopped.exitCode, json(stopped).applied.speakers.counts.updated]).toEqual([9, 1]);
    await create('speakers', 'update', bo, '--email', 'bob@example.org', '--yes');
    const resumed = await program('apply');
    expect(resumed.stdout).toContain(
      'FILE          CREATED  UPDATED  PLACED  FAILED\nspeakers.csv  0        2        0       0\n',
    );
    expect(await runs()).toMatchObject([{ state: 'finished', updated: 2 }]);
  });

  it('by the same command, without the limit on changes', async () => {
    const { name } = await stop();
    const resumed = await program('apply');
    expect(resumed.stderr).toContain(`Resuming run ${name}, started `);
    expect([resumed.exitCode, await left()]).toEqual([0, 2]);
    expect(await program('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await runs()).toMatchObject([{ run: name, state: 'finished' }]);
  });

  it('not after an edit: the new run replaces it, and is checked', async () => {
    const { name } = await stop();
    edit('speakers.csv', ',Bo,', ',Bob,');
    const refused = await program('apply', '--json');
    expect(errorOf(refused)).toMatchObject({ code: 'too_many_changes' });
    expect((await program('apply', '--max-changes', '30')).exitCode).toBe(0);
    expect(await runs()).toMatchObject([
      { run: name, state: 'finished' },
      { state: 'finished', updated: 24 },
    ]);
    expect(await left()).toBe(2);
  });

  it('keeps its rows private, and removes them at its end', async () => {
    const { name } = await stop();
    const state = join(service.env.PLENARY_STATE_DIR ?? '', 'runs', name);
    expect(readdirSync(state)).toContain('rows.ndjson');
    expect(readFileSync(join(state, 'rows.ndjson'), 'utf8')).toContain('accepted');
    await run('runs', 'resume', name);
    expect(readdirSync(state)).toEqual(['journal.ndjson']);
  });
});

it('is complete, with a notice that the snapshot is old, if the service cannot be reached afterward', async () => {
  const { amina } = await stage.fill();
  const refuses = (method: string, writes: number) => method === 'GET' && writes > 0;
  const proxy = await startFaultyProxy(service.url, { delayMs: () => 0, refuses });
  const env = { PLENARY_EVENT: stage.event(), PLENARY_BASE_URL: proxy.url };
  const through = (verb: string) => service.plenary(['program', verb, folder.path, '--retries', '0'], { env });
  await through('pull');
  edit('speakers.csv', ',Amina,', ',Mina,');
  const applied = await through('apply');
  await proxy.close();
  expect(applied).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('speakers.csv  0        1        0       0\n'),
    stderr: expect.stringMatching(
      /The snapshot was not updated: .*\. Before you edit the files again: plenary program pull /,
    ),
  });
  expect(applied.stderr).not.toContain('Error:');
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
});
