// Owns the sentences about a plan of sessions: its counts, its breaks, its changes, its question. Must not print.
import { quoteCell } from '../../../columns/quote.ts';
import { amount, listText, plural, quoted } from '../../../contract/amount.ts';
import type { ScheduleChange } from '../../../schedule/changes.ts';
import { placeText, type Warning } from '../../../schedule/clash-report.ts';
import { listedPairs } from '../../../schedule/clashes.ts';
import { dateAndTime } from '../../../schedule/dates/zoned-time.ts';
import { grouped } from '../../../schedule/grouped.ts';
import type { PlanCounts, SchedulePlan } from '../../../schedule/schedule-plan.ts';

/** How many clashes, or warnings, are written one by one; a schedule may have thousands. */
export const shownAtMost = 20;

/** @param listed how many of them JSON lists */
export function moreText(count: number, listed: number): string {
  const more = `and ${count - shownAtMost} more`;
  if (listed === count) return `${more}; --json lists them all`;
  return `${more}; --json lists the first ${listedPairs} of each room and person`;
}

export function warningText({ line, message, ...place }: Warning): string {
  return `${line === undefined ? '' : `${placeText({ ...place, line })}: `}${message}`;
}

/** `3 rows: 1 to place, 1 to move, 0 unchanged, 1 skipped` */
export function countsText({ rows, place, move, unchanged, unknown, breaks = 0, create = 0 }: PlanCounts): string {
  // Rows without a room or a start, and further rows of a session.
  const skipped = rows - place - move - unchanged - unknown - breaks - create;
  return [
    `${amount(rows, 'row')}: ${create === 0 ? '' : `${create} to create and place, `}${place} to place, ${move} to move, ${unchanged} unchanged`,
    breaks === 0 ? '' : amount(breaks, 'break'),
    unknown === 0 ? '' : `${unknown} unknown`,
    skipped === 0 ? '' : `${skipped} skipped`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** `1 row is not a talk, and not sent: "Lunch" (line 5)`; undefined without any. */
export function breaksText({ breaks = [] }: Pick<SchedulePlan, 'breaks'>): string | undefined {
  if (breaks.length === 0) return undefined;
  const lines = grouped(breaks, ({ title }) => title);
  const named = Array.from(lines, ([title, rows]) => {
    const at = rows.map(({ line, sheet }) => (sheet === undefined ? `${line}` : `${line} of sheet ${quoted(sheet)}`));
    return `${quoteCell(title)} (${plural(at.length, 'line')} ${listText(at, shownBreaks)})`;
  });
  const what = amount(breaks.length, 'row is not a talk', 'rows are not talks');
  return `${what}, and not sent: ${listText(named, shownBreaks)}`;
}

const shownBreaks = 8;

/** The question before anything is sent: `Place 2 sessions and move 1? (The API cannot take …)` */
export function questionText({ place, move }: Pick<PlanCounts, 'place' | 'move'>): string {
  if (place === 0) return `Move ${amount(move, 'session')}?`;
  return `Place ${amount(place, 'session')}${move === 0 ? '' : ` and move ${move}`}? (${noUnplace})`;
}

/** Said before a session is placed for the first time. */
const noUnplace = 'The API cannot take a session out of the schedule.';

/**
 * A change as people read it, old → new if they differ: `Pier 3 → Main Hall` and `2026-05-02 09:00 → 10:30`.
 * @param zone in which both times are written
 */
export function changeTexts({ from, to }: Pick<ScheduleChange, 'from' | 'to'>, zone: string) {
  const [room, start] = [to.room, localStart(to.start, zone)];
  if (from === null) return { room, start };
  const old = localStart(from.start, zone);
  const [day = '', time = ''] = start.split(' ');
  const next = old.startsWith(`${day} `) ? time : start;
  return {
    room: from.room === room ? room : `${from.room} → ${room}`,
    start: old === start ? start : `${old} → ${next}`,
  };
}

function localStart(start: string, zone: string): string {
  const ms = Date.parse(start);
  // A service may return a start that is not a date.
  return Number.isNaN(ms) ? start : dateAndTime(ms, zone);
}

/** `1 session was`, `2 sessions were`. */
export function sessionsWere(count: number): string {
  return `${amount(count, 'session')} ${plural(count, 'was', 'were')}`;
}
