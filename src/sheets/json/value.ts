// Owns what a value of JSON is. Must not know how it was written.

/** Numbers and booleans are text, as in the file: an id keeps all of its digits. */
export type Json = string | null | readonly Json[] | JsonObject;

export interface JsonObject {
  /** The line on which it starts. */
  readonly line: number;
  readonly members: ReadonlyMap<string, Json>;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
