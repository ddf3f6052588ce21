// Shows a plan: as JSON, a summary, a table or rows, with its notices; and asks the one question
// before anything is sent.

import { amount, quoted } from '../../contract/amount.ts';
import type { PlenaryError } from '../../errors.ts';
import { clashText } from '../../schedule/clashes/clash-report.ts';
import type { Context } from '../context.ts';
import type { Some } from '../flags.ts';
import { write } from '../io.ts';
import { faultLines, warningLines } from '../output/fault-lines.ts';
import { escapeUnsafe } from '../output/json.ts';
import { noticeTable, printRecords } from '../output/records.ts';
import { toLine } from '../output/terminal-text.ts';
import { ExplainedError } from '../wrapped-errors.ts';
import { commandText } from './command-name.ts';
import { noticeMapping } from './mapping-table.ts';
import { countChanges, type Plan } from './plan.ts';
import { rowOf, type ShownPlan, shownPlan, tableColumns } from './plan-columns.ts';
import { planJson } from './plan-json.ts';
import { countsText, questionText, warningTextIn } from './plan-text.ts';
import { planSummary } from './summary.ts';

export type SummaryFlag = Some<{ readonly summary: 'markdown' | undefined }>;

/** How many clashes or warnings an error shows one by one, and how many changes a question. */
export const shownAtMost = 20;

/** Without a question, what is printed is all that anyone sees of what was sent. */
const loggedAtMost = 1000;

/** How many changes, clashes or warnings are shown one by one. */
function mostShown(context: Context): number {
  return asks(context) ? shownAtMost : loggedAtMost;
}

/** The first of these lines. */
export async function noticeFirst(context: Context, lines: readonly string[]): Promise<void> {
  const most = mostShown(context);
  for (const line of lines.slice(0, most)) await context.notice(line);
  const more = lines.length - most;
  if (more > 0) await context.notice(`… and ${more} more; --json lists them all.`);
}

function asks({ interactive, global }: Context): boolean {
  return interactive && global.yes !== true;
}

/**
 * The whole plan, for `plan` and dry runs.
 * @param error why the plan is refused
 * @returns the error, which a summary shows first
 */
export async function printPlan(
  context: Context<SummaryFlag>,
  plan: Plan,
  error: PlenaryError | undefined,
): Promise<PlenaryError | undefined> {
  await noticeColumns(context, plan);
  const isSummary = context.flags.summary === 'markdown';
  const summary = isSummary ? planSummary(await shownPlan(context, plan)) : undefined;
  if (summary === undefined) await printChanges(context, plan);
  else if (error === undefined) await write(context.io.stdout, summary);
  await noticePlan(context, plan);
  if (error === undefined || summary === undefined) return error;
  return new ExplainedError(error, { summary });
}

async function printChanges(context: Context, plan: Plan): Promise<void> {
  const { io } = context;
  const format = await context.format();
  if (format === 'json') {
    for (const piece of planJson(plan))
      await write(io.stdout, io.stdout.isTTY === true ? escapeUnsafe(piece) : piece);
  } else if (countChanges(plan) > 0) {
    const rows = format === 'ndjson' ? plan.changes() : rowsOf(await shownPlan(context, plan));
    const listing = { noun: 'changes', defaultFields: tableColumns(plan) };
    await printRecords(context, oneByOne(rows), listing);
  }
}

/** The plan before a question, on standard error: its data is the report that follows. */
export async function announcePlan(context: Context, plan: Plan): Promise<void> {
  await noticeColumns(context, plan);
  const isShown = !context.global.quiet && (await context.format()) === 'table';
  if (isShown) await noticeChanges(context, plan);
  await noticePlan(context, plan);
}

