// The files that an import writes of its rows: rejects that can be imported again, and the result
// of each row.
import { describe, expect, it } from 'vitest';
import { checkedBatch } from '../../test/support/import-batch.ts';
import { putInDoubt, rowStates, turn } from '../runs/row.ts';
import { createRows } from '../runs/rows.ts';
import { addRejected } from './batch.ts';
import type { Fault } from './record-faults.ts';
import { rejectsText, resultsText } from './row-files.ts';

const fault = {
  column: 'E-mail',
  field: 'email',
  code: 'missing',
  message: 'required',
};

describe('rejectsText', () => {
  it('adds its columns after the user’s, in the file’s own delimiter', async () => {
    const rows = [
      ['=Ada "A"; L', ''],
      ['B\no', 'x@'],
    ];
    expect(await write(['Name', 'E-mail'], ';', rows)).toBe(
      'Name;E-mail;_row;_code;_column;_message\n' +
        '"=Ada ""A""; L";;1;missing;E-mail;required\n' +
        '"B\no";x@;2;missing;E-mail;required\n',
    );
  });

  it('replaces the columns of an earlier reject file', async () => {
    const text = await write(['_row', 'Name', '_code', '_column', '_message'], ',', [
      ['7', 'Ada', 'a', 'b', 'c'],
    ]);
    expect(text).toBe('Name,_row,_code,_column,_message\nAda,1,missing,E-mail,required\n');
  });

  it('preserves all cells of rows with too few or too many', async () => {
    const text = await write(['Name', 'E-mail'], ',', [
      ['Ada'],
      ['Ada', 'Lovelace', 'ada@example.org'],
    ]);
    expect(text.split('\n').slice(1, 3)).toEqual([
      'Ada,,1,missing,E-mail,required',
      'Ada,"Lovelace,ada@example.org",2,missing,E-mail,required',
    ]);
  });

  it('names all faults of a row in one line, and lets no message become a formula', async () => {
    const other = { code: 'invalid_input', message: 'no' };
    const text = await write(['Name'], ',', [['Ada']], [{ ...fault, message: '=1+1' }, other]);
    expect(text.split('\n')[1]).toBe("Ada,1,missing; invalid_input,E-mail,'=1+1; no");
  });

  it('has a line for each record of several files, whose rows have the same numbers', () => {
    const rows = createRows();
    for (const file of ['speakers.csv', 'schedule.csv']) {
      const place = { row: 2, line: 3 };
      const row = rows.add({ ...place, names: {}, fields: {}, source: [file, 'x'] }, 'rejected');
      turn(row, 'rejected', { faults: [{ ...place, code: 'invalid', message: 'no' }] });
    }
    const form = { columns: ['file', 'id'], delimiter: ',' } as const;
    expect([...rejectsText({ rows }, form)].slice(1)).toEqual([
      'speakers.csv,x,2,invalid,,no\n',
      'schedule.csv,x,2,invalid,,no\n',
    ]);
  });
});

async function write(
  columns: string[],
  delimiter: ',' | ';',
  rows: string[][],
  faults: readonly Fault[] = [fault],
): Promise<string> {
  const batch = { ...(await checkedBatch(['E-mail'], [])), columns };
  rows.forEach((source, at) => {
    const change = { row: at + 1, line: at + 2, names: {}, fields: {}, source };
    addRejected(batch, change, faults);
  });
  return [...rejectsText(batch, { columns, delimiter })].join('');
}

const columns = ['Email', 'Company'];

it('writes a line for each row that is not blank, in the file’s order', async () => {
  const cells = rowStates.map((_, at) => [`P${at}@example.org`, '']);
  const batch = await checkedBatch(columns, [...cells, ['x@', ''], ['', '']]);
  const rows = [...batch.rows];
  rowStates.forEach((state, at) => {
    const row = rows[at];
    if (row === undefined) return;
    if (state === 'unknown') putInDoubt(row, {});
    else turn(row, state, state === 'created' ? { id: 'spk_"1"' } : {});
  });
  expect([...resultsText(batch, { columns: batch.columns, delimiter: ',' })].join('')).toBe(
    [
      'row,line,key,action,id',
      '2,3,p1@example.org,reject,',
      '3,4,p2@example.org,skip,',
      '4,5,p3@example.org,pending,',
      '5,6,p4@example.org,pending,',
      '6,7,p5@example.org,unknown,',
      '7,8,p6@example.org,unchanged,',
      '8,9,p7@example.org,skip,',
      '9,10,p8@example.org,conflict,',
      '10,11,p9@example.org,created,"spk_""1"""',
      '11,12,p10@example.org,updated,',
      '12,13,p11@example.org,failed,',
      '13,14,p12@example.org,unchanged,',
      '14,15,x@,reject,',
      '',
    ].join('\n'),
  );
});
