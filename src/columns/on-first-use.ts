// Creates a value when it is first used, which saves commands that do not use it the time. Must not know any value.

/** @returns the value that `create` returned on the first call */
export function onFirstUse<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}
