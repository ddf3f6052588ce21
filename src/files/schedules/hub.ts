// Reads the events of a schedule of c3voc in the form of the hub (schedule2.json): one list of
// events, with rooms, tracks and people in other lists. Must not know what their texts mean.
import { nameOf, textAt } from '../json/cells.ts';
import { isArray, isObject, type JsonObject } from '../json/parse.ts';
import type { ScheduleEvent, SchedulePerson } from './events.ts';

/** None for a schedule in the other form, whose events are in the rooms of its days. */
export function hubEvents(schedule: JsonObject, conference: JsonObject): readonly ScheduleEvent[] {
  const rooms = referenceReader(conference, 'rooms');
  const tracks = referenceReader(conference, 'tracks');
  const persons = new Map(
    objectsIn(schedule, 'persons').map((person) => [textAt(person, ['guid']), person]),
  );
  return objectsIn(schedule, 'events').map((event) => {
    const text = (...names: readonly string[]) => textAt(event, names) ?? '';
    const type = text('type');
    const cells = {
      id: text('guid', 'code', 'id'),
      title: text('title'),
      subtitle: text('subtitle'),
      room: rooms(event, 'room'),
      start: text('start'),
      end: text('end'),
      track: tracks(event, 'track'),
      // What is written if a session has no format.
      format: type === 'other' ? '' : type,
      abstract: text('abstract'),
      description: text('description'),
      language: text('language'),
      url: text('url'),
    };
    const people = objectsIn(event, 'participants').map((person) => personOf(person, persons));
    return { line: event.line, cells, people };
  });
}

/** @param persons what the schedule has of them beside the event, by their ids */
function personOf(
  person: JsonObject,
  persons: ReadonlyMap<string | undefined, JsonObject>,
): SchedulePerson {
  const id = textAt(person, ['guid']);
  const details = (id === undefined ? undefined : persons.get(id)) ?? person;
  const avatar = details.members.get('avatar');
  return {
    id,
    name: textAt(person, ['name']) ?? textAt(details, ['name']) ?? '',
    biography: textAt(details, ['biography']),
    photo: isObject(avatar) ? textAt(avatar, ['url']) : undefined,
  };
}

/**
 * Reads what an event refers to by its name, or by the id or the short name that it has in a list.
 */
function referenceReader(conference: JsonObject, list: string) {
  const names = new Map<string, string>();
  for (const object of objectsIn(conference, list)) {
    const name = nameOf(object);
    const keys = references.flatMap((key) => textAt(object, [key]) ?? []);
    for (const key of keys) if (name !== undefined) names.set(key, name);
  }
  return (event: JsonObject, member: string): string => {
    const value = event.members.get(member) ?? null;
    if (!isObject(value)) return textAt(event, [member]) ?? '';
    const reference = textAt(value, references);
    const named = reference === undefined ? undefined : names.get(reference);
    return nameOf(value) ?? named ?? reference ?? '';
  };
}

const references = ['guid', 'slug'];

function objectsIn({ members }: JsonObject, name: string): readonly JsonObject[] {
  const value = members.get(name);
  return isArray(value) ? value.filter(isObject) : [];
}
