// Every shell block of the README, pasted in order at one terminal, in a folder with what a clone
// has.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { npmEnvironment, startPackageRegistry } from '../support/package-registry.ts';
import { runToEnd } from '../support/program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);

it('has shell blocks that zsh accepts too, and no others', () => {
  const languages = [...readme.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
  expect(new Set(languages)).toEqual(new Set(['sh', 'yaml']));
  expect(blocks.length).toBeGreaterThan(8);
  // At its prompt, a comment is an argument.
  expect(blocks.filter((block) => /(?:^|\s)#/m.test(block))).toEqual([]);
});

const hasScript = spawnSync('script', ['--version']).status === 0;

// `script` of util-linux gives the shell a terminal, at which nobody answers a question.
it.runIf(hasScript)('works when it is pasted block after block', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const clone = folder.file('clone');
  for (const name of ['bin', 'dist', 'examples', 'package.json'])
    cpSync(name, `${clone}/${name}`, { recursive: true });
  const before = readdirSync(clone);
  const failures = folder.file('failures');
  writeFileSync(failures, '');
  const story = folder.file('story.sh');
  // The service has ended by then, unless a block before its end has failed.
  const ending = 'trap \'kill "$service" 2>/dev/null || true\' EXIT';
  const watching = `trap 'echo "$? $BASH_COMMAND" >> "${failures}"' ERR`;
  writeFileSync(story, [ending, watching, 'stty cols 200', ...blocks].join('\n'));

  const registry = await startPackageRegistry();
  onTestFinished(registry.close);
  const npm = npmEnvironment(registry.url, folder.file('home'));
  mkdirSync(npm.HOME);
  const { exitCode, stdout } = await runToEnd(['script', '-qec', `bash ${story}`, '/dev/null'], {
    cwd: clone,
    env: {
      ...npm,
      PATH: [folder.file('prefix/bin'), npm.PATH].join(delimiter),
      PLENARY_CONFIG_DIR: undefined,
      PLENARY_STATE_DIR: undefined,
      PORT: String(await freePort()),
      // The package is built: tests that run beside this one use it.
      npm_config_ignore_scripts: 'true',
      npm_config_prefix: folder.file('prefix'),
    },
  });
  const screen = stripVTControlCharacters(stdout).replaceAll('\r', '');

  // Each example has an invalid row.
  expect(readFileSync(failures, 'utf8').split('\n'), screen).toEqual([
    expect.stringMatching(/^9 plenary speakers import .*speakers\.csv --skip-invalid --rejects/),
    expect.stringMatching(/^9 plenary submissions import .*submissions\.csv --skip-invalid/),
    '',
  ]);
  expect({ exitCode, left: readdirSync(clone) }).toEqual({
    exitCode: 0,
    left: [...before, 'plenary-0.1.0.tgz'].toSorted(),
  });
  // No settings and no runs, with which a second reading would differ from the first.
  expect(readdirSync(npm.HOME).filter((name) => /^\.(?:config|local)$/.test(name))).toEqual([]);
  for (const shown of [
    '12 talks placed',
    'Logged in to http://127.0.0.1:',
    '40 rows: 39 to create, 1 invalid.',
    '14 rows: 14 to update.',
    '9 talks placed, 2 kept.',
    '11 sessions saved as announced',
    'Retitled: "Even fewer boxes"',
    '2 letters were written to letters; nothing was sent.',
  ])
    expect(screen).toContain(shown);
  expect(screen).not.toMatch(/plt_/);
});

/**
 * A free port below those that a system gives to programs that want any, so that no other test
 * takes it before the service does.
 */
async function freePort(port = 20_000 + (process.pid % 10_000)): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort(port + 1);
  }
  await new Promise((resolve) => server.close(resolve));
  return port;
}
