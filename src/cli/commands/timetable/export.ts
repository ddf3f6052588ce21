// Owns `timetable export`, from the flags to the file. Must not know how a format is written.
import { parse } from 'node:path';
import type { RecordData } from '../../../client/client.ts';
import { listedFaults } from '../../../columns/fault-list.ts';
import type { LanguageCode } from '../../../columns/vocabulary/languages.ts';
import { amount, plural } from '../../../contract/amount.ts';
import { endpoints } from '../../../contract/index.ts';
import { InvalidInputError, UsageError } from '../../../errors.ts';
import type { Timetable } from '../../../schedule/export/grid.ts';
import { takesPlace } from '../../../schedule/filed-sessions.ts';
import type { Session } from '../../../schedule/session.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { write } from '../../io.ts';
import { outputText, toLine } from '../../output/terminal-text.ts';
import { isSameFile, openSink } from '../../user-files.ts';
import {
  narrow,
  noticeAssumedEnds,
  noticeCalledOff,
  noticeNothing,
  type ReadTimetable,
  readTimetable,
  type TimetableFlags,
} from './sessions.ts';

type ExportFormat = 'html' | 'ics' | 'schedule-json' | 'schedule-xml' | 'csv';

interface ExportFlags extends TimetableFlags {
  readonly format: ExportFormat;
  readonly out: string;
  readonly lang: LanguageCode;
  readonly withSpeakers: boolean;
  readonly title: string | undefined;
}

/** @throws {UsageError} for files that cannot be used */
export async function exportTimetable(context: Context<ExportFlags>): Promise<void> {
  const { io } = context;
  const { format, out, schedule, title, lang, withSpeakers } = context.flags;
  if (format !== 'html')
    refuseFlags(context.typed, ['lang', 'withSpeakers'], { why: 'used only with --format html' });
  if (schedule !== undefined && isSameFile(out, schedule)) {
    throw new UsageError('--out would overwrite the schedule file', {
      fix: 'choose another file for --out',
    });
  }
  const sink = out === '-' ? undefined : await openSink(context.io, out);
  const whole = await forFormat(context, await readTimetable(context));
  const sessions = narrow(context.flags, whole);
  refuseUntitled(schedule, sessions);
  if (sessions.length === 0) await noticeNothing(context, whole.sessions);
  const timetable = {
    title: title ?? (await nameOf(context)),
    zone: whole.zone,
    sessions: withSpeakers ? await addSpeakerDetails(context, sessions) : sessions,
    generatedAt: io.clock.date(),
    tracks: whole.sessions.flatMap(({ track }) => track ?? []),
  };
  const text = await writers[format](timetable, lang);
  const shown = sessions.filter(takesPlace);
  if (needsEnds.has(format)) await noticeAssumedEnds(context, shown);
  await (sink === undefined ? write(io.stdout, outputText(io.stdout, text)) : sink.write(text));
  const talks = shown.filter(({ isBreak }) => isBreak !== true);
  if (talks.length > 0 && talks.every(({ people }) => people.length === 0))
    await context.notice(namesNobody(schedule));
  const breaks = shown.length - talks.length;
  const withBreaks = breaks === 0 ? '' : ` and ${amount(breaks, 'break')}`;
  const counts = `${amount(talks.length, 'session')}${withBreaks}`;
  if (sink !== undefined) await context.notice(`${counts} written to ${out}.`);
}

/** @throws {InvalidInputError} for sessions that would be published without a title */
function refuseUntitled(file: string | undefined, sessions: readonly Session[]): void {
  const untitled = sessions.filter(({ title }) => title === '');
  if (untitled.length === 0) return;
  const count = `${untitled.length} of ${amount(sessions.length, 'session')}`;
  const where = file === undefined ? '' : ` in ${file}`;
  throw new InvalidInputError(
    `${count}${where} ${plural(untitled.length, 'has', 'have')} no title`,
    {
      details: untitled.slice(0, listedFaults).map(({ line }) => ({
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
        field: 'title',
        code: 'no_title',
        message: 'a published session needs a title',
      })),
      fix:
        'write their titles, map the column of titles with --map "COLUMN=title", or, if the ' +
        'file has ids of submissions, pass their --event',
    },
  );
}

/** Only a calendar has what is called off, so that it disappears from those of its readers. */
async function forFormat(
  context: Context<ExportFlags>,
  read: ReadTimetable,
): Promise<ReadTimetable> {
  const { sessions, calledOff } = read;
  const isMarked = context.flags.format === 'ics';
  await noticeCalledOff(context, isMarked ? 'Marked as canceled' : 'Left out', calledOff);
  return isMarked ? { ...read, sessions: [...sessions, ...calledOff] } : read;
}

/** @param schedule the file of `--schedule`, if given */
function namesNobody(schedule: string | undefined): string {
  if (schedule !== undefined) {
    return `No session names its people: ${toLine(schedule)} has none in a column of speakers.`;
  }
  const advice = 'pass --schedule with a file that has a column of speakers';
  return `No session names its people. If the service does not have them, ${advice}.`;
}

/** The sessions with what the event's list of speakers has for the public. */
async function addSpeakerDetails(
  context: Context<ExportFlags>,
  sessions: readonly Session[],
): Promise<readonly Session[]> {
  const event = await context.requiredEvent();
  const client = await context.client();
  const speakers: RecordData[] = [];
  for await (const { records } of client.pages(endpoints.listSpeakers, {
    path: { event_id: event },
  })) {
    for (const speaker of records) speakers.push(speaker);
  }
  return (await import('../../../schedule/export/page-speakers.ts')).withSpeakerDetails(
    sessions,
    speakers,
  );
}

/** The event, or without one the schedule file without its extension. */
async function nameOf(context: Context<ExportFlags>): Promise<string> {
  const { schedule } = context.flags;
  if (schedule !== undefined && (await context.event()) === undefined) {
    return schedule === '-' ? 'schedule' : parse(schedule).name;
  }
  return (await context.eventDetails())?.name ?? context.requiredEvent();
}

/** The other formats leave out an end that is unknown. */
const needsEnds: ReadonlySet<ExportFormat> = new Set(['ics', 'schedule-json', 'schedule-xml']);

// Each format loads only its own code.
type Writer = (timetable: Timetable, language: LanguageCode) => Promise<string>;

const writers: Readonly<Record<ExportFormat, Writer>> = {
  html: async (timetable, language) =>
    (await import('../../../schedule/export/html.ts')).htmlOf(timetable, language),
  ics: async (timetable) => (await import('../../../schedule/export/ical.ts')).icalOf(timetable),
  'schedule-json': async (timetable) =>
    (await import('../../../schedule/export/c3voc.ts')).scheduleJsonOf(timetable),
  'schedule-xml': async (timetable) =>
    (await import('../../../schedule/export/c3voc.ts')).scheduleXmlOf(timetable),
  csv: async (timetable) => (await import('../../../schedule/export/csv.ts')).csvOf(timetable),
};
