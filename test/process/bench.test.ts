// The short form of the benchmark: a few stable rows, each measured up to three times before its
// bound counts as broken.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('no row of the short form is over its bound', async () => {
  const args = ['--import', 'tsx', 'bench/run.ts', '--short', '--check'];
  // A row over its bound is shown.
  const { stdout } = await promisify(execFile)(process.execPath, args).catch(
    ({ stdout, stderr }) => {
      throw new Error(`${stdout}${stderr}`);
    },
  );
  for (const row of ['start/help/all', 'job/show', 'plan/1000'])
    expect(stdout).toContain(`\n${row} `);
});
