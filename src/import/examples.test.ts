// The example files are imported with the results that their README shows.
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importText, type Noun, startTrial, type Trial } from '../../test/support/import-trial.ts';

let trial: Trial;
beforeEach(async () => {
  trial = await startTrial();
});
afterEach(() => trial.close());

describe('examples/', () => {
  it.each<[Noun, number, string, string]>([
    ['speakers', 40, 'E-mail', 'string_too_short'],
    ['submissions', 60, 'Talk title', 'missing'],
  ])('%s.csv has %i rows, one of them invalid', async (noun, rows, column, code) => {
    const text = await readFile(new URL(`../../examples/${noun}.csv`, import.meta.url));
    const { report } = await importText(noun, text, trial.client, { skipInvalid: true });
    expect(report.counts).toMatchObject({ rows, created: rows - 1, skipped: 0, rejected: 1 });
    expect(report.rejects).toMatchObject([{ column, code }]);
    expect(await trial.list(noun)).toHaveLength(rows - 1);
  });
});
