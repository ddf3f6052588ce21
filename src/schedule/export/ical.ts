// Owns a timetable as a calendar (RFC 5545). Must not know other formats.
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { stripUnsafe } from '../../contract/escape.ts';
import { isInNoRoom, roomsOf, type Session } from '../session.ts';
import { exportIds } from './identity.ts';
import { speakerList, speakerNames } from './public-text.ts';
import { inRowOrder, type Timetable } from './timetable.ts';

/**
 * RFC 5545, with times in UTC, which every calendar shows in the zone of its user; the UID of an
 * event is the same in every export.
 */
export function icalOf(timetable: Timetable): string {
  const { title, sessions, generatedAt } = timetable;
  const identities = exportIds(sessions);
  const calendar = ical({
    name: textOfName(title),
    prodId: { company: 'plenary', product: 'timetable' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const session of inRowOrder(sessions)) {
    // Who a rejected talk is by, and what it is about, may never have been public.
    const shown = session.isCalledOff ? { ...session, people: [], abstract: undefined } : session;
    const speakers = speakerList(shown);
    calendar.createEvent({
      id: identities.get(session)?.uuid ?? null,
      // A later export replaces an earlier one.
      sequence: Math.floor(generatedAt / 60_000),
      stamp: new Date(generatedAt),
      start: new Date(session.startMs),
      end: new Date(session.endMs),
      summary: stripUnsafe(session.title),
      location: isInNoRoom(session) ? null : stripUnsafe(roomsOf(session).join('; ')),
      description: stripUnsafe(descriptionOf(shown)),
      categories: session.track === undefined ? [] : [{ name: stripUnsafe(session.track) }],
      status: session.isCalledOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // A calendar has no place for these; `sessions plan` reads them from here.
      x: [
        ...(speakers === '' ? [] : [{ key: 'X-PLENARY-SPEAKERS', value: stripUnsafe(speakers) }]),
        ...(session.format === undefined
          ? []
          : [{ key: 'X-PLENARY-FORMAT', value: stripUnsafe(session.format) }]),
      ],
    });
  }
  return `${calendar.toString()}\r\n`;
}

function descriptionOf(session: Session): string {
  return [speakerNames(session).join(', '), session.abstract?.trim() ?? '']
    .filter((part) => part !== '')
    .join('\n\n');
}

/** As TEXT (§3.3.11): the library escapes the texts of events, but not the calendar's name. */
function textOfName(name: string): string {
  return stripUnsafe(name)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\s+/g, ' ');
}