async function noticeChanges(context: Context, plan: Plan): Promise<void> {
  const { create, update, place, move, unplace } = plan.counts;
  const { isResumed } = plan.run;
  // A creation has the values of its row, which the mapping shows. A run that is resumed shows no
  // mapping, and its file may have changed since.
  const named = isResumed ? create : 0;
  if (named + update + place + move + unplace === 0) return;
  const most = mostShown(context);
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (const row of rowsOf(await shownPlan(context, plan))) if (rows.push(row) === most) break;
  await noticeTable(context, rows, tableColumns(plan));
  const more = countChanges(plan) - rows.length;
  const { command } = plan.subject;
  const planning = commandText({ ...command, verb: 'plan' });
  const listing =
    command.verb === 'apply' ? `\`${planning}\` with the same arguments` : '--dry-run';
  // Neither reads the rows of a run that is resumed, nor is anything left after this one.
  const shows = isResumed || !asks(context) ? '' : `; ${listing} shows all`;
  if (more > 0) await context.notice(`… and ${amount(more, 'more change')}${shows}.`);
}

async function noticeColumns(context: Context, { run, mapping }: Plan): Promise<void> {
  if (mapping !== undefined && !run.isResumed) await noticeMapping(context, mapping);
}

function* rowsOf(shown: ShownPlan): Generator<Readonly<Record<string, unknown>>> {
  for (const change of shown.plan.changes()) yield rowOf(change, shown);
}

async function* oneByOne<Row>(rows: Iterable<Row>): AsyncGenerator<readonly Row[]> {
  for (const row of rows) yield [row];
}

/**
 * The counts, the warnings and, if they do not end the command, the clashes and what is skipped.
 */
async function noticePlan(
  context: Context<Some<{ readonly failOn: string }>>,
  plan: Plan,
): Promise<void> {
  const { parts, warnings } = plan;
  for (const part of parts) {
    await context.notice(`${parts.length > 1 ? `${part.label}: ` : ''}${countsText(part)}.`);
  }
  await noticeBreaks(context, plan);
  const lines = warningLines(warnings, warningTextIn(plan));
  await noticeFirst(
    context,
    lines.map((line) => `Warning: ${line}.`),
  );
  if (context.flags.failOn === 'never') await noticeClashes(context, plan);
}

async function noticeBreaks(context: Context, { run }: Plan): Promise<void> {
  const breaks = run.sessions?.schedule?.breaks ?? [];
  if (breaks.length === 0) return;
  const titles = [...new Set(breaks.map(({ title }) => quoted(title)))];
  const more = titles.length > shownBreaks ? ' and others' : '';
  const what = amount(breaks.length, 'row is not a talk', 'rows are not talks');
  await context.notice(
    toLine(`${what}, and not sent: ${titles.slice(0, shownBreaks).join(', ')}${more}.`),
  );
}

const shownBreaks = 8;

async function noticeClashes(context: Context, plan: Plan): Promise<void> {
  const most = mostShown(context);
  // What the service refuses is an error.
  const accepted = plan.clashes.filter(({ code }) => code !== 'service');
  const count = plan.counts.clashes - (plan.clashes.length - accepted.length);
  for (const clash of accepted.slice(0, most)) {
    await context.notice(`Clash: ${toLine(clashText(clash))}.`);
  }
  const more = count - most;
  if (more > 0) await context.notice(`… and ${more} more clashes; see --json.`);
}

/** What a dry run with `--skip-invalid` or `--allow-partial` would skip. */
export async function noticeSkipped(context: Context, { rejects, counts }: Plan): Promise<void> {
  if (rejects.length === 0) return;
  const skipped = counts.unknown + counts.rejected + counts.conflict;
  await context.notice(`${amount(skipped, 'row')} cannot be applied and would be skipped:`);
  for (const line of faultLines(rejects)) await context.notice(`  ${line}`);
}

/**
 * Asks once for everything, if there is a terminal to ask on and something to do.
 * @throws {UsageError} if somebody sees the question, and standard input was the file
 */
export async function confirmPlan(context: Context, plan: Plan): Promise<boolean> {
  const { io, global } = context;
  if (countChanges(plan) === 0 || global.yes === true || !global.input) return true;
  const { askConfirmation, refuseWithoutInput } = await import('../ask.ts');
  if (io.stderr.isTTY === true) refuseWithoutInput(context);
  if (!context.interactive) return true;
  return askConfirmation(context, questionText(plan));
}
