// A token does not appear in messages, and a short one does not make them unreadable.
import { expect, it } from 'vitest';
import { createSecrets, redact } from './secrets.ts';

it.each([
  ['plt_12345', 'xplt_12345x, plt_12345', 'x[token]x, [token]'],
  // Eight characters and more are hidden within words, too.
  ['abcdefgh', 'abcdefghi', '[token]i'],
  [
    'test',
    'the token test is not valid for contests: "test", test_1, ?token=test',
    'the token [token] is not valid for contests: "[token]", test_1, ?token=[token]',
  ],
  ['a.$b', 'a.$b axxb Äa.$b', '[token] axxb Äa.$b'],
  ['a', 'a title that is a bit long', 'a title that is a bit long'],
])('%s in %s', (token, text, shown) => {
  expect(redact([{ [text]: text }, 1, null], token)).toEqual([{ [shown]: shown }, 1, null]);
});

it('hides what it holds, and passwords in addresses', () => {
  const { hold, hide } = createSecrets();
  const text =
    'plt_12345 at https://ada:pass%2Fword@conf.example/x, not https://conf.example:8080/a@b or ' +
    'ada@conf.example';
  expect(hide(text)).toBe(text.replace(':pass%2Fword', ''));
  hold('plt_12345');
  hold('other-secret');
  expect(hide('plt_12345 and other-secret')).toBe('[token] and [token]');
});
