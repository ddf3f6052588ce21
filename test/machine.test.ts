// The machine that the program runs on: folders and outputs that cannot be used, odd arguments.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plenary } from './support/program.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { folderForEach, sharedService } from './support/stage.ts';

const service = sharedService();
const folder = folderForEach();

/** A file of speakers whose second row is invalid. */
function speakers(name: string): string {
  const file = folder.file(`${name}.csv`);
  writeFileSync(file, `Email\n${name}-1@example.org\nx\n${name}-2@example.org\n`);
  return file;
}

const hasFull = existsSync('/dev/full');
const hasProc = existsSync('/proc/self');

describe('a folder or file that is no place for the program', () => {
  it.runIf(hasProc).each([
    ['/proc/x', /no such file or folder/],
    // Node 22 and later name the part.
    ['/dev/null/x', /(a part of the path|\/dev\/null) is not a folder/],
  ])('%s ends an import with one error', async (state, reason) => {
    const { exitCode, stdout, stderr } = await service.plenary(
      ['speakers', 'import', speakers('state'), '--skip-invalid'],
      { env: { PLENARY_STATE_DIR: state } },
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(
        `^Error: cannot write ${state}/runs: ${reason.source}\nFix: set PLENARY_STATE_DIR`,
        'm',
      ),
    );
  });

  it('a huge file is refused as the config file, without being read', async () => {
    const config = folder.file('config');
    const file = join(config, 'config.json');
    const list = () => plenary(['config', 'list'], { env: { PLENARY_CONFIG_DIR: config } });
    mkdirSync(config, { mode: 0o700 });
    writeFileSync(file, '', { mode: 0o600 });
    truncateSync(file, 50_000_000);
    const huge = await list();
    expect(huge).toMatchObject({ exitCode: 2, stdout: '' });
    expect(huge.stderr).toContain(
      `Error: cannot read ${file}: it is larger than 1 MB, so it is not a file of this program\n`,
    );
  });
});

it('an argument that is not UTF-8 is refused, unless it is the name of a file', async () => {
  const env = service.env;
  const value = await plenary(
    ['speakers', 'add', '--email', 'a@example.org', '--title', 'Caf\uFFFD'],
    { env },
  );
  expect(value).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'Error: an argument is not UTF-8: Caf\uFFFD\n' +
      'Fix: check the encoding of the terminal; if it is the name of a file, rename the file\n',
  });
  const file = folder.file('caf\uFFFD.csv');
  writeFileSync(file, 'Email\nutf@example.org\n');
  expect((await plenary(['speakers', 'import', file, '--dry-run'], { env })).exitCode).toBe(0);
});

describe('the files that an import writes', () => {
  it.each([
    ['a hard link', linkSync],
    ['a symbolic link', symlinkSync],
  ])('are not the imported file, nor each other: %s', async (_, link) => {
    const server = await startScriptedServer([]);
    try {
      const file = speakers('links');
      const other = folder.file('other.csv');
      const content = readFileSync(file, 'utf8');
      link(file, other);
      const env = { ...service.env, PLENARY_BASE_URL: server.url };
      const start = (...flags: string[]) =>
        plenary(['speakers', 'import', file, '--skip-invalid', ...flags], { env });
      const same = await start('--rejects', other);
      expect(same).toMatchObject({ exitCode: 2, stdout: '' });
      expect(same.stderr).toContain('Error: --rejects would overwrite the file that is read\n');
      const rejects = folder.file('rejects.csv');
      const results = folder.file('results.csv');
      symlinkSync(rejects, results);
      const twice = await start('--rejects', rejects, '--results', results);
      expect(twice).toMatchObject({ exitCode: 2, stdout: '' });
      expect(twice.stderr).toContain('Error: --results would overwrite the file of --rejects\n');
      expect(existsSync(rejects)).toBe(false);
      expect(readFileSync(file, 'utf8')).toBe(content);
      expect(server.requests).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it.runIf(hasFull)(
    'can be written later, if they could not be written at the end: the run is still there',
    async () => {
      const args = [
        'speakers',
        'import',
        speakers('late'),
        '--skip-invalid',
        '--rejects',
        '/dev/full',
      ];
      const first = await service.plenary(args);
      expect(first.exitCode).toBe(1);
      expect(first.stderr).toContain(
        'Error: cannot write /dev/full: the disk is full\nFix: write to another file: run ',
      );
      const [, run = ''] =
        /Next: plenary runs resume ([\w-]+) --rejects rejects.csv\n/.exec(first.stderr) ?? [];
      const rejects = folder.file('rejects.csv');
      const results = folder.file('results.csv');
      const second = await service.plenary([
        'runs',
        'resume',
        run,
        '--rejects',
        rejects,
        '--results',
        results,
      ]);
      expect(second).toMatchObject({
        exitCode: 9,
        stdout: 'rows      3\ncreated   2\nrejected  1\n',
      });
      expect(readFileSync(rejects, 'utf8')).toBe(
        'Email,_row,_code,_column,_message\nx,2,missing,Email,no address\n',
      );
      expect(readFileSync(results, 'utf8')).toMatch(/\n1,2,late-1@example.org,created,spk_\w+\n/);
    },
  );
});
