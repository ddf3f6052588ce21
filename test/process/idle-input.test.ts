// A signal while a command reads its standard input, or waits for more of it.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startPlenary } from '../support/program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('ends the import at once and removes its rows', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const child = startPlenary(['speakers', 'import', '-'], {
    env: {
      PLENARY_STATE_DIR: folder.path,
      PLENARY_BASE_URL: 'http://127.0.0.1:9',
      PLENARY_TOKEN: 'token',
      PLENARY_EVENT: 'conf',
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  // A pipe cannot hold this much: when all of it is written, the import is reading.
  await new Promise((taken) => child.stdin?.write(`Email\n${'a@example.org\n'.repeat(20_000)}`, taken));
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  const left = readdirSync(join(folder.path, 'runs'));
  expect(left.filter((name) => !name.endsWith('.lock'))).toEqual([]);
});
