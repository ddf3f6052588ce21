// Looks up many values with one query. Pure, but for time.

/**
 * A look-up of single keys that runs one query at a time, for all keys that have been asked for since the last one began.
 * The result is never older than the question.
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let next: { readonly keys: Set<Key>; readonly found: Promise<ReadonlyMap<Key, Value>> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return async (key) => {
    if (next === undefined) {
      const keys = new Set<Key>();
      const found = last.then(() => {
        next = undefined;
        return load([...keys]);
      });
      next = { keys, found };
      last = found.catch(() => undefined);
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}
