// Owns a timetable as a c3voc schedule (https://c3voc.de/schedule): as JSON, and as XML
// (schedule.xml), which older apps read.

import { clockTime, toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { escapeMarkup } from '../../contract/escape.ts';
import { foldKey } from '../../contract/key.ts';
import { normalForm } from '../../contract/normal-form.ts';
import type { Session } from '../session.ts';
import { type ExportId, exportIds, uuidOf } from './identity.ts';
import { speakerNames } from './public-text.ts';
import {
  type Day,
  dayBounds,
  dayOf,
  gridOf,
  roomLabels,
  sessionsOf,
  type Timetable,
} from './timetable.ts';
import { trackColors } from './track-color.ts';

/** Follows the JSON Schema of c3voc schedules; ends in a line break. */
export function scheduleJsonOf(timetable: Timetable): string {
  const { version, conference } = scheduleOf(timetable);
  const { zone } = timetable;
  const days = conference.days.map((day) => ({ ...day, rooms: Object.fromEntries(day.rooms) }));
  const schedule = {
    version,
    conference: { ...conference, days, ...(isNamable(zone) && { time_zone_name: zone }) },
  };
  return `${JSON.stringify({ generator, schedule }, undefined, 2)}\n`;
}

export function scheduleXmlOf(timetable: Timetable): string {
  const { version, conference } = scheduleOf(timetable);
  const roomOf = ([name, events]: [string, readonly C3vocEvent[]]) =>
    element('room', { name, guid: uuidOf('room', name) }, events.map(eventElement));
  const days = conference.days.map(({ date, day_start, day_end, index, rooms }) =>
    element(
      'day',
      { index: String(index), date, start: day_start, end: day_end },
      [...rooms].map(roomOf),
    ),
  );
  const schedule = [
    element('generator', generator),
    text('version', version),
    element('conference', {}, [
      text('title', conference.title),
      text('acronym', conference.acronym),
      text('start', conference.start),
      text('end', conference.end),
      text('days', String(conference.daysCount)),
      text('timeslot_duration', conference.timeslot_duration),
      ...(/^[+-]/.test(timetable.zone) ? [] : [text('time_zone_name', timetable.zone)]),
      ...conference.tracks.map((track) => element('track', track)),
    ]),
    ...days,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('schedule', {}, schedule)}\n`;
}

const generator = { name: 'plenary' };

/**
 * The content of the JSON and the XML. The names of all fields, and their order, are those of the
 * JSON Schema.
 */
function scheduleOf(timetable: Timetable) {
  const { title, zone, sessions, generatedAt } = timetable;
  const { days, rooms } = gridOf(timetable);
  const today = dayOf(generatedAt, zone);
  // Both formats require at least one day.
  const listed =
    days.length > 0 ? days : [{ date: today, ...dayBounds(today, zone), rooms: [], across: [] }];
  const identities = exportIds(sessions);
  const acronym = acronymOf(title);
  const names = new Map(rooms.map((name) => [foldKey(name), name]));
  const toEvents = (session: Session): readonly C3vocEvent[] => {
    const ids = identities.get(session);
    if (ids === undefined) return [];
    const { elsewhere, ...first } = ids;
    return roomLabels(session).map((label, at) => {
      const room = names.get(foldKey(label)) ?? label;
      const id = at === 0 ? first : (elsewhere[at - 1] ?? first);
      return eventOf({ ...session, room }, id, { acronym, zone });
    });
  };
  const tracks = [...new Set(sessions.flatMap(({ track }) => track ?? []))].sort();
  const colors = trackColors(timetable.tracks ?? tracks);
  return {
    version: toRfc3339(generatedAt, 'UTC'),
    conference: {
      acronym,
      title,
      start: listed.at(0)?.date ?? today,
      end: listed.at(-1)?.date ?? today,
      daysCount: listed.length,
      timeslot_duration: '00:05',
      tracks: tracks.map((name) => ({
        name,
        color: colors.get(foldKey(name))?.light.edge ?? '#000000',
      })),
      rooms: rooms.map((name) => ({ name, guid: uuidOf('room', name) })),
      days: listed.map((day, index) => {
        const events = sessionsOf(day).flatMap(toEvents);
        return scheduleDayOf({ day, index: index + 1, events }, zone);
      }),
    },
  };
}

/** @param index from 1 */
function scheduleDayOf(
  scheduled: {
    readonly day: Pick<Day, 'date' | 'startMs' | 'endMs' | 'rooms'>;
    readonly index: number;
    readonly events: readonly C3vocEvent[];
  },
  zone: string,
) {
  const { day, index, events } = scheduled;
  const rooms = new Map<string, C3vocEvent[]>(day.rooms.map(({ name }) => [name, []]));
  for (const event of events) {
    rooms.set(event.room, [...(rooms.get(event.room) ?? []), event]);
  }
  return {
    index,
    date: day.date,
    day_start: toRfc3339(day.startMs, zone),
    day_end: toRfc3339(day.endMs, zone),
    rooms,
  };
}

type C3vocEvent = ReturnType<typeof eventOf>;

function eventOf(
  session: Session,
  { uuid, number }: ExportId,
  { acronym, zone }: { readonly acronym: string; readonly zone: string },
) {
  const { title, room, track, format, abstract, startMs, endMs, isBreak } = session;
  return {
    guid: uuid,
    id: number,
    date: toRfc3339(startMs, zone),
    start: clockTime(startMs, zone),
    end: toRfc3339(endMs, zone),
    duration: durationOf(session),
    room,
    slug: [acronym, String(number).padStart(4, '0'), slugOf(title)]
      .filter((part) => part !== '')
      .join('-'),
    // JSON requires a URL.
    url: `urn:uuid:${uuid}`,
    title,
    subtitle: '',
    track: track ?? '',
    type: format ?? (isBreak === true ? 'break' : 'other'),
    language: null,
    abstract: abstract ?? '',
    description: '',
    persons: speakerNames(session).map((name) => ({ guid: uuidOf('person', name), name })),
    links: [],
  };
}

/** `HH:MM`; the JSON Schema allows any number of hours. */
function durationOf({ startMs, endMs }: Session): string {
  const minutes = Math.round((endMs - startMs) / 60_000);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** `HH:MM`, or `D:HH:MM` from a day on: the XML allows two digits for hours. */
function xmlDuration(duration: string): string {
  const [hours = 0, minutes = 0] = duration.split(':').map(Number);
  const days = Math.floor(hours / 24);
  return days === 0
    ? duration
    : `${Math.min(days, 99)}:${twoDigits(hours % 24)}:${twoDigits(minutes)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

/** At least four of `[a-z0-9_]`. */
function acronymOf(title: string): string {
  const words = slugOf(title);
  return words.length >= 4 ? words : `${words}_event`.replace(/^_/, '');
}

function slugOf(text: string): string {
  const plain = normalForm(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 60)
    .replace(/^_|_$/g, '');
}

/** Whether the JSON Schema accepts the zone's name. */
function isNamable(zone: string): boolean {
  return /^([A-Z][a-z]+\/[A-Z][a-z]+)|UTC$/.test(zone);
}

function eventElement(event: C3vocEvent): string {
  const texts = { ...event, duration: xmlDuration(event.duration) };
  const persons = event.persons.map(({ guid, name }) => text('person', name, { guid }));
  return element('event', { guid: event.guid, id: String(event.id) }, [
    ...textElements.map((name) => text(name, texts[name])),
    element('persons', {}, persons),
  ]);
}

/** The elements of an event that hold a text, in order. */
const textElements = [
  'room',
  'title',
  'subtitle',
  'type',
  'date',
  'start',
  'duration',
  'abstract',
  'slug',
  'track',
  'description',
] as const;

function text(
  name: string,
  value: string,
  attributes: Readonly<Record<string, string>> = {},
): string {
  return `<${name}${attributeText(attributes)}>${escapeMarkup(value)}</${name}>`;
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly string[] = [],
): string {
  if (children.length === 0) return `<${name}${attributeText(attributes)}/>`;
  return `<${name}${attributeText(attributes)}>\n${children.join('\n')}\n</${name}>`;
}

function attributeText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('');
}
