// Imports of files in which a row has several people: counts, reports, and resuming.
import { describe, expect, it } from 'vitest';
import { importsForEach } from './support/imports.ts';

const [ann, bo] = ['ann@example.org', 'bo@example.org'];

describe('an import of rows with several people', () => {
  const trial = importsForEach();

  const file =
    'Name,Email,Company,Bio\n' +
    `Ann Muster; Bo Beispiel,${ann}; ${bo},ACME; Foo,"Short; text"\n` +
    'Cy Dee; Di Eff,cy@example.org,,\n' +
    'Ed Gee,ed@example.org,,\n';

  it('counts each person, and shows rows and lines of the file', async () => {
    const { counts, faults, warnings, rejects, results } = await trial.importText(
      'speakers',
      file,
      '--skip-invalid',
    );
    expect(counts).toMatchObject({ rows: 4, created: 3, rejected: 1 });
    expect(warnings).toMatchObject([
      { row: 1, code: 'divided', message: '2 people, each with an address, are 2 records' },
      { row: 1, code: 'shared_value', column: 'Bio', field: 'about' },
    ]);
    expect(faults).toMatchObject([{ row: 2, line: 3, column: 'Name', code: 'several_people' }]);
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
      await trial.importText('speakers', `Name,Email,Company\n${name},${email},${company}\n`);
      const speakers = await trial.list('speakers');
      const companyOf = (wanted: string) =>
        speakers.find((speaker) => speaker.email === wanted)?.company_name;
      expect([companyOf(ann), companyOf(bo)]).toEqual(companies);
    },
  );

  it('resumes from the rows that the run saved', async () => {
    const { stopped, resumed } = await trial.importInTwo('speakers', file, '--skip-invalid');
    expect(stopped.counts).toMatchObject({ rows: 4, created: 1, rejected: 1, pending: 2 });
    expect(resumed.counts).toMatchObject({ rows: 4, created: 3, rejected: 1, pending: 0 });
    expect(resumed.faults).toMatchObject([{ row: 2, line: 3 }]);
    expect(await trial.list('speakers')).toHaveLength(3);
  });
});
