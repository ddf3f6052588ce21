// Decides what becomes of the slots that only a schedule file has if a command moves talks: no
// request moves them. The command is refused if it is unclear which slot is meant; else warnings
// name what is to be changed in the file. Pure.

import { filePlaceKey, filePlaceOf, placeText } from '../../changes/file-place.ts';
import { isSamePlace } from '../../changes/place.ts';
import { dateAndTime } from '../../columns/dates/zoned-time.ts';
import { amount, quoted } from '../../contract/amount.ts';
import { ConflictError, type InputFault } from '../../errors.ts';
import type { FiledSession } from '../match/filed-sessions.ts';
import { type FiledTalk, slotText, waitsForPlace, wantedPlacement } from '../match/talk-slots.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import type { Session } from '../session.ts';
import type { Warning } from '../warning.ts';

/** The talks that a command moves, and the file with their rows. */
interface MovedTalks {
  readonly file: string;
  readonly talks: readonly FiledTalk[];
  /** Of their submissions. */
  readonly ids: readonly string[];
  /** Of the times in messages. */
  readonly timeZone: string | undefined;
}

/**
 * A command for one place does not say which of several slots it means.
 * @throws {ConflictError} with the rows, if a talk has several
 */
export function refuseSeveralSlots(moved: MovedTalks): void {
  const { file } = moved;
  const fix = `change its rows in ${file}, and apply that file with \`plenary sessions apply\``;
  refuseTalks(moved, (talk) => talk.slots.length > 1 && !waitsForPlace(talk), { which: '', fix });
}

/**
 * A command that moves what the service stores leaves the other slots of a talk as they are.
 * @throws {ConflictError} with the rows, if none of several has the place that the service stores
 */
export function refuseUnclearSlots(moved: MovedTalks): void {
  const isUnclear = (talk: FiledTalk) => {
    const { slots, submission } = talk;
    const isThere = (row: ScheduleRow) => isSamePlace(wantedPlacement(row), submission?.placement);
    return slots.length > 1 && !waitsForPlace(talk) && !slots.some(isThere);
  };
  const which = ', and none is that of the service';
  const fix =
    `correct its rows in ${moved.file}: one has the place that the service stores; if somebody ` +
    'has moved the talk, `plenary program pull --merge` corrects it';
  refuseTalks(moved, isUnclear, { which, fix });
}

function refuseTalks(
  { file, talks, ids, timeZone }: MovedTalks,
  isRefused: (talk: FiledTalk) => boolean,
  { which, fix }: { readonly which: string; readonly fix: string },
): void {
  const refused = talks.filter((talk) => {
    return talk.submission !== undefined && ids.includes(talk.submission.id) && isRefused(talk);
  });
  const [first] = refused;
  if (first === undefined) return;
  const title = quoted(first.submission?.title ?? '');
  const details = refused.flatMap(({ submission, slots }) => {
    return slots.map((row): InputFault => {
      const message = `${quoted(submission?.title ?? '')} is ${slotText(row, timeZone)}`;
      return { file, ...filePlaceOf(row), message };
    });
  });
  const slots = `${amount(first.slots.length, 'slot')} in ${file}${which}`;
  throw new ConflictError(`${title} has ${slots}; nothing was sent`, { details, fix });
}

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
  const byPlace = new Map(moved.map((move) => [filePlaceKey(move.slot), move]));
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
