// Groups items by what they have in common. Must not know what they are. Pure.

/** The groups in the order of their first items. */
export function grouped<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The first item of each key, in their order. */
export function firstByKey<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item> {
  const firsts = new Map<Key, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!firsts.has(key)) firsts.set(key, item);
  }
  return firsts;
}

/** Joins items to groups, which are in the order of their first items. */
export function joiner<Item>(items: readonly Item[]) {
  const parents = new Map<Item, Item>();
  const rootOf = (item: Item): Item => {
    let root = item;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root))
      root = parent;
    // The next search is short.
    if (root !== item) parents.set(item, root);
    return root;
  };
  return {
    join([first, ...others]: readonly Item[]): void {
      if (first === undefined) return;
      for (const other of others) {
        const [root, otherRoot] = [rootOf(first), rootOf(other)];
        if (root !== otherRoot) parents.set(otherRoot, root);
      }
    },
    groups: (): readonly (readonly Item[])[] => [...grouped(items, rootOf).values()],
  };
}

/** The groups of items that have a key in common, or each one with a third item. */
export function joinedByKeys<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): readonly (readonly Item[])[] {
  const { join, groups } = joiner(items);
  const keyed = items.flatMap((item) => keysOf(item).map((key) => ({ key, item })));
  for (const same of grouped(keyed, ({ key }) => key).values()) join(same.map(({ item }) => item));
  return groups();
}
