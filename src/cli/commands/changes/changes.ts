// Reads the counts and the changes of a plan of speakers or submissions, and words them. Must not print.
import { recordName } from '../../../columns/record-name.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import type { ImportPlan } from '../../../import/options.ts';
import type { RecordChange } from '../../../import/saved-plan.ts';
import { shortChange, toLine } from '../../output/terminal-text.ts';
import type { recordCounts } from './plan-schema.ts';

export type RecordCounts = DocumentOf<typeof recordCounts>;

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
  for (const row of rows('create', 'update', 'unknown')) {
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
    .map(([field, { from, to }]) => `${toLine(field)} ${shortChange(from, to)}`)
    .join('; ');
}

/** `60 rows: 48 to update, 2 to create, 9 unchanged, 1 unknown` */
export function countsText({
  rows,
  update,
  create,
  unchanged,
  unknown,
  conflict,
  rejected,
  skipped,
}: RecordCounts): string {
  const parts: readonly (readonly [count: number, words: string])[] = [
    [update, 'to update'],
    [create, 'to create'],
    [unchanged, 'unchanged'],
    [skipped, 'repeated'],
    [unknown, 'unknown'],
    [conflict, 'in conflict'],
    [rejected, 'invalid'],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `${rows} ${rows === 1 ? 'row' : 'rows'}: ${shown.length === 0 ? 'nothing to change' : shown.join(', ')}`;
}
