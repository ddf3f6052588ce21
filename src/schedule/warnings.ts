// What is worth a word about a schedule and no reason to stop: rows that say too little, or the same again; lengths nobody told.

import type { ScheduleRow } from './row.ts';
import type { Session } from './session.ts';

export interface Warning {
  readonly code: 'no_start' | 'no_room' | 'repeated_row' | 'assumed_duration';
  readonly line?: number;
  readonly message: string;
}

/** Of one row of the file. */
export function rowWarnings(row: ScheduleRow): readonly Warning[] {
  return [...unplaced(row), ...repeated(row)];
}

/** Says how many sessions' lengths are not known, if any. */
export function assumedDurations(sessions: readonly Session[], defaultDurationMs: number): readonly Warning[] {
  const count = sessions.filter(({ isDurationAssumed }) => isDurationAssumed).length;
  if (count === 0) return [];
  const minutes = Math.round(defaultDurationMs / 60_000);
  const what = count === 1 ? '1 session has' : `${count} sessions have`;
  return [
    {
      code: 'assumed_duration',
      message: `${what} no duration or end; ${minutes} minutes are assumed (--default-duration)`,
    },
  ];
}

function unplaced({ line, title, submissionId, room, startMs }: ScheduleRow): readonly Warning[] {
  const name = title === '' ? (submissionId ?? 'the row') : JSON.stringify(title);
  if (startMs === undefined)
    return [{ code: 'no_start', line, message: `${name} has no start; it is left where it is` }];
  return room === '' ? [{ code: 'no_room', line, message: `${name} has no room; it is left where it is` }] : [];
}

function repeated({ line, repeatedOn = [] }: ScheduleRow): readonly Warning[] {
  return repeatedOn.map((again) => ({
    code: 'repeated_row',
    line: again,
    message: `it says what line ${line} says, and is left out`,
  }));
}
