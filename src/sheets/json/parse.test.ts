// JSON is parsed piece by piece, and its faults are located.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../errors.ts';
import { parseJson } from './parse.ts';
import { isArray, isObject, type JsonValue } from './value.ts';

async function parse(...pieces: readonly string[]) {
  async function* text() {
    yield* pieces;
  }
  const { isArray, batches } = await parseJson(text(), 'a.json');
  const values: JsonValue[] = [];
  for await (const batch of batches) values.push(...batch);
  return { isArray, values };
}

function plain(value: JsonValue): unknown {
  if (isArray(value)) return value.map(plain);
  return isObject(value) ? Object.fromEntries([...value.members].map(([name, each]) => [name, plain(each)])) : value;
}

/** As the parser reads it: numbers and booleans are text. */
function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, expected(each)]));
  }
  return value === null || typeof value === 'string' ? value : JSON.stringify(value);
}

describe('JSON', () => {
  it.each<[string, boolean, unknown[]]>([
    ['[{"a":1},\r\n{"a":[true,null]}]\n', true, [{ a: '1' }, { a: ['true', null] }]],
    ['{"a":1}\n\n{"a":2}', false, [{ a: '1' }, { a: '2' }]],
    [' { } ', false, [{}]],
    ['[]', true, []],
    ['["\\u00e9\\n\\"\\ud83d\\ude00\\/"]', true, ['é\n"😀/']],
    ['[12345678901234567890, 1.50, -0.1e+5]', true, ['12345678901234567890', '1.50', '-0.1e+5']],
    ['{"__proto__":"x"}', false, [JSON.parse('{"__proto__":"x"}')]],
  ])('%j', async (text, isList, values) => {
    for (const pieces of [[text], [...text]]) {
      const found = await parse(...pieces);
      expect([found.isArray, found.values.map(plain)]).toEqual([isList, values]);
    }
  });

  it('has the line on which each object starts, whatever ends the lines', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['[', ' {"a":', '  {"b": 1}},', '', ' {}', ']'].join(end);
      for (const pieces of [[text], [...text]]) {
        const { values } = await parse(...pieces);
        const lines = values.map((value) => isObject(value) && value.line);
        const [first] = values;
        const inner = isObject(first) ? first.members.get('a') : undefined;
        expect([...lines, isObject(inner) && inner.line]).toEqual([2, 5, 3]);
      }
    }
  });

  it('is the same value as any other parser finds, in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.nat(4),
        fc.integer({ min: 1, max: 9 }),
        async (all, indent, size) => {
          const text = JSON.stringify(all, undefined, indent);
          const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
          const { values } = await parse(...pieces);
          expect(values.map(plain)).toEqual(all.map(expected));
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    ['[{"a":1},]', 1, 'character 9: a comma before "]"; remove it'],
    ['{"a":1,\n}', 1, 'character 7: a comma before "}"; remove it'],
    ['[{"a": NaN}]', 1, 'character 8: NaN is not a JSON value'],
    ['{"a": None}', 1, 'character 7: None is not a JSON value'],
    ['[\n {"a": 01}\n]', 2, 'character 8: 01 is not a JSON value'],
    ["{'a': 1}", 1, 'character 2: expected the name of a member in double quotation marks'],
    ['{"a": \'x\'}', 1, 'character 7: expected a value'],
    ['[\n// people\n{"a":1}]', 2, 'character 1: expected a value'],
    ['{"a" 1}', 1, 'character 6: expected ":" after "a"'],
    ['[{"a":1} {"a":2}]', 1, 'character 10: expected "," or "]"'],
    ['{"a":1},\n{"a":2}', 1, 'character 8: expected a value'],
    ['[1] 2', 1, 'character 5: text after the end of the array'],
    ['[{"a":1}', 1, 'character 9: the file ends before the array does; it may be incomplete'],
    ['[\n{"a":"x', 2, 'character 1: the file ends before this value does; it may be incomplete'],
    [
      '["a\nb"]',
      1,
      'character 4: a line break or a control character inside a text; in JSON, it is written as an escape',
    ],
    ['["\\x"]', 1, 'character 3: unknown escape \\x'],
    ['["\\ud83d"]', 1, 'character 10: the text before this contains half of a character'],
    ['{"email":"a",\n"email":"b"}', 2, 'character 1: "email" occurs twice in one object'],
    ['['.repeat(200), 1, 'character 103: is nested deeper than 100 levels'],
  ])('%j is refused where it is wrong', async (text, line, message) => {
    for (const pieces of [[text], [...text]]) {
      const error = await parse(...pieces).then(undefined, (reason: unknown) => reason);
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({
        message: 'a.json is not well-formed JSON',
        details: [{ file: 'a.json', line, message }],
      });
    }
  });

  it('yields the values before a fault', async () => {
    async function* text() {
      yield '[{"a":1},{"a":2},{"a":}]';
    }
    const values: unknown[] = [];
    const reading = (async () => {
      const { batches } = await parseJson(text(), 'a.json');
      for await (const batch of batches) values.push(...batch.map(plain));
    })();
    await expect(reading).rejects.toThrow('a.json is not well-formed JSON');
    expect(values).toEqual([{ a: '1' }, { a: '2' }]);
  });

  it('has no value larger than 32 MiB', async () => {
    async function* text() {
      yield '{"data":["';
      for (let i = 0; i < 80; i++) yield 'x'.repeat(1024 * 1024);
    }
    await expect(parseJson(text(), 'a.json')).rejects.toMatchObject({
      message: 'a.json is too large for JSON',
      fix: 'save the records as one array, or one record on each line (NDJSON): such a file may have any size',
    });
  });
});
