// How the demo names the program: its commands must work when they are pasted.
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { programCommand } from './demo.ts';

const commandFor = (script: string, env = {}) =>
  programCommand({ self: ['/usr/bin/node', script], env });

it.each([
  ['a clone', resolve('bin/plenary.js'), 'node bin/plenary.js'],
  [
    'a clone in a folder with a space',
    resolve('a clone/bin/plenary.js'),
    "node 'a clone/bin/plenary.js'",
  ],
  ['a clone elsewhere', resolve('../clone/bin/plenary.js'), 'node ../clone/bin/plenary.js'],
  ['a global installation', '/usr/local/bin/plenary', 'plenary'],
  ['an installation on Windows', 'C:\\npm\\node_modules\\plenary\\bin\\plenary.js', 'plenary'],
])('names the program in %s', (_, script, command) => {
  expect(commandFor(script)).toBe(command);
});

it.each([
  ['an installed package', undefined, 'npx plenary'],
  ['a package of the registry', '0.1.0', 'npx plenary'],
  ['an archive', `file:${resolve('plenary-0.1.0.tgz')}`, 'npx ./plenary-0.1.0.tgz'],
  [
    'an archive elsewhere',
    `file:${resolve('../downloads/plenary-0.1.0.tgz')}`,
    'npx ../downloads/plenary-0.1.0.tgz',
  ],
])('names the program as npx starts it from %s', (_, plenary, command) => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const cache = plenary === undefined ? 'node_modules/.bin' : '_npx/1/node_modules/.bin';
  mkdirSync(folder.file(cache), { recursive: true });
  if (plenary !== undefined)
    writeFileSync(
      folder.file('_npx/1/package.json'),
      JSON.stringify({ dependencies: { plenary } }),
    );
  expect(commandFor(folder.file(`${cache}/plenary`), { npm_command: 'exec' })).toBe(command);
});
