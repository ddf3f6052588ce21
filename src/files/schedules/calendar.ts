// Reads the events of a calendar (ICS, RFC 5545) with ical.js. Must not know what they mean.
import ICAL from 'ical.js';
import { amount } from '../../contract/amount.ts';
import { InvalidInputError } from '../../errors.ts';
import { type ReadOptions, tooLarge } from '../limits.ts';
import type { Table } from '../table.ts';
import { decodeText } from '../text.ts';
import { eventLines } from './calendar-lines.ts';
import { type CalendarZones, checkZones, timeText, zonesOf } from './calendar-zones.ts';
import { eventTables, type ScheduleEvent, type SchedulePerson } from './events.ts';

/** @throws {InvalidInputError} for a calendar that is not well-formed, or has no events */
export async function readCalendar(
  bytes: Uint8Array,
  { file, encoding, limits }: ReadOptions,
): Promise<readonly Table[]> {
  const { text, notices } = withoutHeading(decodeText(bytes, { file, encoding }), file);
  const lines = eventLines(text, limits);
  const timed: ScheduleEvent[] = [];
  let [count, canceled, allDay] = [0, 0, 0];
  for (const calendar of calendarsOf(text, file)) {
    const events = eventsOf(calendar, file);
    checkZones(calendar, events, file);
    const zones = await zonesOf(calendar, events);
    for (const event of events) {
      const line = lines[count++] ?? 1;
      // The library reads a value when it is asked for.
      try {
        if (isCanceled(event)) canceled++;
        else if (isAllDay(event)) allDay++;
        else timed.push(eventOf(event, line, zones));
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        throw notWellFormed(file, {
          message: `an event begins here that cannot be read: ${message}`,
          line,
          cause,
        });
      }
    }
  }
  if (timed.length === 0) {
    throw new InvalidInputError(`${file} is a calendar (ICS) without events that have times`, {
      details: [
        {
          file,
          message:
            `contains ${amount(allDay, 'all-day event')} and ` +
            `${amount(canceled, 'canceled event')}`,
        },
      ],
      fix: 'export a calendar whose events have times of the clock',
    });
  }
  return eventTables(timed, limits, [
    ...notices,
    ...(canceled === 0 ? [] : [`Not read: ${amount(canceled, 'canceled event')} of ${file}.`]),
    ...(allDay === 0 ? [] : [`Not read: ${amount(allDay, 'all-day event')} of ${file}.`]),
  ]);
}

/**
 * Lines above the calendar, such as a note of the page that it was saved from, become blank: they
 * are still counted.
 */
function withoutHeading(text: string, file: string): { text: string; notices: readonly string[] } {
  const heading = text.slice(0, Math.max(0, text.search(/^BEGIN:VCALENDAR/im)));
  const first = heading.split(/\r\n|\n|\r/).find((line) => line.trim() !== '');
  if (first === undefined) return { text, notices: [] };
  const blank = heading.replace(/[^\r\n]+/g, '');
  const shown = JSON.stringify(first.slice(0, longestShown));
  return {
    text: blank + text.slice(heading.length),
    notices: [`Skipped what is above the calendar in ${file}: ${shown}.`],
  };
}

const longestShown = 80;

function calendarsOf(text: string, file: string): readonly ICAL.Component[] {
  try {
    const parsed: unknown = ICAL.parse(text);
    const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed];
    return all.map((calendar) => new ICAL.Component(calendar));
  } catch (cause) {
    const isFault = cause instanceof Error && cause.name === 'ParserError';
    const message = isFault
      ? cause.message
      : 'a component ends that did not begin, or a line is outside of a calendar';
    const [, quoted] = /"([^"]*)"$/.exec(message) ?? [];
    const at = quoted === undefined ? -1 : text.indexOf(quoted);
    const line = at < 0 ? undefined : text.slice(0, at).split('\n').length;
    throw notWellFormed(file, { message: message.slice(0, 200), line, cause });
  }
}

