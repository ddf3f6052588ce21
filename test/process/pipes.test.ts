// The program in a shell: pipes that close early, large outputs, and separate streams.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { sharedService } from '../support/stage.ts';

const count = 600;
const service = sharedService();

beforeAll(async () => {
  const rows = Array.from(
    { length: count },
    (_, at) => `speaker-${at}@example.org,${'x'.repeat(200)}\n`,
  );
  const imported = await service.plenary(['speakers', 'import', '-'], {
    stdin: `Email,About\n${rows.join('')}`,
  });
  expect(imported.exitCode).toBe(0);
});

const shell = (line: string) =>
  promisify(execFile)('bash', ['-c', `set -o pipefail; ${line}`], {
    env: {
      ...process.env,
      ...service.env,
      PLENARY: `${process.execPath} ${resolve('bin/plenary.js')}`,
    },
    maxBuffer: 64 * 1024 * 1024,
  });

it('writes every record to a pipe', async () => {
  const { stdout, stderr } = await shell('$PLENARY speakers list --page-size 100 --json | cat');
  const speakers: { email: string }[] = JSON.parse(stdout);
  expect(new Set(speakers.map(({ email }) => email)).size).toBe(count);
  expect(stderr).toBe('');
});

// More than a pipe holds, in each format.
const large = '--page-size 100 --fields email,about';

it.each(['--json', '-o ndjson', '-o csv', '-o table'])(
  'ends quietly when %s is cut short by head',
  async (format) => {
    const { stdout, stderr } = await shell(
      `$PLENARY speakers list ${large} ${format} | head -c 100`,
    );
    expect(stdout).toHaveLength(100);
    expect(stderr).toBe('');
  },
);

it('continues after stderr was closed', async () => {
  const { stdout } = await shell(
    '$PLENARY speakers list --page-size 100 -o ndjson --debug 2> >(true)',
  );
  expect(stdout.trim().split('\n')).toHaveLength(count);
});

it('exits with the code of a failure although the report is not read', async () => {
  const rows = 'printf "Email\\nnew-%s@example.org\\nx\\n" "$RANDOM"';
  const piped = shell(`${rows} | $PLENARY speakers import - --skip-invalid 2> /dev/null | true`);
  await expect(piped).rejects.toMatchObject({ code: 9 });
});

it('applies a saved plan from a process substitution of bash', async () => {
  const rows = '<(echo Email; echo planned@example.org)';
  const plan = `<($PLENARY speakers import ${rows} --dry-run --json --quiet)`;
  const { stdout } = await shell(`$PLENARY speakers import ${plan} --json`);
  expect(JSON.parse(stdout).counts).toMatchObject({ rows: 1, created: 1 });
});

it('reads and writes process substitutions of bash', async () => {
  const rows = 2000;
  const invalid = `for ((n = 0; n < ${rows}; n++)); do echo x; done`;
  const line = `$PLENARY speakers import <(echo Email; echo bash@example.org; ${invalid}) \
    --skip-invalid --quiet --results >(head -2 | cut -d, -f1-4) --rejects >(sleep 0.2; wc -l) 2>/dev/null | sort`;
  const { stdout } = await shell(`set +o pipefail; ${line}`);
  expect(stdout.trim().split(/\s*\n\s*/)).toEqual([
    '1,2,bash@example.org,created',
    String(rows + 1),
    'created   1',
    `rejected  ${rows}`,
    'row,line,key,action',
    `rows      ${rows + 1}`,
  ]);
});
