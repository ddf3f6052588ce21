// How the demo names the program: its commands must work when they are pasted.
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { programCommand } from './run.ts';

const commandFor = (script: string, env = {}) => programCommand({ self: ['/usr/bin/node', script], env });

it.each([
  ['a clone', resolve('bin/plenary.js'), 'node bin/plenary.js'],
  ['a clone in a folder with a space', resolve('a clone/bin/plenary.js'), "node 'a clone/bin/plenary.js'"],
  ['a clone elsewhere', resolve('../clone/bin/plenary.js'), 'node ../clone/bin/plenary.js'],
  ['a global installation', '/usr/local/bin/plenary', 'plenary'],
  ['an installation on Windows', 'C:\\npm\\node_modules\\plenary\\bin\\plenary.js', 'plenary'],
])('names the program in %s', (_, script, command) => {
  expect(commandFor(script)).toBe(command);
});

it('names the program as npx starts it', () => {
  expect(commandFor('/home/a/.npm/_npx/1/node_modules/.bin/plenary', { npm_command: 'exec' })).toBe('npx plenary');
});
