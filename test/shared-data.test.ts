// Exports of real systems, without personal data, if they are available; the figures come from
// another CSV reader.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { importsForEach, type Noun } from './support/imports.ts';

const folder = new URL('../../shared/data/', import.meta.url);
const missing = !existsSync(folder);

const trial = importsForEach();

// Two rows of Sessionize's file have no address for their speaker, only that of the owner who
// submitted for him.
const owner = ['--map', 'Owner Email=email'];
const windows = ['--encoding', 'windows-1252'];

describe.skipIf(missing)(`${missing ? '../shared/data is not here: ' : ''}the export`, () => {
  it.each<[string, Noun, number, number, number, (readonly string[])?]>([
    ['sessionize-accepted-sessions.csv', 'speakers', 49, 47, 2],
    ['sessionize-accepted-sessions.csv', 'speakers', 49, 48, 0, owner],
    ['sessionize-accepted-sessions.csv', 'submissions', 49, 49, 0],
    ['sessionize-accepted-sessions.utf8-bom.csv', 'speakers', 49, 47, 2],
    ['google-form-cfp.csv', 'speakers', 119, 89, 0],
    ['google-form-cfp.csv', 'submissions', 119, 118, 0],
    ['google-form-cfp.excel-windows-1252.csv', 'speakers', 40, 26, 0, windows],
    ['google-form-cfp.excel-windows-1252.csv', 'submissions', 40, 39, 0, windows],
  ])(
    '%s gives of %s, from %i rows, %i (rejected: %i)',
    async (file, noun, rows, created, rejected, flags = []) => {
      const text = await readFile(new URL(file, folder));
      const importAll = () => trial.importText(noun, text, '--skip-invalid', ...flags);
      const first = await importAll();
      const skipped = rows - created - rejected;
      expect(first.counts).toMatchObject({
        rows,
        created,
        skipped,
        rejected,
        failed: 0,
        unknown: 0,
      });
      const second = await importAll();
      expect(second.counts).toMatchObject({
        rows,
        created: 0,
        skipped: rows - rejected,
        rejected,
      });
      expect(await trial.list(noun)).toHaveLength(created);
    },
  );

  it('google-form-cfp.excel-windows-1252.csv is refused with encodings to try', async () => {
    const text = await readFile(new URL('google-form-cfp.excel-windows-1252.csv', folder));
    expect((await trial.importText('speakers', text)).error).toMatchObject({
      details: [{ line: 2, message: 'byte 468 is not valid UTF-8' }],
      fix: expect.stringContaining('windows-1252 (Žofie), macintosh (éofie)'),
    });
  });
});
