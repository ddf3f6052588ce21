// The timetable of an event, shown in the terminal or written for others to read.
import { foldKey } from '../../../contract/key.ts';
import { canonicalZone } from '../../../contract/time-zone.ts';
import { UsageError } from '../../../errors.ts';
import { findClashes } from '../../../schedule/clashes.ts';
import { dayOf, gridOf, inOrder, type Timetable } from '../../../schedule/export/grid.ts';
import { type Session, trimAssumedEnds } from '../../../schedule/session.ts';
import { type EventSubmission, fetchPlacedSubmissions, isCalledOff, toSession } from '../../../schedule/submissions.ts';
import { offsetOf, toRfc3339 } from '../../../schedule/time.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import { amount } from '../../output/text.ts';
import { type TimetableView, timetableText } from '../../output/timetable.ts';
import { isSameFile, openSink } from '../../user-files.ts';
import { readDurationFlag } from '../sessions/input.ts';
import { enrichFrom, loadScheduleFlag } from '../sessions/schedule-file.ts';
import type { ExportFormat } from './formats.ts';

/** A grid or a list for people; the sessions in order for scripts. */
export async function showTimetable(context: Context): Promise<void> {
  const { io, own, style } = context;
  const { sessions, zone = 'UTC' } = await readTimetable(context);
  if (sessions.length === 0 && (await context.format()) === 'table') return context.notice('No session is placed yet.');
  const grid = gridOf({ sessions, zone });
  const view = {
    sessions,
    clashes: findClashes(sessions, { turnaroundMs: 0, sharedRooms: listOf(own.sharedRoom) ?? [] }),
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
  const count = sessions.filter(({ isDurationAssumed }) => isDurationAssumed).length;
  if (count === 0) return;
  const longest = String(context.own.defaultDuration);
  await context.notice(
    `Note: ${amount(count, 'session')} without a known end: ${longest} are assumed, or less where something follows in the room (--schedule, --default-duration).`,
  );
}

/** For scripts: the sessions, in order of time. */
async function printSessions(context: Context, { sessions, days, rooms, zone }: TimetableView): Promise<void> {
  const shown = inOrder(sessions).filter(
    ({ room, startMs }) =>
      (rooms === undefined || isAmong(rooms, room)) && (days?.includes(dayOf(startMs, zone)) ?? true),
  );
  const records = shown.map(({ submissionId, title, room, startMs, endMs, isDurationAssumed, people, track }) => ({
    submissionId: submissionId ?? null,
    title,
    room,
    start: toRfc3339(startMs, zone),
    end: isDurationAssumed ? null : toRfc3339(endMs, zone),
    speakers: people.map(({ name }) => name).filter(Boolean),
    track: track ?? null,
  }));
  await printRecords(context, oneBatch(records), { noun: 'sessions', defaultFields: [] });
}

/** For whoever reads it later; scripts take `--json`. */
const widthOfPipe = 120;

/** A name may hold a comma itself. */
function roomsIn(names: string, known: readonly string[]): readonly string[] {
  return isAmong(known, names) ? [names] : names.split(',').map((name) => name.trim());
}

/** A name that is not there is most likely a slip of the finger. @throws {UsageError} */
function requireKnown<Names extends readonly string[] | undefined>(
  flag: string,
  names: Names,
  known: readonly string[],
): Names {
  const unknown = names?.find((name) => !isAmong(known, name));
  if (unknown === undefined) return names;
  throw new UsageError(`${flag} ${unknown}: nothing is placed there`, { fix: `one of ${known.join(' | ')}` });
}

/** @throws {UsageError} */
function requireDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  throw new UsageError(`--day ${text}: not a date`, { fix: 'write it as in 2026-05-02' });
}

function isAmong(known: readonly string[], name: string): boolean {
  return known.some((each) => foldKey(each) === foldKey(name));
}

