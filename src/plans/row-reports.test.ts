// The rows of several files as one table.
import { expect, it } from 'vitest';
import { reportedRows } from './row-reports.ts';

it('has the name of the file beside a column of the user that is called the same', () => {
  const speakers = {
    kind: 'speakers',
    file: 'speakers.csv',
    columns: ['id', 'file'],
    delimiter: ';',
    rows: [{ line: 2, cells: ['spk_1', 'ada.jpg'] }],
  } as const;
  const submissions = {
    kind: 'submissions',
    file: 'submissions.csv',
    columns: ['file', 'id'],
    delimiter: ',',
    rows: [{ line: 2, cells: ['slides.pdf', 'sub_1'] }],
  } as const;
  const { rows, form } = reportedRows([speakers, submissions], {});
  expect(form.columns).toEqual(['file', 'id', 'file']);
  expect(Array.from(rows, ({ source }) => source)).toEqual([
    ['speakers.csv', 'spk_1', 'ada.jpg'],
    ['submissions.csv', 'sub_1', 'slides.pdf'],
  ]);
});
