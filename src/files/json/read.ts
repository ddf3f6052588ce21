// Reads a JSON file as tables: records, or a document that contains lists of them, as exports of
// pretalx and Sessionize and responses of APIs do. Must not know what the cells mean.
import { amount } from '../../contract/amount.ts';
import { InvalidInputError } from '../../errors.ts';
import type { Limits, ReadOptions } from '../limits.ts';
import { recordTable } from '../record-table.ts';
import { scheduleTables } from '../schedules/c3voc.ts';
import type { RawTable, Table } from '../table.ts';
import { decodeText } from '../text.ts';
import { cellsOf } from './cells.ts';
import { contentsOf, listsIn, otherLists } from './lists.ts';
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  withMember,
} from './parse.ts';
import { joinLists } from './references.ts';

/** @throws {InvalidInputError} for JSON that is not well-formed, or contains no records */
export async function readJson(bytes: Uint8Array, options: ReadOptions): Promise<readonly Table[]> {
  const { file, limits } = options;
  const values = parseJson(decodeText(bytes, options), limits);
  const [first = null, ...others] = values;
  if (others.length === 0 && isObject(first)) {
    const schedule = scheduleTables(first, limits);
    if (schedule !== undefined) return schedule;
    return documentTables(first, limits);
  }
  const records = others.length === 0 && isArray(first) ? first : values;
  if (records.length === 0)
    throw new InvalidInputError(`${file} contains no records`, {
      fix: 'export it again; its array is empty',
    });
  return [{ read: () => listTable(records, limits) }];
}

/**
 * A table of objects.
 * @param zone the time zone of records that have none
 */
function listTable(
  values: readonly JsonValue[],
  limits: Limits,
  {
    notices = [],
    zone,
  }: { readonly notices?: readonly string[]; readonly zone?: string | undefined } = {},
): RawTable {
  const { file } = limits;
  const records = values.flatMap((value, at) => {
    if (isObject(value))
      return recordsOf(value).map((record) => {
        return { line: record.line, cells: cellsOf(withZone(record, zone), limits) };
      });
    throw new InvalidInputError(`${file} is not a list of records`, {
      details: [
        { file, message: `record ${at + 1} is not an object such as {"email": "ada@example.org"}` },
      ],
      fix: 'write one object for each record',
    });
  });
  return recordTable(records, limits, notices);
}

/**
 * A table for each list of a document.
 * @throws {InvalidInputError} for a document without records
 */
function documentTables(object: JsonObject, limits: Limits): readonly Table[] {
  const { file } = limits;
  refuseReport(object, file);
  const found = listsIn(object, file);
  const [only] = found?.lists ?? [];
  if (found === undefined || only === undefined) {
    refuseEnvelope(object, file);
    // A record of its own, as in a file of lines with one record.
    return [{ read: () => listTable([object], limits) }];
  }
  const { holder, lists, containers } = found;
  const others = [...new Set(otherLists(object, lists))];
  const [onlyName, onlyRecords] = only;
  const isPage = [object, holder].some((envelope) => isPageOf(envelope, onlyRecords.length));
  const documentZone = zoneOf(holder) ?? zoneOf(object);
  const read = (records: readonly JsonObject[], name: string) => {
    const has = `it has ${amount(records.length, 'record')}, and the others are not read`;
    const notices = isPage ? [`${file} is one page of several: ${has}.`] : [];
    const mayHaveTimes = contentsOf(name)?.includes('sessions') !== false;
    return listTable(records, limits, { notices, zone: mayHaveTimes ? documentZone : undefined });
  };
  if (lists.size === 1) return [{ unread: others, read: () => read(onlyRecords, onlyName) }];
  return [...joinLists(lists)].map(([name, { records, shown }]) => ({
    name,
    holds: contentsOf(name),
    unread: [
      ...[...lists.keys()].filter(
        (other) => other !== name && !shown.has(other) && !containers.has(other),
      ),
      ...others,
    ],
    read: () => read(records, name),
  }));
}

const zoneMembers = ['timezone', 'timeZone', 'time_zone', 'timezone_name', 'time_zone_name'];

