// Owns `plenary status`: the records of an event in numbers, and what needs attention. Must not
// send anything but reads.
import { amount, listText, plural } from '../../../contract/amount.ts';
import { shellWord } from '../../../contract/escape.ts';
import { ChangesPendingError, JournalError } from '../../../errors.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import { checkSessions } from '../../../schedule/clashes/check.ts';
import { withPlaces } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import { write } from '../../io.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { oneBatch, printRecord, printRecords, tableStyle } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { savedRuns } from '../../review/sending.ts';
import { readList, readMissingItems } from '../records/read-list.ts';
import { isOn, targetOf } from '../runs/find.ts';
import { hasChangedFile, stateOf } from '../runs/summary.ts';
import { clashOptions } from '../sessions/clash-options.ts';
import { loadDetails, type ScheduleFlag } from '../sessions/schedule-file.ts';
import { type Attention, clashesItem, countsOf, type EventStatus, eventItems } from './items.ts';

type Head = Omit<EventStatus, 'attention' | 'items'>;

/** @throws {ChangesPendingError} if something needs attention, with `--detailed-exitcode` */
export async function showStatus(
  context: Context<
    Omit<ClashFlags, 'failOn'> & ScheduleFlag & { readonly detailedExitcode: boolean }
  >,
): Promise<void> {
  const { schedule, defaultDuration } = context.flags;
  const withDetails = await loadDetails(context, { schedule });
  const target = await targetOf(context);
  // No time is shown, so the zone of the event is not asked for.
  const { value: timeZone } = await context.setting('timezone');
  const client = await context.client();
  const submissions = await readList(client, 'listSubmissions', target.event);
  const listed = await withPlaces(client, submissions, { event: target.event, timeZone });
  const { submissions: talks, inFile } = withDetails(listed, defaultDuration, undefined);
  const speakers = await readList(client, 'listSpeakers', target.event);
  const lists = { speakers, submissions, talks };
  const missingItems = await readMissingItems(client, target.event);
  const clashFlags = typedFlags(context, [
    'timezone',
    'defaultDuration',
    'turnaround',
    'sharedRoom',
    'roomsFile',
    'schedule',
  ]);
  const options = { ...(await clashOptions(context)), timeZone };
  const check = checkSessions(talks, options, inFile);
  const items = [
    ...eventItems(lists, missingItems),
    clashesItem(check, clashFlags),
    await runsItem(await unfinishedRuns(context, target)),
  ];
  await print(
    context,
    { schemaVersion: '2.0', ...target, counts: countsOf(lists, check) },
    items.map((item) => ({
      ...item,
      next: item.next.map((command) => nextCommand(command, context.serviceFlags)),
    })),
  );
  if (context.flags.detailedExitcode && items.some(needsAttention))
    throw new ChangesPendingError('attention needed');
}

function needsAttention({ count = 0 }: Attention): boolean {
  return count > 0;
}

/** @param headers of the unfinished runs of the event; undefined if they cannot be read */
async function runsItem(headers: readonly RunHeader[] | undefined): Promise<Attention> {
  return {
    name: 'runs',
    count: headers?.length,
    text: plural(headers?.length ?? 0, 'unfinished run'),
    next: [await runsCommand(headers)],
    unknown:
      headers === undefined
        ? 'Saved runs of this machine cannot be read, so which ones are unfinished is unknown; ' +
          '`plenary doctor` shows why.'
        : undefined,
  };
}

/** A run whose file has changed since would also send rows that the file no longer has. */
async function runsCommand(headers: readonly RunHeader[] = []): Promise<string> {
  const [header, ...others] = headers;
  if (header === undefined || others.length > 0) return 'plenary runs list';
  const verb = (await hasChangedFile(header)) ? 'show' : 'resume';
  return `plenary runs ${verb} ${shellWord(header.run)}`;
}

/**
 * The interrupted runs to this event; undefined if the folder of runs, or a run in it, cannot be
 * read.
 */
async function unfinishedRuns(
  { io }: Context,
  target: Pick<EventStatus, 'baseUrl' | 'event'>,
): Promise<readonly RunHeader[] | undefined> {
  const runs = savedRuns(io);
  try {
    if ((await runs.damaged()).length > 0) return undefined;
    return (await runs.list())
      .filter((run) => isOn(target, run.header) && stateOf(run, runs) === 'interrupted')
      .map(({ header }) => header);
  } catch (error) {
    if (error instanceof JournalError) return undefined;
    throw error;
  }
}

async function print(context: Context, about: Head, items: readonly Attention[]): Promise<void> {
  const format = await context.format();
  const open = items.filter(needsAttention);
  const records: EventStatus['items'] = items.map((item) => {
    const { name, count = null, text, next } = item;
    return {
      name,
      count,
      text,
      next: needsAttention(item) ? next.map((command) => ({ command })) : [],
    };
  });
  if (format === 'json') {
    const report: EventStatus = { ...about, attention: open.length, items: records };
    return printRecord(context, { ...report });
  }
  if (format !== 'table') {
    const rows = records.map(({ next, ...record }) => ({
      ...record,
      next: next.map(({ command }) => command),
    }));
    return printRecords(context, oneBatch(rows), { noun: 'items', defaultFields: [] });
  }
  const unknown = items.flatMap((item) => item.unknown ?? []);
  const nothing = unknown.length === 0 && open.length === 0 ? ['Nothing needs attention.'] : [];
  const { bold } = tableStyle(context);
  const lines = [
    ...countLines(about),
    ...nothing,
    ...open.flatMap((item) => itemLines(item, bold)),
  ];
  await write(context.io.stdout, `${lines.join('\n')}\n`);
  for (const text of new Set(unknown)) await context.notice(text);
}

/** The records in numbers. */
function countLines({ event, baseUrl, counts }: Head): readonly string[] {
  const { submissions, speakers, sessions, statuses, tracks } = counts;
  const size = [
    amount(submissions, 'submission'),
    amount(speakers, 'speaker'),
    amount(sessions, 'session'),
  ];
  const byValue = (name: string, values: EventStatus['counts']['statuses']) => {
    if (values.every(({ value }) => value === null)) return [];
    const texts = values.map(({ value, count }) => `${count} ${value ?? '(none)'}`);
    return [`${name}: ${listText(texts, shownValues)}`];
  };
  return [
    `${event} at ${baseUrl}: ${size.join(', ')}`,
    ...byValue('Status', statuses),
    ...byValue('Track', tracks),
  ].map(toLine);
}

const shownValues = 10;

/** An item's number, and its commands. */
function itemLines(
  { count, text, next }: Attention,
  bold: (text: string) => string,
): readonly string[] {
  const commands = next.map((command) => `    ${toLine(command)}`);
  return [`${bold(String(count))} ${toLine(text)}`, ...commands];
}
