// A row becomes what it wants of a record, or faults that name the user's own column.
import { describe, expect, it } from 'vitest';
import { checkedBatch } from '../../test/support/import-batch.ts';

const columns = ['Name', 'E-mail', 'Company', 'Bio'];

async function takenRow(...cells: readonly string[]) {
  const batch = await checkedBatch(columns, [cells]);
  const [row] = batch.rows;
  return { fields: row?.fields, state: row?.state, faults: row?.note.faults };
}

describe('a row', () => {
  it('is trimmed, and its empty cells are omitted', async () => {
    const quote = "'Enchantress' of numbers";
    expect(await takenRow('Ada M. Lovelace', ' Ada@Example.org ', ' ', quote)).toMatchObject({
      state: 'create',
      fields: {
        first_name: 'Ada M.',
        last_name: 'Lovelace',
        email: 'Ada@Example.org',
        about: quote,
      },
    });
  });

  it('has every fault at the user’s column, and one for each cell', async () => {
    expect(await takenRow(`Ada ${'L'.repeat(201)}`, 'x@', '', '')).toMatchObject({
      state: 'rejected',
      faults: [
        { row: 1, line: 2, column: 'E-mail', field: 'email', code: 'string_too_short' },
        { row: 1, line: 2, column: 'Name', field: 'last_name', message: 'at most 200 characters' },
      ],
    });
    expect(await takenRow('Ada', '', '', '')).toMatchObject({
      faults: [{ column: 'E-mail', field: 'email', code: 'missing', message: 'no address' }],
    });
  });

  it.each(['#N/A', '#DIV/0!', 'Err:502', '#NV', '#BEZUG!', '#¿NOMBRE?', '#Н/Д', '#NO-RESULT!'])(
    'is rejected for %s in a column that is imported',
    async (error) => {
      const message =
        error === '#NO-RESULT!'
          ? /^the formula has no saved result; open/
          : /is the error of a formula/;
      expect(await takenRow('Ada', 'ada@example.org', error, '')).toMatchObject({
        state: 'rejected',
        faults: [
          {
            column: 'Company',
            field: 'company_name',
            code: 'formula_error',
            message: expect.stringMatching(message),
          },
        ],
      });
      const { state } = await takenRow('Ada', 'ada@example.org', `${error} explained`, '');
      expect(state).toBe('create');
    },
  );
});
