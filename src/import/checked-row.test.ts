// A record becomes the body of a request, or faults that name the user's own column.
import { describe, expect, it } from 'vitest';
import { mapColumns } from '../columns/mapping.ts';
import { fieldsOf } from '../contract/fields.ts';
import { endpoints } from '../contract/index.ts';
import { rowChecker, submittedRowReader } from './checked-row.ts';

describe('rowChecker', () => {
  it('trims cells, and omits empty ones', () => {
    const cells = ['Ada M. Lovelace', ' Ada@Example.org ', ' ', "'Enchantress' of numbers"];
    expect(check(cells)).toMatchObject({ kind: 'valid', warnings: [] });
    expect(readBody(cells)).toEqual({
      first_name: 'Ada M.',
      last_name: 'Lovelace',
      email: 'Ada@Example.org',
      about: "'Enchantress' of numbers",
    });
  });

  it('names every fault by the user’s column', () => {
    expect(check([`Ada ${'L'.repeat(201)}`, 'x@', '', ''])).toMatchObject({
      kind: 'invalid',
      faults: [
        { row: 3, line: 7, column: 'E-mail', field: 'email', code: 'string_too_short' },
        { row: 3, line: 7, column: 'Name', field: 'last_name', message: 'at most 200 characters' },
      ],
    });
    expect(check(['Ada', '', '', ''])).toMatchObject({
      faults: [{ column: 'E-mail', field: 'email', code: 'missing', message: 'no address' }],
    });
  });

  it.each([...['#N/A', '#DIV/0!', 'Err:502', '#NV', '#BEZUG!', '#¿NOMBRE?', '#Н/Д'], '#NO-RESULT!'])(
    'rejects %s in a column that is imported',
    (error) => {
      const message = error === '#NO-RESULT!' ? /^the formula has no saved result; open/ : /is the error of a formula/;
      expect(check(['Ada', 'ada@example.org', error, ''])).toMatchObject({
        kind: 'invalid',
        faults: [
          { column: 'Company', field: 'company_name', code: 'formula_error', message: expect.stringMatching(message) },
        ],
      });
      expect(check(['Ada', 'ada@example.org', `${error} explained`, '']).kind).toBe('valid');
    },
  );

  it('reports a malformed record, and skips blank ones', () => {
    expect(check(['Ada'], '1 of 4 cells')).toMatchObject({
      kind: 'invalid',
      faults: [{ row: 3, line: 7, code: 'malformed_row', message: '1 of 4 cells' }],
    });
    expect(check(['', ' ', '\t', '']).kind).toBe('blank');
  });
});

const columns = ['Name', 'E-mail', 'Company', 'Bio'];

const endpoint = endpoints.createSpeaker;
const mapping = mapColumns({
  file: 'people.csv',
  columns,
  kind: endpoint.resource,
  fields: fieldsOf(endpoint.body),
  map: [],
});

const readRow = submittedRowReader(mapping, {});
const readBody = (cells: readonly string[]) => readRow(cells).fields;
const checkRow = rowChecker({ mapping, endpoint, rules: {}, readRow });

function check(cells: readonly string[], fault?: string) {
  return checkRow({ row: 3, line: 7, cells, fault });
}
