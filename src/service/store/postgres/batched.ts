// Looks up many values with one query. Pure, but for time.

// A query that hangs must not hold up all that follow.
const longestWaitMs = 1000;

/**
 * A look-up of single keys that runs one query at a time, for all keys that have been asked for since the last one began.
 * If a query takes longer than a second, the next one does not wait for it. The result is never older than the question.
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let next: { readonly keys: Set<Key>; readonly found: Promise<ReadonlyMap<Key, Value>> } | undefined;
  let last: Promise<void> = Promise.resolve();
  return async (key) => {
    if (next === undefined) {
      const keys = new Set<Key>();
      const found = last.then(() => {
        next = undefined;
        const loading = load([...keys]);
        last = settledOrLate(loading);
        return loading;
      });
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}

function settledOrLate(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, longestWaitMs).unref();
    const settled = () => {
      clearTimeout(late);
      resolve();
    };
    promise.then(settled, settled);
  });
}
