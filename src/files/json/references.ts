// Replaces ids in the lists of a document by what they stand for in its other lists. Must not know
// cells.
import type { Lists } from './lists.ts';
import { isArray, isObject, type JsonObject, type JsonValue, withMember } from './parse.ts';

/** The records of a list, and the names of the other lists whose records they show. */
export interface JoinedList {
  readonly records: readonly JsonObject[];
  readonly shown: ReadonlySet<string>;
}

/**
 * `roomId: 3` becomes `room` with the object of `rooms` that has this id, and `speakers: ["a",
 * "b"]` the objects of `speakers`. In exports of Sessionize, answers get their questions, and items
 * of categories the names of the categories.
 */
export function joinLists(lists: Lists): ReadonlyMap<string, JoinedList> {
  const byList = new Map(
    [...lists].map(([name, records]) => [singular(name), { name, index: indexOf(records) }]),
  );
  const items = categoryItems(lists.get('categories') ?? []);
  const questions = byList.get('question');
  return new Map(
    [...lists].map(([name, records]): [string, JoinedList] => {
      const shown = new Set<string>();
      return [name, { records: records.map((record) => joinRecord(record, shown)), shown }];
    }),
  );

  function joinRecord({ line, members }: JsonObject, shown: Set<string>): JsonObject {
    const joined = new Map<string, JsonValue>();
    for (const [name, value] of members) {
      if (name === 'categoryItems' && isArray(value)) {
        joined.set(name, chosenItems(value, items));
        shown.add('categories');
      } else if (name === 'questionAnswers' && isArray(value)) {
        joined.set(name, value.map(withQuestion));
        if (questions !== undefined) shown.add(questions.name);
      } else {
        const base = name.replace(/_?ids?$/i, '');
        const list = base === '' ? undefined : byList.get(singular(base));
        const resolved = resolve(value, list?.index);
        if (list !== undefined && resolved !== undefined) shown.add(list.name);
        if (resolved === undefined) joined.set(name, value);
        else if (!members.has(base) || base === name) joined.set(base, resolved);
        // A name beside the id.
        else joined.set(name, value);
      }
    }
    return { line, members: joined };
  }

  function withQuestion(answer: JsonValue): JsonValue {
    if (!isObject(answer)) return answer;
    const id = answer.members.get('questionId');
    const question =
      typeof id === 'string' ? questions?.index.get(id)?.members.get('question') : undefined;
    return question === undefined ? answer : withMember(answer, 'question', question);
  }
}

/** The objects that a value refers to; undefined if it has no ids of the list. */
function resolve(
  value: JsonValue,
  index: ReadonlyMap<string, JsonObject> | undefined,
): JsonValue | undefined {
  if (index === undefined) return undefined;
  if (typeof value === 'string') return index.get(value);
  if (!isArray(value) || value.length === 0) return undefined;
  const records = value.map((id) => (typeof id === 'string' ? index.get(id) : undefined));
  return records.some((record) => record === undefined)
    ? undefined
    : records.filter((record) => record !== undefined);
}

function indexOf(records: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const index = new Map<string, JsonObject>();
  for (const { line, members } of records) {
    // What belongs to the record itself is of no use where others refer to it.
    const plain = { line, members: new Map([...members].filter(([, value]) => !isArray(value))) };
    for (const name of ['code', 'guid', 'id']) {
      const id = members.get(name);
      if (typeof id === 'string') index.set(id, plain);
    }
  }
  return index;
}

/** `categories` is `category`, and `rooms` is `room`. */
function singular(name: string): string {
  return name.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '').replace(/_/g, '');
}

/** By their ids, the items that can be chosen. */
function categoryItems(categories: readonly JsonObject[]) {
  const items = new Map<string, { readonly category: string; readonly name: JsonValue }>();
  for (const { members } of categories) {
    const category = members.get('title') ?? members.get('name');
    const ofCategory = members.get('items');
    if (typeof category !== 'string' || !isArray(ofCategory)) continue;
    for (const item of ofCategory) {
      const id = isObject(item) ? item.members.get('id') : undefined;
      if (isObject(item) && typeof id === 'string')
        items.set(id, { category, name: item.members.get('name') ?? null });
    }
  }
  return items;
}

/** As questions and answers, so that each category is a column. */
function chosenItems(
  ids: readonly JsonValue[],
  items: ReturnType<typeof categoryItems>,
): JsonValue {
  const chosen = new Map<string, JsonValue[]>();
  for (const id of ids) {
    const item = typeof id === 'string' ? items.get(id) : undefined;
    if (item === undefined) return ids;
    chosen.set(item.category, [...(chosen.get(item.category) ?? []), item.name]);
  }
  return [...chosen].map(([question, answer]) => {
    const members: [string, JsonValue][] = [
      ['question', question],
      ['answer', answer],
    ];
    return { line: 0, members: new Map(members) };
  });
}
