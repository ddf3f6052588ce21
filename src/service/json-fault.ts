// Finds where a text stops being JSON, which JSON.parse does not say reliably; it builds no values.

export interface JsonFault {
  /** In Unicode code points from the start. */
  readonly offset: number;
  /** In the words of Python's decoder, which is what Pydantic's clients know. */
  readonly error: string;
}

/** The first fault of a text, or undefined where it is JSON. Nesting costs no stack. */
export function jsonFault(text: string): JsonFault | undefined {
  const fault = scan(text);
  return fault && { error: fault.error, offset: [...text.slice(0, fault.offset)].length };
}

const space = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// What may stand in a string: its end, its next fault, or the end of the text follows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these
const characters = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

function scan(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let at = match(space, text, 0);
  for (;;) {
    // A value is expected at `at`; an opening bracket asks for the next one, or is closed at once.
    const bracket = text[at];
    if (bracket === '{' || bracket === '[') {
      const inside = match(space, text, at + 1);
      if (text[inside] !== (bracket === '{' ? '}' : ']')) {
        open.push(bracket);
        const start = bracket === '{' ? afterKey(text, inside) : inside;
        if (typeof start !== 'number') return start;
        at = start;
        continue;
      }
      at = inside + 1;
    } else {
      const end = bracket === '"' ? afterString(text, at) : match(scalar, text, at);
      if (typeof end !== 'number') return end;
      if (end === at) return { offset: at, error: 'Expecting value' };
      at = end;
    }
    // A value has ended: close what closes, up to the comma that asks for the next one.
    for (;;) {
      at = match(space, text, at);
      const outer = open.at(-1);
      if (outer === undefined) return at === text.length ? undefined : { offset: at, error: 'Extra data' };
      if (text[at] === ',') break;
      if (text[at] !== (outer === '{' ? '}' : ']')) return { offset: at, error: "Expecting ',' delimiter" };
      open.pop();
      at += 1;
    }
    at = match(space, text, at + 1);
    if (open.at(-1) === '{') {
      const start = afterKey(text, at);
      if (typeof start !== 'number') return start;
      at = start;
    }
  }
}

/** Where the value of the member that begins at `at` begins. */
function afterKey(text: string, at: number): number | JsonFault {
  if (text[at] !== '"') return { offset: at, error: 'Expecting property name enclosed in double quotes' };
  const end = afterString(text, at);
  if (typeof end !== 'number') return end;
  const colon = match(space, text, end);
  if (text[colon] !== ':') return { offset: colon, error: "Expecting ':' delimiter" };
  return match(space, text, colon + 1);
}

function afterString(text: string, at: number): number | JsonFault {
  const end = match(characters, text, at + 1);
  const next = text[end];
  if (next === '"') return end + 1;
  if (next === undefined || (next === '\\' && end + 1 === text.length)) {
    return { offset: at, error: 'Unterminated string starting at' };
  }
  if (next !== '\\') return { offset: end, error: 'Invalid control character at' };
  return { offset: end, error: text[end + 1] === 'u' ? 'Invalid \\uXXXX escape' : 'Invalid \\escape' };
}

/** Where the match of a sticky pattern at `at` ends; `at` itself where there is none. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
