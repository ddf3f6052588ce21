// Reads the schedules of c3voc, as XML (schedule.xml) and JSON (schedule.json), of Pentabarf, frab,
// pretalx, the hub and others. Must not know what their texts mean.
import { InvalidInputError } from '../../errors.ts';
import { nameOf, textAt } from '../json/cells.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from '../json/parse.ts';
import type { Limits, ReadOptions } from '../limits.ts';
import type { Table } from '../table.ts';
import { decodeText } from '../text.ts';
import { parseXml } from '../xml.ts';
import { dayFault, nightFaults, roomFault, startOf, type TimedEvent } from './event-start.ts';
import { eventTables, type ScheduleEvent, type SchedulePerson } from './events.ts';
import { hubEvents } from './hub.ts';

/** @throws {InvalidInputError} for XML that is not well-formed, is no schedule, or is too large */
export async function readScheduleXml(
  bytes: Uint8Array,
  { file, encoding, limits }: ReadOptions,
): Promise<readonly Table[]> {
  const schedule = createSchedule(limits.cells);
  parseXml(decodeText(bytes, { file, encoding }), schedule, (message, line, character) => {
    throw new InvalidInputError(`${file} is not a well-formed schedule (XML)`, {
      details: [{ file, line, message: `character ${character}: ${message}` }],
      fix: 'export it again; the file may be incomplete',
    });
  });
  const { events, conference } = schedule.read();
  if (events.length === 0) {
    throw new InvalidInputError(`${file} is a schedule (XML) without events`, {
      fix: 'export a schedule.xml with events, or a calendar (ICS)',
    });
  }
  const inDays = events.map((event) => withDayChange(event, conference.dayChange));
  return eventTables(scheduleEvents(inDays, conference.zone), limits);
}

/** Undefined for another document. @throws {InvalidInputError} for a schedule without events */
export function scheduleTables(document: JsonObject, limits: Limits): readonly Table[] | undefined {
  const schedule = objectAt(document, 'schedule');
  const conference = objectAt(schedule, 'conference');
  if (schedule === undefined || conference === undefined) return undefined;
  const days = conference.members.get('days');
  const listed = hubEvents(schedule, conference);
  if (!isArray(days) && listed.length === 0) return undefined;
  const zone = textAt(conference, ['time_zone_name']);
  const inDays = isArray(days) ? days.filter(isObject).flatMap(eventsOf) : [];
  const events = inDays.length > 0 ? scheduleEvents(inDays, zone) : listed;
  if (events.length === 0) {
    throw new InvalidInputError(`${limits.file} is a schedule (JSON) without events`, {
      fix: 'export a schedule with events',
    });
  }
  return eventTables(events, limits);
}

/** An event as it is in the file, with what is written above it. */
interface C3vocEvent extends TimedEvent {
  readonly line: number;
  /** The text of one of its members or elements; empty if there is none. */
  readonly text: (name: string) => string;
  readonly people: readonly SchedulePerson[];
}

function timeOf(text: C3vocEvent['text']): C3vocEvent['time'] {
  return { title: text('title'), date: text('date'), clock: text('start') };
}

/** @param zone such as `Europe/Berlin`; undefined if the file has none */
function scheduleEvents(
  events: readonly C3vocEvent[],
  zone: string | undefined,
): readonly ScheduleEvent[] {
  const nights = nightFaults(events);
  return events.map((event) => {
    const read = scheduleEventOf(event, zone);
    const { time, day, room } = event;
    const contradiction = dayFault(time, day, zone) ?? roomFault(time, event.text('room'), room);
    return { ...read, fault: read.fault ?? nights.get(event) ?? contradiction };
  });
}

function scheduleEventOf(event: C3vocEvent, zone: string | undefined): ScheduleEvent {
  const { line, text, people, day } = event;
  const { start, time = '', fault } = startOf(event.time, day, zone);
  const same = [
    'title',
    'track',
    'subtitle',
    'abstract',
    'description',
    'language',
    'url',
  ] as const;
  const cells = {
    ...Object.fromEntries(same.map((name) => [name, text(name)])),
    id: text('guid') || text('code') || text('id'),
    room: text('room') || event.room,
    start,
    time,
    ...lengthOf(text('duration'), text('end')),
    // What is written if a session has no format.
    format: text('type') === 'other' ? '' : text('type'),
  };
  return { line, people, cells, fault };
}

