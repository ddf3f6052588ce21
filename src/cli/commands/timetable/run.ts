// Owns `timetable show` and `export` from the flags to the output. Must not know how a format is written.
import { foldKey } from '../../../contract/key.ts';
import { canonicalZone } from '../../../contract/time-zone.ts';
import { UsageError } from '../../../errors.ts';
import { clashingSessions } from '../../../schedule/clashes.ts';
import { dayOf, gridOf, inOrder, type Timetable } from '../../../schedule/export/grid.ts';
import { isInRooms, roomsOf, type Session, trimAssumedEnds } from '../../../schedule/session.ts';
import {
  type EventSubmission,
  fetchPlacedSubmissions,
  fetchSubmissions,
  isCalledOff,
  toSession,
} from '../../../schedule/submissions.ts';
import { toRfc3339 } from '../../../schedule/time.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import { amount } from '../../output/text.ts';
import { type TimetableView, timetableText } from '../../output/timetable.ts';
import { isSameFile, openSink, usingSink } from '../../user-files.ts';
import { readDurationFlag } from '../sessions/input.ts';
import { enrichFrom, loadScheduleFlag } from '../sessions/schedule-file.ts';
import { usualClock } from '../usual-clock.ts';
import type { ExportFormat } from './formats.ts';

/** A grid or a list for people; the sessions in order for scripts. */
export async function showTimetable(context: Context): Promise<void> {
  const { io, own, style } = context;
  const { sessions, zone } = await readTimetable(context);
  if (sessions.length === 0 && (await context.format()) === 'table') return context.notice('No session is placed yet.');
  const grid = gridOf({ sessions, zone });
  const view = {
    sessions,
    clashing: clashingSessions(sessions, { turnaroundMs: 0, sharedRooms: listOf(own.sharedRoom) ?? [] }),
    zone,
    days: requireKnown(
      '--day',
      listOf(own.day)?.map(requireDate),
      grid.days.map(({ date }) => date),
    ),
    rooms: requireKnown(
      '--rooms',
      listOf(own.rooms)?.flatMap((names) => roomsIn(names, grid.rooms)),
      grid.rooms,
    ),
  };
  if ((await context.format()) !== 'table') return printSessions(context, view);
  const { isTTY, columns } = io.stdout;
  const text = timetableText(view, style.stdout, isTTY === true ? (columns ?? 80) : widthOfPipe);
  if (text === '') return context.notice('No session is placed on these days in these rooms.');
  await write(io.stdout, text);
  await noticeAssumedEnds(context, sessions);
}

async function noticeAssumedEnds(context: Context, sessions: readonly Session[]): Promise<void> {
  const count = sessions.filter(({ isDurationAssumed, isBreak }) => isDurationAssumed && isBreak !== true).length;
  if (count === 0) return;
  const longest = String(context.own.defaultDuration);
  await context.notice(
    `${amount(count, 'session has', 'sessions have')} no known end. An end is assumed: ${longest} after the start, or the start of the next session in the room. Specify durations with --schedule or --default-duration.`,
  );
}

/** The sessions in order of time, for scripts. */
async function printSessions(context: Context, { sessions, days, rooms, zone }: TimetableView): Promise<void> {
  const shown = inOrder(sessions).filter(
    (session) =>
      (rooms === undefined || isInRooms(session, rooms)) && (days?.includes(dayOf(session.startMs, zone)) ?? true),
  );
  const records = shown.map(
    ({ submissionId, title, startMs, endMs, isDurationAssumed, people, track, ...session }) => ({
      submissionId: submissionId ?? null,
      title,
      room: roomsOf(session).join(', '),
      start: toRfc3339(startMs, zone),
      end: isDurationAssumed ? null : toRfc3339(endMs, zone),
      speakers: people.map(({ name }) => name).filter(Boolean),
      track: track ?? null,
      isBreak: session.isBreak === true,
    }),
  );
  await printRecords(context, oneBatch(records), { noun: 'sessions', defaultFields: [] });
}

/** Wide enough to read in a log; scripts use `--json`. */
const widthOfPipe = 120;

/** A room's own name may contain a comma. */
function roomsIn(names: string, known: readonly string[]): readonly string[] {
  return isAmong(known, names) ? [names] : names.split(',').map((name) => name.trim());
}

/** An unknown name is most likely misspelled. @throws {UsageError} */
function requireKnown<Names extends readonly string[] | undefined>(
  flag: string,
  names: Names,
  known: readonly string[],
): Names {
  const unknown = names?.find((name) => !isAmong(known, name));
  if (unknown === undefined) return names;
  throw new UsageError(`${flag} ${unknown}: no session matches`, { fix: `pass one of ${known.join(' | ')}` });
}

/** @throws {UsageError} */
function requireDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  throw new UsageError(`--day ${text}: not a date`, { fix: 'write it as year-month-day, for example 2026-05-02' });
}

function isAmong(known: readonly string[], name: string): boolean {
  return known.some((each) => foldKey(each) === foldKey(name));
}

