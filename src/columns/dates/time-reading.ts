// Owns what becomes of the text of a time: an instant, or why it is refused. Must not read texts.

import type { StartProblem } from '../../contract/start.ts';
import type { DateOptions, DateProblem } from './calendar-date.ts';
import type { ZoneSuffix } from './zone.ts';

export interface TimeOptions extends DateOptions {
  /** The zone of the event, for local times. */
  readonly timeZone: string | undefined;
  /** The zone of the row or of the column, for times without a zone of their own. */
  readonly zone?: ZoneSuffix | undefined;
}

export type TimeProblem =
  | StartProblem
  | DateProblem
  | 'unclear_time'
  | 'not_after_start'
  | 'contradiction'
  | 'duration';

/** `message` starts in lower case or with the text itself, so that it can follow "start: ". */
export type TimeReading =
  /** `text` is RFC 3339, of an instant. A range has an end. */
  | {
      readonly ok: true;
      readonly ms: number;
      readonly text?: string;
      readonly endMs?: number;
      /** The zone or offset in the text itself. */
      readonly zone?: ZoneSuffix | undefined;
    }
  | { readonly ok: false; readonly problem: TimeProblem; readonly message: string };

export function refuse(
  problem: TimeProblem,
  message: string,
): Extract<TimeReading, { readonly ok: false }> {
  return { ok: false, problem, message };
}
