// The program in places that it cannot choose: without the binary of the database, without
// permission to write, at a terminal that closes.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandResult, runToEnd, type Start } from '../support/program.ts';
import { folderForEach, sharedService } from '../support/stage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const service = sharedService();
const folder = folderForEach();
let installation: ReturnType<typeof installWithoutPackages>;
beforeAll(() => {
  installation = installWithoutPackages();
});
afterAll(() => installation.remove());

/**
 * A copy of what is published, for every user, without its packages: everything but the database is
 * part of it.
 */
function installWithoutPackages() {
  const { path, remove } = temporaryFolder();
  chmodSync(path, 0o755);
  for (const name of ['bin', 'dist', 'examples', 'package.json'])
    cpSync(name, join(path, name), { recursive: true });
  const run = (args: readonly string[], start?: Start): Promise<CommandResult> =>
    runToEnd([process.execPath, join(path, 'bin/plenary.js'), ...args], start);
  return { path, run, remove };
}

/** A file of speakers whose second row is invalid. */
function speakers(name: string): string {
  const file = folder.file(`${name}.csv`);
  writeFileSync(file, `Email\n${name}-1@example.org\nx\n${name}-2@example.org\n`);
  return file;
}

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

describe('without the binary of the database', () => {
  const run = (...args: string[]): Promise<CommandResult> =>
    installation.run(args, { env: { ...service.env, PLENARY_TIMEZONE: 'Europe/Berlin' } });

  it('schedules are planned, and an import is refused without its lock', async () => {
    const schedule = join(installation.path, 'examples/schedule.csv');
    const [imported, planned] = await Promise.all([
      run('speakers', 'import', speakers('binary'), '--skip-invalid', '--json'),
      run('sessions', 'plan', schedule, '--fail-on', 'never', '--json'),
    ]);
    expect(imported).toMatchObject({ exitCode: 1, stdout: '' });
    expect(JSON.parse(imported.stderr).error).toMatchObject({
      code: 'journal',
      message: 'the run cannot be locked against another one: libsql has no binary for this system',
    });
    expect(JSON.parse(planned.stdout).counts.rows).toBeGreaterThan(10);
    expect((await run('runs', 'list')).stderr).toBe('No runs.\n');
  });

  it('the service says in one sentence what is missing', async () => {
    const message =
      'the embedded database (libsql) cannot be loaded: no binary of it for ' +
      `${process.platform}-${process.arch} is installed`;
    const data = folder.file('new.db');
    const outcomes = await Promise.all([
      run('serve', '--data', data, '--json'),
      run('service', 'init', '--data', data, '--json'),
      run('demo'),
    ]);
    const [serve, init, demo] = outcomes.map(({ stderr }) => stderr);
    expect(outcomes.map(({ exitCode, stdout }) => ({ exitCode, stdout }))).toEqual(
      Array(3).fill({ exitCode: 2, stdout: '' }),
    );
    for (const stderr of [serve, init]) {
      expect(JSON.parse(String(stderr)).error).toMatchObject({
        code: 'database',
        exitCode: 2,
        message,
      });
    }
    expect(demo).toContain(`\nError: ${message}\nFix: install Plenary again`);
    expect(existsSync(data)).toBe(false);
  });
});

// Permissions do not bind root, so the program runs as another user.
describe.runIf(isRoot)('without permission to write', () => {
  it('to the home folder, what only reads works, and an import says why it does not', async () => {
    const home = folder.file('home');
    mkdirSync(home);
    chmodSync(folder.path, 0o755);
    const file = speakers('home');
    const env = {
      ...service.env,
      HOME: home,
      PLENARY_CONFIG_DIR: undefined,
      PLENARY_STATE_DIR: undefined,
    };
    const start = { env, uid: nobody, cwd: '/' };
    const [listed, runs, imported, set] = await Promise.all([
      installation.run(['speakers', 'list', '--json'], start),
      installation.run(['runs', 'list'], start),
      installation.run(['speakers', 'import', file, '--skip-invalid'], start),
      installation.run(['config', 'set', 'event', 'e'], start),
    ]);
    expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(runs).toMatchObject({ exitCode: 0, stderr: 'No runs.\n' });
    expect(imported).toMatchObject({ exitCode: 1, stdout: '' });
    expect(imported.stderr).toBe(
      `Error: cannot write ${home}/.local/state/plenary/runs: permission denied\n` +
        'Fix: set PLENARY_STATE_DIR to another folder, then run the same command again; ' +
        `completed rows are skipped\n`,
    );
    expect(set.exitCode).toBe(2);
    expect(set.stderr).toContain(
      `Error: cannot write ${home}/.config/plenary/config.json: permission denied`,
    );
  });

  it('to the config folder, its settings are read', async () => {
    const config = folder.file('config');
    mkdirSync(config, { mode: 0o755 });
    chmodSync(folder.path, 0o755);
    const { PLENARY_EVENT: event, ...others } = service.env;
    writeFileSync(
      join(config, 'config.json'),
      JSON.stringify({ profiles: { default: { settings: { event } } } }),
    );
    chmodSync(join(config, 'config.json'), 0o644);
    const env = { ...others, PLENARY_CONFIG_DIR: config };
    const listed = await installation.run(['speakers', 'list', '--json'], { env, uid: nobody });
    expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

// Permissions do not bind root, so the program runs as another user.
it.runIf(isRoot)(
  'the demo of a read-only installation leaves nothing behind, or has no temporary folder',
  async () => {
    const temporary = folder.file('temporary');
    mkdirSync(temporary);
    chmodSync(temporary, 0o777);
    chmodSync(folder.path, 0o755);
    symlinkSync(resolve('node_modules'), join(installation.path, 'node_modules'));
    for (const name of ['examples', '.']) chmodSync(join(installation.path, name), 0o555);
    const start = { env: { TMPDIR: temporary }, uid: nobody, cwd: installation.path };
    expect(await installation.run(['demo'], start)).toMatchObject({ exitCode: 0 });
    expect(readdirSync(temporary)).toEqual([]);
    chmodSync(temporary, 0o555);
    const refused = await installation.run(['demo'], start);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /\nError: the temporary folder cannot be used: permission denied\nFix: set TMPDIR to a folder/,
    );
  },
);

const hasScript = spawnSync('script', ['--version']).status === 0;

// `script` of util-linux runs a command at a terminal of its own, which closes when `script` is
// killed.
it.runIf(hasScript)('a question ends when its terminal is closed, without a crash', async () => {
  const code = folder.file('code');
  const line =
    `trap '' HUP; '${process.execPath}' '${resolve('bin/plenary.js')}' auth login; ` +
    `echo $? > '${code}.new'; mv '${code}.new' '${code}'`;
  const env = {
    PATH: process.env.PATH,
    HOME: folder.path,
    PLENARY_CONFIG_DIR: folder.file('config'),
  };
  const terminal = spawn('script', ['-qec', line, '/dev/null'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  for await (const chunk of terminal.stdout) {
    output += chunk;
    if (output.includes('Address of the service')) break;
  }
  terminal.kill('SIGKILL');
  await expect.poll(() => existsSync(code)).toBe(true);
  expect(readFileSync(code, 'utf8')).toBe('129\n');
});
