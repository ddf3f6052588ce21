// Finds the room of an event that a text names. Must not know plans and files. Pure.

import { type FilePlace, filePlaceOf, placeText } from '../../changes/file-place.ts';
import { wordsOf } from '../../columns/fold.ts';
import { among } from '../../columns/named-items.ts';
import { nearestOf } from '../../columns/similarity.ts';
import { andWords } from '../../columns/vocabulary/conjunctions.ts';
import { quoted } from '../../contract/amount.ts';
import { firstByKey, grouped } from '../../contract/grouped.ts';
import { foldKey, withoutAccents } from '../../contract/key.ts';
import { normalForm } from '../../contract/normal-form.ts';
import { roomsOf, type Session } from '../session.ts';
import type { Warning } from '../warning.ts';
import type { RoomOptions } from './room-terms.ts';

/** A room of the event. */
export interface Room {
  readonly id: string;
  readonly name: string;
}

/** A room that a text names. */
export interface FoundRoom {
  readonly item: Room;
  /** Whether its name has other spaces, dashes or accents. */
  readonly isRespelled?: true;
}

/**
 * The room with this id or name, or else the only one whose name differs in spaces, dashes and
 * accents alone. A room whose name another one has is none, also by its id: the service shows
 * sessions by the names of their rooms, so that their places could not be compared.
 * @returns without a room, why the text names none: a clause without a full stop
 */
export function roomAmong(
  rooms: readonly Room[],
  text: string,
): FoundRoom | { readonly code: 'unknown_room' | 'ambiguous_room'; readonly message: string } {
  const naming = among(rooms, text, 'room');
  const key = foldKey('item' in naming ? naming.item.name : text);
  const [first, ...others] = rooms.filter(({ name }) => foldKey(name) === key);
  if (first !== undefined && others.length > 0) {
    const count = others.length + 1;
    const message = `${count} rooms of the event are named ${quoted(first.name)}`;
    return { code: 'ambiguous_room', message };
  }
  if ('item' in naming) return naming;
  const [item, ...further] = rooms.filter(({ name }) => isAlike(name, text));
  if (item !== undefined && further.length === 0) return { item, isRespelled: true };
  return { code: 'unknown_room', message: naming.message };
}

/** Whether two names differ in what {@link looseKey} takes off alone. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map(looseKey);
  return a === b && a !== '';
}

/**
 * The form of a name without case, accents, spaces, dashes and what {@link plainRoom} takes off.
 */
export function looseKey(name: string): string {
  const letters = normalForm(foldKey(normalForm(plainRoom(name), 'NFKD')), 'NFKD');
  return withoutAccents(letters).replace(/[\s\p{Pd}]/gu, '');
}

/** A room as a row writes it. */
interface WrittenRoom {
  readonly room: string;
  readonly place: FilePlace;
}

/**
 * A warning for rooms of a file that may be one room: they differ in what {@link looseKey} takes
 * off, in `Rm` for `Room`, in zeros before a number, or in a remark that one of them lacks. And one
 * for a room that may be several others: `Hall A/B` beside `Hall A`.
 * @param sessions those that are in no file are left out
 * @param roomsOfEvent are as they are meant
 */
export function similarRoomWarnings(
  sessions: readonly Pick<Session, 'room' | 'otherRooms' | 'line' | 'column' | 'sheet'>[],
  roomsOfEvent: readonly string[] = [],
): readonly (Warning & FilePlace)[] {
  const isKnown = new Set(roomsOfEvent.map(foldKey));
  // A session in all rooms writes none of them.
  const alone = sessions.filter(({ otherRooms = [] }) => otherRooms.length === 0);
  const used = [...alone, ...sessions].flatMap(({ line, ...session }): readonly WrittenRoom[] => {
    if (line === undefined) return [];
    return roomsOf(session).map((room) => ({ room, place: filePlaceOf({ ...session, line }) }));
  });
  const spellings = [...firstByKey(used, ({ room }) => foldKey(room)).values()];
  const inOrder = spellings.toSorted((a, b) => a.place.line - b.place.line);
  const named = inOrder.filter(({ room }) => looseKey(room) !== '');
  const groups = [...grouped(named, ({ room }) => remarked(room).key).values()];
  const alike = groups.flatMap((group): readonly (Warning & FilePlace)[] => {
    const same = alikeRooms(group, ({ room }) => !isKnown.has(foldKey(room)));
    const [, other] = same;
    if (other === undefined) return [];
    const count = same.length === 2 ? 'two' : `${same.length}`;
    const advice = 'if they are one, write its name alike';
    const message = `${allText(same.map(placedText))} are ${count} rooms; ${advice}`;
    return [{ code: 'similar_rooms', ...other.place, message }];
  });
  const combined = named.filter(({ room }) => !isKnown.has(foldKey(room)));
  const inFile = grouped(named, ({ room }) => looseKey(room));
  const inEvent = grouped(roomsOfEvent, looseKey);
  return [...alike, ...combined.flatMap((room) => combinedWarning(room, inFile, inEvent))];
}

