// What the commands of a schedule print, say and ask.

import { InvalidInputError } from '../../../errors.ts';
import type { Freshness } from '../../../schedule/changes.ts';
import { type ClashReport, countChanges, type SchedulePlan } from '../../../schedule/plan.ts';
import type { ScheduleRun } from '../../../schedule/run.ts';
import type { Warning } from '../../../schedule/warnings.ts';
import type { Context } from '../../context.ts';
import { ignoreClosedPipe, write } from '../../io.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { amount } from '../../output/text.ts';
import { faultsMarkdown, planMarkdown } from './markdown.ts';
import { changeTexts, clashText, moreText, shownAtMost, sumText, warningText } from './words.ts';

/** With `--json` the whole plan; else its changes, and the rest as notices. */
export async function printPlan(context: Context, plan: SchedulePlan): Promise<void> {
  if (context.own.summary === 'markdown') await write(context.io.stdout, planMarkdown(plan, await zoneOf(context)));
  else if ((await context.format()) === 'json') await printRecord(context, { ...plan });
  else if (plan.changes.length > 0) await printChanges(context, plan);
  await noticePlan(context, plan);
}

/** Whoever reads the summary alone has to see why there is no plan. */
export async function printFaults(context: Context, error: unknown): Promise<void> {
  if (context.own.summary !== 'markdown' || !(error instanceof InvalidInputError)) return;
  await write(context.io.stdout, faultsMarkdown(error));
}

/** What is about to be done, for people; for scripts there is the report at the end. */
export async function announcePlan(context: Context, made: SchedulePlan, { toDo, done }: Freshness): Promise<void> {
  const { rows, unchanged, unknown } = made.counts;
  const counts = { ...countChanges(toDo), rows, unchanged: unchanged + done.length, unknown };
  const plan = { ...made, changes: toDo, counts };
  // Whoever reads may go; what was asked for is done all the same.
  const isShown = plan.changes.length > 0 && !context.global.quiet && (await context.format()) === 'table';
  if (isShown) await printChanges(context, plan).catch(ignoreClosedPipe);
  await noticePlan(context, plan);
}

async function printChanges(context: Context, { changes }: SchedulePlan): Promise<void> {
  const listing = { noun: 'changes', defaultFields: columns };
  if ((await context.format()) === 'ndjson')
    return printRecords(context, oneBatch(changes.map((change) => ({ ...change }))), listing);
  const zone = await zoneOf(context);
  const told = changes.map((change) => {
    const { action, title, line, submissionId } = change;
    return { action, title, ...changeTexts(change, zone), line, submission_id: submissionId };
  });
  return printRecords(context, oneBatch(told), listing);
}

async function zoneOf(context: Context): Promise<string | undefined> {
  return (await context.setting('timezone')).value;
}

async function noticePlan(context: Context, plan: SchedulePlan): Promise<void> {
  await context.notice(`${sumText(plan.counts)}.`);
  await noticeWarnings(context, plan);
  if (context.own.failOn === 'never') await noticeClashes(context, plan);
}

const columns = ['action', 'title', 'start', 'room', 'line'];

/** With `--json` all that was found; as CSV or NDJSON the clashes; else nothing but notices. */
export async function printCheck(
  context: Context,
  checked: {
    readonly clashes: readonly ClashReport[];
    readonly warnings: readonly Warning[];
    readonly sessions: number;
  },
): Promise<void> {
  const { sessions, clashes, warnings } = checked;
  const format = await context.format();
  if (format === 'json') {
    const counts = { sessions, clashes: clashes.length };
    await printRecord(context, { schemaVersion: '1.0', counts, clashes, warnings });
  } else if (format !== 'table') {
    await printRecords(context, oneBatch(clashes.map(format === 'ndjson' ? whole : flat)), {
      noun: 'clashes',
      defaultFields: [],
    });
  }
  await context.notice(`${amount(sessions, 'session')}, ${amount(clashes.length, 'clash', 'clashes')}.`);
  await noticeWarnings(context, checked);
  if (context.own.failOn === 'never') await noticeClashes(context, checked);
}

function whole(clash: ClashReport): Readonly<Record<string, unknown>> {
  return { ...clash };
}

function flat({ kind, what, sessions: [a, b] }: ClashReport): Readonly<Record<string, unknown>> {
  return {
    ...{ kind, what },
    ...{ submission_id: a.submissionId, title: a.title, start: a.start, end: a.end },
    ...{ other_id: b.submissionId, other_title: b.title, other_start: b.start, other_end: b.end },
  };
}

async function noticeWarnings(
  context: Context,
  { warnings }: { readonly warnings: readonly Warning[] },
): Promise<void> {
  for (const warning of warnings.slice(0, shownAtMost)) {
    await context.notice(`Warning: ${toLine(warningText(warning))}.`);
  }
  if (warnings.length > shownAtMost) await context.notice(`… ${moreText(warnings.length)}.`);
}

async function noticeClashes(
  context: Context,
  { clashes }: { readonly clashes: readonly ClashReport[] },
): Promise<void> {
  for (const clash of clashes.slice(0, shownAtMost)) await context.notice(`Clash: ${toLine(clashText(clash))}.`);
  if (clashes.length > shownAtMost) await context.notice(`… ${moreText(clashes.length)}.`);
}

/** Asks where there is somebody to ask, and something to do. */
export async function confirmChanges(context: Context, { toDo }: Freshness): Promise<boolean> {
  if (toDo.length === 0 || !context.interactive || context.global.yes === true) return true;
  const { askConfirmation } = await import('../../ask.ts');
  const { place, move } = countChanges(toDo);
  const parts = [place > 0 ? `place ${place}` : '', move > 0 ? `move ${move}` : ''];
  return askConfirmation(
    context,
    `Now ${parts.filter(Boolean).join(' and ')} ${toDo.length === 1 ? 'session' : 'sessions'}?`,
  );
}

/** What was done; with `--json` the plan with it. */
export async function printApplied(
  context: Context,
  { plan, run, applied, failed, fresh }: Pick<ScheduleRun, 'plan' | 'run' | 'applied' | 'failed' | 'fresh'>,
): Promise<void> {
  const { rows, unchanged, unknown } = plan.counts;
  const left = [...fresh.toDo, ...fresh.stale.map(({ change }) => change)];
  const counts = {
    ...countChanges(left),
    rows,
    unchanged: unchanged + fresh.done.length,
    unknown,
    applied,
    failed: failed.length,
    stale: fresh.stale.length,
  };
  const pending = run === undefined ? 0 : fresh.toDo.length - applied - failed.length;
  const some = Object.fromEntries(
    Object.entries({ ...counts, pending }).filter(([name, n]) => name === 'applied' || n > 0),
  );
  // Whoever reads the report may have gone; what it ends with is told all the same.
  await printRecord(context, { ...plan, ...(run === undefined ? {} : { run }), counts }, some).catch(ignoreClosedPipe);
}
