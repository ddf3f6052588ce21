// The limit on changes: how many existing records may change.
import { expect, it } from 'vitest';
import { maxChanges } from '../flag-sets.ts';
import { readFlags } from '../flags.ts';
import { tooManyChanges } from './max-changes.ts';

function limitOf(text: string | undefined) {
  const flags = { maxChanges: maxChanges() };
  return readFlags(flags, { maxChanges: text }, new Set()).maxChanges;
}

it.each([
  ['0', 100, 0],
  ['20', 5, 20],
  ['30%', 60, 18],
  ['2.5%', 200, 5],
  ['100%', 7, 7],
  ['0%', 7, 0],
])('%s of %i records is %i', (flag, records, most) => expect(limitOf(flag)?.(records)).toBe(most));

it.each(['', '-1', '1.5', '101%', '30 %', 'all', '1e3', '%'])('%j is refused', (flag) => {
  expect(() => limitOf(flag)).toThrow('not a number of records or a percentage');
});

it('stops what changes more, and nothing without the flag', () => {
  expect(limitOf(undefined)).toBeUndefined();
  expect(tooManyChanges(1000, 1000, undefined, 'speaker')).toBeUndefined();
  expect(tooManyChanges(18, 60, limitOf('30%'), 'submission')).toBeUndefined();
  expect(tooManyChanges(19, 60, limitOf('30%'), 'submission')).toMatchObject({
    message: 'the plan changes 19 of 60 submissions, more than the 18 allowed; nothing was sent',
  });
});
