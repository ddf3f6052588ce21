// Finds the start of an event of a c3voc schedule in its date, its clock time and its day, and what
// contradicts in them. Must not know formats. Pure.
import { quoted } from '../../contract/amount.ts';
import { foldKey } from '../../contract/key.ts';
import { morning } from '../../contract/start.ts';
import { isTimeZone } from '../../contract/time-zone.ts';

/** The day of a schedule; empty texts for what the file does not specify. */
export interface ScheduleDay {
  /** Such as `2027-05-20`. */
  readonly date: string;
  /**
   * With date and clock time; a clock time alone is that at which each day of the schedule begins.
   */
  readonly start: string;
  readonly end: string;
}

/** As the file has it; empty texts for what it lacks. */
export interface EventTime {
  readonly title: string;
  /** With or without a clock time and an offset. */
  readonly date: string;
  /** The local clock time. */
  readonly clock: string;
}

export interface EventStart {
  /** Empty if it is not specified. */
  readonly start: string;
  /** The clock time beside it, if only the zone of the event decides whether it is the same. */
  readonly time?: string;
  /** Why it is not certain. */
  readonly fault?: string;
}

/** @param zone such as `Europe/Berlin`; undefined if the file has none */
export function startOf(event: EventTime, day: ScheduleDay, zone: string | undefined): EventStart {
  const { date, clock } = event;
  if (clockIn(date) === undefined && clock !== '') return startOnDay(event, day, zone);
  const isLocal = date !== '' && !hasOffset.test(date);
  const start = isLocal && zone !== undefined ? `${date} ${zone}` : date;
  const clockTime = clockOf(clock);
  if (clockTime === undefined || clocksOf(date, zone).includes(clockTime)) return { start };
  if (zone === undefined && universal.test(date)) return { start, time: clockTime };
  return {
    start,
    fault:
      `${nameOf(event)} has the date ${date} and the start ${clock}, which contradict each ` +
      'other',
  };
}

/**
 * Why the date of an event contradicts the day that it is in. After midnight, it may have the next
 * date: until the next day begins, or until the end of its own.
 */
export function dayFault(
  event: EventTime,
  day: ScheduleDay,
  zone: string | undefined,
): string | undefined {
  const [dayDate] = plainDate.exec(day.date) ?? [];
  const [date] = plainDate.exec(event.date) ?? [];
  if (dayDate === undefined || date === undefined) return undefined;
  // In UTC, it may be on the date before or after.
  const isShifted = zone === undefined && universal.test(event.date);
  if (isShifted && (dateAfter(date) === dayDate || date === dateAfter(dayDate))) return undefined;
  const begin = clockIn(day.start) ?? clockOf(day.start) ?? '';
  const own = `${date}T${clockIn(event.date) ?? clockOf(event.clock) ?? '00:00'}`;
  const isOnDay = (moment: string) => {
    const [on = '', clock = ''] = moment.split('T');
    if (on === dayDate) return true;
    const isNight = clock < morning || clock < begin;
    return on === dateAfter(dayDate) && (isNight || moment <= day.end);
  };
  if (isOnDay(own) || isOnDay(momentIn(zone, event.date) ?? own)) return undefined;
  const contradiction = `the date ${event.date} in the day ${day.date}`;
  return `${nameOf(event)} has ${contradiction}, which contradict each other`;
}

/** Why the room of an event contradicts the room around it. */
export function roomFault(event: EventTime, own: string, around: string): string | undefined {
  const rooms = [own, around].map(foldKey);
  if (rooms.includes('') || rooms[0] === rooms[1]) return undefined;
  const contradiction = `the room ${quoted(own)} in the room ${quoted(around)}`;
  return `${nameOf(event)} has ${contradiction}, which contradict each other`;
}

/** An event in a list that may be in order of time. */
export interface TimedEvent {
  readonly time: EventTime;
  readonly day: ScheduleDay;
  readonly room: string;
}

