// A new address of a speaker does not reach the talks: a warning says so before it is sent.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();
const run = (...args: readonly string[]) => service.plenary(args);
const why = 'because the API cannot change the submitter of a talk';
let tests = 0;
let old: string;
let changed: string;
let id: string;
beforeEach(async () => {
  const name = `ada${++tests}`;
  [old, changed] = [`${name}@example.org`, `${name}@example.net`];
  const { stdout } = await run('speakers', 'add', '--email', old, '--first-name', name, '--last-name', 'Ng', '--json');
  ({ id } = JSON.parse(stdout));
  const submitter = ['--submitter-email', old.toUpperCase(), '--submitter-first-name', name];
  await run('submissions', 'add', '--title', `Queues ${name}`, ...submitter, '--submitter-last-name', 'Ng');
});

it('is reported with a single change', async () => {
  const { exitCode, stderr } = await run('speakers', 'update', old, '--email', changed);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: `Warning: the talks of this speaker keep the old address, ${why}.\n`,
  });
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
