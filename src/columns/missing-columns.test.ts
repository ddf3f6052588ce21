// Files whose header is doubtful.
import { describe, expect, it } from 'vitest';
import { missingColumns, refuseSecondHeader } from './missing-columns.ts';
import type { FileKind } from './vocabulary/fields.ts';

describe('a second line of headers', () => {
  const refusal = (kind: FileKind, columns: readonly string[], cells: readonly string[]) => () =>
    refuseSecondHeader(
      { file: 'a.csv', delimiter: ',', columns, rows: [{ row: 1, line: 3, cells, fault: undefined }] },
      kind,
    );

  it.each<[FileKind, readonly string[], readonly string[]]>([
    ['speakers', ['Lp.', 'Prelegent', '', 'Kontakt'], ['', 'Imię', 'Nazwisko', 'E-mail']],
    ['sessions', ['Session', '', 'When', '', 'Where'], ['Name', 'Presenter', 'Day', 'Begin', 'Location']],
    ['submissions', ['Titel', 'E-Mail'], ['Title', 'E-mail']],
  ])('is refused: %s %j', (kind, columns, cells) => {
    expect(refusal(kind, columns, cells)).toThrow(
      expect.objectContaining({
        message: 'a.csv has two lines of headers',
        details: [{ file: 'a.csv', line: 3, message: 'the line looks like the header, but the header is above it' }],
      }),
    );
  });

  it('is not a row whose cells are names of columns but for one', () => {
    expect(refusal('sessions', ['title', 'room', 'start'], ['Talk', 'Hall', '2026-05-02 09:00'])).not.toThrow();
    expect(refusal('speakers', ['email'], ['Email'])).not.toThrow();
  });
});

it('a file without a known name of a column seems to have no header, and none of its cells is suggested', () => {
  const title = { field: 'title', name: 'title', candidates: [], suggested: ['How it began'], isOptional: false };
  const refusal = (columns: readonly string[]) =>
    missingColumns({ file: 'a.csv', kind: 'submissions', map: [], columns }, [], [title]);
  expect(refusal(['How it began', 'x'])).toMatchObject({
    details: [
      { line: 1, message: 'the file seems to have no header: no cell of this line is a known name of a column' },
      { line: 1, field: 'title' },
    ],
    advice: { kind: 'map_columns', entries: [{ field: 'title' }], columns: ['How it began', 'x'] },
  });
  expect(refusal(['How it began', 'Abstract']).advice).toMatchObject({ entries: [{ column: 'How it began' }] });
});