/**
 * Why hours after midnight are doubtful on days without a start: they are below later times of a
 * list that is otherwise in order of time, and may be on the next date.
 */
export function nightFaults<T extends TimedEvent>(events: readonly T[]): ReadonlyMap<T, string> {
  const lists = new Map<string, T[]>();
  for (const event of events) {
    const { day, time, room } = event;
    if (day.start !== '' || time.date !== '' || clockOf(time.clock) === undefined) continue;
    const key = JSON.stringify([day.date, room]);
    lists.set(key, [...(lists.get(key) ?? []), event]);
  }
  return new Map([...lists.values()].flatMap(nightsOf));
}

function nightsOf<T extends TimedEvent>(list: readonly T[]): readonly (readonly [T, string])[] {
  const nights: (readonly [T, string])[] = [];
  let latest = '';
  for (const event of list) {
    const clock = clockOf(event.time.clock) ?? '';
    if (clock >= latest) latest = clock;
    else if (clock < morning) nights.push([event, nightFault(event)]);
    else return [];
  }
  return nights;
}

function nightFault({ time, day: { date } }: TimedEvent): string {
  const below = `${nameOf(time)} starts at ${time.clock}, below later times of ${date}`;
  return (
    `${below}: write the date ${dateAfter(date)} for the event, or ${date} if that is what you ` +
    'mean'
  );
}

const plainDate = /^\d{4}-\d\d-\d\d/;

const hasOffset = /T\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/;

const universal = /(?:Z|[+-]00:?00)$/;

/**
 * The clock times that a date may have: its own, and that of the same instant in the zone of the
 * schedule.
 */
function clocksOf(date: string, zone: string | undefined): readonly (string | undefined)[] {
  const moment = momentIn(zone, date);
  return moment === undefined ? [clockIn(date)] : [clockIn(date), clockIn(moment)];
}

/** `2027-05-20T09:00`, the local time of a date with an offset; undefined for any other. */
function momentIn(zone: string | undefined, date: string): string | undefined {
  const ms = Date.parse(date);
  const isInstant = hasOffset.test(date) && !Number.isNaN(ms);
  if (!isInstant || zone === undefined || !isTimeZone(zone)) return undefined;
  const numbers = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format = { timeZone: zone, year: 'numeric', hourCycle: 'h23', ...numbers } as const;
  return new Intl.DateTimeFormat('sv-SE', format).format(ms).replace(' ', 'T');
}

/**
 * A clock time before that at which the day begins is on the next date, if the day lasts until
 * then.
 */
function startOnDay(event: EventTime, day: ScheduleDay, zone: string | undefined): EventStart {
  const { clock } = event;
  const date = event.date || day.date;
  const begin = clockIn(day.start) ?? clockOf(day.start) ?? '';
  const time = clockOf(clock) ?? clock;
  const isEarly = time < begin && date === day.date;
  const local = `${isEarly ? dateAfter(date) : date} ${clock}`;
  const start = zone === undefined ? local : `${local} ${zone}`;
  const end = clockIn(day.end) === undefined ? '' : day.end.slice(0, '2027-05-20T10:00'.length);
  if (!isEarly || end === '' || `${dateAfter(date)}T${time}` <= end) return { start };
  const extent = `which is from ${day.start} to ${day.end}`;
  return { start, fault: `${nameOf(event)} starts at ${clock}, outside of its day, ${extent}` };
}

/** Of a date with a clock time. */
function clockIn(date: string): string | undefined {
  return /T(\d\d:\d\d)/.exec(date)?.[1];
}

/** `9:30` and `09:30:00` as `09:30`; undefined for any other text. */
function clockOf(text: string): string | undefined {
  return /^(\d{1,2}:\d\d)(?::\d\d)?$/.exec(text)?.[1]?.padStart('09:30'.length, '0');
}

function dateAfter(date: string): string {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? date : new Date(ms + 86_400_000).toISOString().slice(0, 10);
}

function nameOf({ title }: EventTime): string {
  return title === '' ? 'the event' : JSON.stringify(title);
}
