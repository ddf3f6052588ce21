// JSON on stdout. A pipe gets what was served; a terminal gets no character that it would take for an order.
import type { Output } from '../io.ts';

// JSON escapes C0 itself; DEL, C1 (which a terminal reads as escape sequences) and bidirectional overrides it leaves.
const unfit = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A value and a line break; `indent` 0 is one line. */
export function jsonText(stdout: Output, value: unknown, indent: 0 | 2): string {
  const text = `${JSON.stringify(value, null, indent)}\n`;
  return stdout.isTTY === true ? text.replace(unfit, escaped) : text;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
