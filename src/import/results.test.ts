// The report on each row, before and after it is sent.
import { expect, it } from 'vitest';
import { checkedWork } from '../../test/support/import-work.ts';
import { rowStates, turn } from '../runs/row.ts';
import { recordsPart } from './records-part.ts';
import { resultsText } from './row-files.ts';

const columns = ['Email', 'Company'];

it('writes a line for each row that is not blank, in the file’s order', async () => {
  const cells = rowStates.map((_, at) => [`P${at}@example.org`, '']);
  const work = await checkedWork(columns, [...cells, ['x@', ''], ['', '']]);
  const rows = [...work.rows];
  rowStates.forEach((state, at) => {
    const row = rows[at];
    if (row !== undefined) turn(row, state, state === 'created' ? { id: 'spk_"1"' } : {});
  });
  expect([...resultsText(work, { columns: work.columns, delimiter: ',' })].join('')).toBe(
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
      '13,14,x@,reject,',
      '',
    ].join('\n'),
  );
});

it('plans changes field by field', async () => {
  const work = await checkedWork(columns, [
    ['a@example.org', ''],
    ['b@example.org', 'B'],
    ['x@', ''],
  ]);
  const part = recordsPart(work, { file: 'a.csv', skipInvalid: true, maxErrors: () => 0 });
  const row = [...part.rows].find(({ number }) => number === 2);
  const changes = { company_name: 'B', about: null };
  if (row !== undefined) turn(row, 'update', { id: 'spk_2', name: 'Bo', changes, before: { about: 'old' } });
  const fields = { company_name: { from: null, to: 'B' }, about: { from: 'old', to: null } };
  expect([...part.changes()]).toEqual([
    { action: 'create', name: '', line: 2, fields: { email: { from: null, to: 'a@example.org' } } },
    { action: 'update', id: 'spk_2', name: 'Bo', line: 3, fields },
  ]);
});
