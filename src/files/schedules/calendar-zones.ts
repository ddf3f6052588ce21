// Checks the rules of a calendar's time zones before they are expanded. Must not know events.
import ICAL from 'ical.js';
import { InvalidInputError } from '../../errors.ts';

/** What a rule of a real time zone has. */
const ruleParts: ReadonlySet<string> = new Set([
  ...['FREQ', 'INTERVAL', 'UNTIL', 'COUNT', 'WKST'],
  ...['BYMONTH', 'BYMONTHDAY', 'BYDAY', 'BYHOUR', 'BYMINUTE', 'BYSECOND'],
]);

/** For how many years rules may be expanded, all of them together; programs write two rules since 1601 for each zone. */
const maxYears = 50_000;

/**
 * Checks the time zones that events use.
 * @throws {InvalidInputError} for rules that no time zone has
 */
export function checkZones(calendar: ICAL.Component, events: readonly ICAL.Component[], file: string): void {
  const times = events.flatMap((event) => [...event.getAllProperties('dtstart'), ...event.getAllProperties('dtend')]);
  const used = new Set(times.flatMap((time) => time.getFirstParameter('tzid') || []));
  const yearOf = (time: ICAL.Property) => Number(/^\d{4}/.exec(String(time.toJSON()[3]))?.[0] ?? 0);
  const lastYear = times.reduce((last, time) => Math.max(last, yearOf(time)), new Date().getUTCFullYear() + spareYears);
  let years = 0;
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const id = String(zone.getFirstPropertyValue('tzid') ?? '');
    if (!used.has(id)) continue;
    const refuse = (message: string): never => {
      throw new InvalidInputError(`${file} has a time zone that cannot be read`, {
        details: [{ file, message: `${JSON.stringify(id)} ${message}` }],
        fix: 'export the calendar with times in UTC, or with the name of a time zone such as Europe/Berlin',
      });
    };
    try {
      for (const observance of zone.getAllSubcomponents()) {
        const from = observance.getFirstPropertyValue('dtstart');
        const first = from instanceof ICAL.Time ? from.year : lastYear;
        for (const rule of observance.getAllProperties('rrule')) {
          checkRule(Object.entries(Object(rule.toJSON()[3])), refuse);
          years += Math.max(1, lastYear - first);
        }
      }
      if (years > maxYears) refuse(`has rules for more than ${maxYears} years, those of other zones included`);
      calendar.getTimeZoneByID(id)?.utcOffset(ICAL.Time.fromData({ year: lastYear, month: 1, day: 1 }));
    } catch (cause) {
      if (cause instanceof InvalidInputError) throw cause;
      refuse(`has a rule that cannot be expanded: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
}

/** The library expands that many more at once. */
const spareYears = 5;

function checkRule(
  parts: readonly (readonly [name: string, value: unknown])[],
  refuse: (message: string) => never,
): void {
  for (const [key, value] of parts) {
    const name = key.toUpperCase();
    if (name === 'FREQ' && value !== 'YEARLY') refuse(`changes ${value}, and only rules with FREQ=YEARLY are read`);
    const isOne = name === 'BYMONTHDAY' || !Array.isArray(value);
    if (!ruleParts.has(name) || !isOne || (name === 'INTERVAL' && value !== 1)) {
      refuse(`has a rule with ${name}=${value}, which no time zone has`);
    }
  }
}
