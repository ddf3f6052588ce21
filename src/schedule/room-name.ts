// Finds the room of an event that a text names. Must not know plans and files. Pure.
import { wordsOf } from '../columns/fold.ts';
import { among } from '../columns/named-items.ts';
import { quoted } from '../contract/amount.ts';
import { foldKey, withoutAccents } from '../contract/key.ts';
import { placeText, type Warning } from './clash-report.ts';
import { type FilePlace, filePlaceOf } from './file-place.ts';
import { grouped } from './grouped.ts';
import { roomsOf, type Session } from './session.ts';

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

/** Why a text names no room: a clause without a full stop. */
interface NoRoom {
  readonly code: 'unknown_room' | 'ambiguous_room';
  readonly message: string;
}

export type RoomNaming = FoundRoom | NoRoom;

/**
 * The room with this id or name, or else the only one whose name differs in spaces, dashes and
 * accents alone. A room whose name another one has is none, also by its id: the service shows
 * sessions by the names of their rooms, so that their places could not be compared.
 */
export function roomAmong(rooms: readonly Room[], text: string): RoomNaming {
  const found = among(rooms, text, 'room');
  const key = foldKey('item' in found ? found.item.name : text);
  const [first, ...others] = rooms.filter(({ name }) => foldKey(name) === key);
  if (first !== undefined && others.length > 0) {
    const count = others.length + 1;
    const message = `${count} rooms of the event are named ${quoted(first.name)}`;
    return { code: 'ambiguous_room', message };
  }
  if ('item' in found) return found;
  const [item, ...further] = rooms.filter(({ name }) => isAlike(name, text));
  if (item !== undefined && further.length === 0) return { item, isRespelled: true };
  return { code: 'unknown_room', message: found.message };
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
  const letters = foldKey(plainRoom(name).normalize('NFKD')).normalize('NFKD');
  return withoutAccents(letters).replace(/[\s\p{Pd}]/gu, '');
}

/** A room as a row writes it. */
interface WrittenRoom {
  readonly room: string;
  readonly place: FilePlace;
}

/**
 * A warning for rooms of a file that may be one room: they differ in what {@link looseKey} takes
 * off, in `Rm` for `Room`, in zeros before a number, or in a remark that one of them lacks.
 * @param sessions those that are in no file are left out
 * @param known rooms of the event, which are as they are meant
 */
export function similarRoomWarnings(
  sessions: readonly Pick<Session, 'room' | 'otherRooms' | 'line' | 'column' | 'sheet'>[],
  known: readonly string[] = [],
): readonly (Warning & FilePlace)[] {
  const isKnown = new Set(known.map(foldKey));
  const used = sessions.flatMap(({ line, ...session }): readonly WrittenRoom[] => {
    if (line === undefined) return [];
    return roomsOf(session).map((room) => ({ room, place: filePlaceOf({ ...session, line }) }));
  });
  const inOrder = used.toSorted((a, b) => a.place.line - b.place.line);
  const bySpelling = grouped(inOrder, ({ room }) => foldKey(room));
  const spellings = [...bySpelling.values()].flatMap(([first]) => first ?? []);
  const named = spellings.filter(({ room }) => looseKey(room) !== '');
  const groups = [...grouped(named, ({ room }) => remarked(room).key).values()];
  return groups.flatMap((group): readonly (Warning & FilePlace)[] => {
    const [first, other] = similarPair(group, ({ room }) => !isKnown.has(foldKey(room)));
    if (first === undefined || other === undefined) return [];
    const [one, two] = [first, other].map(
      (each) => `${quoted(each.room)} (${placeText(each.place)})`,
    );
    const message = `${one} and ${two} are two rooms; if they are one, write its name alike`;
    return [{ code: 'similar_rooms', ...other.place, message }];
  });
}

/** Two rooms with the same key, at least one of them new; not two with different remarks. */
function similarPair(group: readonly WrittenRoom[], isNew: (room: WrittenRoom) => boolean) {
  const byRemark = grouped(group, ({ room }) => remarked(room).remark);
  const otherThan = (one: WrittenRoom, list: readonly WrittenRoom[] = []) => {
    return list[0] === one ? list[1] : list[0];
  };
  for (const room of group) {
    const { remark } = remarked(room.room);
    const same = otherThan(room, byRemark.get(remark));
    const other = same ?? otherThan(room, remark === '' ? group : byRemark.get(''));
    const isPair = other !== undefined && isNew(room);
    if (isPair) return group.filter((each) => each === room || each === other);
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
  const plain = text.replace(/[\s*★☆⭐]+$/u, '');
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
  return [...grouped(rooms, ({ respelled }) => respelled).values()].flatMap(([room]) => {
    if (room === undefined) return [];
    return [{ code: 'respelled_room', ...filePlaceOf(room), message: respelledText(room) }];
  });
}

/** `"hall-a" is taken as the room "Hall A"` */
export function respelledText({ name, respelled }: Omit<RespelledRoom, 'line'>): string {
  return `${quoted(respelled)} is taken as the room ${quoted(name)}`;
}
