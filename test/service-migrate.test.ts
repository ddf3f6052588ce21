// `plenary service migrate` on a database file.
import { expect, it } from 'vitest';
import { migrations } from '../src/service/store/sqlite/migrations.ts';
import { plenary } from './support/program.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

it('creates a database file that has no organization yet', async () => {
  const folder = temporaryFolder();
  const path = folder.file('plenary.db');
  const { exitCode, stdout } = await plenary(['service', 'migrate', '--data', path, '--json', '--quiet']);
  expect([exitCode, JSON.parse(stdout)]).toEqual([0, { database: path, schema: migrations.length }]);
  const { stderr } = await plenary(['service', 'token', 'issue', '--data', path, '--name', 'CI']);
  expect(stderr).toContain('there is no organization yet');
  folder.remove();
});
