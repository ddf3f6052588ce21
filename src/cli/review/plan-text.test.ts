// The one question.
import { expect, it } from 'vitest';
import { planNone } from '../../../test/support/import-stage.ts';
import type { PlanCounts } from '../../plans/plan-document.ts';
import { type PlanSubject, sumCounts } from './plan.ts';
import { questionText } from './plan-text.ts';

type Asked = readonly [kind: 'speakers' | 'submissions' | 'sessions', counts: Partial<PlanCounts>];

it.each<[readonly Asked[], Partial<PlanSubject>, string]>([
  [
    [['speakers', { rows: 40, create: 39, rejected: 1 }]],
    {},
    'Create 39 speakers? (1 of 40 rows cannot be applied and will be skipped. ' +
      'The API cannot delete what is created.)',
  ],
  [[['submissions', { update: 2 }]], { undoes: 'R' }, 'Restore 2 submissions?'],
  [[['sessions', { move: 2 }]], {}, 'Move 2 sessions?'],
  [
    [
      ['speakers', { update: 3, create: 1 }],
      ['submissions', { update: 1 }],
      ['sessions', { place: 2, move: 1 }],
    ],
    {},
    'Update 3 speakers and 1 submission, create 1 speaker, place 2 sessions, ' +
      'move 1 session? (The API cannot delete what is created.)',
  ],
])('asks about %j %j', (asked, subject, question) => {
  const parts = asked.map(([kind, given]) => {
    const counts = { ...planNone, ...given };
    return { kind, label: kind, counts, fileRows: counts.rows };
  });
  const counts = sumCounts(
    parts.map((part) => part.counts),
    planNone,
  );
  const command = { group: 'program', verb: 'apply' } as const;
  const target = { command, event: 'conf', baseUrl: '', files: {} };
  expect(questionText({ parts, counts, subject: { ...target, ...subject } })).toBe(question);
});
