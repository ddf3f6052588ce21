// Owns how the text of a date or a time is to be read, and what becomes of it: a day, an instant,
// or why it is refused. Must not read texts.

import type { StartProblem } from '../../contract/start.ts';
import type { ZoneSuffix } from './zone.ts';

export interface DateOptions {
  /** The order of a date's numbers, if the numbers do not show it. */
  readonly dateOrder?: DateOrder | undefined;
  /**
   * The codes of the languages of the other days in the file, for short forms such as `So` and
   * months that two languages have.
   */
  readonly languages?: ReadonlySet<string> | undefined;
  /** The date of the event's first day, `YYYY-MM-DD`, for `Friday`, `Day 2` and `26 May`. */
  readonly firstDay?: string | undefined;
  /**
   * What bare numbers are: `days` if `2` is `Day 2`, `unclear` if it may also be a day of the
   * month; undefined if they are no days.
   */
  readonly bareNumbers?: 'days' | 'unclear' | undefined;
}

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

export interface TimeOptions extends DateOptions {
  /** The zone of the event, for local times. */
  readonly timeZone: string | undefined;
  /** The zone of the row or of the column, for times without a zone of their own. */
  readonly zone?: ZoneSuffix | undefined;
}

type DateProblem = 'format' | 'date_order' | 'unclear_day' | 'weekday' | 'first_day';

export type TimeProblem =
  | StartProblem
  | DateProblem
  | 'unclear_time'
  | 'not_after_start'
  | 'contradiction'
  | 'duration';

/** `message` starts in lower case or with the text itself, so that it can follow "start: ". */
export interface TimeRefusal<Problem = TimeProblem> {
  readonly ok: false;
  readonly problem: Problem;
  readonly message: string;
}

/** `day` is `YYYY-MM-DD`. */
export type DateReading = { readonly ok: true; readonly day: string } | TimeRefusal<DateProblem>;

export interface ReadInstant {
  readonly ok: true;
  /** Since 1970. */
  readonly ms: number;
  /** RFC 3339. */
  readonly text?: string;
  /** Of a range. */
  readonly endMs?: number;
  /** The zone or offset in the text itself. */
  readonly zone?: ZoneSuffix | undefined;
}

export type TimeReading = ReadInstant | TimeRefusal;

export function refuse<Problem extends TimeProblem>(
  problem: Problem,
  message: string,
): TimeRefusal<Problem> {
  return { ok: false, problem, message };
}
