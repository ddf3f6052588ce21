// Decides where the talks of a room go if one of them begins later. Pure.
import { filePlaceKey } from '../../changes/file-place.ts';
import { isSameRoom, type Placement } from '../../changes/place.ts';
import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import { foldKey } from '../../contract/key.ts';
import type { FiledSession } from '../match/filed-sessions.ts';
import { type RoomOptions, turnaroundIn } from '../rooms/room-terms.ts';
import type { Session } from '../session.ts';
import { trimAssumedEnds } from '../session-end.ts';
import { type EventSubmission, isCalledOff, toSession } from '../submissions.ts';
import type { MovedSlot } from './moved-slots.ts';

/** Talks that are closer now than the turnaround stay as close. */
interface DelayOptions extends RoomOptions {
  readonly delayMs: number;
  /** Of a talk without a known end. */
  readonly defaultDurationMs: number;
  /** In a room that holds several talks at once, one delays no other. */
  readonly sharedRooms: readonly string[];
  /** In which the new starts are written. */
  readonly timeZone: string;
  /** Further slots of talks, which only the schedule file has. */
  readonly slots?: readonly FiledSession[];
}

/** A talk that goes to another place. */
export interface MovedTalk {
  readonly id: string;
  readonly title: string;
  readonly from: Placement;
  readonly to: Placement;
}

/**
 * The talk, and what follows it in its room, until a gap swallows the delay. Of slots that only the
 * schedule file has, no request changes anything.
 * @param id of the talk, which is placed
 */
export function delayedTalks(
  id: string,
  submissions: readonly EventSubmission[],
  options: DelayOptions,
): { readonly talks: readonly MovedTalk[]; readonly slots: readonly MovedSlot[] } {
  const { delayMs, timeZone, slots = [] } = options;
  const byId = new Map(submissions.map((talk) => [talk.id, talk]));
  const bySlot = new Map(slots.map((slot) => [filePlaceKey(slot), slot]));
  const talks: MovedTalk[] = [];
  const movedSlots: MovedSlot[] = [];
  let endMs = 0;
  let newEndMs = 0;
  for (const session of sessionsFrom(id, submissions, options)) {
    const talk = byId.get(session.submissionId ?? '');
    if (talk?.placement === undefined) continue;
    const gapMs = Math.max(0, session.startMs - endMs);
    const earliestMs = newEndMs + Math.min(gapMs, turnaroundIn(session.room, options));
    const isFirst = talks.length === 0;
    const startMs = isFirst ? session.startMs + delayMs : Math.max(session.startMs, earliestMs);
    if (startMs === session.startMs) break;
    const { title, placement: from } = talk;
    const { slotNumber, line, room } = session;
    const slot = line === undefined ? undefined : bySlot.get(filePlaceKey({ ...session, line }));
    if (slotNumber !== undefined && slot !== undefined) movedSlots.push({ slot, room, startMs });
    else {
      const to = { ...from, start: toRfc3339(startMs, timeZone) };
      talks.push({ id: talk.id, title, from, to });
    }
    endMs = Math.max(endMs, session.endMs);
    newEndMs = Math.max(newEndMs, startMs + session.endMs - session.startMs);
  }
  return { talks, slots: movedSlots };
}

/** The talk and those of its room that begin later, in order. */
function sessionsFrom(
  id: string,
  submissions: readonly EventSubmission[],
  options: DelayOptions,
): readonly Session[] {
  const { defaultDurationMs, sharedRooms, slots = [] } = options;
  const placed = submissions
    .filter((talk) => talk.id === id || !isCalledOff(talk))
    .flatMap((talk) => toSession(talk, defaultDurationMs) ?? []);
  const first = placed.find(({ submissionId }) => submissionId === id);
  if (first === undefined) return [];
  const isShared = sharedRooms.some((room) => foldKey(room) === foldKey(first.room));
  const inRoom = [...placed, ...slots].filter(({ room }) => isSameRoom(room, first.room));
  const sessions = trimAssumedEnds(inRoom, (room) => turnaroundIn(room, options));
  return sessions.filter(({ submissionId, slotNumber, startMs }) => {
    const isFirst = submissionId === id && slotNumber === undefined;
    return isFirst || (!isShared && startMs > first.startMs);
  });
}
