// Words that messages quote, in a real shell.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { flagValue, shellWord } from '../../src/contract/escape.ts';

it.each([
  '$(touch pwned)',
  '`touch pwned`',
  '$HOME',
  '!!',
  '";touch pwned;"',
  "';touch pwned;'",
  'a\\"$(x)',
  "$'\\n'",
])('is the same after a shell: %s', (text) => {
  for (const word of [flagValue(text), shellWord(text)]) {
    expect(execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(text);
  }
});
