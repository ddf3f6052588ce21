// Owns how the server's language refuses a text that is not JSON. Must not know what a body is for.

export type JsonReading =
  | { readonly value: unknown }
  | { readonly position: number; readonly error: string };

/** Reads JSON; where it is none, reports where and why. */
export function readJson(text: string): JsonReading {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { position: 0, error: 'Expecting value' };
  }
}
