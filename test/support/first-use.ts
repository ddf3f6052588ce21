// What someone does first with a program that was just installed: the demo, a service of one's own, and the work of a conference.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { runToEnd, type Start, type StartCommand } from './installation.ts';
import { environment } from './program.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Installed {
  readonly command: StartCommand;
  /** How the demo names it. */
  readonly name: string;
  readonly env: Start['env'];
}

const timezone = 'Europe/Lisbon';

/** In a folder and a home that are empty. */
export async function useFirst({ command, name, env: own }: Installed): Promise<void> {
  const folder = temporaryFolder();
  try {
    const home = { HOME: folder.path, PLENARY_CONFIG_DIR: undefined, PLENARY_STATE_DIR: undefined, ...own };
    const run = (args: readonly string[], env = {}) =>
      runToEnd(command, args, { cwd: folder.path, env: { ...home, ...env } });
    const succeed = async (args: readonly string[], env = {}) => {
      const { exitCode, stdout, stderr } = await run(args, env);
      expect({ args, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ args, exitCode: 0, stderr: '' });
      return stdout;
    };

    const { exitCode, stderr } = await run(['demo']);
    expect({ exitCode, last: stderr.trim().split('\n').at(-1) }).toEqual({ exitCode: 0, last: `  ${name} --help` });

    for (const file of ['speakers', 'submissions', 'talks', 'rooms', 'people']) {
      copyFileSync(resolve(`examples/${file}.csv`), folder.file(`${file}.csv`));
    }
    const { token } = JSON.parse(await succeed(['service', 'init', '--data', 'plenary.db', '--json']));
    await succeed([
      'service',
      'event',
      'add',
      '--data',
      'plenary.db',
      '--id',
      'conf',
      '--name',
      'Conf',
      '--timezone',
      timezone,
    ]);
    const [executable, ...first] = command;
    const server = spawn(executable, [...first, 'serve', '--data', 'plenary.db', '--port', '0', '--json', '--quiet'], {
      cwd: folder.path,
      env: environment(home),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(server, 'exit');
    try {
      for await (const line of createInterface({ input: server.stdout })) {
        const settings = {
          PLENARY_BASE_URL: JSON.parse(line).url,
          PLENARY_TOKEN: token,
          PLENARY_EVENT: 'conf',
          PLENARY_TIMEZONE: timezone,
        };
        await useService(
          (args) => run(args, settings),
          (args) => succeed(args, settings),
          folder.path,
        );
        server.kill('SIGTERM');
      }
    } finally {
      server.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
  } finally {
    folder.remove();
  }
}

type Run = (args: readonly string[]) => Promise<{ readonly exitCode: number | null; readonly stdout: string }>;

async function useService(
  run: Run,
  succeed: (args: readonly string[]) => Promise<string>,
  folder: string,
): Promise<void> {
  // One row of each example is invalid on purpose.
  const imported = await run(['speakers', 'import', 'speakers.csv', '--skip-invalid', '--json']);
  expect(imported.exitCode).toBe(9);
  expect(JSON.parse(imported.stdout).counts).toMatchObject({ created: 39, rejected: 1 });
  expect((await run(['submissions', 'import', 'submissions.csv', '--skip-invalid', '--json'])).exitCode).toBe(9);

  await succeed(['program', 'pull', 'program']);
  const speakers = join(folder, 'program/speakers.csv');
  expect(existsSync(speakers)).toBe(true);
  expect(await succeed(['program', 'plan', 'program'])).toBe('');

  const rooms = ['--rooms-file', 'rooms.csv', '--people-file', 'people.csv'];
  await succeed(['sessions', 'autoplace', 'talks.csv', ...rooms, '--steps', '1000', '--out', 'schedule.csv']);
  const [header, ...rows] = readFileSync(join(folder, 'schedule.csv'), 'utf8').trim().split('\n');
  expect(header).toContain('room');
  expect(rows).toHaveLength(12);
}
