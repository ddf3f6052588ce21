// Writes a timetable as a calendar (RFC 5545) that shows the event's own clock. It knows no other format.
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Session } from '../session.ts';
import { inOrder, type Timetable } from './grid.ts';
import { identitiesOf } from './identity.ts';
import { localTime } from './local-time.ts';
import { presentable } from './markup.ts';
import { linkTo, speakersOf } from './published.ts';
import { vtimezone } from './vtimezone.ts';

export function icalOf(timetable: Timetable): string {
  const { title, zone, sessions, generatedAt, url } = timetable;
  const identities = identitiesOf(sessions);
  const ordered = inOrder(sessions);
  const span = { fromMs: ordered.at(0)?.startMs ?? generatedAt, toMs: ordered.at(-1)?.endMs ?? generatedAt };
  const calendar = ical({
    name: textOfName(title),
    prodId: { company: 'plenary', product: 'timetable' },
    method: ICalCalendarMethod.PUBLISH,
    // Each event names its zone: with a zone of the calendar's own, the library writes DTSTAMP in it, which must be UTC.
    timezone: { name: null, generator: () => vtimezone(zone, span) },
  });
  for (const session of ordered) {
    const uuid = identities.get(session)?.uuid ?? '';
    calendar.createEvent({
      id: uuid,
      // A later export replaces an earlier one.
      sequence: Math.floor(generatedAt / 60_000),
      stamp: new Date(generatedAt),
      timezone: zone,
      start: localTime(session.startMs, zone),
      end: localTime(session.endMs, zone),
      summary: presentable(session.title),
      location: presentable(session.room),
      description: presentable(descriptionOf(session)),
      categories: session.track === undefined ? [] : [{ name: presentable(session.track) }],
      status: ICalEventStatus.CONFIRMED,
      url: linkTo(url, uuid) ?? null,
    });
  }
  return `${calendar.toString()}\r\n`;
}

function descriptionOf(session: Session): string {
  return [speakersOf(session).join(', '), session.abstract?.trim() ?? ''].filter((part) => part !== '').join('\n\n');
}

/** As TEXT (§3.3.11): the library escapes the texts of events, and not the calendar's name. */
function textOfName(name: string): string {
  return presentable(name)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\s+/g, ' ');
}
