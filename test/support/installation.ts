// The program as it is installed: a copy of what is published, to be started in ways that a test of a clone cannot.
import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CommandResult, environment } from './program.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Start {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** The id of the user, where the system has users and this process may choose one. */
  readonly uid?: number;
  /** In place of pipes for standard input, output and error. */
  readonly stdio?: StdioOptions;
}

export interface Installation {
  /** Has permission for every user. */
  readonly path: string;
  /** Runs a command to its end. */
  run(args: readonly string[], start?: Start): Promise<CommandResult>;
  remove(): void;
}

/** Installs the built program without its packages: everything but the database is part of it. */
export function installWithoutPackages(): Installation {
  const folder = temporaryFolder();
  chmodSync(folder.path, 0o755);
  const path = folder.file('plenary');
  mkdirSync(path);
  for (const name of ['bin', 'dist', 'examples', 'package.json']) {
    cpSync(join(root, name), join(path, name), { recursive: true });
  }
  const command = [process.execPath, join(path, 'bin/plenary.js')] as const;
  return { path, remove: folder.remove, run: (args, start) => runToEnd(command, args, start) };
}

/** How a program is started: an executable and its first arguments. */
export type StartCommand = readonly [string, ...string[]];

export async function runToEnd(
  [executable, ...first]: StartCommand,
  args: readonly string[],
  { env, ...start }: Start = {},
): Promise<CommandResult> {
  const child = spawn(executable, [...first, ...args], { stdio: 'pipe', ...start, env: environment(env) });
  child.stdin?.end();
  const ended = once(child, 'close');
  const texts = [child.stdout, child.stderr].map(async (stream) => {
    let text = '';
    for await (const chunk of stream ?? []) text += chunk;
    return text;
  });
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  const [exitCode] = await ended;
  return { exitCode, stdout, stderr };
}
