// The run of `plenary program apply`, of a folder or of a saved plan: one run to resume, verify and
// undo.
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { type CommandResult, errorOf } from '../support/program.ts';
import { type Ids, programStage } from '../support/program-stage.ts';

const newTalk = { title: 'New talk', submitter_email: 'amina@example.org', status: 'accepted' };
const stage = programStage();
const { service, folder, plenary, program, read, edit, addRow, create, everything, find } = stage;
const json = ({ stdout }: CommandResult) => JSON.parse(stdout);
const run = (...args: readonly string[]) => plenary(...args, '--yes', '--json');
const runs = async () =>
  json(await run('runs', 'list')).filter(
    ({ event }: Record<string, unknown>) => event === stage.event(),
  );

/** What the service has, without times. */
const records = async () =>
  JSON.parse(await everything(), (name, value) => (name === 'updated_at' ? undefined : value));

/** An event with its files, and a change of each kind. */
async function editAll(): Promise<Ids> {
  const ids = await stage.fill();
  await program('pull', '--private-columns');
  edit('speakers.csv', ',Amina,', ',Mina,');
  edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
  edit('schedule.csv', 'Hall', 'Lab');
  edit('schedule.csv', /$/, `${ids.types},Types,Hall,2027-05-20T11:00:00+02:00\n`);
  return ids;
}

it('is listed, shown, verified and undone as one, and so is the undo', async () => {
  const { amina, queues } = await editAll();
  const applied = await program('apply', '--json');
  const name = json(applied).run;
  expect(applied.stderr).toContain(`To undo: plenary runs undo ${name}\n`);
  const about = {
    run: name,
    state: 'finished',
    action: 'apply',
    kind: 'program',
    counts: { rows: 6, updated: 2, placed: 1, moved: 1, unplaced: 0 },
  };
  expect(await runs()).toMatchObject([{ ...about, undoable: true }]);
  const fields = ['--fields', 'kind,placed,counts'];
  const { counts } = (await runs())[0] ?? {};
  expect(JSON.parse((await plenary('runs', 'list', '--json', ...fields)).stdout)).toContainEqual({
    kind: 'program',
    placed: 1,
    counts,
  });
  expect((await plenary('runs', 'list', '-o', 'csv')).stdout).toMatch(
    /^run,state,action,kind,baseUrl,event,file,startedAt,undoable,rows,created,updated,placed,moved,.*\n/,
  );
  expect(json(await run('runs', 'show', name))).toMatchObject({
    undo: { rows: 4, final: 0 },
    undoneBy: [],
  });
  expect(json(await run('runs', 'verify', name)).counts).toMatchObject({ rows: 4, same: 4 });
  const after = await records();
  const planned = await plenary('runs', 'undo', name, '--dry-run');
  expect(planned.stdout).toBe(
    'FILE         ACTION   NAME      CHANGES\n' +
      'speakers     update   Mina      first_name "Mina" → "Amina"\n' +
      'submissions  update   Types     status "accepted" → "pending"\n' +
      "sessions     move     '=Queues  Lab → Hall, 2027-05-20 09:30\n" +
      'sessions     unplace  Types     Hall, 2027-05-20 11:00 → not placed\n',
  );
  expect(await records()).toEqual(after);
  const undone = json(await run('runs', 'undo', name));
  expect(undone).toMatchObject({ command: 'runs undo', warnings: [] });
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Amina' });
  expect(await find('submissions', queues)).toMatchObject({ room: { name: 'Hall' } });
  expect(await runs()).toMatchObject([
    { undoable: false },
    { action: 'undo', counts: { updated: 2, moved: 1, unplaced: 1 }, undoable: true },
  ]);
  expect(json(await run('runs', 'show', name)).undoneBy).toEqual([undone.run]);
  expect(json(await run('runs', 'verify', name)).differences).toHaveLength(5);
  expect((await run('runs', 'undo', undone.run)).exitCode).toBe(0);
  expect(await records()).toEqual(after);
});

