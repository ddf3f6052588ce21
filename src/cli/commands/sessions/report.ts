// Owns what the commands of a schedule print and ask.
import type { MappingReport } from '../../../columns/mapping-report.ts';
import { amount } from '../../../contract/amount.ts';
import { InvalidInputError, type OutputError } from '../../../errors.ts';
import type { Freshness } from '../../../schedule/changes.ts';
import { type ClashReport, clashText } from '../../../schedule/clash-report.ts';
import { countChanges, type SchedulePlan, type SessionCheck } from '../../../schedule/schedule-plan.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { ignoreClosedPipe, unprinted, write } from '../../io.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { usualClock } from '../usual-clock.ts';
import type { AppliedSchedule } from './apply-errors.ts';
import { faultsMarkdown, planMarkdown } from './markdown.ts';
import { breaksText, changeTexts, countsText, moreText, questionText, shownAtMost, warningText } from './words.ts';

/** The whole plan, and the columns of its file if it has some, with `--json`; else its changes, and the rest as notices. */
export type SummaryFlag = Some<{ readonly summary: 'markdown' | undefined }>;

export async function printPlan(
  context: Context<SummaryFlag>,
  plan: SchedulePlan,
  mapping?: MappingReport,
): Promise<void> {
  if (context.flags.summary === 'markdown')
    await write(context.io.stdout, planMarkdown(plan, await zoneOf(context, plan)));
  else if ((await context.format()) === 'json') await printRecord(context, { ...plan, ...mapping });
  else if (plan.changes.length > 0) await printChanges(context, plan);
  await noticePlan(context, plan);
}

/** Prints the faults as Markdown, because a job summary must show why there is no plan. */
export async function printFaults(context: Context<SummaryFlag>, error: unknown): Promise<void> {
  if (context.flags.summary !== 'markdown' || !(error instanceof InvalidInputError)) return;
  await write(context.io.stdout, faultsMarkdown(error));
}

/** Shows people the plan before anything is sent; scripts get the report at the end. */
export async function announcePlan(context: Context, whole: SchedulePlan, fresh: Freshness): Promise<void> {
  const plan = remainingPlan(whole, fresh);
  // A closed pipe does not stop the command.
  const isShown = plan.changes.length > 0 && !context.global.quiet && (await context.format()) === 'table';
  if (isShown) await printChanges(context, plan).catch(ignoreClosedPipe);
  await noticePlan(context, plan);
}

/** A plan without the changes that are in place already, or stale. */
export function remainingPlan(whole: SchedulePlan, { toDo, done }: Freshness): SchedulePlan {
  const counts = { ...whole.counts, ...countChanges(toDo), unchanged: whole.counts.unchanged + done.length };
  return { ...whole, changes: toDo, counts };
}

async function printChanges(context: Context, plan: SchedulePlan): Promise<void> {
  const { changes } = plan;
  const listing = { noun: 'changes', defaultFields: columns };
  if ((await context.format()) === 'ndjson')
    return printRecords(context, oneBatch(changes.map((change) => ({ ...change }))), listing);
  const zone = await zoneOf(context, plan);
  const records = changes.map((change) => {
    const { action, title, line, submissionId } = change;
    return { action, title, ...changeTexts(change, zone), line, submission_id: submissionId };
  });
  return printRecords(context, oneBatch(records), listing);
}

/** Of all times of the table, because those on different clocks cannot be compared. */
export async function zoneOf(context: Context, plan: SchedulePlan): Promise<string> {
  const { value } = await context.setting('timezone');
  const starts = [...plan.changes, ...(plan.creations ?? [])].map(({ to }) => to.start);
  return value ?? usualClock(context, starts);
}

/** The counts, the breaks and the warnings of a plan. @param prefix of the counts, in a plan of several files */
export async function noticePlan(context: Context, plan: SchedulePlan, prefix = ''): Promise<void> {
  await context.notice(`${prefix}${countsText(plan.counts)}.`);
  const breaks = breaksText(plan);
  if (breaks !== undefined) await context.notice(`${toLine(breaks)}.`);
  await noticeFound(context, plan);
}

