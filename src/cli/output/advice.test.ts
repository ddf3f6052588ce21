// Advice names no flag that the command does not have.
import { expect, it } from 'vitest';
import type { Advice } from '../../advice.ts';
import { adviceText } from './advice.ts';

const about: readonly Advice[] = [
  { kind: 'choose_column', field: 'email', columns: ['Mail', 'Post'] },
  { kind: 'map_columns', fields: ['email', 'submitter_email'], columns: ['Mail'] },
  { kind: 'changed_since', isUndo: false },
  {
    ...{ kind: 'correct_schedule_rows', faults: 3 },
    ...{ unclearDates: 1, relativeDays: 1, localTimes: 0, lacksTimeZone: false },
  },
];

it.each(about)('$kind', (advice) => {
  const { fix = '' } = adviceText(advice, () => false);
  expect(fix).not.toBe('');
  expect(fix).not.toContain('--');
  expect(adviceText(advice, () => true).fix).toContain('--');
});

it('about several errors says each thing once', () => {
  const advice: Advice = {
    kind: 'several',
    fixes: ['pull again'],
    advice: [{ kind: 'fix_rejects' }, { kind: 'fix_rejects' }],
  };
  const { fix } = adviceText(advice, () => true);
  expect(fix).toBe('fix these rows and import the file again; existing records are skipped; pull again');
});