/** @throws {UsageError} for a zone that is missing, and files or addresses that cannot be */
export async function exportTimetable(context: Context): Promise<void> {
  const { io, own } = context;
  const format = own.format as ExportFormat;
  const { out, schedule, url } = own;
  if (typeof out === 'string' && typeof schedule === 'string' && isSameFile(out, schedule)) {
    throw new UsageError('--out names the schedule file', { fix: 'give it a file of its own' });
  }
  if (typeof url === 'string' && !/^https?:/i.test(url)) {
    throw new UsageError(`--url ${url}: not the address of a page`, {
      fix: 'write it whole, as in https://conf.example/timetable',
    });
  }
  const sink = typeof out === 'string' && out !== '-' ? await openSink(out) : undefined;
  const zone = canonicalZone(await context.required('timezone'));
  const { sessions } = await readTimetable(context);
  const text = await writers[format]({
    title: typeof own.title === 'string' ? own.title : await context.required('event'),
    zone,
    sessions,
    generatedAt: io.now().getTime(),
    url: typeof url === 'string' ? url : undefined,
  });
  if (needsEnds.has(format)) await noticeAssumedEnds(context, sessions);
  if (sink === undefined) return write(io.stdout, text);
  await sink.write(text);
  await sink.close();
  await context.notice(`${amount(sessions.length, 'session')} written to ${out}.`);
}

/** The others leave out what nobody knows. */
const needsEnds: ReadonlySet<ExportFormat> = new Set(['ics', 'schedule-json', 'schedule-xml']);

// Each loads what it needs, and no other.
const writers: Readonly<Record<ExportFormat, (timetable: Timetable) => Promise<string>>> = {
  html: async (timetable) => (await import('../../../schedule/export/html.ts')).htmlOf(timetable),
  ics: async (timetable) => (await import('../../../schedule/export/ical.ts')).icalOf(timetable),
  'schedule-json': async (timetable) => (await import('../../../schedule/export/c3voc.ts')).scheduleJsonOf(timetable),
  'schedule-xml': async (timetable) => (await import('../../../schedule/export/c3voc-xml.ts')).scheduleXmlOf(timetable),
  csv: async (timetable) => (await import('../../../schedule/export/csv.ts')).csvOf(timetable),
};

interface LoadedTimetable {
  readonly sessions: readonly Session[];
  /** The settings' zone; else the offset that the service tells the first start with. */
  readonly zone: string | undefined;
}

async function readTimetable(context: Context): Promise<LoadedTimetable> {
  const event = await context.required('event');
  const longMs = assumedMs(context);
  const file = await loadScheduleFlag(context);
  const client = await context.client({ concurrency: 'auto' });
  const { value: timeZone } = await context.setting('timezone');
  const held = await fetchPlacedSubmissions(client, { event, timeZone });
  const told = file === undefined ? held : await enrichFrom(context, file, held);
  const offset = timeZone === undefined ? await commonOffset(context, held) : undefined;
  const published = told.filter((each) => !isCalledOff(each));
  await noticeAssumedSpeakers(context, published);
  if (published.length < told.length) {
    await context.notice(
      `Left out: ${told.length - published.length} that are declined or withdrawn, and still placed.`,
    );
  }
  return {
    sessions: trimAssumedEnds(published.flatMap((each) => toSession(each, longMs) ?? [])),
    zone: timeZone ?? offset,
  };
}

async function noticeAssumedSpeakers(context: Context, published: readonly EventSubmission[]): Promise<void> {
  const isGuess = ({ people, isSpeakerAssumed = false }: EventSubmission) =>
    isSpeakerAssumed && people.some(({ name }) => name !== '');
  const count = published.filter(isGuess).length;
  if (count > 0) {
    await context.notice(
      `Note: of ${amount(count, 'session')} nobody tells the speakers; who submitted them is named (--schedule).`,
    );
  }
}

/** As the service writes its starts. @throws {UsageError} where they differ, so that none of them fits all days */
async function commonOffset(context: Context, held: readonly EventSubmission[]): Promise<string | undefined> {
  const offsets = new Set(held.flatMap(({ placement }) => offsetOf(placement?.start ?? '') ?? []));
  return offsets.size > 1 ? context.required('timezone') : [...offsets][0];
}

function assumedMs({ own }: Context): number {
  return readDurationFlag('--default-duration', own.defaultDuration, { from: 1 });
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}
