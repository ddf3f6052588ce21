// Commands in the quotes of each shell.
import { expect, it } from 'vitest';
import { flagValue, shellWord } from '../../contract/escape.ts';
import { commandFor, sentenceFor, shellOf } from './shell.ts';

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

it.each([
  [
    'a command with a path',
    `run \`plenary program pull ${shellWord('Ada’s talks')} --merge\` first`,
    "run `plenary program pull 'Ada’’s talks' --merge` first",
    'run `plenary program pull "Ada’s talks" --merge` first',
  ],
  [
    'several commands',
    "`plenary runs show 'a b'`, or `plenary runs undo 'a b'`",
    "`plenary runs show 'a b'`, or `plenary runs undo 'a b'`",
    '`plenary runs show "a b"`, or `plenary runs undo "a b"`',
  ],
  [
    'a command whose word has a backtick',
    `use \`plenary program pull ${shellWord('a`b c')} --prefer service\``,
    "use `plenary program pull 'a`b c' --prefer service`",
    'use `plenary program pull "a`b c" --prefer service`',
  ],
  [
    'no command: its apostrophes are no quotes',
    "it isn't Ada's: pass 'no' or `ulimit -n '1024'`",
    "it isn't Ada's: pass 'no' or `ulimit -n '1024'`",
    "it isn't Ada's: pass 'no' or `ulimit -n '1024'`",
  ],
  [
    'a quote that is never closed',
    "`plenary runs show 'a b`",
    "`plenary runs show 'a b`",
    "`plenary runs show 'a b`",
  ],
])('writes a sentence for both shells of Windows that has %s', (_, text, powershell, cmd) => {
  expect(sentenceFor('powershell', text)).toBe(powershell);
  expect(sentenceFor('cmd', text)).toBe(cmd);
  expect(sentenceFor('posix', text)).toBe(text);
});
