// Writes JSON for stdout: unchanged for a pipe; for a terminal, with the characters escaped that it
// would interpret.
import type { OutputStream } from '../io.ts';

// JSON escapes C0 itself, but not DEL, C1 (which a terminal reads as escape sequences) and
// bidirectional overrides.
const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A value as JSON, and a line break; with `indent` 0, on one line. */
export function jsonText(stdout: OutputStream, value: unknown, indent: 0 | 2): string {
  const text = `${JSON.stringify(value, null, indent)}\n`;
  return stdout.isTTY === true ? escapeUnsafe(text) : text;
}

/** The same JSON, with the characters escaped that a terminal would interpret. */
export function escapeUnsafe(json: string): string {
  return json.replace(unsafe, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
