// Finds the records of a list in the body of a response. Pure.
import { isRecord, listedId, pluralNames, type RecordData, unwrapped } from './response.ts';

/** An array of objects. */
interface FoundList {
  readonly name: string;
  /** The object that contains it. */
  readonly holder?: RecordData;
  readonly records: readonly RecordData[];
}

/**
 * The records in the response to a list, and the object that contains them: the only array of objects with ids in the body or
 * in an object of it, preferring the resource's name, `data`, `items` and `results`. Records under `attributes` (JSON:API) or
 * `fields` are unwrapped. Undefined if there is no such array, if several may be it, or if its items are groups of records.
 */
export function listIn(body: unknown, resource: string): FoundList | undefined {
  const lists = listsIn(body).map((list) => ({ ...list, records: list.records.map(unwrapped) }));
  const named = (names: readonly string[]) => names.flatMap((name) => lists.filter((list) => list.name === name))[0];
  const own = named(['', ...pluralNames(resource)]);
  const usual = named(resource === 'sessions' ? [...usualNames, 'submissions'] : usualNames);
  const found = own ?? usual ?? onlyList(lists, resource);
  if (found === undefined || found.records.some((record) => isGroup(record, resource))) return undefined;
  // An empty list beside one that may be meant.
  const key = ['speakers', 'contacts'].includes(resource) ? 'email' : 'title';
  const isRival = ({ name, records }: FoundList) =>
    found === own ? usualNames.includes(name) && isFilled(records) : records.some((record) => key in record);
  return isFilled(found.records) || !lists.some(isRival) ? found : undefined;
}

const usualNames = ['data', 'items', 'results'];

/** The arrays of objects in a body, and in its objects that are no records. Some languages write an empty one as null. */
function listsIn(body: unknown): readonly FoundList[] {
  if (body === null || isList(body)) return [{ name: '', records: body ?? [] }];
  if (!isRecord(body)) return [];
  const holders = [body, ...Object.values(body).filter(isRecord)].filter((each) => each === body || !('id' in each));
  return holders.flatMap((holder) =>
    Object.entries(holder).flatMap(([name, value]) => {
      if (isList(value)) return [{ name, holder, records: value }];
      return value === null && usualNames.includes(name) ? [{ name, holder, records: [] }] : [];
    }),
  );
}

/** The only one with ids; an empty one if none has records. */
function onlyList(lists: readonly FoundList[], resource: string): FoundList | undefined {
  const filled = lists.filter(({ records }) => isFilled(records));
  const withIds = filled.filter(({ records }) => records.every((each) => listedId(each, resource) !== undefined));
  if (filled.length === 0) return lists[0];
  return withIds.length === 1 ? withIds[0] : undefined;
}

/** Whether an item of a list holds records instead of being one: `{"letter": "A", "speakers": […]}`, `{"node": {…}}`. */
function isGroup(item: RecordData, resource: string): boolean {
  const holds = (value: unknown) => isList(value) && isFilled(value);
  if (listedId(item, resource) !== undefined) return pluralNames(resource).some((name) => holds(item[name]));
  return Object.values(item).some(holds) || Object.values(item).every(isRecord);
}

function isList(value: unknown): value is readonly RecordData[] {
  return Array.isArray(value) && value.every(isRecord);
}

function isFilled(records: readonly unknown[]): boolean {
  return records.length > 0;
}
