// Asks for the rooms of a conference and when they are open, for a file of rooms. Must not be called without a terminal.
import { foldKey } from '../../../../contract/key.ts';
import type { OpenRoom } from '../../../../schedule/autoplace/files/rooms-of-schedule.ts';
import { readCount, readList } from '../../../../schedule/autoplace/files/values.ts';
import { subtract, union } from '../../../../schedule/autoplace/intervals.ts';
import { dayAfter } from '../../../../schedule/dates/calendar-date.ts';
import {
  readClockOn,
  readDay,
  readEnd,
  type TimeOptions,
  type TimeReading,
} from '../../../../schedule/dates/read-time.ts';
import { askText } from '../../../ask.ts';
import type { Context } from '../../../context.ts';
import { timeOptions } from '../schedule-file.ts';

/** All rooms are open on all days, except in the breaks. Without a time zone, the times are as in UTC. */
export async function askRooms(context: Context): Promise<readonly OpenRoom[]> {
  const options = await timeOptions(context);
  const time = { ...options, timeZone: options.timeZone ?? 'UTC' };
  const daysFrom = (text: string) => readDays(text, time);
  const days = readList(
    await askText(context, 'Days, for example 2026-05-02, 2026-05-03', (text) => listFault(text, daysFrom)),
  ).flatMap((text) => {
    const reading = daysFrom(text);
    return reading.ok ? reading.days : [];
  });
  const [firstDay = ''] = days;
  const rooms = readList(
    await askText(context, 'Rooms, separated by commas, with seats if known: Great Hall (320), Pier 3', (text) =>
      listFault(text),
    ),
  ).map(readRoom);
  const startOn = (day: string, text: string) => readClockOn(day, text, time);
  const from = await askText(context, 'Open from, for example 09:00', (text) => {
    const start = startOn(firstDay, text);
    return start.ok && start.endMs !== undefined ? 'expected one time, not two' : firstFault([start]);
  });
  const endOn = (day: string, text: string): TimeReading => {
    const start = startOn(day, from);
    return start.ok ? readEnd(text, start.ms, time) : start;
  };
  const to = await askText(context, 'Open until, for example 18:00', (text) => firstFault([endOn(firstDay, text)]));
  const breaks = readList(
    await askText(
      context,
      'Breaks, for example 10:30-11:00, 12:30-13:30 (Enter for none)',
      (text) => firstFault(readList(text).map((range) => breakOn(firstDay, range))),
      { required: false },
    ),
  );
  function breakOn(day: string, range: string): TimeReading {
    const reading = startOn(day, range);
    if (!reading.ok || reading.endMs !== undefined) return reading;
    return { ok: false, problem: 'format', message: `${range}: expected two times, such as 12:30-13:30` };
  }
  const open = [...new Set(days)].flatMap((day) => {
    const [start, end] = [startOn(day, from), endOn(day, to)];
    if (!start.ok || !end.ok) return [];
    const closed = breaks.flatMap((range) => {
      const reading = breakOn(day, range);
      return reading.ok ? [{ from: reading.ms, to: reading.endMs ?? reading.ms }] : [];
    });
    return subtract([{ from: start.ms, to: end.ms }], closed);
  });
  const byName = new Map(rooms.map((each) => [foldKey(each.room), each]));
  return [...byName.values()].map((each) => ({ ...each, open: union(open) }));
}

/** `Great Hall (320)`. */
function readRoom(text: string): Omit<OpenRoom, 'open'> {
  const [, room, seats = ''] = /^(.+?)\s*[(（]\s*(\d{2,})[^()（）]*[)）]$/u.exec(text) ?? [];
  return room === undefined ? { room: text } : { room, capacity: readCount(seats) };
}

type DaysReading =
  | { readonly ok: true; readonly days: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** A day, or a range of days such as `20-21 May 2027`. */
function readDays(text: string, time: TimeOptions): DaysReading {
  const single = readDay(text, time);
  if (single.ok) return { ok: true, days: [single.day] };
  for (const { index, 0: dash } of text.matchAll(/\s*[-–—]\s*/gu)) {
    const [from, to] = [text.slice(0, index), text.slice(index + dash.length)];
    const last = readDay(to, time);
    // The first day may lack the month and the year: 20-21 May 2027.
    const texts = /^\d{1,2}$/.test(from) ? [to.replace(/^\d{1,2}(?!\d)/, from)] : [from];
    const [first] = texts.map((each) => readDay(each, time));
    if (!last.ok || first?.ok !== true || first.day > last.day) continue;
    const days = [first.day];
    for (let day = dayAfter(first.day); day <= last.day && days.length < longestRange; day = dayAfter(day))
      days.push(day);
    return { ok: true, days };
  }
  return { ok: false, message: `${single.message}; separate days by commas: 2026-05-02, 2026-05-03` };
}

const longestRange = 31;

function listFault(text: string, read?: (part: string) => Answer): string | undefined {
  const parts = readList(text);
  return parts.length === 0 ? 'expected at least one' : firstFault(read === undefined ? [] : parts.map(read));
}

interface Answer {
  readonly ok: boolean;
  readonly message?: string;
}

function firstFault(readings: readonly Answer[]): string | undefined {
  return readings.find(({ ok }) => !ok)?.message;
}
