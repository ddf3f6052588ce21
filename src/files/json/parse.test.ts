// JSON is parsed, and its faults are located.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimits } from '../limits.ts';
import { isArray, isObject, type JsonValue, parseJson } from './parse.ts';

const parse = (text: string) => parseJson(text, createLimits('a.json'));

function plain(value: JsonValue): unknown {
  if (isArray(value)) return value.map(plain);
  return isObject(value)
    ? Object.fromEntries([...value.members].map(([name, each]) => [name, plain(each)]))
    : value;
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
  it.each<[string, unknown[]]>([
    ['[{"a":1},\r\n{"a":[true,null]}]\n', [[{ a: '1' }, { a: ['true', null] }]]],
    ['{"a":1}\n\n{"a":2}', [{ a: '1' }, { a: '2' }]],
    [' { } ', [{}]],
    ['[]', [[]]],
    ['["\\u00e9\\n\\"\\ud83d\\ude00\\/"]', [['é\n"😀/']]],
    ['[12345678901234567890, 1.50, -0.1e+5]', [['12345678901234567890', '1.50', '-0.1e+5']]],
    ['{"__proto__":"x"}', [JSON.parse('{"__proto__":"x"}')]],
  ])('%j', (text, values) => {
    expect(parse(text).map(plain)).toEqual(values);
  });

  it('has the line on which each object starts, whatever ends the lines', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const [first, second] = parse(['', '{"a":', '  {"b": 1}}'].join(end)).concat(
        parse(['{}', '', '{"a":{}}'].join(end)).slice(1),
      );
      const inner = isObject(first) ? first.members.get('a') : undefined;
      expect([first, inner, second].map((value) => isObject(value) && value.line)).toEqual([
        2, 3, 3,
      ]);
    }
  });

  it('is the same value as any other parser finds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        expect(parse(JSON.stringify(value, undefined, indent)).map(plain)).toEqual([
          expected(value),
        ]);
      }),
    );
  });

  it.each([
    ['[{"a":1},]', 1, 'character 10: value expected'],
    ['{"a":1,\n}', 2, 'character 1: property name expected'],
    ['[\n// people\n{"a":1}]', 2, 'character 1: invalid comment token'],
    [
      '{"a":1}\n{"a":2',
      2,
      'character 7: the file ends before this value does; it may be incomplete',
    ],
    ['["\\ud83d"]', 1, 'character 2: contains half of a character'],
    ['{"email":"a",\n"email":"b"}', 2, 'character 1: "email" occurs twice in one object'],
  ])('%j is refused where it is wrong', (text, line, message) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({
        message: 'a.json is not well-formed JSON',
        details: [{ file: 'a.json', line, message }],
      }),
    );
  });
});
