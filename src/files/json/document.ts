// Finds the lists of records in a JSON document, and joins what they refer to by id: exports of pretalx and Sessionize, responses of APIs. Must not know cells.
import { InvalidInputError } from '../../errors.ts';
import type { Contents } from '../table.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from './parse.ts';
import { joinLists } from './references.ts';

export interface List {
  /** Undefined if it is the only one. */
  readonly name?: string;
  /** The commands for which the list is meant; undefined if that is unknown. */
  readonly holds?: readonly Contents[];
  readonly records: readonly JsonObject[];
}

/** @returns its lists, and whether it is only one page of several @throws {InvalidInputError} for a document without records */
export function documentOf(
  object: JsonObject,
  file: string,
): { readonly lists: readonly List[]; readonly isPage: boolean } {
  refuseReport(object, file);
  const { holder, lists } = listsIn(object, 0) ?? { holder: object, lists: new Map<string, readonly JsonObject[]>() };
  const [only, ...others] = lists;
  if (only === undefined) {
    const isEmpty = [...object.members.values()].every((value) => isArray(value) || isObject(value));
    if (isEmpty) throw new InvalidInputError(`${file} contains no records`, { fix: 'export it again; it has no data' });
    // A record of its own, as in a file of lines with one record.
    return { lists: [{ records: [object] }], isPage: false };
  }
  const isPage = [object, holder].some((each) => isPageOf(each, only[1].length));
  if (others.length === 0) return { lists: [{ records: only[1] }], isPage };
  const joined = joinLists(lists);
  return { lists: [...joined].map(([name, records]) => ({ name, ...holdsOf(name), records })), isPage };
}

/** The arrays of objects of a document, or of the one object in it that has some. */
function listsIn(
  holder: JsonObject,
  depth: number,
): { holder: JsonObject; lists: Map<string, readonly JsonObject[]> } | undefined {
  const lists = new Map<string, readonly JsonObject[]>();
  for (const [name, value] of holder.members) {
    if (isArray(value) && value.length > 0 && value.every(isObject)) lists.set(name, value);
  }
  if (lists.size > 0) return { holder, lists };
  if (depth === maxEnvelopes) return undefined;
  const inside = [...holder.members.values()].flatMap((value) => {
    const found = isObject(value) ? listsIn(value, depth + 1) : undefined;
    return found === undefined ? [] : [found];
  });
  return inside.length === 1 ? inside[0] : undefined;
}

/** `{"response": {"data": {"speakers": […]}}}` */
const maxEnvelopes = 3;

const kinds: readonly (readonly [names: RegExp, holds: readonly Contents[]])[] = [
  [/^(speakers?|people|persons?|presenters?|authors?|contacts?|attendees|users)$/i, ['speakers']],
  [
    /^(sessions?|talks?|submissions?|proposals?|presentations?|contributions?|papers?|events?|slots|schedule|program(me)?|agenda|content_?items)$/i,
    ['submissions', 'sessions'],
  ],
  [/^(rooms?|tracks?|categories|questions?|levels|tags|breaks|links|sponsors|languages|days|.*types?)$/i, []],
];

function holdsOf(name: string): Pick<List, 'holds'> {
  const holds = kinds.find(([names]) => names.test(name))?.[1];
  return holds === undefined ? {} : { holds };
}

/** Whether it has a link to the next page, or a larger count. */
function isPageOf({ members }: JsonObject, records: number): boolean {
  const next = members.get('next') ?? null;
  return (next !== null && next !== 'false' && next !== '') || Number(members.get('count')) > records;
}

/** What this program prints or saves about a run. */
function refuseReport({ members }: JsonObject, file: string): void {
  if (!members.has('schemaVersion') || !members.has('counts')) return;
  throw new InvalidInputError(`${file} is a saved plan or a report, not a table`, {
    fix: 'choose the file that it was created from',
  });
}

/** The records that an element of a list stands for. */
export function recordsOf(value: JsonObject): readonly JsonObject[] {
  const { members } = value;
  const sessions = objectsAt(value, 'sessions');
  // Sessionize: sessions by group, and the grid of a day.
  if (sessions !== undefined && (members.has('groupId') || members.has('groupName')))
    return sessions.flatMap(recordsOf);
  const rooms = objectsAt(value, 'rooms');
  if (rooms?.some((room) => objectsAt(room, 'sessions') !== undefined)) {
    return rooms.flatMap((room) =>
      (objectsAt(room, 'sessions') ?? []).map((session) => withMembers(session, { room: room.members.get('name') })),
    );
  }
  // A resource object of JSON:API.
  const attributes = members.get('attributes');
  if (isObject(attributes) && members.has('type')) return [withMembers(attributes, { id: members.get('id') })];
  return placesOf(value);
}

/** pretalx: a submission with its slots, or a slot with its submission. */
function placesOf(value: JsonObject): readonly JsonObject[] {
  const { members } = value;
  if (members.has('start')) {
    const inner = ['submission', 'talk', 'session'].map((name) => members.get(name)).find(isObject);
    if (inner !== undefined) return [withMembers(inner, Object.fromEntries(slotMembers(value)))];
    // A break, whose title is its description.
    const title = members.get('submission') === null ? members.get('description') : undefined;
    return [title === undefined ? value : withMembers(value, { title, submission_type: 'break' })];
  }
  const slot = members.get('slot');
  const slots = (isObject(slot) ? [slot] : (objectsAt(value, 'slots') ?? [])).filter((each) =>
    each.members.has('start'),
  );
  if (slots.length === 0) return [value];
  return slots.map((each) => withMembers(value, Object.fromEntries(slotMembers(each))));
}

/** What a slot says about a place and a time. */
function slotMembers({ members }: JsonObject): readonly (readonly [string, JsonValue])[] {
  return [...members].filter(([name]) => ['room', 'start', 'end', 'duration'].includes(name));
}

function objectsAt({ members }: JsonObject, name: string): readonly JsonObject[] | undefined {
  const value = members.get(name);
  return isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;
}

/** Members that are absent or null are added, and others replaced only by what is not null. */
function withMembers(object: JsonObject, added: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const members = new Map(object.members);
  members.delete('slot');
  members.delete('slots');
  for (const [name, value] of Object.entries(added)) {
    if (value !== undefined && value !== null && (members.get(name) ?? null) === null) members.set(name, value);
  }
  return { line: object.line, members };
}
