// Joins what a grid names several times, unless the people differ. Must not know cells. Pure.

/**
 * Items of one key and of the same people become one; so does one that names nobody.
 * @param keyOf what those have in common that may be one
 * @param peopleOf empty if nobody is named
 */
export function joinSame<Item>(
  items: Iterable<Item>,
  joining: {
    readonly keyOf: (item: Item) => string;
    readonly peopleOf: (item: Item) => string;
    readonly join: (first: Item, other: Item) => Item;
  },
): readonly Item[] {
  const { keyOf, peopleOf, join } = joining;
  const joined: Item[] = [];
  const firstOf = new Map<string, number>();
  const byPeople = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    const people = JSON.stringify([key, peopleOf(item)]);
    const at = firstOf.get(key) ?? joined.length;
    const first = joined[at];
    const isOpen = first !== undefined && (peopleOf(first) === '' || peopleOf(item) === '');
    const index = isOpen ? at : (byPeople.get(people) ?? joined.length);
    const same = joined[index];
    if (same === undefined) joined.push(item);
    else joined[index] = join(same, item);
    if (first === undefined) firstOf.set(key, index);
    byPeople.set(people, index);
  }
  return joined;
}
