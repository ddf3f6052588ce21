// Shows the plan of an import, field by field or row by row, and asks about it at a terminal.

import { singularOf } from '../../../contract/endpoint.ts';
import type { ImportPlan } from '../../../import/options.ts';
import type { PlannedRow } from '../../../import/planned-rows.ts';
import type { ImportCounts, ImportReport } from '../../../import/report.ts';
import type { Context } from '../../context.ts';
import type { Some } from '../../flags.ts';
import { say, write } from '../../io.ts';
import { noticeMapping, noticePreview } from '../../mapping/table.ts';
import { jsonText } from '../../output/json.ts';
import { printRecords } from '../../output/records.ts';
import { shortValue, toLine } from '../../output/terminal-text.ts';
import { amount, plural } from '../../output/text.ts';
import { type MaxChangesFlag, refuseTooManyChanges } from '../max-changes.ts';
import { noticeRows } from './row-notices.ts';
import { printReport, reportJson } from './words.ts';

/** Shows a plan before anything is sent. */
export interface Reviewer {
  /** @returns whether the plan is carried out */
  ask(plan: ImportPlan): Promise<boolean>;
  /** Whether the user has said no. */
  isCanceled(): boolean;
}

interface ReviewedTask {
  readonly dryRun: boolean;
  /** The file as the command names it. */
  readonly path?: string;
}

/** Shows a plan, and asks about it at a terminal. */
export function reviewer(context: Context<Some<MaxChangesFlag>>, { dryRun, path }: ReviewedTask): Reviewer {
  const { maxChanges } = context.flags;
  let isCanceled = false;
  return {
    isCanceled: () => isCanceled,
    async ask(plan: ImportPlan): Promise<boolean> {
      const { created, updated } = remaining(plan);
      const isAsked = context.interactive && context.global.yes !== true && created + updated > 0;
      await explain(context, plan, { isPreviewed: dryRun || isAsked, path });
      if (dryRun) await printPlan(context, plan);
      const { resource } = plan.report;
      refuseTooManyChanges(updated, plan, maxChanges, singularOf(resource));
      if (dryRun) return false;
      if (!isAsked) return true;
      await printChanges(context, plan, (text) => say(context.io, text));
      const { askConfirmation } = await import('../../ask.ts');
      isCanceled = !(await askConfirmation(context, planQuestion(plan)));
      return !isCanceled;
    },
  };
}

/** Which column fills which field, the first records, and what to check in the rows: records cannot be deleted. */
async function explain(
  context: Context,
  plan: ImportPlan,
  { isPreviewed, path }: { readonly isPreviewed: boolean; readonly path: string | undefined },
): Promise<void> {
  const { report } = plan;
  const { resource, nameless, counts, notUpdatable } = report;
  // Statuses are reported with their counts.
  const reasons = report.reasons.filter(({ column }) => column !== report.statuses?.column);
  await noticeMapping(context, { ...report, reasons });
  if (isPreviewed) await noticePreview(context, plan.preview());
  if (nameless > 0) {
    const noun = singularOf(resource);
    await context.notice(
      `Warning: ${nameless} of ${amount(counts.rows, noun)} ${plural(nameless, 'has', 'have')} no name in the file.`,
    );
  }
  await noticeRows(context, report, path);
  const { differing, skipped, repeated } = counts;
  if (differing > 0) {
    const existing = amount(skipped - repeated, 'existing record is', 'existing records are');
    const differ = `${differing} of them ${plural(differing, 'differs', 'differ')}`;
    const it = plural(differing, 'it', 'them');
    await context.notice(`${existing} skipped. ${differ}: --on-conflict update changes ${it}.`);
  }
  if (notUpdatable.length > 0) {
    await context.notice(`Not updated: ${notUpdatable.join(', ')} (the API cannot change them).`);
  }
}

const shownAtMost = 10;

interface CountedPlan extends Pick<ImportPlan, 'done'> {
  readonly report: Pick<ImportReport, 'resource'> & { readonly counts: ImportCounts };
}