/**
 * A warning for each room of the file of rooms that no session has, if it may be one that they
 * have: that differs in what {@link looseKey} takes off alone, or is similar and not in the file.
 * What the file specifies is not checked there.
 */
export function unusedTermsWarnings(
  sessions: readonly Pick<Session, 'room' | 'otherRooms'>[],
  { ofRooms = new Map() }: Pick<RoomOptions, 'ofRooms'>,
): readonly Warning[] {
  if (ofRooms.size === 0) return [];
  const used = new Map(sessions.flatMap(roomsOf).map((room) => [foldKey(room), room.trim()]));
  const withoutTerms = [...used].flatMap(([key, room]) => (ofRooms.has(key) ? [] : [room]));
  const nearest = nearestOf(withoutTerms);
  return [...ofRooms].flatMap(([key, { room }]): readonly Warning[] => {
    if (used.has(key)) return [];
    const alike = [...used.values()].find((other) => isAlike(other, room)) ?? nearest(room);
    if (alike === undefined) return [];
    const message =
      `no session is in ${quoted(room)} of the file of rooms; if it is ${quoted(alike)}, write ` +
      'its name alike';
    return [{ code: 'similar_rooms', message }];
  });
}

function placedText({ room, place }: WrittenRoom): string {
  return `${quoted(room)} (${placeText(place)})`;
}

