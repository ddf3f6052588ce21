// What the commands of a schedule print, say and ask.
import type { Freshness } from '../../schedule/apply.ts';
import type { Change } from '../../schedule/plan.ts';
import type { Placement } from '../../schedule/program.ts';
import type { ScheduleRun } from '../../schedule/run.ts';
import type { SchedulePlan, ToldClash, Warning } from '../../schedule/schedule.ts';
import type { Context } from '../context.ts';
import { write } from '../io.ts';
import { all, printRecord, printRecords } from '../output/records.ts';
import { toLine } from '../output/terminal-text.ts';
import { clashText, moreClashes, shownClashes } from './schedule-errors.ts';
import { planMarkdown } from './schedule-markdown.ts';

/** With `--json` the whole plan; else its changes, and the rest as notices. */
export async function printPlan(
  context: Context,
  plan: SchedulePlan,
  { isApplied = false }: { readonly isApplied?: boolean } = {},
): Promise<void> {
  const format = await context.format();
  if (context.own.summary === 'markdown') await write(context.io.stdout, planMarkdown(plan));
  // What `apply` prints in JSON is one report, at its end.
  else if (format === 'json' && !isApplied) await printRecord(context, { ...plan });
  else if (plan.changes.length > 0 && (format === 'table' || !isApplied)) {
    await printRecords(context, all(plan.changes.map(flat)), { noun: 'changes', usual: columns });
  }
  const { rows, place, move, unchanged, unknown } = plan.counts;
  const unmatched = unknown === 0 ? '' : `, ${unknown} unknown`;
  await context.notice(`${rows} rows: ${place} to place, ${move} to move, ${unchanged} unchanged${unmatched}.`);
  await tellWarnings(context, plan);
  if (context.own.failOn === 'never') await tellClashes(context, plan);
}

const columns = ['action', 'title', 'from', 'to', 'line'];

function flat({ action, title, from, to, line, submissionId }: Change): Readonly<Record<string, unknown>> {
  return { action, title, from: placeText(from), to: placeText(to), line, submissionId };
}

/** `Main Hall, 2026-05-02 09:00` */
function placeText(placement: Placement | null): string {
  return placement === null ? '' : `${placement.room}, ${placement.start.slice(0, 16).replace('T', ' ')}`;
}

export async function printCheck(
  context: Context,
  checked: { readonly clashes: readonly ToldClash[]; readonly warnings: readonly Warning[]; readonly sessions: number },
): Promise<void> {
  const { sessions, clashes, warnings } = checked;
  if ((await context.format()) === 'json') {
    await printRecord(context, {
      schemaVersion: '1.0',
      counts: { sessions, clashes: clashes.length },
      clashes,
      warnings,
    });
  }
  await context.notice(`${sessions} sessions, ${clashes.length} ${clashes.length === 1 ? 'clash' : 'clashes'}.`);
  await tellWarnings(context, checked);
  if (context.own.failOn === 'never') await tellClashes(context, checked);
}

async function tellWarnings(context: Context, { warnings }: { readonly warnings: readonly Warning[] }): Promise<void> {
  for (const { line, message } of warnings) {
    await context.notice(`Warning: ${line === undefined ? '' : `line ${line}: `}${toLine(message)}.`);
  }
}

async function tellClashes(context: Context, { clashes }: { readonly clashes: readonly ToldClash[] }): Promise<void> {
  for (const clash of clashes.slice(0, shownClashes)) await context.notice(`Clash: ${toLine(clashText(clash))}.`);
  if (clashes.length > shownClashes) await context.notice(`… ${moreClashes(clashes)}.`);
}

/** Asks where there is somebody to ask, and something to do. */
export async function confirmChanges(context: Context, { toDo }: Freshness): Promise<boolean> {
  if (toDo.length === 0 || !context.interactive || context.global.yes === true) return true;
  const { askConfirmation } = await import('../ask.ts');
  const place = toDo.filter(({ action }) => action === 'place').length;
  const parts = [place > 0 ? `place ${place}` : '', toDo.length > place ? `move ${toDo.length - place}` : ''];
  return askConfirmation(
    context,
    `Now ${parts.filter(Boolean).join(' and ')} ${toDo.length === 1 ? 'session' : 'sessions'}?`,
  );
}

/** What was done; with `--json` the plan with it. */
export async function printApplied(
  context: Context,
  changes: readonly Change[],
  { run, applied, failed, fresh }: ScheduleRun,
  plan: SchedulePlan | undefined,
): Promise<void> {
  const saved = {
    rows: changes.length,
    place: changes.filter(({ action }) => action === 'place').length,
    move: changes.filter(({ action }) => action === 'move').length,
    unchanged: fresh.done.length,
    unknown: 0,
  };
  const counts = { ...(plan?.counts ?? saved), applied, failed: failed.length, stale: fresh.stale.length };
  const report = {
    ...(plan ?? { schemaVersion: '1.0', changes, clashes: [], warnings: [] }),
    ...(run === undefined ? {} : { run }),
    counts,
  };
  const some = Object.fromEntries(Object.entries(counts).filter(([name, n]) => name === 'applied' || n > 0));
  await printRecord(context, report, some);
}
