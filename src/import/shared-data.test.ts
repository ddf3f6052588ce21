// Exports of real systems, without personal data, if they are available; the figures come from another CSV reader.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importText, type Noun, startTrial, type Trial } from '../../test/support/import-trial.ts';

const folder = new URL('../../../shared/data/', import.meta.url);
const missing = !existsSync(folder);

let trial: Trial;
beforeEach(async () => {
  trial = await startTrial();
});
afterEach(() => trial.close());

interface Case {
  readonly file: string;
  readonly noun: Noun;
  readonly rows: number;
  readonly created: number;
  readonly rejected?: number;
  readonly map?: readonly string[];
  readonly encoding?: string;
}

// Two rows of Sessionize's file have no address for their speaker, only that of the owner who submitted for him.
const owner = ['Owner Email=email'];

const cases: readonly Case[] = ['sessionize-accepted-sessions.csv', 'sessionize-accepted-sessions.utf8-bom.csv']
  .flatMap((file): Case[] => [
    { file, noun: 'speakers', rows: 49, created: 47, rejected: 2 },
    { file, noun: 'speakers', rows: 49, created: 48, map: owner },
    { file, noun: 'submissions', rows: 49, created: 49 },
  ])
  .concat([
    { file: 'google-form-cfp.csv', noun: 'speakers', rows: 119, created: 89 },
    { file: 'google-form-cfp.csv', noun: 'submissions', rows: 119, created: 118 },
    {
      file: 'google-form-cfp.excel-windows-1252.csv',
      noun: 'speakers',
      rows: 40,
      created: 26,
      encoding: 'windows-1252',
    },
    {
      file: 'google-form-cfp.excel-windows-1252.csv',
      noun: 'submissions',
      rows: 40,
      created: 39,
      encoding: 'windows-1252',
    },
  ]);

describe.skipIf(missing)(`${missing ? '../shared/data is not here: ' : ''}the export`, () => {
  it.each(cases)(
    '$file gives $created $noun (map: $map)',
    async ({ file, noun, rows, created, rejected = 0, map = [], encoding }) => {
      const text = await readFile(new URL(file, folder));
      const options = { map, encoding, skipInvalid: true, workers: 8 };
      const first = await importText(noun, text, trial.client, options);
      const skipped = rows - created - rejected;
      expect(first.report.counts).toMatchObject({ rows, created, skipped, rejected, failed: 0, unknown: 0 });
      expect(await trial.list(noun)).toHaveLength(created);

      const second = await importText(noun, text, trial.client, options);
      expect(second.report.counts).toMatchObject({ rows, created: 0, skipped: rows - rejected, rejected });
      expect(await trial.list(noun)).toHaveLength(created);
    },
  );

  it('google-form-cfp.excel-windows-1252.csv is refused with encodings to try', async () => {
    const text = await readFile(new URL('google-form-cfp.excel-windows-1252.csv', folder));
    await expect(importText('speakers', text, trial.client)).rejects.toMatchObject({
      details: [{ line: 2, message: 'byte 468 is not valid UTF-8' }],
      fix: expect.stringContaining('windows-1252 (Žofie), macintosh (éofie)'),
    });
  });
});