/**
 * Beside the time zones alone: for each time in a zone that the calendar does not describe, the
 * library looks at all that is beside its event.
 */
function eventsOf(calendar: ICAL.Component, file: string): readonly ICAL.Component[] {
  const zones = calendar.getAllSubcomponents('vtimezone');
  if (zones.length > maxZones) throw tooLarge(file, `it has more than ${maxZones} time zones`);
  const [name, properties] = calendar.toJSON();
  const place = new ICAL.Component([name, properties, zones.map((zone) => zone.toJSON())]);
  return calendar
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Component(event.toJSON(), place));
}

/** More than the database of time zones has. */
const maxZones = 1_000;

/** @param line undefined if it is unknown */
function notWellFormed(
  file: string,
  {
    message,
    line,
    cause,
  }: { readonly message: string; readonly line: number | undefined; readonly cause: unknown },
): InvalidInputError {
  return new InvalidInputError(`${file} is not a well-formed calendar (ICS)`, {
    cause,
    details: [{ file, ...(line !== undefined && { line }), message }],
    fix:
      line === undefined
        ? 'export it again; the file may be incomplete'
        : 'correct or remove the line, or export the calendar again',
  });
}

function eventOf(event: ICAL.Component, line: number, zones: CalendarZones): ScheduleEvent {
  const text = (name: string) => String(event.getFirstPropertyValue(name) ?? '');
  const start = timeText(event.getFirstProperty('dtstart'), zones);
  const end = timeText(event.getFirstProperty('dtend'), zones);
  const length = event.getFirstPropertyValue('duration');
  const extension = (name: string) => unescapeText(text(name));
  const named = extension('x-plenary-speakers');
  const description = text('description');
  const cells = {
    id: text('uid'),
    title: text('summary'),
    room: text('location'),
    start,
    end,
    duration:
      end === '' && length instanceof ICAL.Duration
        ? String(Math.round(length.toSeconds() / 60))
        : '',
    track: event
      .getAllProperties('categories')
      .flatMap((property) => property.getValues().map(String))
      .join('; '),
    format: extension('x-plenary-format'),
    // In an exported timetable, the names are also its first paragraph.
    description: named === '' ? description : description.replace(/^.*?(?:\n\n|$)/s, ''),
    url: text('url'),
  };
  const people =
    named === ''
      ? event.getAllProperties('attendee').flatMap(personOf)
      : named.split('; ').map((name) => ({ name }));
  return { line, cells, people, fault: faultOf(event) };
}

/** As TEXT (§3.3.11): the library does not know the type of what an exported timetable adds. */
function unescapeText(text: string): string {
  return text.replace(/\\([\\;,])/g, '$1');
}

function isCanceled(event: ICAL.Component): boolean {
  return String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED';
}

/** The conference as a whole, a holiday: no session. */
function isAllDay(event: ICAL.Component): boolean {
  const start = event.getFirstPropertyValue('dtstart');
  return start instanceof ICAL.Time && start.isDate;
}

function faultOf(event: ICAL.Component): string | undefined {
  const repeats = ['rrule', 'rdate'].find((name) => event.hasProperty(name));
  return (
    repeats && `is repeated (${repeats.toUpperCase()}); a schedule needs one event for each time`
  );
}

/** Rooms and equipment are attendees too. */
function personOf(property: ICAL.Property): readonly SchedulePerson[] {
  const kind = String(property.getParameter('cutype') ?? 'INDIVIDUAL').toUpperCase();
  if (kind !== 'INDIVIDUAL' && kind !== 'UNKNOWN') return [];
  const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '');
  const email = address.includes('@') ? address : undefined;
  const name = String(property.getParameter('cn') ?? '');
  if (name === '' && email === undefined) return [];
  const isAddress = /^[^\s@]+@\S+$/.test(name);
  return [{ name: isAddress ? '' : name, email }];
}
