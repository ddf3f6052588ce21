// A new address of a speaker does not reach the talks: a warning says so before it is sent.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();
const run = (...args: readonly string[]) => service.plenary(args);
const why = 'because the API cannot change the submitter of a talk';

it('is a warning in the plan of a sheet and of a program, and with a single change', async () => {
  const [old, changed] = ['ada@example.org', 'ada@example.net'];
  const { stdout } = await run('speakers', 'add', '--email', old, '--first-name', 'Ada', '--json');
  const { id } = JSON.parse(stdout);
  await run('submissions', 'add', '--title', 'Queues', '--submitter-email', old.toUpperCase());
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

  const single = await run('speakers', 'update', old, '--email', changed);
  expect([single.exitCode, single.stderr]).toEqual([0, `Warning: ${message}.\n`]);
});
