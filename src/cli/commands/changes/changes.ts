// Reads the counts and the changes of a plan of speakers or submissions. Must not print.
import { recordName } from '../../../columns/record-name.ts';
import type { ImportPlan } from '../../../import/options.ts';
import type { RecordChange } from '../../../import/saved-plan.ts';
import { shortValue, toLine } from '../../output/terminal-text.ts';

/** The counts of a plan; those after `rows` add up to it. */
export interface RecordCounts {
  readonly rows: number;
  readonly update: number;
  readonly create: number;
  readonly unchanged: number;
  /** Rows that match no record, or several. */
  readonly unknown: number;
  /** Records that have changed since they were seen. */
  readonly conflict: number;
  /** Rows that cannot be applied for another reason. */
  readonly rejected: number;
  /** Repeats of other rows. */
  readonly skipped: number;
}

export function countPlan({ report, done, rows }: ImportPlan): RecordCounts {
  const { counts } = report;
  let unknown = 0;
  for (const { faults = [] } of rows('rejected')) {
    if (faults.some(({ code }) => ['not_found', 'ambiguous'].includes(code))) unknown++;
  }
  return {
    rows: counts.rows,
    update: counts.updated - done.updated,
    create: counts.created - done.created,
    unchanged: counts.unchanged + done.updated + done.created,
    unknown,
    conflict: counts.failed,
    rejected: counts.rejected - unknown,
    skipped: counts.skipped,
  };
}

/** The changes of a plan, one at a time: only what is read is in memory. */
export function* changesOf({ report, rows }: Pick<ImportPlan, 'report' | 'rows'>): IterableIterator<RecordChange> {
  for (const row of rows('create', 'update', 'doubt')) {
    const { action, line, id } = row;
    if (action === 'update') {
      yield { action, ...(id !== undefined && { id }), name: row.name ?? '', line, fields: { ...row.changes } };
    } else if (row.fields !== undefined) {
      // Also a creation whose outcome is unknown: it is looked up, and sent again if it did not take effect.
      const fields = Object.entries(row.fields).map(([field, to]) => [field, { from: null, to }]);
      yield {
        action: 'create',
        name: recordName(report.resource, row.fields),
        line,
        fields: Object.fromEntries(fields),
      };
    }
  }
}

/** `status "pending" → "accepted"`, for each field. */
export function changesText(fields: RecordChange['fields']): string {
  return Object.entries(fields)
    .map(([field, { from, to }]) => `${toLine(field)} ${shortValue(from)} → ${shortValue(to)}`)
    .join('; ');
}
