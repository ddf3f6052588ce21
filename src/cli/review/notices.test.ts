// The sentences about a run that is prepared.
import { expect, it } from 'vitest';
import { noticeText } from './notices.ts';

it.each([
  [{ what: 'file_content' } as const, 'the file has changed since then', '--profile w'],
  [{ what: 'options' } as const, 'it has different options', '--profile w'],
  [{ what: 'event', was: 'conf' } as const, 'it imports into the event conf', '--profile w'],
  [
    { what: 'base_url', was: 'https://a.example' } as const,
    'it sends to https://a.example',
    '--base-url https://a.example',
  ],
])('words an unfinished run that differs: %j', (difference, why, flags) => {
  expect(noticeText({ kind: 'unfinished_run', run: 'R', difference }, { profile: 'w' })).toBe(
    `Run R of this file is unfinished and is not resumed: ${why}. To finish it: plenary runs resume R ${flags}`,
  );
});

it('reports that a run with damaged rows is not resumed', () => {
  expect(noticeText({ kind: 'damaged_run', run: 'R' }, {})).toBe(
    'The saved rows of run R are damaged, so it is not resumed: a new run looks up what exists, and sends the rest.',
  );
});
