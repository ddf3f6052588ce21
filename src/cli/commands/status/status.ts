// Owns `plenary status`: the records of an event in numbers, and what needs attention. Must not
// send anything but reads.
import { amount, listText } from '../../../contract/amount.ts';
import { shellWord } from '../../../contract/escape.ts';
import { ChangesPendingError, JournalError } from '../../../errors.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import { checkSessions } from '../../../schedule/check.ts';
import { withPlaces } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import { write } from '../../io.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { oneBatch, printRecord, printRecords, tableStyle } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { addressOf, savedRuns } from '../../review/sending.ts';
import { readList, readMissingItems } from '../records/read-list.ts';
import { hasChangedFile, stateOf } from '../runs/summary.ts';
import { clashOptions } from '../sessions/check.ts';
import { loadDetails, type ScheduleFlag } from '../sessions/schedule-file.ts';
import { type Attention, countsOf, type EventStatus, eventItems } from './items.ts';

type Head = Omit<EventStatus, 'attention' | 'items'>;

interface StatusFlags extends Omit<ClashFlags, 'failOn'>, ScheduleFlag {
  readonly detailedExitcode: boolean;
}

/** @throws {ChangesPendingError} if something needs attention, with `--detailed-exitcode` */
export async function showStatus(context: Context<StatusFlags>): Promise<void> {
  const { schedule, defaultDuration } = context.flags;
  const withDetails = await loadDetails(context, { schedule });
  const target = { baseUrl: await addressOf(context), event: await context.requiredEvent() };
  // No time is shown, so the zone of the event is not asked for.
  const { value: timeZone } = await context.setting('timezone');
  const client = await context.client();
  const submissions = await readList(client, 'listSubmissions', target.event);
  const listed = await withPlaces(client, submissions, { event: target.event, timeZone });
  const { submissions: talks, inFile } = withDetails(listed, defaultDuration, undefined);
  const lists = {
    speakers: await readList(client, 'listSpeakers', target.event),
    submissions,
    talks,
    items: await readMissingItems(client, target.event),
  };
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
    ...eventItems(lists, check, clashFlags),
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
    text: headers?.length === 1 ? 'unfinished run' : 'unfinished runs',
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
  { baseUrl, event }: Pick<EventStatus, 'baseUrl' | 'event'>,
): Promise<readonly RunHeader[] | undefined> {
  const runs = savedRuns(io);
  try {
    if ((await runs.damaged()).length > 0) return undefined;
    return (await runs.list())
      .filter(({ header }) => header.baseUrl === baseUrl && header.event === event)
      .filter((run) => stateOf(run, runs) === 'interrupted')
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
  const report = reportText(about, open, {
    bold: tableStyle(context).bold,
    isKnown: unknown.length === 0,
  });
  await write(context.io.stdout, report);
  for (const text of new Set(unknown)) await context.notice(text);
}

interface ReportStyle {
  readonly bold: (text: string) => string;
  /** Whether everything that may need attention is known. */
  readonly isKnown: boolean;
}

/** The records in numbers, and for each item its number and its commands. */
function reportText(
  { event, baseUrl, counts }: Head,
  open: readonly Attention[],
  { bold, isKnown }: ReportStyle,
): string {
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
  const lines = [
    `${event} at ${baseUrl}: ${size.join(', ')}`,
    ...byValue('Status', statuses),
    ...byValue('Track', tracks),
    ...(open.length === 0 && isKnown ? ['Nothing needs attention.'] : []),
  ];
  const attention = open.flatMap(({ count, text, next }) => [
    `${bold(String(count))} ${toLine(text)}`,
    ...next.map((command) => `    ${toLine(command)}`),
  ]);
  return `${[...lines.map(toLine), ...attention].join('\n')}\n`;
}

const shownValues = 10;
