// Owns `timetable export`, from the flags to the file. Must not know how a format is written.
import { parse } from 'node:path';
import { listedFaults } from '../../../columns/fault-list.ts';
import type { LanguageCode } from '../../../columns/vocabulary/languages.ts';
import { amount, plural } from '../../../contract/amount.ts';
import { InvalidInputError, UsageError } from '../../../errors.ts';
import type { Timetable } from '../../../schedule/export/timetable.ts';
import { takesPlace } from '../../../schedule/match/filed-sessions.ts';
import type { Session } from '../../../schedule/session.ts';
import type { Context } from '../../context.ts';
import { refuseFlags } from '../../flags.ts';
import { write } from '../../io.ts';
import { outputText, toLine } from '../../output/terminal-text.ts';
import { isSameFile, openSink } from '../../user-files.ts';
import { eventSpeakers } from '../records/read-list.ts';
import type { ScheduleFlag } from '../sessions/schedule-file.ts';
import {
  narrow,
  noticeAssumedEnds,
  noticeCalledOff,
  noticeNothing,
  readTimetable,
  type TimetableFlags,
} from './sessions.ts';

interface ExportFlags extends TimetableFlags {
  readonly format: keyof typeof writers;
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
  const { sessions: placed, calledOff, zone } = await readTimetable(context);
  // Only a calendar has what is called off, so that it disappears from those of its readers.
  const isMarked = format === 'ics';
  await noticeCalledOff(context, isMarked ? 'Marked as canceled' : 'Left out', calledOff);
  const whole = isMarked ? [...placed, ...calledOff] : placed;
  const sessions = narrow(context.flags, { sessions: whole, zone });
  refuseUntitled(schedule, sessions);
  if (sessions.length === 0) await noticeNothing(context, whole);
  const timetable = {
    title: title ?? (await nameOf(context)),
    zone,
    sessions: withSpeakers ? await addSpeakerDetails(context, sessions) : sessions,
    generatedAt: io.clock.date(),
    tracks: whole.flatMap(({ track }) => track ?? []),
  };
  const text = await writers[format](timetable, lang);
  const shown = sessions.filter(takesPlace);
  if (needsEnds.includes(format)) await noticeAssumedEnds(context, shown);
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

/** @param schedule the file of `--schedule`, if given */
export function namesNobody(schedule: string | undefined): string {
  if (schedule !== undefined) {
    return `No session names its people: ${toLine(schedule)} has none in a column of speakers.`;
  }
  const advice = 'pass --schedule with a file that has a column of speakers';
  return `No session names its people. If the service does not have them, ${advice}.`;
}

/** The sessions with what the event's list of speakers has for the public. */
async function addSpeakerDetails(
  context: Context,
  sessions: readonly Session[],
): Promise<readonly Session[]> {
  const speakers = await eventSpeakers(context);
  return (await import('../../../schedule/export/page-speakers.ts')).withSpeakerDetails(
    sessions,
    speakers,
  );
}

/** The event, or without one the schedule file without its extension. */
async function nameOf(context: Context<ScheduleFlag>): Promise<string> {
  const { schedule } = context.flags;
  if (schedule !== undefined && (await context.event()) === undefined) {
    return schedule === '-' ? 'schedule' : parse(schedule).name;
  }
  return (await context.eventDetails())?.name ?? context.requiredEvent();
}

/** The other formats leave out an end that is unknown. */
const needsEnds: readonly string[] = ['ics', 'schedule-json', 'schedule-xml'];

/** Each format loads only its own code. */
const writers = {
  html: async (timetable: Timetable, language: LanguageCode) =>
    (await import('../../../schedule/export/html.ts')).htmlOf(timetable, language),
  ics: async (timetable: Timetable) =>
    (await import('../../../schedule/export/ical.ts')).icalOf(timetable),
  'schedule-json': async (timetable: Timetable) =>
    (await import('../../../schedule/export/c3voc.ts')).scheduleJsonOf(timetable),
  'schedule-xml': async (timetable: Timetable) =>
    (await import('../../../schedule/export/c3voc.ts')).scheduleXmlOf(timetable),
  csv: async (timetable: Timetable) =>
    (await import('../../../schedule/export/csv.ts')).csvOf(timetable),
};
