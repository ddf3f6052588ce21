// Shows the plan of a file of speakers or submissions: its changes, and the question.

import { amount } from '../../../contract/amount.ts';
import { type Endpoint, singularOf } from '../../../contract/endpoint.ts';
import type { ImportPlan } from '../../../import/options.ts';
import type { RecordChange } from '../../../import/saved-plan.ts';
import type { Context } from '../../context.ts';
import { keptAddresses } from '../../endpoint/kept-address.ts';
import { fileFlags } from '../../flag-sets.ts';
import { say, write } from '../../io.ts';
import { noticeMapping } from '../../mapping/table.ts';
import { escapeUnsafe } from '../../output/json.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { publicChange } from '../../output/private-values.ts';
import { printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { fileWord } from '../../user-files.ts';
import type { Reviewer } from '../import/review.ts';
import { noticeWarnings } from '../import/words.ts';
import { type MaxChanges, refuseTooManyChanges } from '../max-changes.ts';
import type { SummaryFlag } from '../sessions/report.ts';
import { changesOf, changesText, countPlan, countsText } from './changes.ts';
import { planMarkdown } from './markdown.ts';

export interface PlanOptions {
  readonly endpoint: Endpoint;
  readonly dryRun: boolean;
  /** Whether the file is a saved plan, which has no columns to explain. */
  readonly isSaved: boolean;
  readonly file: string;
  readonly event: string;
  readonly baseUrl: string;
  /** Receives the plan as JSON. */
  readonly out?: ((text: Iterable<string>) => Promise<void>) | undefined;
  readonly maxChanges: MaxChanges | undefined;
}

export interface RecordReviewer extends Reviewer {
  /** How many changes the plan has. */
  changes(): number;
}

/** Shows the plan, applies the limit on changes, and asks at a terminal. */
export function recordReviewer(context: Context<SummaryFlag>, options: PlanOptions): RecordReviewer {
  const { endpoint, dryRun, isSaved, maxChanges, out } = options;
  let isCanceled = false;
  let changes = 0;
  return {
    isCanceled: () => isCanceled,
    changes: () => changes,
    async ask(asked) {
      const warnings = [...asked.report.warnings, ...keptAddresses(asked)];
      const plan = { ...asked, report: { ...asked.report, warnings } };
      const counts = countPlan(plan);
      changes = counts.update;
      if (!isSaved) await noticeMapping(context, plan.report);
      await noticeWarnings(context, plan.report.warnings);
      if (dryRun) await printPlan(context, plan, options);
      else await announceChanges(context, plan, options.file);
      await out?.(planJson(plan, options));
      // The error follows.
      if (plan.refusal !== undefined) return true;
      const noun = singularOf(endpoint.resource);
      refuseTooManyChanges(counts.update, plan, maxChanges, noun);
      if (dryRun) return false;
      if (!context.interactive || context.global.yes === true || changes === 0) return true;
      const { askConfirmation } = await import('../../ask.ts');
      isCanceled = !(await askConfirmation(context, `Update ${amount(changes, noun)}?`));
      return !isCanceled;
    },
  };
}

/** The plan as JSON, in pieces. */
function* planJson(plan: ImportPlan, { endpoint, file, event, baseUrl }: PlanOptions): IterableIterator<string> {
  const { mapping, unmapped, rejects, warnings } = plan.report;
  const head = {
    schemaVersion: '1.0',
    ...{ resource: endpoint.resource, file, baseUrl, event },
    counts: countPlan(plan),
    ...{ mapping, unmapped, rejects, warnings },
    // Such a plan has only a part of what the file asks for.
    ...(plan.refusal !== undefined && { refusal: plan.refusal.message }),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "changes": [`;
  let before = '\n    ';
  let piece = '';
  for (const change of changesOf(plan)) {
    piece += `${before}${JSON.stringify(change)}`;
    before = ',\n    ';
    // Writing each change on its own would take longer than planning it.
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = '';
  }
  yield piece;
  yield before.startsWith(',') ? '\n  ]\n}\n' : ']\n}\n';
}

const pieceSize = 65_536;

async function printPlan(context: Context<SummaryFlag>, plan: ImportPlan, options: PlanOptions): Promise<void> {
  const { io, flags } = context;
  const format = await context.format();
  if (flags.summary === 'markdown') await write(io.stdout, planMarkdown(plan, options.file));
  else if (format === 'json') {
    const isTerminal = io.stdout.isTTY === true;
    for (const piece of planJson(plan, options)) await write(io.stdout, isTerminal ? escapeUnsafe(piece) : piece);
  } else if (format === 'ndjson') {
    await printRecords(
      context,
      batchesOf(changesOf(plan), (change) => ({ ...change })),
      listing,
    );
  } else if (plan.report.counts.updated > 0) {
    const rows = batchesOf(shownChanges(context, plan), ({ action, name, id = '', line, fields }) => {
      return { action, name, changes: changesText(fields), line, id };
    });
    await printRecords(context, rows, listing);
  }
  await context.notice(`${countsText(countPlan(plan))}.`);
}

const listing = { noun: 'changes', defaultFields: ['action', 'name', 'changes', 'line'] };

/** Logs store what is printed for people; who sits at a terminal may see everything. */
function* shownChanges({ interactive }: Context, plan: ImportPlan): IterableIterator<RecordChange> {
  for (const change of changesOf(plan)) yield interactive ? change : publicChange(change);
}

async function* batchesOf(
  changes: Iterable<RecordChange>,
  toRow: (change: RecordChange) => Readonly<Record<string, unknown>>,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  for (const change of changes) yield [toRow(change)];
}

/** The first changes, for people; scripts get the report at the end. */
async function announceChanges(context: Context, plan: ImportPlan, file: string): Promise<void> {
  await context.notice(`${countsText(countPlan(plan))}.`);
  if (context.global.quiet || (await context.format()) !== 'table') return;
  let shown = 0;
  for (const { name, line, fields } of shownChanges(context, plan)) {
    if (++shown > shownAtMost) break;
    await say(context.io, `${toLine(name) || `line ${line}`}: ${changesText(fields)}\n`);
  }
  const more = plan.report.counts.updated - shownAtMost;
  if (more > 0) await say(context.io, `… and ${more} more. To see all: ${allIn(context, plan, file)}\n`);
}

const shownAtMost = 20;

/** The command that shows all changes. */
function allIn(context: Context, { report: { resource } }: ImportPlan, file: string): string {
  const { serviceFlags } = context;
  const plan = `plenary ${resource} plan ${fileWord(file)}${typedFlags(context, fileFlags)}`;
  return nextCommand(plan, serviceFlags);
}
