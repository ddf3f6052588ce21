// Owns the clashes of a plan or an event as they are reported: their JSON form and their sentences.
// Pure. No sentence contains an e-mail address, because logs store them.

import { type FilePlace, filePlaceOf, placeText } from '../../changes/file-place.ts';
import { localDay, toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { quoteCell } from '../../columns/quote.ts';
import { amount } from '../../contract/amount.ts';
import type { Session } from '../session.ts';
import type { Warning } from '../warning.ts';
import type { ClashOptions } from './clash-groups.ts';
import { type Clash, findClashes } from './find-clashes.ts';
import type { Counted } from './overlaps.ts';

/** A session as a clash names it. */
export interface ClashSession extends Pick<FilePlace, 'column' | 'sheet'> {
  /** Of its submission. */
  readonly id: string | null;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  /** The duration is unknown, so that the default was used. */
  readonly endAssumed?: true | undefined;
  readonly isBreak?: true | undefined;
  /** Null if it is not in the schedule file. */
  readonly line: number | null;
}

export interface ClashReport extends Omit<Clash, 'sessions' | 'hours'> {
  readonly sessions: readonly [ClashSession, ...ClashSession[]];
  /** When the room is open on the day of a session that clashes with its hours. */
  readonly open?: readonly { readonly start: string; readonly end: string }[] | undefined;
}

/** The clashes, how many there are, and the pairs that are only warnings. */
export interface ReportedClashes {
  readonly clashCounts: { readonly total: number };
  readonly clashes: readonly ClashReport[];
  readonly warnings: readonly Warning[];
}

/** What the service refuses of a plan, which are no clashes of rooms as well. */
export interface RefusedClashes {
  /** Pairs with a session that the plan moves. */
  readonly ofPlaces: Counted<Clash>;
  /** Whether the service refuses a pair, also by statuses, which the submissions report. */
  isRefused(id: string, other: string): boolean;
  /** How many pairs that the service refuses are clashes of rooms as well. */
  countInRooms(options: ClashOptions): number;
}

const noRefusal: RefusedClashes = {
  ofPlaces: { count: 0, listed: [] },
  isRefused: () => false,
  countInRooms: () => 0,
};

/** @param options with the zone in which the times are reported */
export function reportClashes(
  sessions: readonly Session[],
  options: ClashOptions & { readonly timeZone: string },
  refusals: RefusedClashes = noRefusal,
): ReportedClashes {
  const { clashes, existing, assumed } = findClashes(sessions, options);
  const report = (clash: Clash) => clashReport(clash, options.timeZone);
  const { ofPlaces: refused } = refusals;
  const isRefused = ({ code, sessions: [one, other] }: Clash) => {
    const [id, otherId] = [one.submissionId, other?.submissionId];
    if (code === 'person' || id === undefined || otherId === undefined) return false;
    return refusals.isRefused(id, otherId);
  };
  const others = clashes.listed.filter((clash) => !isRefused(clash));
  const unlisted = clashes.count - clashes.listed.length;
  const listedRefused = clashes.listed.length - others.length;
  const unlistedRefused = refusals.countInRooms(options) - listedRefused;
  const more = Math.max(0, unlisted - unlistedRefused);
  return {
    clashCounts: { total: refused.count + others.length + more },
    clashes: [...refused.listed, ...others].map(report),
    warnings: [
      ...existing.listed.map(report).map((clash) => ({
        code: 'existing_clash',
        message: `${clashText(clash)}; already in the program`,
      })),
      ...assumed.listed.map(report).map(assumedWarning),
    ],
  };
}

/** Of what is a clash only if an assumed end is right. */
function assumedWarning(clash: ClashReport): Warning {
  const text = clashText(clash, 'may be');
  if (clash.code === 'hours') {
    return { code: 'assumed_end', message: `${text}; specify its duration` };
  }
  return { code: 'assumed_overlap', message: `${text}; specify the duration of the first one` };
}

function clashReport({ sessions, hours, ...clash }: Clash, zone: string): ClashReport {
  const [a, b] = sessions;
  const sessionReport = (session: Session): ClashSession => ({
    id: session.submissionId ?? null,
    title: session.title,
    start: toRfc3339(session.startMs, zone),
    end: toRfc3339(session.endMs, zone),
    ...(session.isDurationAssumed && { endAssumed: true }),
    ...(session.isBreak && { isBreak: true }),
    ...(session.line === undefined
      ? { line: null }
      : filePlaceOf({ ...session, line: session.line })),
  });
  if (b !== undefined) return { ...clash, sessions: [sessionReport(a), sessionReport(b)] };
  const day = localDay(a.startMs, zone);
  const open = (hours ?? []).flatMap(({ startMs, endMs }) => {
    const isOnDay = localDay(startMs, zone) <= day && day <= localDay(endMs - 1, zone);
    return isOnDay ? [{ start: toRfc3339(startMs, zone), end: toRfc3339(endMs, zone) }] : [];
  });
  return { ...clash, sessions: [sessionReport(a)], open };
}

/** `room Main Hall: "A" 2026-05-02 09:00–09:45 and "B" (line 7) 2026-05-02 09:30–10:15` */
export function clashText(clash: ClashReport, is: 'is' | 'may be' = 'is'): string {
  const { code, what, sessions, byName, similarName, reason } = clash;
  const both = sessions.map(sessionText).join(' and ');
  if (code === 'service') return `the service refuses room ${what}: ${both}; ${reason}`;
  if (code === 'room') return `room ${what}: ${both}`;
  if (code === 'turnaround') return `room ${what}, only ${gapText(sessions)} apart: ${both}`;
  if (code === 'exclusive') return `nothing may be beside ${quoteCell(what)}: ${both}`;
  if (code === 'hours') return `room ${what} is ${openText(clash)}: ${both}`;
  const matched =
    similarName === undefined
      ? ' (matched by name)'
      : ` (matched by similar names: ${quoteCell(what)} and ${quoteCell(similarName)})`;
  return `${what || 'a speaker'}${byName ? matched : ''} ${is} in two places: ${both}`;
}

/** `"A" (line 7) 2026-05-02 09:00–09:45` */
function sessionText(session: ClashSession): string {
  const { start, end, endAssumed } = session;
  const assumed = endAssumed === true ? ' (end assumed)' : '';
  return `${sessionName(session)} ${periodText(start, end)}${zoneText(start)}${assumed}`;
}

function zoneText(start: string): string {
  return start.endsWith('+00:00') ? ' UTC' : '';
}

function gapText([earlier, later]: ClashReport['sessions']): string {
  const betweenMs = Date.parse(later?.start ?? earlier.end) - Date.parse(earlier.end);
  return amount(Math.round(betweenMs / 60_000), 'minute');
}

/** `open 2026-05-02 09:00–12:00 and 2026-05-02 13:00–18:00`, or `not open on 2026-05-02` */
function openText({ sessions: [{ start: startOfSession }], open = [] }: ClashReport): string {
  if (open.length === 0) return `not open on ${startOfSession.slice(0, 'YYYY-MM-DD'.length)}`;
  const periods = open.map(({ start, end }) => `${periodText(start, end)}${zoneText(start)}`);
  return `open ${periods.join(' and ')}`;
}

/** `"A" (line 7)`; without a title, the id of its submission, or else `the talk of line 7`. */
function sessionName({ title, id, line, ...rest }: ClashSession): string {
  const place = line === null ? '' : placeText({ ...rest, line });
  const name = title || (id ?? '');
  if (name === '' && place !== '') return `the talk of ${place}`;
  return place === '' ? quoteCell(name) : `${quoteCell(name)} (${place})`;
}

/** `2026-05-02 09:00–09:45`; the end has its date if that is another one. */
function periodText(start: string, end: string): string {
  const [from, to] = [start, end].map((text) => text.slice(0, 16).replace('T', ' '));
  return `${from}–${from?.slice(0, 10) === to?.slice(0, 10) ? to?.slice(11) : to}`;
}