/** The counts of rows that are not sent yet; a resumed run has already sent the others. */
function remaining({ report: { counts }, done }: CountedPlan): CountedPlan['done'] {
  return { created: counts.created - done.created, updated: counts.updated - done.updated };
}

/** `Create 39 speakers? (1 of 40 rows is invalid and will be skipped. The API cannot delete what is created.)` */
export function planQuestion(plan: CountedPlan): string {
  const { resource, counts } = plan.report;
  const { rows, unchanged, skipped, rejected } = counts;
  const { created, updated } = remaining(plan);
  const noun = singularOf(resource);
  const actions = [
    created > 0 ? `create ${amount(created, noun)}` : '',
    updated > 0 ? `update ${created > 0 ? updated : amount(updated, noun)}` : '',
  ].filter(Boolean);
  const others: readonly (readonly [count: number, one: string, many: string])[] = [
    [plan.done.created + plan.done.updated, 'is already done', 'are already done'],
    [unchanged, 'needs no change', 'need no change'],
    [
      skipped,
      'exists already or repeats another row, and will be skipped',
      'exist already or repeat other rows, and will be skipped',
    ],
    [rejected, 'is invalid and will be skipped', 'are invalid and will be skipped'],
  ];
  const notes = others
    .filter(([count]) => count > 0)
    .map(
      ([count, one, many], at) =>
        `${count}${at === 0 ? ` of ${amount(rows, 'row')}` : ''} ${plural(count, one, many)}.`,
    );
  // Nobody should find out afterwards.
  if (created > 0) notes.push(noDelete);
  const action = actions.join(' and ');
  const question = `${action.charAt(0).toUpperCase()}${action.slice(1)}?`;
  return notes.length === 0 ? question : `${question} (${notes.join(' ')})`;
}

/** Said before anything is created. */
export const noDelete = 'The API cannot delete what is created.';

/** For scripts, every row; for people, the changes field by field, and the counts. */
async function printPlan(context: Context, plan: ImportPlan): Promise<void> {
  const { io, fields } = context;
  const format = await context.format();
  if (format === 'json' && fields === undefined) await printWholePlan(context, plan);
  else if (format === 'ndjson' || format === 'csv') {
    await printRecords(context, rowsOf(plan), { noun: 'rows', defaultFields: [] });
  } else {
    if (format === 'table') {
      await printChanges(context, plan, (text) => write(io.stdout, text), Number.POSITIVE_INFINITY);
    }
    await printReport(context, { report: plan.report, canResume: false });
  }
  await context.notice('Nothing was sent (dry run).');
}

/** The report with its rows; only one row at a time is in memory. */
async function printWholePlan({ io: { stdout }, serviceFlags }: Context, plan: ImportPlan): Promise<void> {
  const head = jsonText(stdout, reportJson({ report: plan.report, canResume: false }, serviceFlags), 2)
    .trimEnd()
    .slice(0, -2);
  await write(stdout, `${head},\n  "rows": [`);
  let before = '\n    ';
  for (const row of plan.rows()) {
    await write(stdout, `${before}${jsonText(stdout, row, 0).trimEnd()}`);
    before = ',\n    ';
  }
  await write(stdout, '\n  ]\n}\n');
}

async function* rowsOf(plan: ImportPlan): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  for (const row of plan.rows()) yield [{ ...row }];
}

/** `ada@example.org: company_name "A" → "B"`, a line for each change. */
async function printChanges(
  context: Context,
  plan: ImportPlan,
  print: (text: string) => Promise<void>,
  atMost = shownAtMost,
): Promise<void> {
  if (plan.report.counts.updated === 0 || context.global.quiet) return;
  let shownRows = 0;
  for (const row of plan.rows()) {
    if (row.changes === undefined) continue;
    if (++shownRows > atMost)
      return print(`… and ${plan.report.counts.updated - atMost} more (--dry-run shows all).\n`);
    await print(changeLines(row));
  }
}

function changeLines({ key, changes = {} }: PlannedRow): string {
  return Object.entries(changes)
    .map(([field, { from, to }]) => `${toLine(key)}: ${toLine(field)} ${shortValue(from)} → ${shortValue(to)}\n`)
    .join('');
}
