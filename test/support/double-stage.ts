// A double of the public server for each test, with homes: computers that run the program, each
// with runs of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'vitest';
import { type Double, type DoubleOptions, startDouble } from './double/double.ts';
import { type CommandResult, type Invocation, plenary } from './program.ts';
import { skippingClock } from './skipping-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** @param options of the double of each test */
export function doubleStage(options: DoubleOptions = {}) {
  let double: Double;
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(async () => {
    folder = temporaryFolder();
    double = await startDouble(options);
  });
  afterEach(async () => {
    await double.close();
    folder.remove();
  });

  return {
    double: () => double,
    /** A computer with its own folder of files, runs and settings. Waiting takes no time on it. */
    home(name = 'home') {
      const path = folder.file(name);
      mkdirSync(path, { recursive: true });
      const env = {
        ...double.env,
        PLENARY_STATE_DIR: folder.file(`${name}-state`),
        PLENARY_CONFIG_DIR: folder.file(`${name}-config`),
      };
      const run = (words: readonly string[], more: Invocation = {}): Promise<CommandResult> =>
        plenary(words, {
          clock: skippingClock(),
          cwd: path,
          ...more,
          env: { ...env, ...more.env },
        });
      return {
        path,
        env,
        run,
        /** Writes a file of the home. @returns its name */
        write(file: string, ...lines: readonly string[]): string {
          writeFileSync(`${path}/${file}`, `${lines.join('\n')}\n`);
          return file;
        },
        /** Runs a command and reads what it prints. @throws {Error} unless it ends with 0 */
        async json(...words: readonly string[]) {
          const { exitCode, stdout, stderr } = await run([...words, '--json']);
          if (exitCode !== 0)
            throw new Error(`${words.join(' ')} ended with ${exitCode}: ${stderr}`);
          return JSON.parse(stdout);
        },
      };
    },
  };
}
