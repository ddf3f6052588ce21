// Owns the sentences about a schedule: unmatched rows, clashes, warnings, counts, changes. Must not print. No sentence
// contains an e-mail address, because logs store them.
import { quoteCell } from '../../../columns/quote.ts';
import type { ScheduleChange } from '../../../schedule/changes.ts';
import type { ClashReport } from '../../../schedule/clash-report.ts';
import { listedPairs } from '../../../schedule/clashes.ts';
import { clockTime, localDay } from '../../../schedule/dates/zoned-time.ts';
import type { UnknownRow } from '../../../schedule/match.ts';
import { type Place, placeOf } from '../../../schedule/place.ts';
import type { BreakRow, PlanCounts, SavedWarning, SchedulePlan } from '../../../schedule/schedule-plan.ts';
import type { Warning } from '../../../schedule/warnings.ts';
import { amount, plural, quoted } from '../../output/text.ts';

/** Why a row has no submission, and which submissions it may mean. */
export function unknownText({ title, submissionId, reason, candidates, ...rest }: UnknownRow): string {
  if (submissionId === undefined && title === '') return 'the row has neither an id nor a title';
  const what = submissionId === undefined ? quoteCell(title) : `the id ${submissionId}`;
  const named = candidates.map(({ id, title, status, people = [] }) => {
    const known = [id, people.join('; '), status].filter(Boolean);
    return `${quoted(title)} (${known.join(', ')})`;
  });
  const count = rest.candidateCount ?? named.length;
  if (count > named.length) named.push(`and ${count - named.length} more`);
  switch (reason) {
    case 'ambiguous':
      return `${what} is the title of ${count} submissions: ${named.join(', ')}; specify which one in a column submission_id, submitter_email or speakers`;
    case 'other_submitter':
      return `${what} was submitted with another address than the row's submitter_email: ${named.join(', ')}; fix the address, or specify the submission in a submission_id column`;
    case 'other_title': {
      const [meant, ...others] = named;
      return `${what} belongs to ${meant}, but the row's title belongs to ${others.join(', ')}; fix one of the two, or remove the title`;
    }
    case 'not_found': {
      const problem = submissionId === undefined ? `no submission is titled ${what}` : `no submission has ${what}`;
      return named.length === 0 ? problem : `${problem}; most similar: ${named.join(', ')}`;
    }
  }
}

/** How many clashes, or warnings, are written one by one; a schedule may have thousands. */
export const shownAtMost = 20;

/** @param listed how many of them JSON lists */
export function moreText(count: number, listed: number): string {
  const more = `and ${count - shownAtMost} more`;
  if (listed === count) return `${more}; --json lists them all`;
  return `${more}; --json lists the first ${listedPairs} of each room and person`;
}

/** `room Main Hall: "A" 2026-05-02 09:00–09:45 and "B" (line 7) 2026-05-02 09:30–10:15` */
export function clashText(clash: ClashReport): string {
  return pairText(clash, 'is');
}

function pairText({ kind, what, sessions, byName, similarName }: ClashReport, is: 'is' | 'may be'): string {
  const named = sessions.map(({ title, start, end, endAssumed, line, ...rest }) => {
    const at = line === null ? '' : ` (${placeText({ ...rest, line })})`;
    const zone = start.endsWith('+00:00') ? ' UTC' : '';
    const assumed = endAssumed === true ? ' (end assumed)' : '';
    return `${quoteCell(title)}${at} ${start.slice(0, 16).replace('T', ' ')}–${end.slice(11, 16)}${zone}${assumed}`;
  });
  const both = named.join(' and ');
  const betweenMs = Date.parse(sessions[1].start) - Date.parse(sessions[0].end);
  const gap = betweenMs < 0 ? '' : `, only ${amount(Math.round(betweenMs / 60_000), 'minute')} apart`;
  if (kind === 'room') return `room ${what}${gap}: ${both}`;
  const similar = ` (matched by similar names: ${quoteCell(what)} and ${quoteCell(similarName ?? '')})`;
  const matched = similarName === undefined ? ' (matched by name)' : similar;
  return `${what || 'a speaker'}${byName ? matched : ''} ${is} in two places: ${both}`;
}

