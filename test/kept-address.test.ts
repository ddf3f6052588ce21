// Which talks keep the old address of a speaker, and where a warning says so.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const stage = doubleStage();
const folder = folderForEach();
const run = (...args: readonly string[]) => service.plenary(args);
const why = 'because the API cannot change the submitter of a talk';
const [old, changed] = ['ada@example.org', 'ada@example.net'];

/** Writes the new address into a file of speakers. */
function edit(program: string) {
  const file = `${program}/speakers.csv`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(old, changed));
}

it('is a warning in the plan of a program whose talks show the old one', async () => {
  await run('speakers', 'add', '--email', old);
  await run('submissions', 'add', '--title', 'Queues', '--submitter-email', old.toUpperCase());
  const program = folder.file('program');
  await run('program', 'pull', program, '--private-columns');
  edit(program);
  const { exitCode, stdout } = await run('program', 'plan', program, '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).warnings).toEqual([
    {
      file: 'speakers.csv',
      line: expect.any(Number),
      field: 'email',
      code: 'kept_address',
      message: `the talks of this speaker keep the old address, ${why}`,
    },
  ]);
});

it('is no warning on the public server, where the talks have it', async () => {
  const home = stage.home();
  const talks = home.write('talks.csv', 'Title,Email', `Queues,${old}`);
  await home.json('submissions', 'import', talks, '--yes');
  await home.json('program', 'pull', 'conf', '--private-columns');
  edit(`${home.path}/conf`);
  expect((await home.json('program', 'plan', 'conf')).warnings).toEqual([]);
  const [speaker] = stage.double().state.speakers;
  const sheet = home.write('speakers.csv', 'id,email', `${speaker?.id},${changed}`);
  const planned = await home.run(['speakers', 'plan', sheet]);
  expect(planned.stderr).not.toContain('Warning');
  const single = await home.run(['speakers', 'update', old, '--email', changed]);
  expect([single.exitCode, single.stderr]).toEqual([0, '']);
  expect(stage.double().state.submissions[0]?.submitter?.email).toBe(changed);
});
