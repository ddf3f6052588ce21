// A new address of a speaker: the talks that keep the old one are shown before it is sent.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { plenary } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { folderForEach, sharedService } from './support/stage.ts';
import { terminals } from './support/terminal.ts';

const service = sharedService();
const folder = folderForEach();
const terminal = terminals(folder);
const run = (...args: readonly string[]) => service.plenary(args);
const why = 'because the API cannot change the submitter of a talk';
let tests = 0;
/** The address of a speaker of this test, who has two talks. */
let old: string;
let changed: string;
let id: string;
beforeEach(async () => {
  const name = `ada${++tests}`;
  [old, changed] = [`${name}@example.org`, `${name}@example.net`];
  const names = (prefix: string) => [`--${prefix}first-name`, name, `--${prefix}last-name`, 'Ng'];
  const added = await run('speakers', 'add', '--email', old, ...names(''), '--json');
  ({ id } = JSON.parse(added.stdout));
  for (const title of [`Queues ${name}`, `Clocks ${name}`]) {
    await run('submissions', 'add', '--title', title, '--submitter-email', old.toUpperCase(), ...names('submitter-'));
  }
});
const addressOf = async () =>
  JSON.parse((await run('speakers', 'list', '--all', '--json')).stdout).find((each: { id: string }) => each.id === id)
    .email;

it('is refused without a terminal, unless --yes is passed; the talks are found by the name', async () => {
  for (const argument of [old, id]) {
    const { exitCode, stdout, stderr } = await run('speakers', 'update', argument, '--email', changed);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(`Error: 2 talks keep the address ${old}, ${why}\n  Queues ada`);
    expect(stderr).toMatch(/\n {2}Clocks ada\d \(sub_.*\)\nFix: pass --yes to change the address anyway\n$/);
  }
  expect(await addressOf()).toBe(old);
  const done = await run('speakers', 'update', old, '--email', changed, '--yes');
  expect(done.exitCode).toBe(0);
  expect(done.stderr).toContain(`Warning: 2 talks keep the address ${old}, ${why}.\n  Queues ada`);
  expect(await addressOf()).toBe(changed);
  const { stdout } = await run('speakers', 'show', changed);
  expect(stdout).toMatch(
    /\nTalks: none\n\nTalks of a submitter with the same name and another address\nTITLE +STATUS +SUBMITTER EMAIL +ID\nQueues ada/,
  );
  const accepted = /(sub_\w+)/.exec(stdout)?.[1] ?? '';
  await run('submissions', 'update', accepted, '--status', 'accepted');
  const missing = await run('speakers', 'missing', '--json');
  const ofTalks = JSON.parse(missing.stdout).filter((each: { email: string }) => [old, changed].includes(each.email));
  // Neither lacks a talk, nor is the old address that of a submitter without a record.
  expect(ofTalks).toMatchObject([{ email: changed, missing: expect.not.arrayContaining(['talk']) }]);
  expect(ofTalks[0].talk_statuses).toContain('accepted');
  expect(missing.stderr).toContain(
    '1 speaker has no talk but those of a submitter with the same name and another address; they count here',
  );
});

it('is asked about at a terminal', async () => {
  const no = terminal(service.env);
  const refused = no.run('speakers', 'update', id, '--email', changed);
  await no.answer('Change the address?', '\r');
  expect(await refused).toBe(2);
  expect(no.screen()).toContain(`Warning: 2 talks keep the address ${old}`);
  const yes = terminal(service.env);
  const accepted = yes.run('speakers', 'update', id, '--email', changed);
  await yes.answer('Change the address?', 'y\r');
  expect([await accepted, await addressOf()]).toEqual([0, changed]);
});

it('needs no question if only the case changes, or without talks', async () => {
  expect(await run('speakers', 'update', old, '--email', old.toUpperCase())).toMatchObject({ exitCode: 0 });
  const { stdout } = await run('speakers', 'add', '--email', `idle-${old}`, '--json');
  const idle = await run('speakers', 'update', JSON.parse(stdout).id, '--email', `idle-${changed}`);
  expect(idle).toMatchObject({ exitCode: 0, stderr: '' });
});

it('is a question as well if the talks are unknown', async () => {
  const server = await startScriptedServer(({ method, path }) => {
    if (method !== 'GET') return { json: { id: 'p1' } };
    return {
      json: path.includes('speakers')
        ? [{ id: 'p1', email: 'ada@x.org' }]
        : [{ id: 't1', title: 'Talk', submitter_email: 'a***@x.org' }],
    };
  });
  const update = (event: string) =>
    plenary(['speakers', 'update', 'p1', '--email', 'b@x.org'], {
      env: { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_token', PLENARY_EVENT: event },
    });
  const [hidden, without] = [await update('e'), await update('')];
  expect([hidden.exitCode, without.exitCode]).toEqual([2, 2]);
  expect(hidden.stderr).toContain('which ones is unknown: the service hides addresses\n');
  expect(without.stderr).toContain('which ones is unknown: no event is set\n');
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  await server.close();
});

it('is a warning in the plan of a sheet and of a program', async () => {
  const sheet = folder.file('speakers.csv');
  writeFileSync(sheet, `id,email\n${id},${changed}\n`);
  const planned = await run('speakers', 'plan', sheet, '--json');
  const message = `the talks of this speaker keep the old address, ${why}`;
  expect(planned.stderr).toContain(`Warning: ${message}: line 2.\n`);
  expect(JSON.parse(planned.stdout).warnings).toEqual([
    { file: sheet, row: 1, line: 2, field: 'email', code: 'kept_address', message },
  ]);

  const program = folder.file('program');
  await run('program', 'pull', program, '--private-columns');
  const file = `${program}/speakers.csv`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(old, changed));
  const { exitCode, stderr } = await run('program', 'plan', program);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/Warning: speakers\.csv: the talks of this speaker keep the old address, .*: line \d+\.\n/);
});
