// Commands that the program prints: the check that runs beside each command of the tests, and the flags that are repeated.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkPrinted, plenary } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();

const check = (stderr: string, args: readonly string[] = ['speakers', 'list'], stdout = '') =>
  checkPrinted(args, {}, { stdout, stderr });

it.each([
  ['Next: plenary speakers lst', "unknown command 'lst'"],
  ['Next: plenary speakers list --evnt x', "unknown option '--evnt'"],
  ['To resume: plenary runs resume', "missing required argument 'run'"],
  ['  plenary service event add --data x.db --id devconf', "required option '--name <name>' not specified"],
  ['Fix: use `plenary speakers delete`', "unknown command 'delete'"],
  ['To apply it: plenary speakers apply it now', 'too many arguments'],
  ['Run plenary sessions check to list them.', 'has no clear end'],
  ['{"error":{"message":"x","next":[{"command":"plenary runs shw R"}]}}', "unknown command 'shw'"],
  ['{"error":{"message":"x","fix":"run `plenary runs shw`"}}', "unknown command 'shw'"],
])('refuses %s', (stderr, fault) => expect(() => check(stderr)).toThrow(fault));

it('refuses a command that lacks the event, the profile or the address that was typed', () => {
  const typed = ['speakers', 'list', '--event', 'e', '--base-url=http://x', '--profile', 'p'];
  const flags = '--event and --profile and --base-url';
  expect(() => check('Next: plenary speakers list', typed)).toThrow(`without ${flags}`);
  expect(() => check('', typed, '{"next":[{"command":"plenary auth login"}]}')).toThrow(`without ${flags}`);
  expect(() => check('Next: plenary runs list', typed)).not.toThrow();
});

it.each([
  'Next: plenary speakers list --all',
  "To apply it: plenary submissions apply 'a b.csv' --map 'A b=title'",
  'Fix: use `plenary sessions apply` with the file, or `plenary sessions plan FILE --out plan.json`',
  'Usage: plenary speakers list [options]',
  'Error: cannot read /tmp/plenary speakers.csv',
])('accepts %s', (stderr) => expect(() => check(stderr)).not.toThrow());

it('repeats the event in the command that logs in after a refused token', async () => {
  const server = await startScriptedServer(() => ({ status: 401, json: { detail: 'no' } }));
  const env = { PLENARY_CONFIG_DIR: folder.file('config') };
  await plenary(['auth', 'login', '--base-url', server.url, '--token-stdin'], { env, stdin: 'plt_refused' });
  const { exitCode, stderr } = await plenary(['speakers', 'list', '--event', 'e 1'], { env });
  expect(exitCode).toBe(4);
  expect(stderr).toMatch(/\nNext: plenary auth login --event 'e 1'\n/);
  await server.close();
});

it('repeats the flags that specify what the rows of a file mean', async () => {
  const titles = Array.from({ length: 21 }, (_, at) => `Talk number ${at}`);
  for (const title of titles) {
    await service.plenary(['submissions', 'add', '--title', title, '--submitter-email', 'ada@example.org']);
  }
  const file = folder.file('a sheet.csv');
  writeFileSync(file, `Title,Email,PC\n${titles.map((title) => `${title},ada@example.org,Maybe\n`).join('')}`);
  const meaning = ['--map', 'PC=status', '--status-map', 'Maybe=accept_queue'];
  const flags = [...meaning, '--event', 'devconf', '--base-url', service.url];
  const quotedFlags = "--map 'PC=status' --status-map 'Maybe=accept_queue' --base-url http:";
  const run = (...args: readonly string[]) => service.plenary([...args, ...flags], { env: { PLENARY_EVENT: '' } });
  const applied = await run('submissions', 'apply', file, '--yes');
  expect(applied.exitCode).toBe(0);
  expect(applied.stderr).toContain(`… and 1 more. To see all: plenary submissions plan '${file}' ${quotedFlags}`);
  expect(applied.stderr).toMatch(/\nTo undo: plenary runs undo \S+ --base-url http:\S+\n/);
  const rejects = folder.file('rejects.csv');
  writeFileSync(file, 'Title,Email,PC\nTalk number 1,ada@example.org,Maybe\nOther,x,Maybe\n');
  const update = ['--on-conflict', 'update', '--skip-invalid', '--rejects', rejects, '--yes'];
  const imported = await run('submissions', 'import', file, ...update);
  expect(imported.stderr).toContain(
    `After fixing them: plenary submissions import ${rejects} --map 'PC=status' --status-map 'Maybe=accept_queue' --on-conflict update --base-url`,
  );
});

it('shows which command lists the clashes of a timetable, beside it', async () => {
  for (const title of ['Clocks', 'Maps']) {
    await service.plenary(['submissions', 'add', '--title', title, '--submitter-email', `${title}@example.org`]);
    const place = ['sessions', 'place', title, '--room', 'Aula', '--start', '2027-05-20T09:00:00+02:00'];
    await service.plenary([...place, '--fail-on', 'never']);
  }
  const { stdout, stderr } = await service.plenary([
    'timetable',
    'show',
    '--timezone',
    'Europe/Berlin',
    '--rooms',
    'Aula',
  ]);
  expect(stdout).toMatch(/\n! clashes with another session\n/);
  expect(stderr).toContain('To list the clashes: plenary sessions check --timezone Europe/Berlin\n');
});
