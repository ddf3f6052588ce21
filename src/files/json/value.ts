// Owns what a value of JSON is. Must not know how it was written.

/** Numbers and booleans are text, as in the file: an id keeps all of its digits. */
export type JsonValue = string | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  /** The line on which it starts. */
  readonly line: number;
  readonly members: ReadonlyMap<string, JsonValue>;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