/** The sentence of a warning, without its line. */
export function warningMessage(warning: Warning | SavedWarning): string {
  if ('message' in warning) return warning.message;
  switch (warning.code) {
    case 'no_start':
      return `${rowName(warning)} has no start; its session is not moved`;
    case 'no_room':
      return `${rowName(warning)} has no room; its session is not moved`;
    case 'break_without_start':
      return `${quoteCell(warning.title)} has no start; it is not shown in any timetable`;
    case 'repeated_row':
      return `the row repeats line ${warning.firstLine} and is skipped`;
    case 'called_off':
      return `${quoted(warning.title)} is ${warning.status}: it is placed, but left out of clashes and the timetable`;
    case 'similar_room':
      return `${quoted(warning.room)} and ${quoted(warning.usualRoom)} are treated as different rooms`;
    case 'break_title':
      return `${quoteCell(warning.title)} is the title of a break, but is created, because the row names people or has an abstract`;
    case 'similar_title': {
      const { title, other, otherLine } = warning;
      const where = otherLine === undefined ? '' : ` (line ${otherLine})`;
      return `${quoteCell(title)} is created, although it differs in a few letters from ${quoteCell(other)}${where}`;
    }
    case 'several_rooms':
      return `${quoteCell(warning.title)} is in several rooms (${warning.rooms.join(', ')}); the service has one for each session: ${warning.used} is used`;
    case 'further_slot': {
      const { used } = warning;
      return `${quoteCell(warning.title)} is also in ${used.room} at ${used.start.slice(0, 16).replace('T', ' ')} (${placeText(used)}); the service has one slot for each session: that one is used`;
    }
    case 'unclear_people':
      return [
        `${quoteCell(warning.text)} is taken as the name of one person`,
        warning.rows > 1 ? ` (in ${warning.rows} rows)` : '',
        warning.kind === 'count' ? '; separate several people with semicolons' : '',
      ].join('');
    case 'unreadable_placement':
      return `${rowName(warning)} is not moved: the service shows ${warning.value} as its ${warning.field}, which is not a ${warning.field === 'start' ? 'date and time of the years 1900 to 2200' : 'name'}`;
    case 'existing_clash':
      return `${clashText(warning.clash)}; already in the program`;
    case 'assumed_overlap':
      return `${pairText(warning.clash, 'may be')}; specify the duration of the first one`;
    case 'unused_room':
      return `--shared-room ${warning.room}: no session is in this room`;
    case 'same_submitter': {
      const { pairs, titles } = warning;
      const [one, other] = titles.map(quoteCell);
      const which =
        pairs === 1 ? `${one} and ${other}` : `${pairs} pairs of sessions, for example ${one} and ${other},`;
      return `${which} have the same submitter at the same time; their speakers are unknown, so this is not counted as a clash`;
    }
    case 'no_afternoon': {
      const { sessions, earliest } = warning;
      const afternoon = `${Number(earliest.slice(0, 2)) + 12}${earliest.slice(2)}`;
      return `${amount(sessions, 'session starts', 'sessions start')} between 01:00 and 07:00 at night, and none in the afternoon; if ${earliest} is p.m., write ${afternoon}`;
    }
    case 'assumed_duration': {
      const minutes = Math.round(warning.durationMs / 60_000);
      const what = amount(warning.sessions, 'session has', 'sessions have');
      const assumed = amount(minutes, 'minute is', 'minutes are');
      return `${what} no duration or end; ${assumed} assumed (--default-duration)`;
    }
  }
}

function rowName({
  title,
  submissionId,
}: {
  readonly title: string;
  readonly submissionId: string | undefined;
}): string {
  return title === '' ? (submissionId ?? 'the row') : quoteCell(title);
}

/** `line 7`, or in a grid `line 7 column "Saal 2"`. */
export function placeText({ line, column, sheet }: Place): string {
  const sheetText = sheet === undefined ? '' : `sheet ${quoted(sheet)} `;
  return `${sheetText}line ${line}${column === undefined ? '' : ` column ${quoted(column)}`}`;
}

export function warningText(warning: Warning | SavedWarning): string {
  const { line } = warning;
  return `${line === undefined ? '' : `${placeText({ ...warning, line })}: `}${warningMessage(warning)}`;
}

/** Warnings as JSON shows them and a saved plan holds them. */
export function worded(warnings: SchedulePlan['warnings']): readonly SavedWarning[] {
  return warnings.map((warning) => {
    if ('message' in warning) return warning;
    const { code, line } = warning;
    return { code, ...(line === undefined ? {} : placeOf({ ...warning, line })), message: warningMessage(warning) };
  });
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

/** The rows that are not sent, in one sentence for each kind: `1 row is not a talk, and not sent: "Lunch" (line 5)` */
export function unsentTexts({ breaks, emptySlots }: Pick<SchedulePlan, 'breaks' | 'emptySlots'>): readonly string[] {
  return [
    ...unsentText(breaks, 'row is not a talk', 'rows are not talks'),
    ...unsentText(emptySlots, 'row is a slot without a session', 'rows are slots without a session'),
  ];
}

function unsentText(rows: readonly BreakRow[] = [], one: string, several: string): readonly string[] {
  const lines = new Map<string, string[]>();
  for (const { title, line, sheet } of rows) {
    const at = sheet === undefined ? String(line) : `${line} of sheet ${quoted(sheet)}`;
    lines.set(title, [...(lines.get(title) ?? []), at]);
  }
  if (lines.size === 0) return [];
  const named = Array.from(lines, ([title, at]) => {
    const shown = at.slice(0, shownBreaks).join(', ');
    const more = at.length > shownBreaks ? ', …' : '';
    return `${quoteCell(title)} (${plural(at.length, 'line')} ${shown}${more})`;
  });
  const more = named.length > shownBreaks ? `, and ${amount(named.length - shownBreaks, 'more title')}` : '';
  return [`${amount(rows.length, one, several)}, and not sent: ${named.slice(0, shownBreaks).join(', ')}${more}`];
}

const shownBreaks = 8;

/** The question before anything is sent: `Place 2 sessions and move 1? (The API cannot take …)` */
export function questionText({ place, move, create = 0 }: Pick<PlanCounts, 'place' | 'move' | 'create'>): string {
  if (create > 0) {
    const others = [place === 0 ? '' : `place ${place}`, move === 0 ? '' : `move ${move}`].filter(Boolean);
    const created = `Create and place ${amount(create, 'submission')}`;
    return `${[created, ...others].join(', ')}? (The API cannot delete submissions, nor take sessions out of the schedule.)`;
  }
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
  return Number.isNaN(ms) ? start : `${localDay(ms, zone)} ${clockTime(ms, zone)}`;
}

/** `1 session was`, `2 sessions were`. */
export function sessionsWere(count: number): string {
  return `${amount(count, 'session')} ${plural(count, 'was', 'were')}`;
}

/** The rows of the table of changes. */
export function rowsOf({ creations = [], changes }: SchedulePlan) {
  const created = creations.map(({ action, title, line, to }) => ({
    action,
    title,
    line,
    to,
    from: null,
    submissionId: '',
  }));
  return [...created, ...changes];
}
