// The import laws of .dependency-cruiser.cjs, on a program of a few files: what violates a law is
// refused, and nothing else.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { folderForEach } from '../support/stage.ts';

const folder = folderForEach();

const imports = {
  'contract/one.ts': './one.ts',
  'contract/file.ts': 'node:fs',
  'client/client.ts': '../config/config.ts',
  'config/config.ts': '../contract/one.ts',
  'import/import.ts': '../schedule/schedule.ts',
  'schedule/schedule.ts': '../cli/cli.ts',
  'program/program.ts': 'node:child_process',
  'cli/cli.ts': '../client/client.ts',
  'cli/unknown.ts': 'no-such-package',
};

it('the import laws', async () => {
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(name, folder.file(name));
  for (const [file, imported] of Object.entries(imports)) {
    mkdirSync(dirname(folder.file(`src/${file}`)), { recursive: true });
    writeFileSync(
      folder.file(`src/${file}`),
      `import { value } from '${imported}';\nexport const other = value;\n`,
    );
  }
  const args = [
    resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
    'src',
    '--output-type',
    'json',
  ];
  // Exits with the number of violations.
  const { stdout }: { stdout: string } = await promisify(execFile)(process.execPath, args, {
    cwd: folder.path,
  }).catch((error) => error);
  const violations: readonly { from: string; rule: { name: string } }[] =
    JSON.parse(stdout).summary.violations;
  expect(violations.map(({ from, rule }) => `${from}: ${rule.name}`).toSorted()).toEqual([
    'src/cli/unknown.ts: resolvable',
    'src/client/client.ts: second-layer',
    'src/contract/file.ts: contract-is-pure',
    'src/contract/one.ts: no-circular',
    'src/import/import.ts: import-alone',
    'src/program/program.ts: few-processes',
    'src/schedule/schedule.ts: cli-on-top',
    'src/schedule/schedule.ts: schedule-alone',
  ]);
});