function zoneOf({ members }: JsonObject): string | undefined {
  const [zone] = zoneMembers
    .map((name) => members.get(name))
    .filter((value) => value !== undefined);
  return typeof zone === 'string' && zone !== '' ? zone : undefined;
}

function withZone(record: JsonObject, zone: string | undefined): JsonObject {
  if (zone === undefined || zoneOf(record) !== undefined) return record;
  return withMember(record, 'timezone', zone);
}

/**
 * @throws {InvalidInputError} for an object that has objects and arrays alone, maybe beside the
 * numbers of a page, and so is no record
 */
function refuseEnvelope({ members }: JsonObject, file: string): void {
  const others = [...members].filter(([name]) => !pageMembers.has(name));
  const sizes = others.map(([, value]) => sizeOf(value));
  if (sizes.includes(undefined)) return;
  if (sizes.every((size) => size === 0)) {
    throw new InvalidInputError(`${file} contains no records`, {
      fix: 'export it again; it has no data',
    });
  }
  throw new InvalidInputError(`${file} contains no list of records`, {
    fix:
      'export another format, such as CSV, or write its records as an array of objects, such ' +
      'as [{"id": "1", "title": "Opening"}]',
  });
}

const pageMembers: ReadonlySet<string> = new Set(['count', 'total', 'next', 'previous', 'page']);

/** How much is in an object or an array; undefined for any other value. */
function sizeOf(value: JsonValue): number | undefined {
  if (isArray(value)) return value.length;
  return isObject(value) ? value.members.size : undefined;
}

/** Whether it has a link to the next page, or a larger count. */
function isPageOf({ members }: JsonObject, records: number): boolean {
  const next = members.get('next') ?? null;
  return (
    (next !== null && next !== 'false' && next !== '') || Number(members.get('count')) > records
  );
}

/** What this program prints or saves about a run. */
function refuseReport({ members }: JsonObject, file: string): void {
  if (!members.has('schemaVersion') || !members.has('counts')) return;
  throw new InvalidInputError(`${file} is a saved plan or a report, not a table`, {
    fix: 'choose the file that it was created from',
  });
}

/** The records that an element of a list stands for. */
function recordsOf(value: JsonObject): readonly JsonObject[] {
  const { members } = value;
  const sessions = objectsAt(value, 'sessions');
  // Sessionize: sessions by group, and the grid of a day.
  if (sessions !== undefined && (members.has('groupId') || members.has('groupName')))
    return sessions.flatMap(recordsOf);
  const rooms = objectsAt(value, 'rooms');
  if (rooms?.some((room) => objectsAt(room, 'sessions') !== undefined)) {
    return rooms.flatMap((room) =>
      (objectsAt(room, 'sessions') ?? []).map((session) =>
        withMembers(session, { room: room.members.get('name') }),
      ),
    );
  }
  // A resource object of JSON:API.
  const attributes = members.get('attributes');
  if (isObject(attributes) && members.has('type'))
    return [withMembers(attributes, { id: members.get('id') })];
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
  const slots = (isObject(slot) ? [slot] : (objectsAt(value, 'slots') ?? [])).filter((placed) =>
    placed.members.has('start'),
  );
  if (slots.length === 0) return [value];
  return slots.map((placed) => withMembers(value, Object.fromEntries(slotMembers(placed))));
}

/** What a slot says about a place and a time. */
function slotMembers({ members }: JsonObject): readonly (readonly [string, JsonValue])[] {
  return [...members].filter(([name]) => ['room', 'start', 'end', 'duration'].includes(name));
}

function objectsAt({ members }: JsonObject, name: string): readonly JsonObject[] | undefined {
  const value = members.get(name);
  return isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;
}

/** Without its slots, and with what is added in place of members that are absent or null. */
function withMembers(
  object: JsonObject,
  added: Readonly<Record<string, JsonValue | undefined>>,
): JsonObject {
  const members = new Map(object.members);
  members.delete('slot');
  members.delete('slots');
  for (const [name, value] of Object.entries(added)) {
    if (value !== undefined && value !== null && (members.get(name) ?? null) === null)
      members.set(name, value);
  }
  return { line: object.line, members };
}
