// An event in memory whose service has the room rule: accepted sessions never overlap in a room.
import type { RecordData } from '../../src/client/client.ts';
import { ProgramWorld } from './program-world.ts';

const minute = 60_000;
const day = Date.UTC(2027, 4, 20);

/** A session, with its times in minutes of the day. */
export interface RuledSession {
  readonly room: string;
  readonly start: number;
  readonly minutes: number;
}

/** @param sessions which are accepted, and do not overlap; their ids are `s1`, `s2` … */
export function ruledWorld(sessions: readonly RuledSession[]): ProgramWorld {
  const world = new ProgramWorld();
  for (const [at, { room, start, minutes }] of sessions.entries()) {
    const times = { start: timeAt(start), end: timeAt(start + minutes) };
    world.submissions.push({
      id: `s${at + 1}`,
      title: `Talk ${at + 1}`,
      status: 'accepted',
      room,
      ...times,
    });
  }
  world.placed = (session, { room, start = '' }) => {
    const startMs = Date.parse(start);
    const end = new Date(startMs + spanOf(session)).toISOString();
    const placed = { ...session, room, start, end };
    const isTaken = world.submissions.some(
      (other) => other.id !== session.id && overlap(other, placed),
    );
    return isTaken ? undefined : placed;
  };
  return world;
}

export function timeAt(minutes: number): string {
  return new Date(day + minutes * minute).toISOString();
}

/** `s1 Hall 540–570` for each session. */
export function sessionsIn({ submissions }: ProgramWorld): readonly string[] {
  return submissions.map((session) => {
    const [from, to] = [session.start, session.end].map((time) => (timeOf(time) - day) / minute);
    return `${session.id} ${session.room} ${from}–${to}`;
  });
}

function spanOf({ start, end }: RecordData): number {
  return timeOf(end) - timeOf(start);
}

function overlap(one: RecordData, other: RecordData): boolean {
  if (one.room !== other.room) return false;
  return timeOf(one.start) < timeOf(other.end) && timeOf(other.start) < timeOf(one.end);
}

function timeOf(time: unknown): number {
  return Date.parse(String(time));
}
