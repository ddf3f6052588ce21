// A terminal made of streams, for commands that run in this process.
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from '../../src/cli/run.ts';
import { checkPrinted, testIo } from './program.ts';

/**
 * Creates terminals whose output can be read, and that type an answer when its question appears.
 * @param folder for their settings
 */
export function terminals(folder: { readonly path: string }) {
  return (env: Readonly<Record<string, string>>, columns = 80) =>
    openTerminal(
      { PLENARY_CONFIG_DIR: folder.path, PLENARY_STATE_DIR: join(folder.path, 'state'), ...env },
      columns,
    );
}

function openTerminal(env: Readonly<Record<string, string>>, columns: number) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const stdout = new PassThrough();
  // Like the process's own streams, it cannot be closed.
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns, end: () => stderr });
  let screen = '';
  let data = '';
  stdout.on('data', (chunk) => {
    data += chunk;
  });
  stderr.on('data', (chunk) => {
    screen += chunk;
  });
  const shown = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!screen.includes(text)) return;
        stderr.off('data', look);
        resolve();
      };
      stderr.on('data', look);
      // It may have appeared while the test did something else.
      look();
    });
  const stop = new AbortController();
  const io = {
    ...testIo(),
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
    stdin,
    stdout,
    stderr,
    stopped: stop.signal,
  };
  return {
    io,
    stop: (signal: string) => stop.abort(signal),
    run: async (...args: string[]) => {
      const exitCode = await run(args, io);
      checkPrinted(args, io.env, { stdout: data, stderr: screen });
      return exitCode;
    },
    answer: async (question: string, typed: string) => {
      await shown(question);
      stdin.write(typed);
    },
    screen: () => screen,
    data: () => data,
  };
}
