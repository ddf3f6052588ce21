// Commands in the quotes of each shell.
import { expect, it } from 'vitest';
import { flagValue, shellWord } from '../../contract/escape.ts';
import { commandFor, shellOf } from './shell.ts';

it.each([
  ['linux', { PROMPT: '$P$G' }, 'posix'],
  ['darwin', {}, 'posix'],
  ['win32', {}, 'powershell'],
  ['win32', { PROMPT: '$P$G' }, 'cmd'],
  ['win32', { PROMPT: '$P$G', MSYSTEM: 'MINGW64' }, 'posix'],
] as const)('on %s with %j, the shell is %s', (platform, env, shell) => {
  expect(shellOf({ platform, env })).toBe(shell);
});

it.each([
  ['plan.json', 'plan.json', 'plan.json'],
  ['--event=devconf', '--event=devconf', '--event=devconf'],
  [shellWord(''), "''", '""'],
  [shellWord('C:\\Ada\\my plan.json'), "'C:\\Ada\\my plan.json'", '"C:\\Ada\\my plan.json"'],
  [shellWord("Ada's talk"), "'Ada''s talk'", '"Ada\'s talk"'],
  [shellWord('Ada’s talk'), "'Ada’’s talk'", '"Ada’s talk"'],
  [shellWord('id,title'), "'id,title'", 'id,title'],
  [shellWord('@home'), "'@home'", '"@home"'],
  [shellWord('$(calc) & calc'), "'$(calc) & calc'", '"$(calc) & calc"'],
  [shellWord('" & calc & "'), '\'" & calc & "\'', '""" & calc & """'],
  [flagValue('The "best"=title'), '\'The "best"=title\'', '"The ""best""=title"'],
])('writes %s for both shells of Windows', (word, powershell, cmd) => {
  const command = (last: string) => `plenary submissions show ${last} --json`;
  expect(commandFor('powershell', command(word))).toBe(command(powershell));
  expect(commandFor('cmd', command(word))).toBe(command(cmd));
  expect(commandFor('posix', command(word))).toBe(command(word));
});
