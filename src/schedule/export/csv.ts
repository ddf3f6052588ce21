// Owns a timetable as a schedule file, which `sessions plan` reads. Must not know other formats.

import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { parentColumn, timetableColumns } from '../../columns/own-output.ts';
import { csvText, guard } from '../../files/csv-write.ts';
import { roomsOf, type Session } from '../session.ts';
import { speakerList } from './public-text.ts';
import { inRowOrder, type Timetable } from './timetable.ts';

/**
 * In order of time, but the first row of a talk before its others; durations in minutes, empty if
 * assumed. Sessions that are parts of others have a column of their parents.
 * @param unplaced sessions without a room and a start, which come last
 */
export function csvOf(
  { sessions, zone }: Pick<Timetable, 'sessions' | 'zone'>,
  unplaced: readonly Session[] = [],
): string {
  const placed = inRowOrder(sessions).map((session) =>
    rowOf(session, roomText(session), toRfc3339(session.startMs, zone)),
  );
  const rows = [...placed, ...unplaced.map((session) => rowOf(session, '', ''))];
  const parents = parentsOf([...inRowOrder(sessions), ...unplaced]);
  const isPart = parents.some((parent) => parent !== '');
  const table = isPart ? rows.map((row, at) => [...row, parents[at] ?? '']) : rows;
  const header = isPart ? [...timetableColumns, parentColumn] : timetableColumns;
  return csvText([header, ...table.map((row) => row.map(guard))]);
}

/** For each session, the id or title of the one that it is a part of; empty for any other. */
function parentsOf(sessions: readonly Session[]): readonly string[] {
  const blocks = new Map(sessions.map((session) => [session.block, session]));
  return sessions.map(({ partOf }) => {
    const parent = partOf === undefined ? undefined : blocks.get(partOf);
    return parent === undefined ? '' : (parent.submissionId ?? parent.title);
  });
}

function roomText(session: Session): string {
  return session.isEverywhere ? 'all' : roomsOf(session).join('; ');
}

function rowOf(session: Session, room: string, start: string): string[] {
  const { submissionId = '', title, startMs, endMs, isDurationAssumed, isBreak = false } = session;
  const minutes = isDurationAssumed ? 0 : Math.round((endMs - startMs) / 60_000);
  const duration = minutes > 0 ? String(minutes) : '';
  const format = session.format ?? (isBreak ? 'break' : '');
  return [submissionId, title, room, start, duration, speakerList(session), format];
}
