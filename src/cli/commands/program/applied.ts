// Owns the report of what a program has applied.
import type { OutputError } from '../../../errors.ts';
import type { ImportCounts } from '../../../import/report.ts';
import { programResources } from '../../../program/files.ts';
import type { countWritten } from '../../../program/run.ts';
import type { Context } from '../../context.ts';
import { unprinted } from '../../io.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { labelOf, type Planned, publicPlanJson } from './plan-report.ts';

/** What was done, by resource. */
export interface Applied {
  /** Of the whole program; undefined if there was nothing to send. */
  run?: string;
  speakers?: { readonly run?: string | undefined; readonly counts: ImportCounts };
  submissions?: { readonly run?: string | undefined; readonly counts: ImportCounts };
  sessions?: {
    readonly run?: string | undefined;
    readonly counts: { readonly applied: number; readonly failed: number };
  };
}

/** How many records and sessions were written. */
export function appliedChanges({ speakers, submissions, sessions }: Applied): number {
  const written = [speakers, submissions].map((each) => (each?.counts.created ?? 0) + (each?.counts.updated ?? 0));
  return written.reduce((total, count) => total + count, sessions?.counts.applied ?? 0);
}

/** Counts what a run wrote before it was interrupted, so that the report is about the whole run. */
export function addEarlier(applied: Applied, written: Awaited<ReturnType<typeof countWritten>>): void {
  for (const name of ['speakers', 'submissions'] as const) {
    const { created, changed: updated } = written[name];
    const { run, counts } = applied[name] ?? {};
    const others = { unchanged: 0, skipped: 0, rejected: 0, failed: 0, unknown: 0, pending: 0, ...counts };
    if (created + updated > 0)
      applied[name] = { run, counts: { ...others, rows: created + updated, created, updated } };
  }
  const { changed } = written.sessions;
  const { run, counts } = applied.sessions ?? {};
  if (changed > 0) applied.sessions = { run, counts: { failed: 0, ...counts, applied: changed } };
}

const noCounts = { created: 0, updated: 0, applied: 0, failed: 0, unknown: 0 };

/** The report of what was done; with `--json`, also the plan. */
export async function printApplied(
  context: Context,
  planned: Planned,
  applied: Applied,
): Promise<OutputError | undefined> {
  if ((await context.format()) === 'json') {
    return printRecord(context, { ...publicPlanJson(planned), applied }).then(() => undefined, unprinted);
  }
  const rows = programResources.flatMap((name) => {
    if (applied[name] === undefined) return [];
    const { created, updated, applied: placed, failed, unknown } = { ...noCounts, ...applied[name].counts };
    return [{ file: labelOf(planned.input, name), created, updated, placed, failed: failed + unknown }];
  });
  if (rows.length === 0) return undefined;
  const defaultFields = ['file', 'created', 'updated', 'placed', 'failed'];
  return printRecords(context, oneBatch(rows), { noun: 'changes', defaultFields }).then(() => undefined, unprinted);
}
