// Reads a c3voc schedule as JSON (schedule.json). Must not know what its texts mean.
import { InvalidInputError } from '../../errors.ts';
import { nameOf, textAt } from '../json/cells.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from '../json/parse.ts';
import type { Limits } from '../limits.ts';
import type { Table } from '../table.ts';
import { scheduleEventOf } from './c3voc.ts';
import { eventTables, type SchedulePerson } from './events.ts';

/** Undefined for another document. @throws {InvalidInputError} for a schedule without events, and one of version 2 */
export function scheduleTables(document: JsonObject, limits: Limits): readonly Table[] | undefined {
  const { file } = limits;
  const schedule = objectAt(document, 'schedule');
  const conference = objectAt(schedule, 'conference');
  const days = conference?.members.get('days');
  if (conference === undefined || !isArray(days)) {
    const isVersion2 = schedule?.members.has('events') && (conference !== undefined || schedule.members.has('version'));
    if (!isVersion2) return undefined;
    throw new InvalidInputError(`${file} is a c3voc schedule of version 2 (schedule.events), which is not read`, {
      fix: 'export version 1, whose events are in schedule.conference.days, or a calendar (ICS)',
    });
  }
  const zone = textAt(conference, ['time_zone_name']) ?? '';
  const events = days.filter(isObject).flatMap((day) => eventsOf(day, zone));
  if (events.length === 0) {
    throw new InvalidInputError(`${file} is a schedule (JSON) without events`, {
      fix: 'export a schedule with events',
    });
  }
  return eventTables(events, limits);
}

function eventsOf(day: JsonObject, zone: string) {
  const rooms = objectAt(day, 'rooms');
  const dayChange = /T(\d\d:\d\d)/.exec(textAt(day, ['day_start']) ?? '')?.[1] ?? '';
  return [...(rooms?.members ?? [])].flatMap(([room, events]) => {
    if (!isArray(events)) return [];
    return events.filter(isObject).map((event) =>
      scheduleEventOf(
        {
          line: event.line,
          text: (name) => textAt(event, [name]) ?? '',
          people: peopleOf(event.members.get('persons') ?? null),
          date: textAt(day, ['date']) ?? '',
          room,
        },
        { zone, dayChange },
      ),
    );
  });
}

function peopleOf(persons: JsonValue): readonly SchedulePerson[] {
  if (!isArray(persons)) return [];
  return persons.filter(isObject).map((person) => ({
    id: textAt(person, ['code', 'guid', 'id']),
    // Without the address that the name of a record has.
    name: (nameOf(person) ?? textAt(person, ['#text']) ?? '').replace(/ <[^<>]*>$/, ''),
    email: textAt(person, ['email']),
    biography: textAt(person, ['biography', 'abstract', 'description']),
    photo: textAt(person, ['avatar', 'avatar_url']),
  }));
}

function objectAt(object: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = object?.members.get(name);
  return isObject(value) ? value : undefined;
}
