// Parses JSON and NDJSON with jsonc-parser into values that keep their lines and the digits of
// numbers. Must not know what is in them.
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { InvalidInputError } from '../../errors.ts';
import { type Limits, tooLarge } from '../limits.ts';

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

/** The object with a member at its end, in place of one of this name. */
export function withMember({ line, members }: JsonObject, name: string, value: JsonValue) {
  return { line, members: new Map([...members, [name, value]]) };
}

/** The values of a text: one, or one on each line. @throws {InvalidInputError} */
export function parseJson(text: string, limits: Limits): readonly JsonValue[] {
  refuseLarge(text, limits);
  const lines = text.split(/\r\n|\n|\r/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const isNdjson =
    lines.some((line, at) => at > first && line.trim() !== '') && isWhole(lines[first] ?? '');
  if (!isNdjson) return [parseValue(text, 1, limits.file)];
  return lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [parseValue(line, at + 1, limits.file)],
  );
}

function isWhole(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

const maxDepth = 100;
const maxContainers = 1_000_000;
/** As many as character references in a workbook: a text is put together from each of them. */
const maxEscapes = 3_000_000;

/**
 * Before anything is built of the text: how deep it is nested, how many values it has, and how many
 * escapes each text in it has.
 */
function refuseLarge(text: string, limits: Limits): void {
  let [depth, containers, commas, escapes, isString] = [0, 0, 0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      isString = !isString;
      escapes = 0;
    } else if (isString) {
      if (char !== '\\') continue;
      at++;
      if (++escapes > maxEscapes)
        throw tooLarge(limits.file, `a text in it has more than ${maxEscapes} escapes`);
    } else if (char === ',') commas++;
    else if (char === '{' || char === '[') {
      containers++;
      if (++depth > maxDepth)
        throw tooLarge(limits.file, `it is nested deeper than ${maxDepth} levels`);
    } else if (char === '}' || char === ']') depth--;
  }
  if (containers > maxContainers)
    throw tooLarge(limits.file, `it has more than ${maxContainers} objects and arrays`);
  limits.cells(commas);
}

/** @param firstLine the line of the file on which the text starts */
function parseValue(text: string, firstLine: number, file: string): JsonValue {
  const end = text.trimEnd().length;
  const root: JsonValue[] = [];
  /** The members and elements that are open. */
  const open: (Map<string, JsonValue> | JsonValue[])[] = [root];
  let name = '';
  visit(
    text,
    {
      onObjectBegin(_, __, line) {
        const members = new Map<string, JsonValue>();
        add({ line: firstLine + line, members });
        open.push(members);
      },
      onObjectProperty(property, _, __, line, character) {
        const members = open.at(-1);
        name = property;
        if (members instanceof Map && members.has(name)) {
          fail(`${JSON.stringify(name)} occurs twice in one object`, line, character);
        }
      },
      onObjectEnd: () => open.pop(),
      onArrayBegin() {
        const values: JsonValue[] = [];
        add(values);
        open.push(values);
      },
      onArrayEnd: () => open.pop(),
      onLiteralValue(value, offset, length, line, character) {
        if (typeof value === 'string' && /\p{Cs}/u.test(value))
          fail('contains half of a character', line, character);
        add(
          typeof value === 'string' || value === null ? value : text.slice(offset, offset + length),
        );
      },
      onError(error, offset, _, line, character) {
        const isEnd = offset >= end;
        fail(
          isEnd ? 'the file ends before this value does; it may be incomplete' : faultWords(error),
          line,
          character,
        );
      },
    },
    { disallowComments: true },
  );
  return root[0] ?? null;

  function add(value: JsonValue): void {
    const into = open.at(-1);
    if (into instanceof Map) into.set(name, value);
    else into?.push(value);
  }

  function fail(message: string, line: number, character: number): never {
    throw new InvalidInputError(`${file} is not well-formed JSON`, {
      details: [
        { file, line: firstLine + line, message: `character ${character + 1}: ${message}` },
      ],
      fix: 'export it again, or correct it in an editor',
    });
  }
}

/** `CommaExpected` as `comma expected`. */
export function faultWords(error: ParseErrorCode): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}
