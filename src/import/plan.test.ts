// A plan has one action per record, creates each key at most once, and never what is there.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finding, planRows } from './plan.ts';
import { plannedCounts } from './report.ts';

const finding: fc.Arbitrary<Finding> = fc.oneof(
  fc.constantFrom<Finding>('reject', 'blank'),
  fc.constantFrom('a', 'b', 'c', 'd').map((key) => ({ key })),
);

describe('planRows', () => {
  it('creates the first of a key, folds the others, and skips what is there', () => {
    const findings: Finding[] = [{ key: 'a' }, 'reject', { key: 'b' }, { key: 'a' }, 'blank', { key: 'b' }];
    const actions = planRows(findings, new Set(['b']));
    expect(actions).toEqual(['create', 'reject', 'existing', 'folded', 'blank', 'folded']);
    expect(plannedCounts(actions)).toEqual({
      rows: 5,
      created: 1,
      updated: 0,
      unchanged: 0,
      skipped: 3,
      rejected: 1,
      failed: 0,
      unknown: 0,
    });
  });

  it('leaves every key in the event exactly once, and the counts add up', () => {
    fc.assert(
      fc.property(fc.array(finding), fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')), (findings, there) => {
        const actions = planRows(findings, new Set(there));
        const keys = (wanted: string) =>
          findings.flatMap((each, at) => (typeof each !== 'string' && actions[at] === wanted ? [each.key] : []));
        const valid = findings.flatMap((each) => (typeof each === 'string' ? [] : [each.key]));
        const after = [...there, ...keys('create')];
        expect(after).toHaveLength(new Set(after).size);
        expect(new Set(after)).toEqual(new Set([...there, ...valid]));
        const { rows, ...others } = plannedCounts(actions);
        expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(rows);
      }),
    );
  });
});
