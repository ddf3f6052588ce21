// The place and the message of a JSON fault, as Python's decoder reports them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { processorMs } from '../../test/support/processor-time.ts';
import { jsonFault, parseBody } from './json-body.ts';
import { Refusal } from './refusal.ts';

it.each([
  ['', 0, 'Expecting value'],
  ['  ', 2, 'Expecting value'],
  ['nul', 0, 'Expecting value'],
  ['{"a":}', 5, 'Expecting value'],
  ['[1,]', 3, 'Expecting value'],
  ['[1', 2, "Expecting ',' delimiter"],
  ['{"a":1 "b":2}', 7, "Expecting ',' delimiter"],
  ['{"a" 1}', 5, "Expecting ':' delimiter"],
  ['{a:1}', 1, 'Expecting property name enclosed in double quotes'],
  ['{"a":1,}', 7, 'Expecting property name enclosed in double quotes'],
  ['{', 1, 'Expecting property name enclosed in double quotes'],
  ['{} x', 3, 'Extra data'],
  ['01', 1, 'Extra data'],
  ['["a', 1, 'Unterminated string starting at'],
  ['["a\\', 1, 'Unterminated string starting at'],
  ['"a\nb"', 2, 'Invalid control character at'],
  ['"a\\x"', 2, 'Invalid \\escape'],
  ['"\\u12"', 2, 'Invalid \\uXXXX escape'],
  ['"\\uD83C\\u1"', 8, 'Invalid \\uXXXX escape'],
  ['["🎤" 1]', 5, "Expecting ',' delimiter"],
])('%j', (text, offset, error) => expect(jsonFault(text)).toEqual({ offset, error }));

it('finds a fault in exactly those texts that JSON.parse refuses', () => {
  const pieces = fc.constantFrom(...'{}[]",:\\ \n\u0001x019-+.eE', 'true', 'null', '"a"', '"\\u00e9"', '"k":', '🎤');
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.json(),
    fc.string(),
  );
  fc.assert(
    fc.property(texts, (text) => (jsonFault(text) === undefined) === isJson(text)),
    { numRuns: 1000 },
  );
});

it('stops at deep nesting', () => {
  expect(jsonFault('['.repeat(1000) + ']'.repeat(1000))).toBeUndefined();
  expect(jsonFault('['.repeat(1_000_000))).toEqual({ offset: 1000, error: 'recursion limit exceeded' });
  expect(jsonFault(`["${'\\n'.repeat(900_000)}`)).toEqual({ offset: 1, error: 'Unterminated string starting at' });
});

it('refuses deep nesting in less time than a valid body of the largest size takes', () => {
  const brackets = 1_000_000;
  const valid = `[${'1,'.repeat(brackets - 1)}1]`;
  const bodies = ['['.repeat(2 * brackets), '['.repeat(brackets) + ']'.repeat(brackets), `${'{"a":'.repeat(300_000)}1`];
  const validMs = fastestOf(() => expect(parseBody(Buffer.from(valid))).toHaveLength(brackets));
  for (const body of bodies.map((text) => Buffer.from(text))) {
    expect(fastestOf(() => expect(() => parseBody(body)).toThrow(Refusal))).toBeLessThan(validMs);
  }
});

/** The least processor time of three runs, in milliseconds. */
function fastestOf(run: () => void): number {
  const times = [1, 2, 3].map(() => {
    const from = processorMs();
    run();
    return processorMs() - from;
  });
  return Math.min(...times);
}

it('reads JSON after a byte order mark, and brackets in strings', () => {
  expect(parseBody(Buffer.from('\ufeff{}'))).toEqual({});
  const text = `\\"${'['.repeat(2000)}`;
  expect(parseBody(Buffer.from(`["${text}"]`))).toEqual([`"${'['.repeat(2000)}`]);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