it('is undone only as a whole after other changes, or with --allow-partial', async () => {
  const { amina, queues, types } = await editAll();
  const name = json(await program('apply', '--json')).run;
  await create('submissions', 'update', types, '--status', 'withdrawn');
  await create(
    'sessions',
    'place',
    queues,
    '--room',
    'Attic',
    '--start',
    '2027-05-20T09:30:00+02:00',
  );
  const changed = await records();
  const refused = await run('runs', 'undo', name);
  expect([refused.exitCode, await records()]).toEqual([6, changed]);
  const partly = await run('runs', 'undo', name, '--allow-partial');
  expect([partly.exitCode, errorOf(partly).message]).toEqual([9, '2 of 4 rows were not undone']);
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Amina' });
  expect(await find('submissions', queues)).toMatchObject({ room: { name: 'Attic' } });
});

it.each([
  'by the same command',
  'by the same command with another path of the folder',
  'by its name, without its files',
  'not after an edit',
])('is done partly after a refusal, and resumed %s', async (how) => {
  const { amina, bo, types } = await editAll();
  edit('speakers.csv', 'amina@example.org', 'bo@example.org');
  edit('speakers.csv', ',Bo,', ',Bob,');
  const stopped = await program('apply', '--json');
  expect(stopped.exitCode).toBe(9);
  expect(errorOf(stopped).message).toBe('4 of 6 rows were not applied');
  const { run: name, counts } = json(stopped);
  // Submissions are not sent after a failure of speakers.
  expect(counts).toMatchObject({ rows: 6, updated: 1, unchanged: 1, failed: 1, pending: 3 });
  expect(await find('submissions', types)).toMatchObject({ status: 'pending' });
  await create('speakers', 'update', bo, '--email', 'bob@example.org', '--yes');
  if (how.startsWith('by its name')) {
    rmSync(folder.path, { recursive: true });
    const resumed = await run('runs', 'resume', name);
    expect(resumed.stderr).toContain(
      'has no program. Before you edit them again: plenary program pull ',
    );
    expect([resumed.exitCode, json(resumed).run]).toEqual([0, name]);
    const again = await run('runs', 'resume', name, '--json');
    expect([again.exitCode, again.stderr]).toEqual([
      0,
      `Run ${name} has ended: nothing is left to resume.\n`,
    ]);
    expect(json(again)).toMatchObject({ run: name, counts: { rows: 0 }, rejects: [] });
  } else if (how.startsWith('by')) {
    const link = `${folder.path}-link`;
    symlinkSync(folder.path, link);
    onTestFinished(() => rmSync(link));
    const resumed = how.endsWith('folder')
      ? await plenary('program', 'apply', link, '--yes')
      : await program('apply');
    expect(resumed.stderr).toContain(`Resuming run ${name}, started `);
    expect(resumed.stdout).toBe(
      'rows       6\nupdated    3\nplaced     1\nmoved      1\nunchanged  1\n',
    );
    expect(await program('plan', '--detailed-exitcode')).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
  } else {
    edit('speakers.csv', `${bo},bo@example.org`, `${bo},bob@example.org`);
    expect((await program('apply')).stderr).not.toContain('Resuming');
  }
  expect(await find('speakers', amina)).toMatchObject({
    email: 'bo@example.org',
    first_name: 'Mina',
  });
  expect(await find('submissions', types)).toMatchObject({
    status: 'accepted',
    room: { name: 'Hall' },
  });
  const finished = { state: 'finished' };
  expect(await runs()).toMatchObject(
    how.startsWith('by')
      ? [{ run: name, ...finished, counts: { updated: 3, placed: 1, moved: 1 } }]
      : [finished, finished],
  );
});

it('is refused, and not interrupted, if the service has refused the last of its rows', async () => {
  await stage.fill();
  await program('pull', '--private-columns');
  edit('speakers.csv', 'amina@example.org', 'bo@example.org');
  const { run: name } = json(await program('apply', '--json'));
  const counts = { rows: 5, failed: 1, updated: 0 };
  expect(await runs()).toMatchObject([{ run: name, state: 'refused', counts }]);
  const shown = await plenary('runs', 'show', name);
  expect(shown.stdout).toContain('refused');
  expect(shown.stderr).toContain(`To resume: plenary runs resume ${name}`);
});

