// Finds the lists of records in a JSON document, and what each of them is meant for by its name.
// Must not know cells.

import { quoted } from '../../contract/amount.ts';
import type { FileResource } from '../../contract/endpoint.ts';
import { InvalidInputError } from '../../errors.ts';
import { isArray, isObject, type JsonObject, type JsonValue, withMember } from './parse.ts';

export type Lists = ReadonlyMap<string, readonly JsonObject[]>;

/** The lists of a document that can be read. */
interface FoundLists {
  /** The object in which they are. */
  readonly holder: JsonObject;
  readonly lists: Lists;
}

/**
 * The lists of a document, or of the one object in it that has some; undefined if there are none.
 * @returns also the names of those whose records have the talks of another list
 * @throws {InvalidInputError} for a day that has no list, beside others that do
 */
export function listsIn(
  document: JsonObject,
  file: string,
): (FoundLists & { readonly containers: ReadonlySet<string> }) | undefined {
  const records = keyedRecords(document);
  if (records !== undefined)
    return { holder: document, lists: new Map([['', records]]), containers: new Set() };
  const found = listsAt(document, file);
  return found && { ...found, ...withInnerLists(found.lists) };
}

/**
 * The names of what else a document has: lists of records in other objects, and lists of texts with
 * a known name, such as `"rooms": ["Hall", "Lab"]`.
 */
export function otherLists(document: JsonObject, lists: Lists, depth = 0): readonly string[] {
  return [...document.members].flatMap(([name, value]) => {
    if (lists.has(name) || lists.has('') || (lists.has(talksOfDays) && isDay(name))) return [];
    const isOfTexts = isArray(value) && value.length > 0 && contentsOf(name) !== undefined;
    if (isOfTexts || recordsIn(value) !== undefined) return [name];
    return isObject(value) && depth < maxEnvelopes ? otherLists(value, lists, depth + 1) : [];
  });
}

const talksOfDays = 'talks by day';

/** What the records of a list are, by its name; undefined for an unknown name. */
export function contentsOf(name: string): readonly FileResource[] | undefined {
  return kinds.find(([names]) => names.test(name))?.[1];
}

function anyOf(...names: readonly string[]): RegExp {
  return new RegExp(`^(${names.join('|')})$`, 'i');
}

const kinds: readonly (readonly [names: RegExp, holds: readonly FileResource[]])[] = [
  [/^(speakers?|people|persons?|presenters?|authors?|contacts?|attendees|users)$/i, ['speakers']],
  [
    anyOf(
      'sessions?|talks?|submissions?|proposals?|presentations?|contributions?|papers?',
      'events?|slots|schedule|program(me)?|agenda|content_?items',
    ),
    ['submissions', 'sessions'],
  ],
  [
    anyOf(
      'rooms?|tracks?|categories|questions?|levels|tags|breaks|links|sponsors|languages|days',
      '.*types?',
    ),
    [],
  ],
];

/** Whether the records are what others refer to, such as rooms. */
function isSecondary(name: string): boolean {
  return contentsOf(name)?.length === 0;
}

function isOfTalks(name: string): boolean {
  return contentsOf(name)?.includes('sessions') === true;
}

function listsAt(holder: JsonObject, file: string, depth = 0): FoundLists | undefined {
  const lists = new Map<string, readonly JsonObject[]>();
  const others: JsonObject[] = [];
  const byDay = talksByDay(holder, file);
  if (byDay.length > 0) lists.set(talksOfDays, byDay);
  for (const [name, value] of holder.members) {
    if (isDay(name) && byDay.length > 0) continue;
    const records = recordsIn(value);
    if (records !== undefined) lists.set(name, records);
    else if (isObject(value)) others.push(value);
  }
  if ([...lists.keys()].some((name) => !isSecondary(name))) return { holder, lists };
  const deeper = depth === maxEnvelopes ? [] : others;
  const inside = deeper.flatMap((object) => listsAt(object, file, depth + 1) ?? []);
  const [only] = inside;
  // Beside rooms and tracks, the talks may be in an object of their own.
  if (only !== undefined && inside.length === 1) {
    return { holder: only.holder, lists: new Map([...only.lists, ...lists]) };
  }
  return lists.size > 0 ? { holder, lists } : undefined;
}

/**
 * `{"2027-05-20": […], "2027-05-21": […]}`: the talks of all days; those without a date have that
 * of their day.
 */
