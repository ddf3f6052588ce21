// Turns what a server lists into the records that the program works with: one name and one form for
// each member that servers write in several ways. Nothing else looks into the members of a served
// record. Pure.
import type { Noun } from '../contract/endpoint.ts';
import { keyText } from '../contract/key.ts';
import { isSameValue } from '../contract/likeness.ts';
import { isMasked } from '../contract/private-fields.ts';
import { isRecord, type RecordData } from './response.ts';

/**
 * A served record with these members, if the server shows them under any name; the others are as
 * served.
 *
 * - submissions and sessions: `track`, `format` and `room` are names, with `track_id`, `format_id`
 *   and `room_id` beside them; `start` and `end` are times; `duration` and `format_minutes`, the
 *   usual duration of the format, are in minutes; `speakers` are people with a `name`
 * - speakers and contacts: `name`, if the server shows whole names alone
 * - content items: `id`; `speaker` and `session` are the name of a person and the title of a talk
 *
 * A member that the server shows empty is null; one that it does not show is absent.
 */
export function readRecord(resource: Noun, served: RecordData): RecordData {
  const read = readers[resource]?.(served) ?? served;
  if (read !== served) servedRecords.set(read, served);
  return read;
}

/** The record as the server sent it. */
export function servedRecord(record: RecordData): RecordData {
  return servedRecords.get(record) ?? record;
}

/** A member of a record, also by the name that the server gives it. */
export function memberOf(record: RecordData, name: string): unknown {
  return name in record ? record[name] : servedRecord(record)[name];
}

/** The names by which `memberOf` finds something. */
export function memberNames(record: RecordData): readonly string[] {
  const served = servedRecord(record);
  return served === record ? Object.keys(record) : [...Object.keys(record), ...Object.keys(served)];
}

/** Whether a submission has a member for a place, with or without a value. */
export function showsPlace(record: RecordData): boolean {
  return record.room !== undefined || record.start !== undefined;
}

/** Whether a submission has a room and a start. */
export function hasPlace(record: RecordData): boolean {
  return !isAbsent(record.room) && !isAbsent(record.start);
}

/** The speakers whom a submission names. */
export function speakersOf({ speakers }: RecordData): readonly RecordData[] {
  return Array.isArray(speakers) ? speakers.filter(isRecord) : [];
}

/**
 * Compares a field of a record with a value. A track or a format may be given by name or by id.
 * `hidden`: the record does not show the field, which proves nothing.
 */
export function compareField(
  record: RecordData,
  field: string,
  value: unknown,
): 'same' | 'differs' | 'hidden' {
  const values = shownValues(record, field);
  if (values.length === 0) return 'hidden';
  return values.some((shown) => isSameValue(field, shown, value)) ? 'same' : 'differs';
}

/** What a record shows of a field, the name of a track or a format before its id. */
export function shownValue(record: RecordData, field: string): unknown {
  return shownValues(record, field)[0];
}

/**
 * All that a record shows of a field: of `track_id`, the name of the track and the id. A masked
 * address is hidden from this token.
 */
export function shownValues(record: RecordData, field: string): readonly unknown[] {
  const [, name] = /^(track|format)_id$/.exec(field) ?? [];
  const values = name === undefined ? [record[field]] : [record[name], record[field]];
  return values.filter((value) => value !== undefined && !isMasked(field, value));
}

// A read record is a value of its own, so what it was read from is remembered beside it.
const servedRecords = new WeakMap<RecordData, RecordData>();

const readers: Readonly<Partial<Record<Noun, (served: RecordData) => RecordData>>> = {
  speakers: readPerson,
  contacts: readPerson,
  submissions: readSubmission,
  sessions: readSubmission,
  'content-items': readContentItem,
};

/** Most servers show both parts of a name, from which its whole form follows. */
function readPerson(served: RecordData): RecordData {
  if ('first_name' in served || 'last_name' in served || !('full_name' in served)) return served;
  const members = Object.entries(served).map(([name, value]) => [
    name === 'full_name' ? 'name' : name,
    value,
  ]);
  return Object.fromEntries(members);
}

/** The names of members that mean the same, by how servers write them. */
const timeNames: Readonly<Record<string, string>> = { starts_at: 'start', ends_at: 'end' };

function readSubmission(served: RecordData): RecordData {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(served)) {
    const time = timeNames[name];
    if (time !== undefined) {
      if (!(time in served)) read[time] = value;
    } else if (name === 'track' || name === 'format' || name === 'room') {
      addNamed(read, name, served);
    } else if (name === 'speakers' && Array.isArray(value)) {
      read.speakers = value.filter(isRecord).map(toPerson);
    } else read[name] = value;
  }
  return read;
}

/** `{"track": {"id": "…", "name": "Backend"}}` → `track: "Backend"`, `track_id: "…"` */
function addNamed(read: Record<string, unknown>, member: string, served: RecordData): void {
  const value = served[member];
  const name = isRecord(value) ? keyText(value.name) : undefined;
  if (!isRecord(value) || name === undefined) {
    // A room without a name is an error where a place is needed, so it stays as it is.
    read[member] = value;
    return;
  }
  read[member] = name;
  const id = keyText(value.id);
  if (id !== undefined && !(`${member}_id` in served)) read[`${member}_id`] = id;
  if (member === 'format') read.format_minutes = value.default_duration_min;
}

function readContentItem(served: RecordData): RecordData {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(served)) {
    if (name === 'item_id' && !('id' in served)) read.id = value;
    else if (name === 'speaker' && isRecord(value)) read.speaker = personName(value);
    else if (name === 'session' && isRecord(value)) read.session = keyText(value.title) ?? null;
    else read[name] = value;
  }
  return read;
}

function toPerson(served: RecordData): RecordData {
  const { full_name: _, ...others } = served;
  return { ...others, name: personName(served) };
}

/** `full_name`, `name`, or first and last name; empty without any. */
function personName({ full_name, name, first_name, last_name }: RecordData): string {
  const parts = [first_name, last_name].flatMap((part) => keyText(part) ?? []);
  return keyText(full_name) ?? keyText(name) ?? parts.join(' ');
}

function isAbsent(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}
