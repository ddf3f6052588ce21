// The place and the message of a JSON fault, as Python's decoder reports them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonFault } from './json-body.ts';

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
  ['"\\u12"', 1, 'Invalid \\uXXXX escape'],
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
    { numRuns: 5000 },
  );
});

it('handles deep nesting without recursion, and long strings quickly', () => {
  expect(jsonFault('['.repeat(1_000_000))).toEqual({ offset: 1_000_000, error: 'Expecting value' });
  expect(jsonFault(`["${'\\n'.repeat(900_000)}`)).toEqual({ offset: 1, error: 'Unterminated string starting at' });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