/** @throws {UsageError} for files and addresses that cannot be used */
export async function exportTimetable(context: Context): Promise<void> {
  const { io, own } = context;
  const format = own.format as ExportFormat;
  const { out, schedule, url, bom } = own;
  if (bom === true && format !== 'csv') {
    throw new UsageError(`--bom has no meaning for --format ${format}`, { fix: 'omit --bom, or pass --format csv' });
  }
  if (typeof out === 'string' && typeof schedule === 'string' && isSameFile(out, schedule)) {
    throw new UsageError('--out would overwrite the schedule file', { fix: 'choose another file for --out' });
  }
  if (typeof url === 'string' && !/^https?:/i.test(url)) {
    throw new UsageError(`--url ${url}: not a web address`, {
      fix: 'write the whole address, for example https://conf.example/timetable',
    });
  }
  const sink = typeof out === 'string' && out !== '-' ? await openSink(context.io, out) : undefined;
  const count = await usingSink(sink, async () => {
    const { sessions, zone } = await readTimetable(context);
    const content = await writers[format]({
      title: typeof own.title === 'string' ? own.title : await context.required('event'),
      zone,
      sessions,
      generatedAt: io.now().getTime(),
      url: typeof url === 'string' ? url : undefined,
    });
    const text = bom === true ? `\ufeff${content}` : content;
    if (needsEnds.has(format)) await noticeAssumedEnds(context, sessions);
    await (sink === undefined ? write(io.stdout, text) : sink.write(text));
    return sessions.length;
  });
  if (sink !== undefined) await context.notice(`${amount(count, 'session')} written to ${out}.`);
}

/** The other formats leave out an end that is unknown. */
const needsEnds: ReadonlySet<ExportFormat> = new Set(['ics', 'schedule-json', 'schedule-xml']);

// Each format loads only its own code.
const writers: Readonly<Record<ExportFormat, (timetable: Timetable) => Promise<string>>> = {
  html: async (timetable) => (await import('../../../schedule/export/html.ts')).htmlOf(timetable),
  ics: async (timetable) => (await import('../../../schedule/export/ical.ts')).icalOf(timetable),
  'schedule-json': async (timetable) => (await import('../../../schedule/export/c3voc.ts')).scheduleJsonOf(timetable),
  'schedule-xml': async (timetable) => (await import('../../../schedule/export/c3voc-xml.ts')).scheduleXmlOf(timetable),
  csv: async (timetable) => (await import('../../../schedule/export/csv.ts')).csvOf(timetable),
};

interface LoadedTimetable {
  readonly sessions: readonly Session[];
  /** The zone of the settings; else the offset that most of the sessions have. */
  readonly zone: string;
}

async function readTimetable(context: Context): Promise<LoadedTimetable> {
  const event = await context.required('event');
  const longMs = assumedMs(context);
  const file = await loadScheduleFlag(context);
  const client = await context.client({ concurrency: 'auto' });
  const { value: timeZone } = await context.setting('timezone');
  const placed = await fetchPlacedSubmissions(client, { event, timeZone });
  const { submissions: enriched, breaks } =
    file === undefined
      ? { submissions: placed, breaks: [] }
      : await enrichFrom(context, file, placed, {
          readAll: () => fetchSubmissions(client, { event, timeZone }),
          defaultDurationMs: longMs,
        });
  const published = enriched.filter((each) => !isCalledOff(each));
  await noticeAssumedSpeakers(context, published);
  if (published.length < enriched.length) {
    await context.notice(
      `Left out: ${amount(enriched.length - published.length, 'placed session that is', 'placed sessions that are')} declined or withdrawn.`,
    );
  }
  const unreadable = published.filter((each) => each.unreadable !== undefined).length;
  if (unreadable > 0) {
    const what = amount(unreadable, 'session whose room or start', 'sessions whose rooms or starts');
    await context.notice(`Left out: ${what} cannot be read. Run plenary sessions check to list them.`);
  }
  return {
    sessions: trimAssumedEnds([...published.flatMap((each) => toSession(each, longMs) ?? []), ...breaks]),
    zone:
      timeZone === undefined
        ? await usualClock(
            context,
            placed.flatMap(({ placement }) => placement?.start ?? []),
          )
        : canonicalZone(timeZone),
  };
}

async function noticeAssumedSpeakers(context: Context, published: readonly EventSubmission[]): Promise<void> {
  const isGuess = ({ people, isSpeakerAssumed = false }: EventSubmission) =>
    isSpeakerAssumed && people.some(({ name }) => name !== '');
  const count = published.filter(isGuess).length;
  if (count > 0) {
    await context.notice(
      `${amount(count, 'session has', 'sessions have')} no speakers, so their submitters are shown; specify speakers with --schedule.`,
    );
  }
}

function assumedMs({ own }: Context): number {
  return readDurationFlag('--default-duration', own.defaultDuration, { from: 1 });
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}