function talksByDay({ members }: JsonObject, file: string): readonly JsonObject[] {
  const days = [...members].filter(([name]) => isDay(name));
  const talks = days.flatMap(([name, value]) => {
    const date = name.replace(/^day[ _-]?/i, 'Day ');
    return (recordsIn(value) ?? []).map((talk) => withDate(talk, date));
  });
  const other = days.find(([, value]) => recordsIn(value) === undefined && !isEmpty(value));
  if (talks.length === 0 || other === undefined) return talks;
  throw new InvalidInputError(`${file} has a day without a list of records`, {
    details: [
      { file, message: `${quoted(other[0])} is not an array of objects, as other days are` },
    ],
    fix: 'write the talks of each day as an array of objects, such as [{"title": "Opening"}]',
  });
}

function isEmpty(value: JsonValue): boolean {
  if (isObject(value)) return value.members.size === 0;
  return isArray(value) ? value.length === 0 : value === null || value === '';
}

/** Unless the talk has a day of its own, as a member or in its start. */
function withDate(talk: JsonObject, date: string): JsonObject {
  const isDated = [...talk.members].some(([name, value]) => {
    if (typeof value !== 'string') return false;
    const isStart = /^(dt)?(start|begin|time|when)/i.test(name) && /\d{4}-\d/.test(value);
    return isStart || (/^(date|day)$/i.test(name) && value !== '');
  });
  return isDated ? talk : withMember(talk, 'date', date);
}

/** `2027-05-20`, `20 May 2027`, `Friday` or `Day 1` */
function isDay(name: string): boolean {
  const text = name.trim();
  return days.some((day) => day.test(text)) || (months.test(text) && /\d/.test(text));
}

const days = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/,
  /^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/,
  /^day[ _-]?\d{1,2}$/i,
  /^(mon|tues|wednes|thurs|fri|satur|sun)day$/i,
];
const months = /\b(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b/i;

/** `{"response": {"data": {"speakers": […]}}}` */
const maxEnvelopes = 3;

/** The records of an array of objects, or of an object that has them by their ids. */
function recordsIn(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  if (isArray(value)) return value.length > 0 && value.every(isObject) ? value : undefined;
  return isObject(value) ? keyedRecords(value) : undefined;
}

/**
 * `{"12": {"title": …}, "13": {"title": …}}`: objects of one shape, whose names are neither words
 * for lists nor languages.
 */
function keyedRecords({ members }: JsonObject): readonly JsonObject[] | undefined {
  const names = [...members.keys()];
  const records = [...members.values()].filter(isObject);
  if (records.length < 2 || records.length < members.size) return undefined;
  if (
    names.some((name) => contentsOf(name) !== undefined) ||
    names.every((name) => isLanguage.test(name))
  ) {
    return undefined;
  }
  return areOfOneShape(records)
    ? records.map((record, at) => withFirst(record, 'id', names[at] ?? null))
    : undefined;
}

const isLanguage = /^[a-z]{2}([-_][a-z]{2,8})?$/i;

/**
 * More than half of the members that an average object has are in all of them, and one of these is
 * always a text.
 */
function areOfOneShape(objects: readonly JsonObject[]): boolean {
  const [first, ...others] = objects;
  const common = [...(first?.members.keys() ?? [])].filter((name) =>
    others.every(({ members }) => members.has(name)),
  );
  const total = objects.reduce((sum, { members }) => sum + members.size, 0);
  const isText = (name: string) =>
    objects.every(({ members }) => typeof members.get(name) === 'string');
  return common.length * 2 * objects.length > total && common.some(isText);
}

/**
 * If there are only rooms, days or tracks, also the talks that these have, each with its room, date
 * or track.
 */
function withInnerLists(lists: Lists) {
  const containers = new Set<string>();
  const names = [...lists.keys()];
  if (names.some((name) => !isSecondary(name))) return { lists, containers };
  const inner = new Map<string, JsonObject[]>();
  for (const [name, records] of lists) {
    for (const record of records) {
      for (const [member, value] of record.members) {
        if (!isOfTalks(member)) continue;
        const talks = inner.get(member) ?? [];
        for (const talk of recordsIn(value) ?? []) talks.push(belongingTo(talk, name, record));
        if (talks.length === 0) continue;
        inner.set(member, talks);
        containers.add(name);
      }
    }
  }
  const all: Lists = new Map<string, readonly JsonObject[]>([...inner, ...lists]);
  return { lists: all, containers };
}

/** @param list `rooms`, `days` or `tracks`, one of whose records has the talk */
function belongingTo(talk: JsonObject, list: string, { members }: JsonObject): JsonObject {
  if (/^days$/i.test(list)) return withFirst(talk, 'date', members.get('date') ?? null);
  const name = members.get('name') ?? members.get('title') ?? null;
  return withFirst(talk, list.toLowerCase().replace(/s$/, ''), name);
}

/** With a member at its start, unless the object has one of this name. */
function withFirst(object: JsonObject, name: string, value: JsonValue): JsonObject {
  if (object.members.has(name) || value === null) return object;
  return { line: object.line, members: new Map([[name, value], ...object.members]) };
}
