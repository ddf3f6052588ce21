// The sentences about a run that is prepared.
import { expect, it } from 'vitest';
import { noticeText } from './notices.ts';

it('names an unfinished run that sends elsewhere, and the command with its own address', () => {
  const difference = { what: 'base_url', was: 'https://a.example' } as const;
  expect(noticeText({ kind: 'unfinished_run', run: 'R', difference }, { profile: 'w' })).toBe(
    'Run R of this file is unfinished and is not resumed: it sends to https://a.example. ' +
      'To finish it: plenary runs resume R --base-url https://a.example',
  );
});