/** `00:45` as minutes; `1:02:30` has days before the hours (schedule.xml.xsd). */
function lengthOf(duration: string, end: string): Pick<ScheduleEvent['cells'], 'duration' | 'end'> {
  const parts = /^(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):(\d\d)$/.exec(duration);
  if (parts === null) return duration === '' ? { end } : { duration };
  const [days = 0, hours = 0, minutes = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const total = (days * 24 + hours) * 60 + minutes;
  return { duration: total === 0 ? '' : String(total) };
}

/** What they count as: an element is an object with its attributes. */
const cellsPerElement = 4;
const cellsPerEvent = 16;

/** Collects the events and what is written above them. */
function createSchedule(count: (cells: number) => void) {
  const path: { name: string; attributes: Readonly<Record<string, string>>; text: string }[] = [];
  const events: C3vocEvent[] = [];
  /** The zone, and the clock time at which days begin; empty if it is not specified. */
  const conference: { zone: string | undefined; dayChange: string } = {
    zone: undefined,
    dayChange: '',
  };
  let event: { line: number; texts: Map<string, string>; people: SchedulePerson[] } | undefined;
  const above = (name: string) =>
    path.findLast((element) => element.name === name)?.attributes ?? {};

  return {
    open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
      path.push({ name, attributes, text: '' });
      count(cellsPerElement);
      if (name === 'event') {
        count(cellsPerEvent);
        const { guid = '', code = '', id = '' } = attributes;
        event = { line, texts: new Map(Object.entries({ guid, code, id })), people: [] };
      }
    },
    text(text: string): void {
      const element = path.at(-1);
      if (element !== undefined) element.text += text;
    },
    close(): void {
      const element = path.pop();
      if (element === undefined) return;
      const { name, attributes } = element;
      const text = element.text.trim();
      const parent = path.at(-1)?.name;
      if (name === 'event' && event !== undefined) {
        const { line, texts, people } = event;
        const { date = '', start = '', end = '' } = above('day');
        const day = { date, start, end };
        const room = above('room').name ?? '';
        const textOf = (key: string) => texts.get(key) ?? '';
        events.push({ line, text: textOf, time: timeOf(textOf), people, day, room });
        event = undefined;
      } else if (event !== undefined && parent === 'event') {
        event.texts.set(name, text);
      } else if (event !== undefined && name === 'person') {
        const { code = '', guid = '', id = '', email = '' } = attributes;
        event.people.push({ id: code || guid || id, name: text, email });
      } else if (parent === 'conference' && name === 'time_zone_name') {
        conference.zone = text === '' ? undefined : text;
      } else if (parent === 'conference' && name === 'day_change') {
        conference.dayChange = text.slice(0, 5);
      }
    },
    read: () => ({ events, conference }),
  };
}

/** A day that has no start begins when the days of the schedule change. */
function withDayChange(event: C3vocEvent, dayChange: string): C3vocEvent {
  return event.day.start === '' ? { ...event, day: { ...event.day, start: dayChange } } : event;
}

function eventsOf(object: JsonObject): readonly C3vocEvent[] {
  const rooms = objectAt(object, 'rooms');
  const day = {
    date: textAt(object, ['date']) ?? '',
    start: textAt(object, ['day_start']) ?? '',
    end: textAt(object, ['day_end']) ?? '',
  };
  return [...(rooms?.members ?? [])].flatMap(([room, events]) => {
    if (!isArray(events)) return [];
    return events.filter(isObject).map((event) => {
      const text = (name: string) => textAt(event, [name]) ?? '';
      const people = peopleOf(event.members.get('persons') ?? null);
      return { line: event.line, text, time: timeOf(text), people, day, room };
    });
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
