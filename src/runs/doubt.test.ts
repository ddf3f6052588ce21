// What becomes of a row in doubt.
import { describe, expect, it } from 'vitest';
import { NetworkError } from '../errors.ts';
import { type Judgment, judge, mayBeLate } from './doubt.ts';
import type { Doubt } from './row.ts';

const failure = new NetworkError('the service failed', { status: 500 });
const taken = { isCertain: true };
const named = { id: 'spk_1', isCertain: false };

describe('after its records were looked up', () => {
  it.each<[string, Doubt, Judgment]>([
    ['of an earlier process', {}, 'again'],
    ['that failed', { otherwise: 'failed', failure }, 'again'],
    ['that was lost', { otherwise: 'unknown' }, 'unknown'],
    ['that was refused after it was lost', { otherwise: 'refused' }, 'failed'],
  ])('an update %s', (_, doubt, verdict) => {
    expect(judge(doubt, { isUpdate: true, isLookedUp: true, changesRecords: true })).toBe(verdict);
  });

  it.each<[string, Doubt, Judgment]>([
    ['of an earlier process that no record can be', { isAbsent: true }, 'again'],
    ['of an earlier process that a record may be', { isAbsent: false }, 'unknown'],
    ['of an earlier process without another sign', {}, 'unknown'],
    ['that no record can be', { otherwise: 'unknown', isAbsent: true }, 'again'],
    ['that failed, and that no record can be', { otherwise: 'failed', isAbsent: true }, 'again'],
    ['that failed', { otherwise: 'failed', failure }, 'unknown'],
    [
      'that the service reported as done',
      { otherwise: 'unknown', isAbsent: true, isReported: true },
      'unknown',
    ],
    ['that was refused', { otherwise: 'refused', isAbsent: true }, 'failed'],
    [
      'in conflict with a record',
      { otherwise: 'refused', existing: { isCertain: false } },
      'failed',
    ],
    ['whose address is in use', { otherwise: 'refused', existing: taken }, 'skipped'],
    ['whose record is named', { otherwise: 'refused', existing: named }, 'skipped'],
    ['that an earlier request created', { otherwise: 'unknown', existing: named }, 'unknown'],
  ])('a creation %s', (_, doubt, verdict) => {
    const judged = { isUpdate: false, isLookedUp: true, changesRecords: false };
    expect(judge(doubt, judged)).toBe(verdict);
  });

  it('a creation of rows that change records fails, even if its address is in use', () => {
    const judged = { isUpdate: false, isLookedUp: true, changesRecords: true };
    expect(judge({ otherwise: 'refused', existing: taken }, judged)).toBe('failed');
    expect(judge({ otherwise: 'refused', existing: named }, judged)).toBe('skipped');
  });
});

it.each<[string, Doubt, Judgment]>([
  ['of an earlier process', {}, 'unknown'],
  ['that no record can be', { otherwise: 'unknown', isAbsent: true }, 'unknown'],
  ['that was refused after it was lost', { otherwise: 'refused' }, 'unknown'],
  ['whose address is in use', { otherwise: 'refused', existing: taken }, 'failed'],
  ['whose record is named', { otherwise: 'refused', existing: named }, 'skipped'],
])('without the records, a creation %s', (_, doubt, verdict) => {
  const judged = { isUpdate: false, isLookedUp: false, changesRecords: false };
  expect(judge(doubt, judged)).toBe(verdict);
});

it.each<[string, Doubt, boolean]>([
  ['of an earlier process', {}, true],
  ['that was lost', { otherwise: 'unknown' }, true],
  ['that failed completely', { otherwise: 'failed', failure }, false],
  ['whose record exists', { otherwise: 'refused', existing: taken }, false],
])('a request %s may take effect later: %s', (_, doubt, isLate) => {
  expect(mayBeLate(doubt)).toBe(isLate);
});
