// Owns `plenary status`: everything of an event that needs attention, on one screen. Must not send anything but reads.

import { amount } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { ChangesPendingError, JournalError } from '../../../errors.ts';
import { programStatus } from '../../../program/program.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import { write } from '../../io.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { oneBatch, printRecord, printRecords, tableStyle } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { cutToWidth, wrapToWidth } from '../../output/width.ts';
import { needsProgram, programOptions } from '../../program-folder.ts';
import { addressOf, savedRuns } from '../../review/sending.ts';
import { describe } from '../runs/summary.ts';
import { clashOptions } from '../sessions/check.ts';
import { type EventFacts, followLists } from './event-lists.ts';
import { type Attention, eventItems, folderItems, runsItem, unknownTexts } from './items.ts';
import type { eventStatus } from './report-schema.ts';

interface StatusFlags extends Omit<ClashFlags, 'failOn'> {
  readonly detailedExitcode: boolean;
}

/** What the report is about. */
interface Target {
  readonly baseUrl: string;
  readonly event: string;
  readonly folder: string | undefined;
}

/** @throws {ChangesPendingError} if something needs attention, with `--detailed-exitcode` */
export async function showStatus(
  context: Context<StatusFlags>,
  { folder }: { readonly folder: string | undefined },
): Promise<void> {
  const isFolders = (await context.setting('event')).value === undefined;
  if (folder !== undefined) needsProgram(folder);
  // The event is that of the folder, unless it is set.
  const program = folder === undefined ? undefined : await programOptions(context, folder);
  const target = { baseUrl: await addressOf(context), event: await context.required('event'), folder };
  const { value: timeZone } = await context.setting('timezone');
  const client = await context.client();
  const lists = followLists(client, { ...clashOptions(context), timeZone });
  const compared = program && (await programStatus({ ...program, client: async () => lists }));
  await lists.readAll(target.event);
  const facts = lists.facts();
  const runs = await unfinishedRuns(context, target);
  const clashFlags = typedFlags(context, ['timezone', 'defaultDuration', 'turnaround', 'sharedRoom']);
  const items = [
    ...eventItems(facts, clashFlags),
    runsItem(runs),
    ...(folder === undefined || compared === undefined ? [] : folderItems(folder, compared)),
  ];
  const flags = { ...context.serviceFlags, ...(isFolders && { event: target.event }) };
  await print(
    context,
    target,
    facts,
    items.map((item) => ({ ...item, next: nextCommand(item.next, flags) })),
  );
  if (context.flags.detailedExitcode && items.some(needsAttention)) throw new ChangesPendingError('attention needed');
}

function needsAttention({ count = 0 }: Attention): boolean {
  return count > 0;
}

/** The interrupted runs to this event; undefined if the folder of runs, or a run in it, cannot be read. */
async function unfinishedRuns({ io }: Context, { baseUrl, event }: Target): Promise<readonly string[] | undefined> {
  const runs = savedRuns(io);
  try {
    if ((await runs.damaged()).length > 0) return undefined;
    return (await runs.list())
      .filter(({ header }) => header.baseUrl === baseUrl && header.event === event)
      .filter((run) => describe(run, runs).state === 'interrupted')
      .map(({ header }) => header.run);
  } catch (error) {
    if (error instanceof JournalError) return undefined;
    throw error;
  }
}

type Report = DocumentOf<typeof eventStatus>;

async function print(context: Context, target: Target, facts: EventFacts, items: readonly Attention[]): Promise<void> {
  const format = await context.format();
  const records: Report['items'] = items.map((item) => {
    const { name, count = null, text, next } = item;
    return { name, count, text, next: needsAttention(item) ? [{ command: next }] : [] };
  });
  if (format === 'json') {
    const { submissions, speakers, sessions } = facts;
    const { folder = null, ...rest } = target;
    const counts = { submissions, speakers, sessions };
    const attention = items.filter(needsAttention).length;
    const report: Report = { schemaVersion: '1.0', ...rest, folder, counts, attention, items: records };
    return printRecord(context, { ...report });
  }
  if (format !== 'table') {
    const rows = records.map(({ next, ...record }) => ({ ...record, next: next[0]?.command ?? null }));
    return printRecords(context, oneBatch(rows), { noun: 'items', defaultFields: [] });
  }
  await write(context.io.stdout, reportText(context, target, facts, items));
  for (const { name, count } of items) {
    const text = count === undefined ? unknownTexts[name] : undefined;
    if (text !== undefined) await context.notice(text);
  }
}

/** A line for the event, and two for each item: its number, and its command, which is never cut. */
function reportText(
  context: Context,
  { baseUrl, event }: Target,
  facts: EventFacts,
  items: readonly Attention[],
): string {
  const { width = Number.POSITIVE_INFINITY, bold } = tableStyle(context);
  const { submissions, speakers, sessions } = facts;
  const open = items.filter(needsAttention);
  const size = [amount(submissions, 'submission'), amount(speakers, 'speaker'), amount(sessions, 'placed session')];
  const heading = toLine(`${event} at ${baseUrl}: ${size.join(', ')}`);
  if (open.length === 0) return `${heading}. Nothing needs attention.\n`;
  const headings = wrapToWidth(heading, width);
  const digits = Math.max(...open.map(({ count }) => String(count).length));
  const lines = open.flatMap(({ count, text, next }) => [
    `${bold(String(count).padStart(digits))} ${cutToWidth(toLine(text), width - digits - 1)}`,
    `${' '.repeat(digits)}   ${toLine(next)}`,
  ]);
  return `${[...headings, ...lines].join('\n')}\n`;
}
