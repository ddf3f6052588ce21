// Reads the events of a c3voc schedule, whether it is JSON or XML, of Pentabarf, frab, pretalx, the hub and others. Must not know either format.
import type { ScheduleEvent, SchedulePerson } from './events.ts';

/** An event as it is in the file, with what is written above it. */
export interface C3vocFileEvent {
  readonly line: number;
  /** The text of one of its members or elements; empty if there is none. */
  readonly text: (name: string) => string;
  readonly people: readonly SchedulePerson[];
  /** Of its day: `2027-05-20`. */
  readonly date: string;
  readonly room: string;
}

/** What applies to all events. */
export interface C3vocConference {
  /** Such as `Europe/Berlin`. */
  readonly zone: string;
  /** The clock time at which a day of the schedule begins: what is earlier belongs to the next date. */
  readonly dayChange: string;
}

export function scheduleEventOf(event: C3vocFileEvent, conference: C3vocConference): ScheduleEvent {
  const { line, text, people } = event;
  const same = ['title', 'track', 'subtitle', 'abstract', 'description', 'language', 'url'] as const;
  const cells = {
    ...Object.fromEntries(same.map((name) => [name, text(name)])),
    id: text('guid') || text('code') || text('id'),
    room: text('room') || event.room,
    start: startOf(event, conference),
    ...lengthOf(text('duration'), text('end')),
    // What is written if a session has no format.
    format: text('type') === 'other' ? '' : text('type'),
  };
  return { line, people, cells };
}

function startOf({ text, date: day }: C3vocFileEvent, { zone, dayChange }: C3vocConference): string {
  const date = text('date');
  const clock = text('start');
  if (/T\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(date)) return date;
  const whole = /T\d\d:\d\d/.test(date) || clock === '' ? date : `${dateOf(date || day, clock, dayChange)} ${clock}`;
  return whole === '' ? '' : `${whole} ${zone}`.trim();
}

/** Its date, or the next one for a time after midnight. */
function dateOf(day: string, clock: string, dayChange: string): string {
  const isEarly = dayChange !== '' && clock.padStart(5, '0') < dayChange.padStart(5, '0');
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (!isEarly || Number.isNaN(ms)) return day;
  return new Date(ms + 86_400_000).toISOString().slice(0, 10);
}

/** `00:45` as minutes; `1:02:30` has days before the hours (schedule.xml.xsd). */
function lengthOf(duration: string, end: string): Pick<ScheduleEvent['cells'], 'duration' | 'end'> {
  const parts = /^(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):(\d\d)$/.exec(duration);
  if (parts === null) return duration === '' ? { end } : { duration };
  const [days = 0, hours = 0, minutes = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const total = (days * 24 + hours) * 60 + minutes;
  return { duration: total === 0 ? '' : String(total) };
}
