// A row's cells become the values of fields.
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../test/support/import-batch.ts';

function fieldsIn(row: Readonly<Record<string, string>>) {
  return readRecord('speakers', row).bodies[0];
}

describe('a name', () => {
  it.each([
    ['Wanjiru', { first_name: 'Wanjiru' }],
    ['Ada Lovelace', { first_name: 'Ada', last_name: 'Lovelace' }],
    ['Ada \u00a0 Lovelace', { first_name: 'Ada', last_name: 'Lovelace' }],
    ['van der Berg, Pieter', { first_name: 'Pieter', last_name: 'van der Berg' }],
    ['Emma Johnson (she/her)', { first_name: 'Emma', last_name: 'Johnson' }],
    ['\u200eAda Lovelace\u200f ', { first_name: 'Ada', last_name: 'Lovelace' }],
    ['Ada Lovelace 🏴\u{e0067}\u{e0062}\u{e007f}', { first_name: 'Ada', last_name: 'Lovelace' }],
    ['TBA', {}],
  ])('in one cell: %j', (name, names) => {
    expect(fieldsIn({ Email: 'a@example.org', Name: name })).toEqual({
      email: 'a@example.org',
      ...names,
    });
  });

  it('in a column of its own: with the marks of an emoji', () => {
    const name = 'Ada 🏴\u{e0067}\u{e0062}\u{e007f}';
    const fields = fieldsIn({ Email: 'a@example.org', 'First name': name });
    expect(fields).toMatchObject({ first_name: name });
  });

  it.each(['ada@example.org\u200b', '\u202bada@example.org\u202c', ' \u00ada\u0064a@example.org '])(
    'without marks: %j',
    (Email) => {
      expect(fieldsIn({ Email })).toEqual({ email: 'ada@example.org' });
    },
  );

  it('beside an address is used if there is no column of names', () => {
    const address = 'Ada Lovelace <ada@example.org>';
    const email = 'ada@example.org';
    expect(fieldsIn({ Email: address })).toEqual({
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
    expect(fieldsIn({ Email: address, Name: 'Countess Ada' })).toEqual({
      email,
      first_name: 'Countess',
      last_name: 'Ada',
    });
  });
});
