// The sentences of an import agree in number, and mention only counts that are not zero.
import { expect, it } from 'vitest';
import type { ImportCounts } from '../../../import/report.ts';
import { planQuestion } from './review.ts';
import { noticeText } from './words.ts';

const none: ImportCounts = {
  rows: 40,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  pending: 0,
};

it.each<[Partial<ImportCounts>, number, string]>([
  [{ created: 40 }, 0, 'Create 40 speakers? (The API cannot delete what is created.)'],
  [
    { created: 39, rejected: 1 },
    0,
    'Create 39 speakers? (1 of 40 rows is invalid and will be skipped. The API cannot delete what is created.)',
  ],
  [
    { created: 33, skipped: 7 },
    32,
    'Create 1 speaker? (32 of 40 rows are already done. 7 exist already or repeat other rows, and will be skipped. The API cannot delete what is created.)',
  ],
])('asks about %j after %j: %s', (counts, created, question) => {
  const report = { resource: 'speakers', counts: { ...none, ...counts } } as const;
  expect(planQuestion({ report, done: { created, updated: 0 } })).toBe(question);
});

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
