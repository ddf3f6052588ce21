// Shows the plan of an import, and asks about it at a terminal.

import { amount, listText, namedColumns, plural, quoted } from '../../../contract/amount.ts';
import { singularOf } from '../../../contract/endpoint.ts';
import type { ImportPlan } from '../../../import/options.ts';
import type { ImportCounts, ImportReport } from '../../../import/report.ts';
import type { Context } from '../../context.ts';
import { fileFlags } from '../../flag-sets.ts';
import { write } from '../../io.ts';
import { noticeMapping } from '../../mapping/table.ts';
import { jsonText } from '../../output/json.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { printRecords } from '../../output/records.ts';
import { fileWord } from '../../user-files.ts';
import { noticeWarnings, printReport, reportJson } from './words.ts';

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
export function reviewer(context: Context, { dryRun, path }: ReviewedTask): Reviewer {
  let isCanceled = false;
  return {
    isCanceled: () => isCanceled,
    async ask(plan: ImportPlan): Promise<boolean> {
      const created = plan.report.counts.created - plan.done.created;
      const isAsked = context.interactive && context.global.yes !== true && created > 0;
      await noticeWarnings(context, plan.report.warnings);
      await noticeExisting(context, plan, path);
      // The columns that an apply sets are named together.
      const reasons = plan.report.reasons.filter(({ column }) => !plan.later.includes(column));
      await noticeMapping(context, { ...plan.report, reasons });
      if (dryRun) {
        await printPlan(context, plan);
        return false;
      }
      if (!isAsked) return true;
      const { askConfirmation } = await import('../../ask.ts');
      isCanceled = !(await askConfirmation(context, planQuestion(plan)));
      return !isCanceled;
    },
  };
}

/** What an import leaves alone, and the command that changes it. */
async function noticeExisting(
  context: Context,
  { report, later }: ImportPlan,
  path: string | undefined,
): Promise<void> {
  const { resource, counts } = report;
  const { differing, skipped, repeated } = counts;
  const flags = applyFlags(context, resource);
  const apply = nextCommand(`plenary ${resource} apply ${fileWord(path)}${flags}`, context.serviceFlags);
  if (later.length > 0) {
    const columns = listText(later.map(quoted), namedColumns);
    await context.notice(`Not imported, because a creation cannot set it: ${columns}. After the import: ${apply}`);
  }
  if (differing === 0) return;
  const existing = amount(skipped - repeated, 'existing record');
  const differ = plural(differing, 'differs from the file and is', 'differ from the file and are');
  const plan = apply.replace(' apply ', ' plan ');
  const see = counts.created > 0 ? 'After the import, to see' : 'To see';
  await context.notice(`${differing} of ${existing} ${differ} left alone. ${see} what an apply would change: ${plan}`);
}

/** The flags of the import that an apply has as well. It sets no name of a submitter. */
function applyFlags({ typed }: Context, resource: string): string {
  const names = /=(?:name|submitter_(?:first_|last_)?name)$/;
  const map = [typed.get('map') ?? []].flat().map(String);
  const applied = resource === 'submissions' ? map.map((entry) => entry.replace(names, '=')) : map;
  const flags = fileFlags.filter((name) => name !== 'speakers' && name !== 'submitterEmail');
  return typedFlags({ typed: new Map(typed).set('map', applied) }, flags);
}

interface CountedPlan extends Pick<ImportPlan, 'done'> {
  readonly report: Pick<ImportReport, 'resource'> & { readonly counts: ImportCounts };
}

/** `Create 39 speakers? (1 of 40 rows is invalid and will be skipped. The API cannot delete what is created.)` */
export function planQuestion({ report: { resource, counts }, done }: CountedPlan): string {
  const others: readonly (readonly [count: number, one: string, many: string])[] = [
    [done.created, 'is already done', 'are already done'],
    [
      counts.skipped,
      'exists already or repeats another row, and will be skipped',
      'exist already or repeat other rows, and will be skipped',
    ],
    [counts.rejected, 'is invalid and will be skipped', 'are invalid and will be skipped'],
  ];
  const notes = others
    .filter(([count]) => count > 0)
    .map(([count, one, many], at) => {
      const of = at === 0 ? ` of ${amount(counts.rows, 'row')}` : '';
      return `${count}${of} ${plural(count, one, many)}.`;
    });
  const noun = amount(counts.created - done.created, singularOf(resource));
  // Nobody should find out afterwards.
  return `Create ${noun}? (${[...notes, noDelete].join(' ')})`;
}

/** Said before anything is created. */
const noDelete = 'The API cannot delete what is created.';

/** For scripts, every row; for people, the counts. */
async function printPlan(context: Context, plan: ImportPlan): Promise<void> {
  const { fields } = context;
  const format = await context.format();
  if (format === 'json' && fields === undefined) await printWholePlan(context, plan);
  else if (format === 'ndjson' || format === 'csv') {
    await printRecords(context, rowsOf(plan), { noun: 'rows', defaultFields: [] });
  } else await printReport(context, { report: plan.report, canResume: false });
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
