// Whole imports into the real service, over a real connection.
import { describe, expect, it } from 'vitest';
import { importText, reportOf, trialForEach } from '../../test/support/import-trial.ts';
import type { ImportOptions } from './options.ts';

const trial = trialForEach();

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
    const { report, rejects } = await importText('speakers', people, trial.client);
    expect(report).toMatchObject({
      counts: { rows: 3, created: 2, skipped: 1, repeated: 1, rejected: 0, pending: 0 },
      warnings: [
        {
          row: 3,
          line: 5,
          column: 'Last name',
          field: 'last_name',
          code: 'contradiction',
          message: '"L.", but line 4 has "Lovelace", which is used',
        },
      ],
      unmapped: ['Shirt size'],
    });
    expect(rejects).toBe('');
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

    const again = await importText('speakers', people, trial.client);
    expect(again.report.counts).toMatchObject({ rows: 3, created: 0, skipped: 3 });
    expect(await trial.list('speakers')).toHaveLength(2);
  });

  it('compares submissions by title and submitter', async () => {
    const talks =
      'Title,Email\nQueues,a@example.org\n queues ,A@example.org\nQueues,b@example.org\nLogs,a@example.org\n';
    const options = { oneRowPer: 'talk' } as const;
    const { report } = await importText('submissions', talks, trial.client, options);
    expect(report.counts).toMatchObject({ rows: 4, created: 3, skipped: 1 });
    expect(
      (await importText('submissions', talks, trial.client, options)).report.counts.created,
    ).toBe(0);
  });

  it('sends nothing if a row is invalid, and does not create a client', async () => {
    const client = () => expect.unreachable();
    const run = importText('speakers', 'E-mail\nada@example.org\nx@\n', trial.client, { client });
    await expect(run).rejects.toMatchObject({
      exitCode: 3,
      message: '1 of 2 rows is invalid; nothing was sent',
      fix: 'fix the rows, or pass --skip-invalid to import the others',
    });
  });

  it('does not advise to import the other rows if all are invalid', async () => {
    const run = importText('speakers', 'E-mail,Name\nx@,Bo\n', trial.client);
    await expect(run).rejects.toHaveProperty('fix', 'fix the rows');
  });

  it('rejects a malformed row of a reject file again until it is changed', async () => {
    const file = 'E-mail,Name,Bio\nada@example.org,Ada\nbo@example.org,Bo,Reads, writes\n';
    const { rejects } = await importText('speakers', file, trial.client, { skipInvalid: true });
    const again = await importText('speakers', rejects, trial.client, { skipInvalid: true });
    expect(again.report.counts).toMatchObject({ rows: 2, created: 0, rejected: 2 });
    expect(again.rejects.match(/was rejected as malformed and has not changed/g)).toHaveLength(2);
    const corrected = rejects.replace('ada@example.org,Ada,', 'ada@example.org,Ada,Counts');
    const last = await importText('speakers', corrected, trial.client, { skipInvalid: true });
    expect(last.report.counts).toMatchObject({ rows: 2, created: 1, rejected: 1 });
  });

  it('shows what it would do in a dry run, and before it asks', async () => {
    await importText('speakers', 'Email\nada@example.org\n', trial.client);
    const file = 'Email\nADA@example.org\nbo@example.org\nbo@example.org\n';
    const planned = { run: undefined, counts: { rows: 3, created: 1, skipped: 2, rejected: 0 } };
    const asked: unknown[] = [];
    const review: ImportOptions['review'] = async (run) => {
      asked.push(reportOf(run));
      return false;
    };
    for (const options of [{ dryRun: true }, { review }]) {
      expect((await importText('speakers', file, trial.client, options)).report).toMatchObject(
        planned,
      );
    }
    expect(asked).toMatchObject([planned]);
    expect(await trial.list('speakers')).toHaveLength(1);
  });

  it('reports its progress', async () => {
    const progress: string[] = [];
    await importText(
      'speakers',
      'Email\na@example.org\nb@example.org\nA@example.org\n',
      trial.client,
      {
        onProgress: (done, total) => progress.push(`${done}/${total}`),
      },
    );
    expect(progress).toEqual(['1/2', '2/2']);
  });

  it('refuses a header without rows', async () => {
    await expect(importText('speakers', 'Email\n\n', trial.client)).rejects.toThrow(
      'has a header but no rows',
    );
  });
});
