// The rows of several files as one table.
import { expect, it } from 'vitest';
import { createRows } from '../runs/rows.ts';
import { type AppliedFile, addUntouched } from './applied-files.ts';
import { reportedRows } from './row-reports.ts';

it('has the name of the file beside a column of the user that is called the same', () => {
  const speakers: AppliedFile = {
    kind: 'speakers',
    file: 'speakers.csv',
    columns: ['id', 'file'],
    delimiter: ';',
    rows: [{ line: 2, cells: ['spk_1', 'ada.jpg'] }],
  };
  const submissions: AppliedFile = {
    kind: 'submissions',
    file: 'submissions.csv',
    columns: ['file', 'id'],
    delimiter: ',',
    rows: [{ line: 2, cells: ['slides.pdf', 'sub_1'] }],
  };
  const rowsOf = (file: AppliedFile) => {
    const rows = createRows();
    addUntouched(rows, file);
    return { rows };
  };
  const { rows, form } = reportedRows([speakers, submissions], {
    speakers: rowsOf(speakers),
    submissions: rowsOf(submissions),
  });
  expect(form.columns).toEqual(['file', 'id', 'file']);
  expect(Array.from(rows, ({ source, note }) => [source, note.id])).toEqual([
    [['speakers.csv', 'spk_1', 'ada.jpg'], 'spk_1'],
    [['submissions.csv', 'sub_1', 'slides.pdf'], 'sub_1'],
  ]);
});