function allText(texts: readonly string[]): string {
  return [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ');
}

/**
 * `Hall A/B` and `Halls 1 & 2`, if one of them is a room of its own.
 * @param inFile rooms by their {@link looseKey}
 * @param inEvent rooms by their {@link looseKey}
 */
function combinedWarning(
  written: WrittenRoom,
  inFile: ReadonlyMap<string, readonly WrittenRoom[]>,
  inEvent: ReadonlyMap<string, readonly string[]>,
): readonly (Warning & FilePlace)[] {
  const isRoom = (part: string) => inFile.has(looseKey(part)) || inEvent.has(looseKey(part));
  const readings = combinedRooms(written.room).map((parts) => ({
    parts,
    rooms: parts.filter(isRoom),
  }));
  const [best] = readings.toSorted((a, b) => b.rooms.length - a.rooms.length);
  if (best === undefined || best.rooms.length === 0) return [];
  const parts = best.rooms.flatMap((part): readonly string[] => {
    const [first] = inFile.get(looseKey(part)) ?? [];
    if (first !== undefined) return [placedText(first)];
    return (inEvent.get(looseKey(part)) ?? []).slice(0, 1).map(quoted);
  });
  const advice = `if it is several rooms, write ${quoted(best.parts.join('; '))}`;
  const message = `${placedText(written)} is a room of its own beside ${allText(parts)}; ${advice}`;
  return [{ code: 'similar_rooms', ...written.place, message }];
}

/**
 * The rooms that a name may combine, in each of its readings: `Halls A & B (combined)` without its
 * remark or with it, `Hall` before `Halls`. None if the name has nothing between rooms.
 */
function combinedRooms(room: string): readonly (readonly string[])[] {
  const names = [...new Set([room.replace(finalRemark, ''), room])];
  return names.flatMap((name) => {
    const separator = betweenRooms.find((form) => form.test(name));
    const [first = '', ...others] = separator === undefined ? [] : partsOf(name, separator);
    if (others.length === 0 || others.length > mostCombined) return [];
    const [word = ''] = first.split(' ');
    const isAlike = (part: string) => designation.test(part) || part.startsWith(`${word} `);
    if (/[,，、]/u.test(name) && !others.every(isAlike)) return [];
    return [...new Set([first.replace(plural, ''), first])].map((one) => {
      const before = one.replace(/(?<!\S)\S+$/u, '');
      return [one, ...others.map((part) => (/\s/u.test(part) ? part : `${before}${part}`))];
    });
  });
}

function partsOf(name: string, separator: RegExp): readonly string[] {
  const parts = name.split(separator).map((part) => part.trim());
  return parts.filter(Boolean);
}

const finalRemark = /[([（][^()[\]（）]*[)\]）]$/u;

/** `Halls` before a number or a letter. */
const plural = /s(?=\s*\d+$|\s+\p{L}$)/u;

/** What follows the kind of a room. After a comma, anything else may be a floor. */
const designation = /^(?:\p{L}|\d+)$/u;

const longWords = andWords.filter((word) => word.length > 1);
const letters = andWords.filter((word) => word.length === 1);

/**
 * What divides rooms; a word of one letter only if nothing else does, and never in upper case:
 * `Hall A & B` has no Czech `a`.
 */
const betweenRooms: readonly RegExp[] = [
  new RegExp(String.raw`[/／+＋&＆|,，、\n]|\s(?:${longWords.join('|')})(?=\s)`, 'iu'),
  new RegExp(String.raw`\s(?:${letters.join('|')})(?=\s)`, 'u'),
];

const mostCombined = 12;

/** Rooms with the same key, at least one of the first two new; not those with two remarks. */
function alikeRooms(
  group: readonly WrittenRoom[],
  isNew: (room: WrittenRoom) => boolean,
): readonly WrittenRoom[] {
  const byRemark = grouped(group, ({ room }) => remarked(room).remark);
  const otherThan = (one: WrittenRoom, list: readonly WrittenRoom[] = []) => {
    return list[0] === one ? list[1] : list[0];
  };
  for (const room of group) {
    const { remark } = remarked(room.room);
    const same = otherThan(room, byRemark.get(remark));
    const other = same ?? otherThan(room, remark === '' ? group : byRemark.get(''));
    if (other === undefined || !isNew(room)) continue;
    const remarks = new Set([remark, remarked(other.room).remark]);
    return group.filter((member) => remarks.has(remarked(member.room).remark));
  }
  return [];
}

/** `Rm 01 (Ground floor)` has the key of `Room 1`, and a remark. */
function remarked(name: string) {
  const plain = plainRoom(name);
  const [, before = plain, remark = ''] =
    /^(.*\S)\s*[([（]([^()[\]（）]+)[)\]）]$/su.exec(plain) ?? [];
  const whole = before.replace(/(?<!\p{L})rm\.?(?!\p{L})/giu, 'room');
  const text = whole.replace(/(?<![\d.])0+(?=\d)/g, '');
  return { key: looseKey(text), remark: looseKey(remark) };
}

/** The name of a room without a final star and how many people it holds: `Lab (max 30)*`. */
export function plainRoom(text: string): string {
  const plain = text.replace(/(?<![\s*★☆⭐])[\s*★☆⭐]+$/u, '');
  const [, name = '', inside = ''] = /^(.*\S)\s*[([（]([^()[\]（）]+)[)\]）]$/su.exec(plain) ?? [];
  const words = wordsOf(inside);
  const counts = words.filter((word) => /^\d+$/.test(word));
  const isCapacity =
    counts.length === 1 &&
    words.length > 1 &&
    words.every((word) => counts.includes(word) || capacityWords.has(word));
  return isCapacity ? plainRoom(name) : plain || text;
}

/** Beside how many people a room holds, as {@link wordsOf} has them. */
const capacityWords = new Set(
  wordsOf(`
    max maximum maximal capacity cap seats seat seating people persons pax attendees participants
    plätze sitzplätze personen kapazität places personnes capacité plazas personas aforo lugares
    pessoas capacidade posti persone plaatsen miejsc osób míst osob мест человек 席 名 人 座
  `),
);

/** A room of a row whose name has other spaces, dashes or accents in the event. */
export interface RespelledRoom extends FilePlace {
  /** As the event writes it. */
  readonly name: string;
  readonly respelled: string;
}

/** A warning for each spelling, with its first row. */
export function respelledWarnings(
  rooms: readonly RespelledRoom[],
): readonly (Warning & FilePlace)[] {
  const firsts = firstByKey(rooms, ({ respelled }) => respelled).values();
  return Array.from(firsts, (room) => {
    return { code: 'respelled_room', ...filePlaceOf(room), message: respelledText(room) };
  });
}

/** `"hall-a" is taken as the room "Hall A"` */
export function respelledText({ name, respelled }: Omit<RespelledRoom, 'line'>): string {
  return `${quoted(respelled)} is taken as the room ${quoted(name)}`;
}
