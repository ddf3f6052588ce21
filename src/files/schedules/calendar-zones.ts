// Owns the time zones of a calendar: which it describes or names, and the text of a time in one of
// them. Must not know events.
import ICAL from 'ical.js';
import { isTimeZone } from '../../contract/time-zone.ts';
import { InvalidInputError } from '../../errors.ts';

/** What a calendar says of zones that it does not describe. */
export interface CalendarZones {
  /** IANA names, by the names that Windows has for them. */
  readonly windows: ReadonlyMap<string, string>;
  /** Of floating times; undefined if the calendar does not name it. */
  readonly floating: string | undefined;
}

export async function zonesOf(
  calendar: ICAL.Component,
  events: readonly ICAL.Component[],
): Promise<CalendarZones> {
  return {
    windows: await zonesOfWindows(undescribedZones(calendar, events)),
    floating: ownZone(calendar),
  };
}

/**
 * With an offset, or the name of its zone, or of the calendar's; without either, a floating time is
 * in the zone of the event.
 */
export function timeText(property: ICAL.Property | null, zones: CalendarZones): string {
  const time = property?.getFirstValue();
  if (!(time instanceof ICAL.Time)) return '';
  const zone = zoneNameOf(property);
  const local = time.toString();
  if (time.isDate || local.endsWith('Z')) return local;
  const { floating, windows } = zones;
  const spaced = local.replace('T', ' ');
  if (zone === undefined) return floating === undefined ? local : `${spaced} ${floating}`;
  if (zone.includes('/') && isTimeZone(zone)) return `${spaced} ${zone}`;
  if (time.zone?.component === null || time.zone?.component === undefined) {
    const zoneName = windows.get(zone);
    return zoneName === undefined ? `${local} ${zone}` : `${spaced} ${zoneName}`;
  }
  // As the calendar describes it.
  const minutes = Math.abs(time.utcOffset()) / 60;
  const offset = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return `${local}${time.utcOffset() < 0 ? '-' : '+'}${offset.join(':')}`;
}

/**
 * Checks the time zones that events use, because the library expands their rules.
 * @throws {InvalidInputError} for rules that no time zone has
 */
export function checkZones(
  calendar: ICAL.Component,
  events: readonly ICAL.Component[],
  file: string,
): void {
  const times = events.flatMap((event) => [
    ...event.getAllProperties('dtstart'),
    ...event.getAllProperties('dtend'),
  ]);
  const used = new Set(times.map((time) => time.getFirstParameter('tzid')));
  const yearOf = (time: ICAL.Property) => Number(/^\d{4}/.exec(String(time.toJSON()[3]))?.[0] ?? 0);
  const lastYear = times.reduce(
    (last, time) => Math.max(last, yearOf(time)),
    new Date().getUTCFullYear(),
  );
  let years = 0;
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const id = zone.getFirstPropertyValue('tzid');
    if (typeof id !== 'string' || !used.has(id)) continue;
    for (const observance of zone.getAllSubcomponents()) {
      const from = observance.getFirstPropertyValue('dtstart');
      for (const rule of observance.getAllProperties('rrule')) {
        years += Math.max(1, lastYear - (from instanceof ICAL.Time ? from.year : 0));
        const parts = Object.entries(Object(rule.toJSON()[3]));
        const text = parts.map(([name, value]) => `${name.toUpperCase()}=${value}`).join(';');
        if (zoneRule.test(text) && years <= maxYears) continue;
        throw new InvalidInputError(`${file} has a time zone that cannot be read`, {
          details: [
            {
              file,
              message: `${JSON.stringify(id)} has the rule ${text.slice(0, 200)}; ${readRules}`,
            },
          ],
          fix:
            'export the calendar with times in UTC, or with the name of a time zone such as ' +
            'Europe/Berlin',
        });
      }
    }
  }
}

const readRules = 'yearly rules with one month and one day are read, for 50,000 years together';

/** What a rule of a real time zone has. */
const rulePart =
  'FREQ=YEARLY|INTERVAL=1|BYMONTHDAY=[^;]+|' +
  '(?:UNTIL|COUNT|WKST|BYMONTH|BYDAY|BYHOUR|BYMINUTE|BYSECOND)=[^;,]+';
const zoneRule = new RegExp(`^(;?(${rulePart}))+$`);

/**
 * For how many years rules may be expanded, all of them together; programs write two rules since
 * 1601 for each zone.
 */
const maxYears = 50_000;

/** What calendar programs write beside the standard: `X-WR-TIMEZONE:Europe/Berlin`. */
function ownZone(calendar: ICAL.Component): string | undefined {
  const name = String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '');
  return name.includes('/') && isTimeZone(name) ? name : undefined;
}

/** The zones that a calendar names, but does not describe. */
function undescribedZones(
  calendar: ICAL.Component,
  events: readonly ICAL.Component[],
): readonly string[] {
  const descriptions = calendar.getAllSubcomponents('vtimezone');
  const described = new Set(descriptions.map((zone) => zone.getFirstPropertyValue('tzid')));
  const times = events.flatMap((event) => [
    event.getFirstProperty('dtstart'),
    event.getFirstProperty('dtend'),
  ]);
  const names = times.flatMap((time) => zoneNameOf(time) ?? []);
  return names.filter((name) => !described.has(name));
}

/** Undefined for a time without one. */
function zoneNameOf(property: ICAL.Property | null): string | undefined {
  const id = String(property?.getParameter('tzid') ?? '');
  const name = id.replace(/^\/.*?(?<![A-Za-z_])(?=[A-Z][A-Za-z_]+\/[A-Z])/, '');
  return name === '' ? undefined : name;
}

/**
 * The IANA name of each Windows name among these, such as Europe/Berlin of `W. Europe Standard
 * Time`. The table is large, and loaded only for a name that the IANA database lacks.
 */
async function zonesOfWindows(names: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(names)];
  if (distinct.every(isTimeZone)) return new Map();
  const { findIana } = await import('windows-iana');
  const pairs = distinct.map((name) => [name, findIana(name, wholeWorld)[0]] as const);
  return new Map(pairs.flatMap(([name, zone]) => (zone === undefined ? [] : [[name, zone]])));
}

/** Each Windows name has one zone for all territories, and others for single ones. */
const wholeWorld = '001';