it('leaves its files as they are if the service cannot be reached afterward', async () => {
  const { amina } = await stage.fill();
  const refuses = (method: string, writes: number) => method === 'GET' && writes > 0;
  const proxy = await startFaultyProxy(service.url, { delayMs: () => 0, refuses });
  const env = { PLENARY_EVENT: stage.event(), PLENARY_BASE_URL: proxy.url };
  const through = (verb: string) =>
    service.plenary(['program', verb, folder.path, '--retries', '0'], { env });
  await through('pull');
  edit('speakers.csv', ',Amina,', ',Mina,');
  const applied = await through('apply');
  await proxy.close();
  expect(applied.exitCode).toBe(0);
  expect(applied.stderr).toMatch(
    /The files were not updated: .*\. Before you edit them again: plenary runs resume /,
  );
  expect(applied.stderr).not.toContain('Error:');
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
});

it('of a saved plan has what was seen; edits since then stay edits', async () => {
  const { amina, types } = await editAll();
  addRow('submissions.csv', newTalk);
  const plan = folder.file('plan.json');
  expect(await program('plan', '--create', '--out', plan)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(
      `Saved to ${plan}. To apply it: plenary program apply ${plan}\n`,
    ),
  });
  edit('speakers.csv', ',Mina,', ',Ina,');
  edit('schedule.csv', 'Lab', 'Attic');
  edit('submissions.csv', /(Types,.*)accepted/, '$1declined');
  expect(await plenary('program', 'apply', plan)).toMatchObject({
    exitCode: 0,
    stdout: 'rows     5\ncreated  1\nupdated  2\nplaced   1\nmoved    1\n',
  });
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
  expect(await find('submissions', types)).toMatchObject({ status: 'accepted' });
  expect(read('submissions.csv')).toMatch(/\nsub_\w+,New talk,/);
  const { stdout } = await program('status');
  expect(stdout).toMatch(
    /^speakers\.csv +no change +1 changed +0\n.* +no change +1 changed +0\n.* +1 changed +0$/m,
  );
  expect(await plenary('program', 'apply', plan)).toMatchObject({
    exitCode: 0,
    stdout: 'rows       5\nunchanged  5\n',
  });
});

it('of a saved plan judges new talks by the durations of its schedule', async () => {
  await stage.fill();
  await program('pull', '--private-columns');
  for (const title of ['One', 'Two']) {
    addRow('submissions.csv', { title, submitter_email: 'bo@example.org', status: 'pending' });
  }
  const starts = { One: '11:00', Two: '11:10' };
  const rows = Object.entries(starts).map(([title, at]) => `${title},Lab,2027-05-20 ${at},10\n`);
  writeFileSync(folder.file('schedule.csv'), `title,room,start,duration\n${rows.join('')}`);
  const plan = folder.file('plan.json');
  expect(await program('plan', '--create', '--out', plan)).toMatchObject({ exitCode: 0 });
  const saved = JSON.parse(read('plan.json')).changes.filter(({ kind = '' }) => kind === 'session');
  expect(saved).toMatchObject([{ minutes: 10 }, { minutes: 10 }]);
  // The service has 30 minutes for each.
  for (const stdout of [/^placed +2$/m, /^unchanged +4$/m]) {
    expect(await plenary('program', 'apply', plan)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(stdout),
    });
  }
});

it('of a saved plan is refused if something has changed since, or for another event', async () => {
  const { amina, queues } = await editAll();
  const plan = folder.file('plan.json');
  await program('plan', '--out', plan);
  await create('speakers', 'update', amina, '--first-name', 'Anna');
  expect(await plenary('program', 'apply', plan)).toMatchObject({ exitCode: 6 });
  await create('speakers', 'update', amina, '--first-name', 'Amina');
  await create(
    'sessions',
    'place',
    queues,
    '--room',
    'Attic',
    '--start',
    '2027-05-20T09:30:00+02:00',
  );
  const before = await everything();
  expect(await plenary('program', 'apply', plan)).toMatchObject({ exitCode: 6 });
  for (const flags of [
    ['--event', 'devconf'],
    ['--base', folder.path],
    ['--overwrite'],
    ['--create'],
  ]) {
    expect(await plenary('program', 'apply', plan, ...flags)).toMatchObject({ exitCode: 2 });
  }
  writeFileSync(plan, '{"schemaVersion":"2.0"}');
  expect(await plenary('program', 'apply', plan)).toMatchObject({ exitCode: 3 });
  expect(await everything()).toBe(before);
});
