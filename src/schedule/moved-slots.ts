// Owns the slots that only a schedule file has and that would move with others: no request moves
// them, so that warnings name what is to be changed in the file. Pure.

import { filePlaceKey } from '../changes/file-place.ts';
import { dateAndTime } from '../columns/dates/zoned-time.ts';
import { quoted } from '../contract/amount.ts';
import { placeText, type Warning } from './clash-report.ts';
import type { FiledSession } from './filed-sessions.ts';
import type { Session } from './session.ts';

/** A slot, and where it belongs once the talks beside it have moved. */
export interface MovedSlot {
  readonly slot: FiledSession;
  readonly room: string;
  readonly startMs: number;
}

/** The sessions of a file that are slots of talks, beside those that the service stores. */
export function slotsIn(inFile: readonly Session[]): readonly FiledSession[] {
  return inFile.filter((session): session is FiledSession => {
    return session.isBreak !== true && session.line !== undefined;
  });
}

/** The sessions of a file, with those slots where they belong. */
export function withMovedSlots(
  inFile: readonly Session[],
  moved: readonly MovedSlot[],
): readonly Session[] {
  const byPlace = new Map(moved.map((each) => [filePlaceKey(each.slot), each]));
  return inFile.map((session) => {
    const { line, startMs, endMs } = session;
    const to = line === undefined ? undefined : byPlace.get(filePlaceKey({ ...session, line }));
    if (to === undefined) return session;
    const { room, startMs: newStartMs } = to;
    return { ...session, room, startMs: newStartMs, endMs: newStartMs + endMs - startMs };
  });
}

/** How a warning about a slot is worded. */
interface SlotWords {
  readonly file: string;
  readonly timeZone: string;
}

/** What is to be changed in the file, a warning for each slot. */
export function movedSlotWarnings(
  moved: readonly MovedSlot[],
  words: SlotWords,
): readonly Warning[] {
  return moved.map(({ slot, room, startMs }) => {
    const start = dateAndTime(startMs, words.timeZone);
    const change = startMs === slot.startMs ? `room to ${quoted(room)}` : `start to ${start}`;
    return slotWarning(slot, `change its ${change} there`, words);
  });
}

/** The slots that stay, a warning for each. */
export function stayingSlotWarnings(
  slots: readonly FiledSession[],
  words: SlotWords,
): readonly Warning[] {
  return slots.map((slot) => slotWarning(slot, 'it stays', words));
}

function slotWarning(slot: FiledSession, advice: string, { file, timeZone }: SlotWords): Warning {
  const where = `in ${slot.room} at ${dateAndTime(slot.startMs, timeZone)}`;
  const row = `${file} ${placeText(slot)}`;
  const message = `${quoted(slot.title)} is also ${where}, which only ${row} has: ${advice}`;
  return { code: 'slot_in_file', message };
}
