// Owns a timetable as a schedule file, which `sessions plan` reads. Must not know other formats.
import { timetableColumns } from '../../columns/own-output.ts';
import { csvText, guard } from '../../csv/write.ts';
import { toRfc3339 } from '../dates/zoned-time.ts';
import { roomsOf, type Session } from '../session.ts';
import { inOrder, type Timetable } from './grid.ts';
import { speakerList } from './public-text.ts';

/** In order of time; durations in minutes, empty if assumed. */
export function csvOf(timetable: Pick<Timetable, 'sessions' | 'zone'>): string {
  const rows = inOrder(timetable.sessions).map((session) => rowOf(session, timetable.zone).map(guard));
  return csvText([timetableColumns, ...rows]);
}

function rowOf(session: Session, zone: string): string[] {
  const { submissionId = '', title, startMs, endMs, isDurationAssumed, isBreak = false } = session;
  const room = session.isEverywhere ? 'all' : roomsOf(session).join('; ');
  const minutes = isDurationAssumed ? 0 : Math.round((endMs - startMs) / 60_000);
  const duration = minutes > 0 ? String(minutes) : '';
  const format = session.format ?? (isBreak ? 'break' : '');
  return [submissionId, title, room, toRfc3339(startMs, zone), duration, speakerList(session), format];
}
