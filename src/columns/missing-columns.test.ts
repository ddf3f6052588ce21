// Files that seem to have two lines of headers, or none.
import { describe, expect, it } from 'vitest';
import { missingColumns, refuseSecondHeader } from './missing-columns.ts';
import type { FileKind } from './vocabulary/file-kinds.ts';

describe('a second line of headers', () => {
  const refusal = (kind: FileKind, columns: readonly string[], cells: readonly string[]) => () =>
    refuseSecondHeader(
      {
        file: 'a.csv',
        delimiter: ',',
        columns,
        rows: [{ row: 1, line: 3, cells, fault: undefined }],
      },
      kind,
    );

  it.each<[FileKind, readonly string[], readonly string[]]>([
    ['speakers', ['Lp.', 'Prelegent', '', 'Kontakt'], ['', 'Imię', 'Nazwisko', 'E-mail']],
    [
      'sessions',
      ['Session', '', 'When', '', 'Where'],
      ['Name', 'Presenter', 'Day', 'Begin', 'Location'],
    ],
    ['submissions', ['Titel', 'E-Mail'], ['Title', 'E-mail']],
    ['speakers', ['Person', '', 'Talk'], ['Name', 'E-Mail', 'Title']],
  ])('is refused: %s %j', (kind, columns, cells) => {
    expect(refusal(kind, columns, cells)).toThrow(
      expect.objectContaining({
        message: 'a.csv has two lines of headers',
        details: [
          {
            file: 'a.csv',
            line: 3,
            message: 'the line looks like the header, but the header is above it',
          },
        ],
      }),
    );
  });

  it('is not a row whose cells are names of columns but for one', () => {
    expect(
      refusal('sessions', ['title', 'room', 'start'], ['Talk', 'Hall', '2026-05-02 09:00']),
    ).not.toThrow();
    expect(refusal('speakers', ['email'], ['Email'])).not.toThrow();
  });
});

it('a file whose format names its columns has a header', () => {
  const title = { field: 'title', name: 'title' };
  const header = { file: 'a.json', columns: ['x'], hasNamedCells: true };
  const refusal = missingColumns({ ...header, kind: 'submissions', map: [] }, [], [title]);
  expect(refusal).toMatchObject({
    message: 'a.json has no column for title',
    fix: 'map a column with --map "COLUMN=title"; the columns of the file are: x',
  });
});

it.each([
  [['How it began', 'ann@example.org'], []],
  [['How it began', 'Abstract'], ['Abstract=abstract']],
  [['How it began', 'x'], ['x=abstract']],
])(
  'a file without a known or a mapped name of a column seems to have no header: %j, %j',
  (columns, map) => {
    const title = { field: 'title', name: 'id or title' };
    const refusal = missingColumns(
      { file: 'a.csv', kind: 'submissions', map, columns, headerLine: 3 },
      [],
      [title],
    );
    expect(refusal).toMatchObject(
      map.length === 0
        ? {
            message: 'a.csv seems to have no header line',
            details: [
              {
                line: 3,
                message:
                  'no cell of this line is a known name of a column, and id or title is required',
              },
            ],
            fix:
              'write the names of the columns in the first line of the file, such as "title"; ' +
              'if they are there, pass --map "COLUMN=title"',
          }
        : {
            details: [
              { line: 3, field: 'id or title', message: 'required, and no column matches it' },
            ],
            fix:
              'map a column with --map "COLUMN=title"; ' +
              `the columns of the file are: ${columns.join(', ')}`,
          },
    );
  },
);
