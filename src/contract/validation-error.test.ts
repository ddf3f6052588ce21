// The 422 body exactly as Pydantic v2 writes it; the expected bodies are typed by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoints } from './index.ts';
import { isLongerThan } from './text.ts';
import { validate, validationError } from './validation-error.ts';

const errorsOf = (
  value: unknown,
  schema: Parameters<typeof validate>[0] = endpoints.createSpeaker.body,
) => {
  const result = validate(schema, value, 'body');
  return result.ok ? [] : result.errors;
};

describe('validate', () => {
  it('reports a missing field with the whole object as its input', () => {
    expect(JSON.stringify(errorsOf({ first_name: 'Ada' }))).toBe(
      '[{"type":"missing","loc":["body","email"],"msg":"Field required",' +
        '"input":{"first_name":"Ada"}}]',
    );
  });

  it.each([
    [
      { email: 3 },
      '[{"type":"string_type","loc":["body","email"],"msg":"Input should be a valid string",' +
        '"input":3}]',
    ],
    [
      { email: 'ab' },
      '[{"type":"string_too_short","loc":["body","email"],' +
        '"msg":"String should have at least 3 characters","input":"ab","ctx":{"min_length":3}}]',
    ],
    [
      { email: 'a@b', first_name: null },
      '[{"type":"string_type","loc":["body","first_name"],' +
        '"msg":"Input should be a valid string","input":null}]',
    ],
    [
      [],
      '[{"type":"model_attributes_type","loc":["body"],' +
        '"msg":"Input should be a valid dictionary or object to extract fields from","input":[]}]',
    ],
    [undefined, '[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]'],
  ])('%j', (value, expected) => expect(JSON.stringify(errorsOf(value))).toBe(expected));

  it('writes one character in the singular', () => {
    const [error] = errorsOf(
      { title: '', submitter_email: 'a@b' },
      endpoints.createSubmission.body,
    );
    expect(error?.msg).toBe('String should have at least 1 character');
  });

  it.each<[page: unknown, type: string, msg: string]>([
    ['x', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer'],
    [1.5, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part'],
    [null, 'int_type', 'Input should be a valid integer'],
    [Infinity, 'finite_number', 'Input should be a finite number'],
    ...['', '1.', '1e3', '1__0', '- 1', '\ufeff1', '١'].map((text): [string, string, string] => [
      text,
      'int_parsing',
      'Input should be a valid integer, unable to parse string as an integer',
    ]),
    ...['1'.repeat(4301), `-${'1'.repeat(4300)}`].map((text): [string, string, string] => [
      text,
      'int_parsing_size',
      'Unable to parse input string as an integer, exceeded maximum size',
    ]),
  ])('page %j is %s', (page, type, msg) => {
    expect(errorsOf({ page }, endpoints.searchContacts.body)).toEqual([
      { type, loc: ['body', 'page'], msg, input: page },
    ]);
  });

  it('accepts every notation of a whole number that Pydantic accepts', () => {
    for (const page of [
      2,
      '2',
      ' 2 ',
      '+2',
      '2.0',
      '0_2',
      '\u00852',
      `${'0'.repeat(5000)}2`,
      `2.${'0'.repeat(5000)}`,
    ]) {
      expect(validate(endpoints.searchContacts.body, { page }, 'body')).toMatchObject({
        ok: true,
        value: { page: 2 },
      });
    }
  });

  it.each([
    ['1_000', 1000],
    ['+1_0.00', 10],
    ['-0', 0],
    [true, 1],
  ])('reads page %j as %d', (page, value) => {
    const result = validate(endpoints.searchContacts.body, { page }, 'body');
    expect(result.ok && Number(result.value.page)).toBe(value || -0);
  });

  it('reports all faults at once, in the order of the contract; ignores unknown fields', () => {
    const types = errorsOf({ last_name: 1, email: 'x', unknown: 1, title: 2 }).map(
      ({ type, loc }) => [loc[1], type],
    );
    expect(types).toEqual([
      ['email', 'string_too_short'],
      ['last_name', 'string_type'],
      ['title', 'string_type'],
    ]);
  });

  it('gives errors that match the schema of a 422 body, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const result = validate(endpoints.createSpeaker.body, value, 'body');
        if (result.ok) return;
        for (const error of result.errors) {
          expect(validate(validationError, error, 'body').ok).toBe(true);
          expect(error.loc[0]).toBe('body');
        }
      }),
    );
  });
});

it('counts what the string iterator yields, lone surrogates included', () => {
  const texts = fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'a') });
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 12 }), (text, max) => {
      expect(isLongerThan(text, max)).toBe([...text].length > max);
    }),
  );
});
