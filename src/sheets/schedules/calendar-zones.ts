// Checks the rules of a calendar's time zones before they are computed: which they are, and how many. Must not know events.
import ICAL from 'ical.js';
import { InvalidInputError } from '../../errors.ts';
import { tooLarge } from '../too-large.ts';
import type { Component, Property } from './calendar-lines.ts';

/** For how many years rules may be computed, all of them together; programs write two rules since 1601 for each zone. */
const maxYears = 50_000;

/** What a rule of a real time zone has. */
const ruleParts: ReadonlySet<string> = new Set([
  ...['freq', 'interval', 'until', 'count', 'wkst'],
  ...['bymonth', 'bymonthday', 'byday', 'byhour', 'byminute', 'bysecond'],
]);

interface ZoneOptions {
  readonly file: string;
  /** The events that may use the zones. */
  readonly events: readonly Component[];
}

/**
 * Computes the changes of the time zones that are used.
 * @param calendar has the zones, which remember what is computed
 * @throws {InvalidInputError} for rules that no time zone has
 */
export function prepareZones(
  calendar: ICAL.Component,
  zones: readonly Component[],
  { file, events }: ZoneOptions,
): void {
  const { used, lastYear } = timesOf(events);
  let years = 0;
  for (const zone of zones) {
    const id = String(firstValue(zone, 'tzid') ?? '');
    if (!used.has(id)) continue;
    const refuse = (message: string): never => {
      throw new InvalidInputError(`${file} has a time zone that cannot be read`, {
        details: [{ file, message: `${JSON.stringify(id)} ${message}` }],
        fix: 'export the calendar with times in UTC, or with the name of a time zone such as Europe/Berlin',
      });
    };
    for (const observance of zone[2]) {
      const rule = firstValue(observance, 'rrule');
      if (rule !== undefined) checkRule(Object.entries(rule ?? {}), refuse);
      const [from] = /^\d{4}/.exec(String(firstValue(observance, 'dtstart') ?? '')) ?? [lastYear];
      years += rule === undefined ? 1 : 1 + Math.max(0, lastYear - Number(from));
    }
    if (years > maxYears) {
      throw tooLarge(file, 'a calendar (ICS)', {
        message: `the rules of its time zones are for more than ${maxYears} years together`,
      });
    }
    try {
      calendar.getTimeZoneByID(id)?.utcOffset(ICAL.Time.fromData({ year: lastYear, month: 1, day: 1 }));
    } catch (cause) {
      refuse(`has a rule that cannot be computed: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
}

/** The ids of the time zones that events use, and the last year in which one is. */
function timesOf(events: readonly Component[]): { readonly used: ReadonlySet<string>; readonly lastYear: number } {
  const used = new Set<string>();
  let lastYear = new Date().getUTCFullYear() + spareYears;
  for (const [, properties] of events) {
    for (const [name, { tzid }, , value] of properties) {
      if (tzid === undefined || (name !== 'dtstart' && name !== 'dtend')) continue;
      used.add(String(tzid));
      lastYear = Math.max(lastYear, Number(/^\d{4}/.exec(String(value))?.[0] ?? 0));
    }
  }
  return { used, lastYear };
}

/** The library computes that many more at once. */
const spareYears = 5;

function firstValue([, properties]: Component, wanted: string): Property[3] {
  return properties.find(([name]) => name === wanted)?.[3];
}

function checkRule(
  parts: readonly (readonly [name: string, value: unknown])[],
  refuse: (message: string) => never,
): void {
  for (const [name, value] of parts) {
    if (name === 'freq' && value !== 'YEARLY') refuse(`changes ${value}, and only rules with FREQ=YEARLY are read`);
    const isOne = name === 'bymonthday' || !Array.isArray(value);
    if (!ruleParts.has(name) || !isOne || (name === 'interval' && value !== 1)) {
      refuse(`has a rule with ${name.toUpperCase()}=${value}, which no time zone has`);
    }
  }
}
