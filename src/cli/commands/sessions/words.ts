// What is said of a schedule: rows without a submission, clashes, warnings, amounts. Sentences only; no addresses, for these are read in logs.

import { quoteCell } from '../../../columns/cell.ts';
import type { ScheduleChange } from '../../../schedule/changes.ts';
import type { UnknownRow } from '../../../schedule/match.ts';
import type { ClashReport, PlanCounts } from '../../../schedule/plan.ts';
import { clockTime, localDay, offsetOf } from '../../../schedule/time.ts';
import type { Warning } from '../../../schedule/warnings.ts';
import { amount } from '../../output/text.ts';

/** Why a row has no submission, and which it may mean. */
export function unknownText({ title, submissionId, reason, candidates }: UnknownRow): string {
  const what = submissionId === undefined ? quoteCell(title) : `the id ${submissionId}`;
  const named = candidates.map(
    ({ id, title, status }) => `${JSON.stringify(title)} (${[id, status].filter(Boolean).join(', ')})`,
  );
  if (submissionId === undefined && title === '')
    return 'neither an id nor a title: nobody can tell which session it is';
  switch (reason) {
    case 'ambiguous':
      return `${what} is the title of ${named.length}: ${named.join(', ')}; say which by submission_id or submitter_email`;
    case 'other_submitter':
      return `${what} was submitted by another address than the row's submitter_email: ${named.join(', ')}; mend the address, or say which by submission_id`;
    case 'other_title': {
      const [meant, ...others] = named;
      return `${what} is ${meant}, and the row's title is that of ${others.join(', ')}; mend one of the two, or leave the title out`;
    }
    case 'not_found':
      return `no submission answers to ${what}${named.length === 0 ? '' : `; the nearest: ${named.join(', ')}`}`;
  }
}

/** How many clashes, or warnings, are told one by one; a schedule may have thousands. */
export const shownAtMost = 20;

export function moreText(count: number): string {
  return `and ${count - shownAtMost} more; --json lists them all`;
}

/** `room Main Hall: "A" 2026-05-02 09:00–09:45 and "B" (line 7) 2026-05-02 09:30–10:15` */
export function clashText({ kind, what, sessions, byName }: ClashReport): string {
  const told = sessions.map(({ title, start, end, endAssumed, line }) => {
    const at = line === null ? '' : ` (line ${line})`;
    const zone = start.endsWith('+00:00') ? ' UTC' : '';
    const assumed = endAssumed === true ? ' (end assumed)' : '';
    return `${quoteCell(title)}${at} ${start.slice(0, 16).replace('T', ' ')}–${end.slice(11, 16)}${zone}${assumed}`;
  });
  const both = told.join(' and ');
  const betweenMs = Date.parse(sessions[1].start) - Date.parse(sessions[0].end);
  const gap = betweenMs < 0 ? '' : `, ${amount(Math.round(betweenMs / 60_000), 'minute')} between`;
  if (kind === 'room') return `room ${what}${gap}: ${both}`;
  if (kind === 'person') return `${what || 'somebody'}${byName ? ' (by name)' : ''} is in two places: ${both}`;
  return `twice in the schedule, where the first row counts: ${both}`;
}

export function warningText({ line, message }: Warning): string {
  return `${line === undefined ? '' : `line ${line}: `}${message}`;
}

/** `3 rows: 1 to place, 1 to move, 0 unchanged, 1 left out` */
export function sumText({ rows, place, move, unchanged, unknown }: PlanCounts): string {
  // Those that say neither where nor when, and further ones of a session.
  const others = rows - place - move - unchanged - unknown;
  return [
    `${amount(rows, 'row')}: ${place} to place, ${move} to move, ${unchanged} unchanged`,
    unknown === 0 ? '' : `${unknown} unknown`,
    others === 0 ? '' : `${others} left out`,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * `Pier 3 → Main Hall` and `2026-05-02 09:00 → 10:30`, and only the new one where nothing else was.
 * @param zone where nobody knows one, the clock is that of the new start
 */
export function changeTexts({ from, to }: Pick<ScheduleChange, 'from' | 'to'>, zone: string | undefined) {
  const clock = zone ?? offsetOf(to.start) ?? 'UTC';
  const [room, start] = [to.room, localStart(to.start, clock)];
  if (from === null) return { room, start };
  const old = localStart(from.start, clock);
  const [day = '', time = ''] = start.split(' ');
  const next = old.startsWith(`${day} `) ? time : start;
  return {
    room: from.room === room ? room : `${from.room} → ${room}`,
    start: old === start ? start : `${old} → ${next}`,
  };
}

function localStart(start: string, zone: string): string {
  const ms = Date.parse(start);
  // What no server of this API says is shown as it is.
  return Number.isNaN(ms) ? start : `${localDay(ms, zone)} ${clockTime(ms, zone)}`;
}
