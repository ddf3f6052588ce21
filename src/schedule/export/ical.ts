// Owns a timetable as a calendar (RFC 5545) in the event's time zone. Must not know other formats.

import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Temporal } from 'temporal-polyfill';
import { stripUnsafe } from '../../contract/escape.ts';
import { happensOnce, zonedTime } from '../dates/zoned-time.ts';
import { isInNoRoom, type Session } from '../session.ts';
import { inOrder, roomLabel, type Timetable } from './grid.ts';
import { exportIds } from './identity.ts';
import { pageLink, speakerList, speakerNames } from './public-text.ts';

/** RFC 5545, with the rules of the time zone; the UID of an event is the same in every export. */
export function icalOf(timetable: Timetable): string {
  const { title, zone, sessions, generatedAt, url } = timetable;
  const identities = exportIds(sessions);
  const ordered = inOrder(sessions);
  const span = { fromMs: ordered.at(0)?.startMs ?? generatedAt, toMs: ordered.at(-1)?.endMs ?? generatedAt };
  const calendar = ical({
    name: textOfName(title),
    prodId: { company: 'plenary', product: 'timetable' },
    method: ICalCalendarMethod.PUBLISH,
    // Each event names its zone: if the calendar had one, the library would write DTSTAMP in it, which must be UTC.
    timezone: { name: null, generator: () => vtimezone(zone, span) },
  });
  for (const session of ordered) {
    const uuid = identities.get(session)?.uuid ?? '';
    const [start, end] = [zonedTime(session.startMs, zone), zonedTime(session.endMs, zone)];
    const speakers = speakerList(session);
    calendar.createEvent({
      id: uuid,
      // A later export replaces an earlier one.
      sequence: Math.floor(generatedAt / 60_000),
      stamp: new Date(generatedAt),
      // A calendar has no zone for an offset alone. Readers disagree on a local time that happens twice; only UTC is unambiguous.
      timezone: hasName(zone) && [session.startMs, session.endMs].every((ms) => happensOnce(ms, zone)) ? zone : null,
      start,
      end,
      summary: stripUnsafe(session.title),
      location: isInNoRoom(session) ? null : stripUnsafe(roomLabel(session)),
      description: stripUnsafe(descriptionOf(session)),
      categories: session.track === undefined ? [] : [{ name: stripUnsafe(session.track) }],
      status: ICalEventStatus.CONFIRMED,
      url: pageLink(url, uuid) ?? null,
      // A calendar has no place for these; `sessions plan` reads them from here.
      x: [
        ...(speakers === '' ? [] : [{ key: 'X-PLENARY-SPEAKERS', value: stripUnsafe(speakers) }]),
        ...(session.format === undefined ? [] : [{ key: 'X-PLENARY-FORMAT', value: stripUnsafe(session.format) }]),
      ],
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** Whether a zone is more than an offset. */
function hasName(zone: string): boolean {
  return !/^[+-]/.test(zone);
}

function descriptionOf(session: Session): string {
  return [speakerNames(session).join(', '), session.abstract?.trim() ?? ''].filter((part) => part !== '').join('\n\n');
}

/** As TEXT (§3.3.11): the library escapes the texts of events, but not the calendar's name. */
function textOfName(name: string): string {
  return stripUnsafe(name)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\s+/g, ' ');
}

/** Each clock change is written out, because a rule for all years would be a guess. */
function vtimezone(zone: string, span: { readonly fromMs: number; readonly toMs: number }): string {
  const lines = [`TZID:${zone}`, ...observancesOf(zone, span).flat()];
  return ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\r\n');
}

function observancesOf(zone: string, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): string[][] {
  const first = zonedTime(fromMs, zone);
  // The offset of the first session began with the change before it, or has always been in force.
  const before = first.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const observances = [before === null ? always(first) : observance(before)];
  let change = first.getTimeZoneTransition('next');
  while (change !== null && change.epochMilliseconds <= toMs) {
    observances.push(observance(change));
    change = change.getTimeZoneTransition('next');
  }
  return observances;
}

/** @param change the first instant on the new time */
function observance(change: Temporal.ZonedDateTime): string[] {
  const old = change.subtract({ nanoseconds: 1 });
  const kind = change.offsetNanoseconds > old.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
  // The onset is in the local time before the change.
  const onset = change.toPlainDateTime().add({ nanoseconds: old.offsetNanoseconds - change.offsetNanoseconds });
  return component(kind, onset, old.offset, change.offset);
}

function always(time: Temporal.ZonedDateTime): string[] {
  return component('STANDARD', time.toPlainDateTime(), time.offset, time.offset);
}

function component(kind: 'DAYLIGHT' | 'STANDARD', onset: Temporal.PlainDateTime, from: string, to: string): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${onset.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${from.replaceAll(':', '')}`,
    `TZOFFSETTO:${to.replaceAll(':', '')}`,
    `END:${kind}`,
  ];
}
