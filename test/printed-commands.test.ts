// Commands that the program prints: they can be pasted, and repeat the flags that were typed.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorOf, plenary } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();

it('repeats the event in the command that logs in after a refused token', async () => {
  const server = await startScriptedServer(() => ({ status: 401, json: { detail: 'no' } }));
  const env = { PLENARY_CONFIG_DIR: folder.file('config') };
  await plenary(['auth', 'login', '--base-url', server.url, '--token-stdin'], {
    env,
    stdin: 'plt_refused',
  });
  const { exitCode, stderr } = await plenary(['speakers', 'list', '--event', 'e 1'], { env });
  expect(exitCode).toBe(4);
  expect(stderr).toMatch(/\nNext: plenary auth login --event 'e 1'\n/);
  await server.close();
});

it('lists all changes without a question, and repeats the flags about rows', async () => {
  const titles = Array.from({ length: 21 }, (_, at) => `Talk number ${at}`);
  for (const title of titles) {
    await service.plenary([
      'submissions',
      'add',
      '--title',
      title,
      '--submitter-email',
      'ada@example.org',
    ]);
  }
  const file = folder.file('a sheet.csv');
  writeFileSync(
    file,
    `Title,Email,PC\n${titles.map((title) => `${title},ada@example.org,Maybe\n`).join('')}`,
  );
  const meaning = ['--map', 'PC=status', '--status-map', 'Maybe=accept_queue'];
  const flags = [...meaning, '--event', 'devconf', '--base-url', service.url];
  const run = (...args: readonly string[]) =>
    service.plenary([...args, ...flags], { env: { PLENARY_EVENT: '' } });
  const asked = await service.plenary(['submissions', 'apply', file, ...flags], {
    env: { PLENARY_EVENT: '' },
    columns: 100,
    typed: ['n\r'],
  });
  expect(asked.stderr).toContain(
    '\n… and 1 more change; `submissions plan` with the same arguments shows all.\n',
  );
  const applied = await run('submissions', 'apply', file, '--yes');
  expect(applied.exitCode).toBe(0);
  expect(applied.stderr.match(/^update {2}Talk number /gm)).toHaveLength(21);
  const [, undo = ''] =
    /\nTo undo: plenary (runs undo \S+) --base-url http:\S+\n/.exec(applied.stderr) ?? [];
  const undone = await service.plenary([...undo.split(' '), '--yes']);
  expect(undone).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/(^update {2}Talk number .*\n){21}21 rows: 21 to update\.\n/m),
  });
  const rejects = folder.file('rejects.csv');
  writeFileSync(file, 'Title,Email,PC\nTalk number 1,ada@example.org,Maybe\nOther,x,Maybe\n');
  const partly = await run(
    'submissions',
    'apply',
    file,
    '--allow-partial',
    '--rejects',
    rejects,
    '--yes',
  );
  expect(partly.stderr).toContain(
    `Next: plenary submissions apply ${rejects} --map 'PC=status' --status-map ` +
      `'Maybe=accept_queue' --base-url`,
  );
});

it('shows which command lists the clashes of a timetable, beside it', async () => {
  for (const title of ['Clocks', 'Maps']) {
    await service.plenary([
      'submissions',
      'add',
      '--title',
      title,
      '--submitter-email',
      `${title}@example.org`,
    ]);
    const place = [
      'sessions',
      'place',
      title,
      '--room',
      'Aula',
      '--start',
      '2027-05-20T09:00:00+02:00',
    ];
    await service.plenary([...place, '--fail-on', 'never']);
  }
  const show = ['timetable', 'show', '--timezone', 'Europe/Berlin', '--rooms', 'Aula'];
  const { stdout, stderr } = await service.plenary(show);
  expect(stdout).toMatch(/\n! clashes with another session\n/);
  expect(stderr).toContain(
    'To list the clashes: plenary sessions check --timezone Europe/Berlin\n',
  );
});

it('quotes for the shells of Windows, once, also in errors', async () => {
  const file = folder.file('speakers.csv');
  writeFileSync(file, 'Mail,First name\nada@example.org,Ada\nbob,Bob\n');
  const flags = ['--map', 'Mail=email', '--skip-invalid', '--yes', '--event', 'devconf'];
  const rejects = folder.file("Ada's rejects.csv");
  for (const [env, written] of [
    [{}, `'${rejects.replace("'", "''")}' --map 'Mail=email'`],
    [{ PROMPT: '$P$G' }, `"${rejects}" --map "Mail=email"`],
  ] as const) {
    const importing = ['speakers', 'import', file, ...flags, '--rejects', rejects];
    const { exitCode, stderr } = await service.plenary(importing, { env, platform: 'win32' });
    expect(exitCode).toBe(9);
    expect(stderr).toContain(`Next: plenary speakers import ${written} --event devconf\n`);
  }
});

it('quotes for the shells of Windows in what to do about an error', async () => {
  const options = { env: { PLENARY_EVENT: undefined, PROMPT: '$P$G' }, platform: 'win32' } as const;
  const fix = 'save it with `plenary config set event VALUE --profile "my work"`';
  const listing = ['speakers', 'list', '--profile', 'my work'];
  expect((await service.plenary(listing, options)).stderr).toContain(fix);
  expect(errorOf(await service.plenary([...listing, '--json'], options)).fix).toContain(fix);
});
