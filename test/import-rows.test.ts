// Whole imports into the real service, over a real connection.
import { describe, expect, it } from 'vitest';
import { importsForEach, importsInto } from './support/imports.ts';

const trial = importsForEach();

const people = [
  'First name,Last name,E-mail,Company,Biography,Shirt size',
  'Žofie,Nováková,zofie@example.org,Brno Labs,"Likes ""quotes"",',
  'commas and lines",M',
  'Ada,Lovelace, Ada@Example.org ,,,S',
  'Ada,L.,ada@example.org,,,S',
  '',
].join('\n');

describe('an import', () => {
  it('creates each person once, also when it is run again', async () => {
    const { counts, warnings, rejects, results, stderr } = await trial.importText(
      'speakers',
      people,
    );
    expect(counts).toMatchObject({ rows: 3, created: 2, skipped: 1, rejected: 0, pending: 0 });
    expect(warnings).toMatchObject([
      {
        row: 3,
        line: 5,
        column: 'Last name',
        field: 'last_name',
        code: 'contradiction',
        message: '"L.", but line 4 has "Lovelace", which is used',
      },
    ]);
    expect(stderr).toContain('Shirt size');
    expect(rejects).toBe('');
    const [, , ada = ''] = results.split('\n');
    expect(results.split('\n')[3]).toBe(ada.replace('2,4,', '3,5,').replace(',created,', ',skip,'));
    const there = await trial.list('speakers');
    expect(there.find(({ email }) => email === 'zofie@example.org')).toMatchObject({
      first_name: 'Žofie',
      last_name: 'Nováková',
      company_name: 'Brno Labs',
      about: 'Likes "quotes",\ncommas and lines',
    });
    expect(there.find(({ email }) => email === 'ada@example.org')).toMatchObject({
      last_name: 'Lovelace',
    });

    const again = await trial.importText('speakers', people);
    expect(again.counts).toMatchObject({ rows: 3, created: 0, skipped: 3 });
    expect(await trial.list('speakers')).toHaveLength(2);
  });

  it('takes a name for the same however its accents and white space are written', async () => {
    const names = [
      'Jos\u00e9 N\u00fa\u00f1ez',
      'Jose\u0301 Nu\u0301n\u0303ez',
      'Jos\u00e9  N\u00fa\u00f1ez ',
    ];
    const rows = names.map((name) => `${name},jose@example.org,Caf\u00e9`);
    const file = ['Full name,E-mail,Company', ...rows].join('\n');
    const { counts, warnings } = await trial.importText('speakers', file);
    expect(counts).toMatchObject({ created: 1, skipped: 2, rejected: 0 });
    expect(warnings).toEqual([]);
  });

  it('compares submissions by title and submitter', async () => {
    const talks =
      'Title,Email\nQueues,a@example.org\n queues ,A@example.org\nQueues,b@example.org\n' +
      'Logs,a@example.org\n';
    const flags = ['--one-row-per', 'talk'];
    const { counts } = await trial.importText('submissions', talks, ...flags);
    expect(counts).toMatchObject({ rows: 4, created: 3, skipped: 1 });
    const again = await trial.importText('submissions', talks, ...flags);
    expect(again.counts.created).toBe(0);
  });

  it('counts talks that differ in what the API cannot change, which an apply reports', async () => {
    const talks = (track: string) => `Title,Email,Track\nQueues,a@example.org,${track}\n`;
    await trial.importText('submissions', talks('Backend'));
    const same = await trial.importText('submissions', talks('backend'));
    expect(same.counts).toMatchObject({ skipped: 1, differing: 0 });
    const other = await trial.importText('submissions', talks('Data'));
    expect(other.counts).toMatchObject({ skipped: 1, differing: 1 });
    expect(other.stderr).toContain('1 of 1 existing record differs from the file');
    // No apply can change anything.
    expect(other.stderr).not.toContain('Next:');
    const more = 'Title,Email,Track,Abstract\nQueues,a@example.org,Data,\n';
    const { stderr } = await trial.importText('submissions', more);
    expect(stderr).toContain('Next: plenary submissions plan ');
    const planned = await trial.run(['submissions', 'plan', trial.file('submissions.csv')]);
    expect(planned.exitCode).toBe(3);
    expect(planned.stdout).toContain('the API cannot change it from');
  });

  it('sends nothing if a row is invalid, and does not ask the service', async () => {
    const { importText, server } = await importsInto([]);
    const { error } = await importText('speakers', 'E-mail\nada@example.org\nx@\n');
    expect(error).toMatchObject({
      exitCode: 3,
      message: '1 of 2 rows is invalid; nothing was sent',
      fix: 'fix the rows, or pass --skip-invalid to import the others',
    });
    expect(server.requests).toEqual([]);
  });

  it('does not advise to import the other rows if all are invalid', async () => {
    const { error } = await trial.importText('speakers', 'E-mail,Name\nx@,Bo\n');
    expect(error.fix).toBe('fix the rows');
  });

  it('rejects a malformed row of a reject file again until it is changed', async () => {
    const file = 'E-mail,Name,Bio\nada@example.org,Ada\nbo@example.org,Bo,Reads, writes\n';
    const { rejects } = await trial.importText('speakers', file, '--skip-invalid');
    const again = await trial.importText('speakers', rejects, '--skip-invalid');
    expect(again.counts).toMatchObject({ rows: 2, created: 0, rejected: 2 });
    expect(again.rejects.match(/was rejected as malformed and has not changed/g)).toHaveLength(2);
    const corrected = rejects.replace('ada@example.org,Ada,', 'ada@example.org,Ada,Counts');
    const last = await trial.importText('speakers', corrected, '--skip-invalid');
    expect(last.counts).toMatchObject({ rows: 2, created: 1, rejected: 1 });
  });

  it('shows what it would do in a dry run, and before it asks', async () => {
    await trial.importText('speakers', 'Email\nada@example.org\n');
    const file = 'Email\nADA@example.org\nbo@example.org\nbo@example.org\n';
    const { counts, run } = await trial.importText('speakers', file, '--dry-run');
    expect(counts).toMatchObject({ rows: 3, create: 1, skipped: 2, rejected: 0 });
    expect(run).toBe('');
    const { stderr } = await trial.ask('speakers', file, 'n\r');
    expect(stderr).toMatch(/Create 1 speaker\?.*Canceled; nothing was sent\.\n$/s);
    expect(await trial.list('speakers')).toHaveLength(1);
  });

  it('reports its progress', async () => {
    const file = 'Email\na@example.org\nb@example.org\nA@example.org\n';
    const { stderr } = await trial.ask('speakers', file, 'y\r');
    expect(stderr).toContain('2/2 records');
  });

  it.each(['Bo,,', 'Total: 1,,'])(
    'skips a title although half of the rows are short: %s',
    async (last) => {
      const file = `DevConf speakers\n\nName,Email,Bio\nAnn Muster,ann@example.org,x\n${last}\n`;
      const { counts, faults, stderr } = await trial.importText('speakers', file, '--skip-invalid');
      expect(stderr).toContain('above the header: "DevConf speakers"');
      expect([counts, faults]).toMatchObject([
        { created: 1, rejected: 1 },
        [{ line: 5, column: 'Email', message: 'no address' }],
      ]);
    },
  );

  it('has nothing to do without rows', async () => {
    const { exitCode, counts } = await trial.importText('speakers', 'Email\n\n');
    expect([exitCode, counts]).toMatchObject([0, { rows: 0 }]);
  });
});
