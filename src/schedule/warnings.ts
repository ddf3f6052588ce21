// What is worth a word about a schedule and no reason to stop: rows that say too little, or the same again; lengths nobody told.

import { quoteCell } from '../columns/cell.ts';
import { foldKey } from '../contract/key.ts';
import type { ScheduleRow } from './row.ts';
import type { Session } from './session.ts';
import { type EventSubmission, isCalledOff } from './submissions.ts';

export interface Warning {
  readonly code:
    | 'no_start'
    | 'no_room'
    | 'repeated_row'
    | 'called_off'
    | 'like_room'
    | 'unused_room'
    | 'assumed_duration';
  readonly line?: number;
  readonly message: string;
}

/** Of one row of the file, and the submission that it means. */
export function rowWarnings(row: ScheduleRow, submission: EventSubmission | undefined): readonly Warning[] {
  const warnings = unplaced(row);
  return [...(warnings.length > 0 ? warnings : calledOff(row, submission)), ...repeated(row)];
}

/** Rooms that differ from one used more in nothing that is heard: `Pier3` beside `Pier 3`. Each is told of once. */
export function roomWarnings(
  rows: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
): readonly Warning[] {
  const spellings = new Map<string, Map<string, { readonly room: string; uses: number }>>();
  const standing = submissions.flatMap(({ placement }) => placement ?? []);
  for (const { room } of [...standing, ...rows]) {
    const alike = getOrAdd(spellings, spelledOf(room), () => new Map());
    getOrAdd(alike, foldKey(room), () => ({ room, uses: 0 })).uses++;
  }
  const told = new Set<string>();
  return rows.flatMap(({ line, room }): readonly Warning[] => {
    const alike = [...(spellings.get(spelledOf(room))?.values() ?? [])];
    const usual = alike.toSorted((a, b) => b.uses - a.uses)[0]?.room ?? room;
    if (room === '' || foldKey(usual) === foldKey(room) || told.has(foldKey(room))) return [];
    told.add(foldKey(room));
    const message = `${JSON.stringify(room)} is taken for another room than ${JSON.stringify(usual)}`;
    return [{ code: 'like_room', line, message }];
  });
}

/** A shared room without a session is most likely a slip of the finger. */
export function sharedRoomWarnings(sharedRooms: readonly string[], sessions: readonly Session[]): readonly Warning[] {
  const used = new Set(sessions.map(({ room }) => foldKey(room)));
  return sharedRooms
    .filter((room) => !used.has(foldKey(room)))
    .map((room) => ({ code: 'unused_room', message: `--shared-room ${room}: no session is there` }));
}

/** Without white space, hyphens and underscores. */
function spelledOf(room: string): string {
  return foldKey(room).replace(/[\s\p{Pd}_]+/gu, '');
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
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
  const name = title === '' ? (submissionId ?? 'the row') : quoteCell(title);
  if (startMs === undefined)
    return [{ code: 'no_start', line, message: `${name} has no start; it is left where it is` }];
  return room === '' ? [{ code: 'no_room', line, message: `${name} has no room; it is left where it is` }] : [];
}

function calledOff({ line }: ScheduleRow, submission: EventSubmission | undefined): readonly Warning[] {
  if (submission === undefined || !isCalledOff(submission)) return [];
  const { title, status } = submission;
  const message = `${JSON.stringify(title)} is ${status}: it is placed, and stays out of clashes and the timetable`;
  return [{ code: 'called_off', line, message }];
}

function repeated({ line, repeatedOn = [] }: ScheduleRow): readonly Warning[] {
  return repeatedOn.map((again) => ({
    code: 'repeated_row',
    line: again,
    message: `it says what line ${line} says, and is left out`,
  }));
}
