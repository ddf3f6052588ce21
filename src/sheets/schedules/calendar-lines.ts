// Divides the text of a calendar (ICS, RFC 5545) into components, line by line. Must not know what their properties mean.
import ICAL from 'ical.js';
import type { Budget } from '../budget.ts';

/** A property as jCal (RFC 7265 §3.4): its name, parameters, type and values. */
export type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  type: string,
  ...values: unknown[],
];

/** A component as jCal (§3.3). */
export type Component = readonly [name: string, properties: Property[], components: Component[]];

/** What is read of a calendar. */
export interface ParsedCalendar {
  readonly zones: readonly Component[];
  /** With the line on which each begins. */
  readonly events: readonly { readonly event: Component; readonly line: number }[];
}

/** A line that is not well-formed, or has more than any calendar needs. */
export class CalendarFault extends Error {
  readonly line: number;

  constructor(line: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}

/** The properties that are read, of events and of time zones; others are not parsed. */
const readProperties: Readonly<Record<string, ReadonlySet<string>>> = {
  vevent: new Set([
    ...['uid', 'summary', 'description', 'location', 'url', 'categories', 'attendee', 'status'],
    ...['dtstart', 'dtend', 'duration', 'rrule', 'rdate', 'x-plenary-speakers', 'x-plenary-format'],
  ]),
  vtimezone: new Set(['tzid', 'dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule', 'rdate']),
};

/** Those with several values in one line. */
const lists: ReadonlySet<string> = new Set(['categories', 'rdate', 'rrule']);

const maxDepth = 10;
const maxProperties = 10_000;
const maxParameters = 100;
const maxListLength = 10_000;
const maxLength = 1_000_000;
const longestName = 200;

/** The calendars of a text. @throws {CalendarFault} at the first line that is not well-formed */
export async function parseCalendars(text: string, budget: Budget): Promise<readonly ParsedCalendar[]> {
  const calendars: { readonly zones: Component[]; readonly events: { event: Component; line: number }[] }[] = [];
  const open: { readonly component: Component; readonly line: number }[] = [];
  let count = 0;
  for (const { line, folded } of contentLines(text)) {
    if (++count % 1000 === 0) await budget.pause();
    const opening = unfolded(folded.slice(0, longestName));
    const [name = ''] = /^[^;:]*/.exec(opening.toLowerCase()) ?? [];
    if (name === 'begin') begin(opening.slice('begin:'.length).trim().toLowerCase(), line);
    else if (name === 'end') end(line);
    else addProperty(name, folded, line);
  }
  const [unclosed] = open;
  if (unclosed !== undefined) throw new CalendarFault(unclosed.line, 'a component begins here and does not end');
  return calendars;

  function begin(name: string, line: number): void {
    if (open.length === maxDepth) throw new CalendarFault(line, `is nested deeper than ${maxDepth} components`);
    if (open.length === 0) calendars.push({ zones: [], events: [] });
    open.push({ component: [name, [], []], line });
  }

  function end(endLine: number): void {
    const closed = open.pop();
    if (closed === undefined) throw new CalendarFault(endLine, 'a component ends here that did not begin');
    const { component, line } = closed;
    const [, parent] = open;
    if (open.length === 2 && parent?.component[0] === 'vtimezone') {
      budget.spend('zoneRules', 1);
      parent.component[2].push(component);
    }
    if (open.length !== 1) return;
    const calendar = calendars.at(-1);
    if (component[0] === 'vtimezone') calendar?.zones.push(component);
    if (component[0] !== 'vevent') return;
    budget.spend('events', 1);
    calendar?.events.push({ event: component, line });
  }

  function addProperty(name: string, folded: string, line: number): void {
    if (!folded.includes(':')) throw invalidLine(folded, line);
    const [calendar, outer, inner] = open;
    if (calendar === undefined) throw new CalendarFault(line, 'a property is outside of a calendar');
    const kind = outer?.component[0] ?? '';
    // Time zones have their rules in components, and what is in those of events is about reminders.
    const owner = kind === 'vtimezone' && open.length === 3 ? inner : open.length === 2 ? outer : undefined;
    if (owner === undefined || readProperties[kind]?.has(name) !== true) return;
    const longest = lists.has(name) ? maxListLength : maxLength;
    if (folded.length > longest) {
      throw new CalendarFault(line, `${name.toUpperCase()} has more than ${longest} characters`);
    }
    const content = unfolded(folded);
    refuseParameters(content, line);
    const properties = owner.component[1];
    if (properties.length === maxProperties) {
      throw new CalendarFault(line, `a component has more than ${maxProperties} properties`);
    }
    if (name === 'attendee') budget.spend('people', 1);
    properties.push(parseProperty(content, line));
  }
}

function parseProperty(content: string, line: number): Property {
  try {
    return ICAL.parse.property(content) as unknown as Property;
  } catch (cause) {
    // The message has the line, which may be long.
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CalendarFault(line, message.length > 200 ? `${message.slice(0, 200)}…` : message, cause);
  }
}

interface ContentLine {
  /** The first line of the file that it is on. */
  readonly line: number;
  /** As it is in the file: a line break before a space divides a long line (§3.1). */
  readonly folded: string;
}

function* contentLines(text: string): Generator<ContentLine> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const first = line;
    let end = at - 1;
    do {
      end = text.indexOf('\n', end + 1);
      line++;
    } while (end !== -1 && (text[end + 1] === ' ' || text[end + 1] === '\t'));
    const next = end === -1 ? text.length : end + 1;
    const folded = text.slice(at, next).trim();
    if (folded !== '') yield { line: first, folded };
    at = next;
  }
}

function unfolded(text: string): string {
  return text.includes('\n') ? text.replace(/\r?\n[ \t]/g, '') : text;
}

/** @throws {CalendarFault} for a line without a value, or with more parameters than a property has */
function refuseParameters(content: string, line: number): void {
  let isQuoted = false;
  let parameters = 0;
  for (const [sign] of content.matchAll(/[";:]/g)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === ':') return;
    else if (++parameters > maxParameters) {
      throw new CalendarFault(line, `a property has more than ${maxParameters} parameters`);
    }
  }
  throw invalidLine(content, line);
}

function invalidLine(content: string, line: number): CalendarFault {
  const shown = content.length > 100 ? `${content.slice(0, 100)}…` : content;
  return new CalendarFault(line, `invalid line (no ":" before a value): "${shown}"`);
}
