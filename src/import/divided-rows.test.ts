// Imports of files in which a row has several people: counts, reports, and resuming.
import { describe, expect, it } from 'vitest';
import {
  importText,
  resumeSaved,
  stateFolder,
  trialForEach,
} from '../../test/support/import-trial.ts';

const [ann, bo] = ['ann@example.org', 'bo@example.org'];

describe('an import of rows with several people', () => {
  const trial = trialForEach();

  const file =
    'Name,Email,Company,Bio\n' +
    `Ann Muster; Bo Beispiel,${ann}; ${bo},ACME; Foo,"Short; text"\n` +
    'Cy Dee; Di Eff,cy@example.org,,\n' +
    'Ed Gee,ed@example.org,,\n';

  it('counts each person, and shows rows and lines of the file', async () => {
    const { report, rejects, results } = await importText('speakers', file, trial.client, {
      skipInvalid: true,
    });
    expect(report.counts).toMatchObject({ rows: 4, created: 3, rejected: 1 });
    expect(report.warnings).toMatchObject([
      { row: 1, code: 'divided', message: '2 people, each with an address, are 2 records' },
      { row: 1, code: 'shared_value', column: 'Bio', field: 'about' },
    ]);
    expect(report.rejects).toMatchObject([
      { row: 2, line: 3, column: 'Name', code: 'several_people' },
    ]);
    expect(rejects).toContain('Cy Dee; Di Eff,cy@example.org,,,2,several_people,Name,');
    const actions = results.split('\n').map((line) => line.split(',').slice(0, 4).join());
    expect(actions.slice(1, 5)).toEqual([
      `1,2,${ann},created`,
      `1,2,${bo},created`,
      '2,3,cy@example.org,reject',
      '3,4,ed@example.org,created',
    ]);
    expect(await trial.list('speakers')).toMatchObject([
      { first_name: 'Bo', company_name: 'Foo', about: null },
      { first_name: 'Ed' },
      { first_name: 'Ann', company_name: 'ACME', about: null },
    ]);
  });

  it.each([
    ['Ann Muster / Bo Beispiel', `${ann} / ${bo}`, 'ACME / Foo', ['ACME', 'Foo']],
    ['Ann Muster; Bo Beispiel', `${ann}; ${bo}`, 'AC / DC', [null, null]],
    ['Ann Muster; Bo Beispiel', `${ann}; ${bo}`, 'ACME; Foo; Bar', [null, null]],
  ])(
    'divides companies as it divides people: %s, %s, %s',
    async (name, email, company, companies) => {
      await importText(
        'speakers',
        `Name,Email,Company\n${name},${email},${company}\n`,
        trial.client,
      );
      const speakers = await trial.list('speakers');
      const companyOf = (wanted: string) =>
        speakers.find((speaker) => speaker.email === wanted)?.company_name;
      expect([companyOf(ann), companyOf(bo)]).toEqual(companies);
    },
  );

  it('resumes from the rows that the run saved', async () => {
    const state = await stateFolder();
    const stop = new AbortController();
    const options = { state, skipInvalid: true, workers: 1 };
    await importText('speakers', file, trial.client, {
      ...options,
      signal: stop.signal,
      onProgress: () => stop.abort('x'),
    });
    const resumed = await resumeSaved('speakers', trial.client, options);
    expect(resumed.report.counts).toMatchObject({ rows: 4, created: 3, rejected: 1, pending: 0 });
    expect(resumed.report.rejects).toMatchObject([{ row: 2, line: 3 }]);
    expect(await trial.list('speakers')).toHaveLength(3);
  });
});