const columns = ['action', 'title', 'start', 'room', 'line'];

/** With `--json`, everything that was found; as CSV or NDJSON, the clashes; otherwise notices only. */
export async function printCheck(context: Context, checked: SessionCheck): Promise<void> {
  const { sessions, clashes, clashCounts, warnings } = checked;
  const format = await context.format();
  if (format === 'json') {
    const counts = { sessions, clashes: clashCounts.total };
    await printRecord(context, { schemaVersion: '1.0', counts, clashes, warnings });
  } else if (format !== 'table') {
    const rows = clashes.map((clash) => (format === 'ndjson' ? { ...clash } : flat(clash)));
    await printRecords(context, oneBatch(rows), {
      noun: 'clashes',
      defaultFields: [],
    });
  }
  await context.notice(`${amount(sessions, 'session')}, ${amount(clashCounts.total, 'clash', 'clashes')}.`);
  await noticeFound(context, checked);
}

function flat({ kind, what, sessions: [a, b] }: ClashReport): Readonly<Record<string, unknown>> {
  return {
    ...{ kind, what },
    ...{ submission_id: a.submissionId, title: a.title, start: a.start, end: a.end },
    ...{ other_id: b.submissionId, other_title: b.title, other_start: b.start, other_end: b.end },
  };
}

/** The warnings; the clashes as well, if they do not end the command. */
export async function noticeFound(
  context: Context<Some<ClashFlags>>,
  { warnings, clashes, clashCounts: { total } }: Pick<SessionCheck, 'warnings' | 'clashes' | 'clashCounts'>,
): Promise<void> {
  for (const warning of warnings.slice(0, shownAtMost)) {
    await context.notice(`Warning: ${toLine(warningText(warning))}.`);
  }
  if (warnings.length > shownAtMost) await context.notice(`… ${moreText(warnings.length, warnings.length)}.`);
  if (context.flags.failOn !== 'never') return;
  for (const clash of clashes.slice(0, shownAtMost)) await context.notice(`Clash: ${toLine(clashText(clash))}.`);
  if (total > shownAtMost) await context.notice(`… ${moreText(total, clashes.length)}.`);
}

/** Asks if there is a terminal to ask on, and something to do. */
export async function confirmChanges(context: Context, { toDo }: Freshness): Promise<boolean> {
  if (toDo.length === 0 || !context.interactive || context.global.yes === true) return true;
  const { askConfirmation } = await import('../../ask.ts');
  return askConfirmation(context, questionText(countChanges(toDo)));
}

type Reported = Pick<AppliedSchedule, 'plan' | 'run' | 'applied' | 'failed' | 'fresh' | 'pending'>;

export function nothingSent(plan: SchedulePlan, fresh: Freshness): Reported {
  return { plan, fresh, run: undefined, applied: 0, failed: [], pending: 0 };
}

/** What was done; with `--json`, also the plan. */
export async function printApplied(
  context: Context,
  { plan, run, applied, failed, fresh, pending }: Reported,
): Promise<OutputError | undefined> {
  const { unchanged } = plan.counts;
  const inPlace = new Set(fresh.done.map(({ submissionId }) => submissionId));
  const counts = {
    ...plan.counts,
    ...countChanges(plan.changes.filter(({ submissionId }) => !inPlace.has(submissionId))),
    unchanged: unchanged + fresh.done.length,
    applied,
    failed: failed.length,
    stale: fresh.stale.length,
  };
  const some = Object.fromEntries(
    Object.entries({ ...counts, pending }).filter(([name, n = 0]) => name === 'applied' || n > 0),
  );
  const report = { ...plan, ...(run === undefined ? {} : { run }), counts };
  // A report that cannot be printed does not hide the error that follows.
  return printRecord(context, report, some).then(() => undefined, unprinted);
}
