// Owns a c3voc schedule as XML (schedule.xml), which older apps read. Its content comes from c3voc.ts.
import { escapeMarkup } from '../../contract/escape.ts';
import { type C3vocEvent, generator, scheduleOf, xmlDuration } from './c3voc.ts';
import type { Timetable } from './grid.ts';

export function scheduleXmlOf(timetable: Timetable): string {
  const { version, conference } = scheduleOf(timetable);
  const guids = new Map(conference.rooms.map(({ name, guid }) => [name, guid]));
  const roomOf = ([name, events]: [string, readonly C3vocEvent[]]) =>
    element('room', { name, guid: guids.get(name) ?? '' }, events.map(eventElement));
  const days = conference.days.map(({ date, day_start, day_end, index, rooms }) =>
    element('day', { index: String(index), date, start: day_start, end: day_end }, Object.entries(rooms).map(roomOf)),
  );
  const page = conference.url === undefined ? [] : [text('url', conference.url)];
  const schedule = [
    element('generator', generator),
    ...page,
    text('version', version),
    element('conference', {}, [
      text('title', conference.title),
      text('acronym', conference.acronym),
      text('start', conference.start),
      text('end', conference.end),
      text('days', String(conference.daysCount)),
      text('timeslot_duration', conference.timeslot_duration),
      ...page,
      ...(/^[+-]/.test(timetable.zone) ? [] : [text('time_zone_name', timetable.zone)]),
      ...conference.tracks.map((track) => element('track', track)),
    ]),
    ...days,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('schedule', {}, schedule)}\n`;
}

function eventElement(event: C3vocEvent): string {
  const { guid, id, room, title, subtitle, type, date, start, abstract, slug, track, description, url } = event;
  const duration = xmlDuration(event.duration);
  const texts = { room, title, subtitle, type, date, start, duration, abstract, slug, track, description };
  const persons = event.persons.map(({ guid, name }) => text('person', name, { guid }));
  return element('event', { guid, id: String(id) }, [
    ...Object.entries(texts).map(([name, value]) => text(name, value)),
    ...(url.startsWith('http') ? [text('url', url)] : []),
    element('persons', {}, persons),
  ]);
}

function text(name: string, value: string, attributes: Readonly<Record<string, string>> = {}): string {
  return `<${name}${attributeText(attributes)}>${escapeMarkup(value)}</${name}>`;
}

function element(name: string, attributes: Readonly<Record<string, string>>, children: readonly string[] = []): string {
  if (children.length === 0) return `<${name}${attributeText(attributes)}/>`;
  return `<${name}${attributeText(attributes)}>\n${children.join('\n')}\n</${name}>`;
}

function attributeText(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('');
}
