// Rows of one record share the fate of the first of them: they are imported with it or not at all.
import { expect, it } from 'vitest';
import { importsForEach, importsInto } from './support/imports.ts';
import { wholeList } from './support/scripted-server.ts';

const trial = importsForEach();

const ann = 'Ann Muster,ann@example.org';

it('are rejected with it for what only the event shows', async () => {
  const file = `Name,Email,Status\n${ann},perhaps\n${ann},confirmed\nBo,bo@example.org,confirmed\n`;
  const { counts, warnings, rejects, results, stderr } = await trial.importText(
    'speakers',
    file,
    '--skip-invalid',
  );
  expect([counts, warnings]).toMatchObject([{ created: 1, skipped: 0, rejected: 2 }, []]);
  expect(stderr).not.toContain('which is used');
  expect(rejects.split('\n')).toEqual([
    'Name,Email,Status,_row,_code,_column,_message',
    `${ann},perhaps,1,unknown_status,Status,"""perhaps"" is not a known status"`,
    `${ann},confirmed,2,unknown_status,,"line 2 is for the same record: ""perhaps"" is not a ` +
      'known status"',
    '',
  ]);
  expect(results).toMatch(/^1,2,ann@example.org,reject,\n2,3,ann@example.org,reject,\n3,4,/m);
  const again = await trial.importText('speakers', rejects.replace('perhaps', 'confirmed'));
  expect(again.counts).toMatchObject({ created: 1, skipped: 1 });
});

it('are rejected with it, and the other person of a row is imported with the warnings', async () => {
  const others = Array.from({ length: 1001 }, (_, at) => `Cy ${at},c${at}@example.org,,TBD`);
  const lines = [
    `${ann},perhaps,Chair`,
    'Ann Muster; Bo Li,ann@example.org; bo@example.org,,',
    ...others,
    `${ann},confirmed,TBD`,
  ];
  const file = ['Name,Email,Status,Job title', ...lines, ''].join('\n');
  const { counts, warnings } = await trial.importText('speakers', file, '--skip-invalid');
  expect(counts).toMatchObject({ created: 1002, rejected: 3 });
  expect(warnings.filter(({ line }) => line < 5)).toMatchObject([
    { code: 'divided', line: 3 },
    { code: 'unclear_name', line: 4, count: 1001 },
    { code: 'no_value', line: 4, count: 1001 },
  ]);
});

it('are rejected with it for a track that the event does not have', async () => {
  await trial.service.administration.addEvent({
    id: 'listed',
    name: 'Listed',
    timezone: 'Europe/Berlin',
    lists: { rooms: ['Hall'], tracks: ['Backend'] },
  });
  const talks = ['T,x@example.org,Nope,a', 'T,x@example.org,Backend,a'];
  const file = ['Title,Email,Track,Abstract', ...talks, ''].join('\n');
  const flags = ['--event', 'listed', '--skip-invalid'];
  const { counts, faults } = await trial.importText('submissions', file, ...flags);
  expect(counts).toMatchObject({ skipped: 0, rejected: 2 });
  expect(faults).toMatchObject([
    { line: 2, column: 'Track' },
    { line: 3, message: expect.stringContaining('line 2 is for the same record: ') },
  ]);
});

it('are rejected with it for a row of another person with the address', async () => {
  const file =
    'Name,Company,Email\nAnn,,dup@example.org\nAnn,ACME,DUP@example.org\n' +
    'Bo,,dup@example.org\n';
  const { counts, rejects } = await trial.importText('speakers', file, '--skip-invalid');
  expect(counts).toMatchObject({ created: 0, skipped: 0, rejected: 3 });
  const fixed = rejects.replace('Bo,,dup', 'Bo,,bo');
  expect(await trial.importText('speakers', fixed)).toMatchObject({
    counts: { created: 2, skipped: 1 },
  });
  expect(await trial.list('speakers')).toMatchObject([{ company_name: 'ACME' }, {}]);
});

it('fail with it if the service refuses the record', async () => {
  const { importText } = await importsInto(({ method }) =>
    method === 'GET' ? wholeList([]) : { status: 422, json: { detail: 'no such person' } },
  );
  const { counts, rejects, results } = await importText('speakers', `Name,Email\n${ann}\n${ann}\n`);
  expect(counts).toMatchObject({ rows: 2, failed: 2, skipped: 0 });
  expect(rejects).toMatch(/,1,.*\n.*,2,.*line 2 is for the same record: .*\n$/);
  expect(results).toMatch(/^1,2,ann@example.org,failed,\n2,3,ann@example.org,failed,\n$/m);
});
