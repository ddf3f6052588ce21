// Submissions in a file: who of several people is the submitter, and which rows are breaks.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importsForEach, importsInto } from './support/imports.ts';
import { wholeList } from './support/scripted-server.ts';

const [ann, bo] = ['ann@example.org', 'bo@example.org'];

const trial = importsForEach();

it('has one submitter for each submission', async () => {
  const talks =
    'Title,Speaker,Email\n' +
    `One,Ann Muster & Bo Beispiel,ann.muster@example.org\n` +
    `Three,Ann Muster,${bo}; ${ann}\n` +
    'Four,Dr. Ann Muster,ann.muster@example.org\n';
  const { counts, faults, warnings } = await trial.importText(
    'submissions',
    talks,
    '--skip-invalid',
  );
  expect(counts).toMatchObject({ rows: 3, created: 1, rejected: 2 });
  expect(faults.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '2 several_people',
    '3 several_addresses',
  ]);
  expect((await trial.importText('submissions', talks)).error).toMatchObject({
    fix:
      'fix the rows, or pass --skip-invalid to import the others; ' +
      'write the submitter as "First Last", or as many addresses as names in the same order, ' +
      'separated by semicolons; --map "Speaker=" imports without names',
  });
  expect(warnings).toMatchObject([
    { line: 4, code: 'beside_name', message: '"Dr." beside the name is not imported' },
  ]);
  expect(await trial.list('submissions')).toMatchObject([
    { title: 'Four', submitter_first_name: 'Ann', submitter_last_name: 'Muster' },
  ]);
});

it.each([
  [
    'two lists',
    `Title,Speaker,Email\nOne,Ann Muster & Bo Beispiel,"${ann}, ${bo}"\n`,
    'Ann',
    'Bo Beispiel',
  ],
  [
    'names with addresses',
    `Title,Email\nOne,"Ann Muster <${ann}>, Bo Beispiel <${bo}>"\n`,
    'Ann',
    'Bo Beispiel',
  ],
  [
    'an empty cell',
    `Title,Email,Speaker\nOne,,"Ann Muster <${ann}>, Bo Beispiel <${bo}>"\n`,
    'Ann',
    'Bo Beispiel',
  ],
  ['addresses alone', `Title,Email\nOne,${ann}; ${bo}\n`, '', '…@…'],
  [
    'people of JSON',
    `[{"title": "One", "speakers": [{"name": "Ann Muster", "email": "${ann}"}, ` +
      `{"name": "Bo Beispiel", "email": "${bo}"}]}]`,
    'Ann',
    'Bo Beispiel',
  ],
])('takes the first of several speakers as the submitter: %s', async (_, text, first, other) => {
  const { counts, warnings } = await trial.importText('submissions', text);
  expect(counts.created).toBe(1);
  const message = `a submission has one submitter; ${other} is not imported`;
  expect(warnings).toContainEqual(
    expect.objectContaining({ row: 1, code: 'co_speakers', message }),
  );
  const [stored] = await trial.list('submissions');
  expect(stored).toMatchObject({ title: 'One', submitter_email: ann });
  expect(stored?.submitter_first_name ?? '').toBe(first);
});

it('writes a rejected row with all of its speakers', async () => {
  const row = `${'x'.repeat(301)},Ann Muster & Bo Beispiel,${ann}; ${bo},Talk`;
  const talks = `Title,Speaker,Email,Format\n${row}\n`;
  const { rejects } = await trial.importText('submissions', talks, '--skip-invalid');
  expect(rejects).toContain(`,Ann Muster & Bo Beispiel,${ann}; ${bo},Talk,1,`);
});

it('has addresses with names in one column', async () => {
  const cell = 'Fernández Ortiz, Lucía <ann@example.org>; Bo Beispiel <bo@example.org>';
  const talks = `Title,Speakers\nOne,"${cell}"\nTwo,Bo Beispiel <${bo}>\n`;
  const map = ['--map', 'Speakers=submitter_email'];
  const { faults } = await trial.importText('submissions', talks, '--skip-invalid', ...map);
  expect(faults).toMatchObject([
    {
      code: 'unclear_people',
      message: '"Fernández Ortiz, Lucía" can be one person or several',
    },
  ]);
  const [stored] = await trial.list('submissions');
  expect(stored).toMatchObject({ submitter_first_name: 'Bo', submitter_last_name: 'Beispiel' });
});

it('leaves out breaks, and rejects one that names a person', async () => {
  const program =
    'title,isServiceSession,speakers,email\n' +
    `Queues,false,Ann Muster,${ann}\n` +
    'Lunch,,,\n' +
    'Room to move,true,,\n' +
    'Closing,true,Bo Beispiel,\n' +
    `Welcome,true,Ann Muster,${ann}\n`;
  const { counts, faults, warnings } = await trial.importText(
    'submissions',
    program,
    '--skip-invalid',
  );
  expect(counts).toMatchObject({ rows: 3, created: 2, rejected: 1 });
  expect(warnings).toMatchObject([
    { row: 2, line: 3, code: 'break', message: '"Lunch" is a break, and is left out' },
    { row: 3, line: 4, code: 'break', message: '"Room to move" is a break, and is left out' },
  ]);
  expect(faults).toMatchObject([{ line: 5, field: 'submitter_email' }]);
  expect((await trial.list('submissions')).map(({ title }) => title)).toEqual([
    'Queues',
    'Welcome',
  ]);
});

it('resumes a run of submissions from its saved rows, without breaks', async () => {
  const talks =
    `Title,Speaker,Email\nLunch,,\nOne,Ann Muster; Bo Beispiel,${ann}; ${bo}\n` +
    `Two,Bo Beispiel,${bo}\n`;
  const { stopped, resumed } = await trial.importInTwo('submissions', talks, '--skip-invalid');
  expect(stopped.counts).toMatchObject({ rows: 2, created: 1, pending: 1 });
  expect(resumed.counts).toMatchObject({ rows: 2, created: 2, rejected: 0 });
  expect(await trial.list('submissions')).toMatchObject([
    { title: 'One', submitter_last_name: 'Muster', submitter_email: ann },
    { title: 'Two' },
  ]);
});

it('saves the submitter that a row gets, for rows that repeat it and a resumed run', async () => {
  const talks = 'Title,Speaker,Abstract\nOne,Ann,\nTwo,Ann,\none,Ann,Kites\n';
  writeFileSync(trial.file('directory.csv'), `Name,Email\nAnn,${ann}\n`);
  const speakers = ['--speakers', trial.file('directory.csv')];
  const { stopped, resumed } = await trial.importInTwo('submissions', talks, ...speakers);
  expect(stopped.stderr).toContain("3 submissions have the submitter's address from ");
  expect(resumed.counts).toMatchObject({ rows: 3, created: 2, skipped: 1 });
  expect(await trial.list('submissions')).toMatchObject([
    { title: 'One', abstract: 'Kites', submitter_email: ann, submitter_last_name: '' },
    { title: 'Two', submitter_email: ann, submitter_last_name: '' },
  ]);
});

it('sends names of tracks as they are to a service that lists rooms and no tracks', async () => {
  const talk = { id: 'sub_1', title: 'Queues', submitter_email: 'ada@example.org' };
  const { importText, server } = await importsInto(({ method, path }) => {
    if (method === 'POST') return { status: 201, json: talk };
    if (path.includes('/tracks')) return { status: 404, json: { detail: 'Not Found' } };
    return wholeList(path.includes('/rooms') ? [{ id: 'room_1', name: 'Hall' }] : []);
  });
  const file = 'Title,Email,Track\nQueues,ada@example.org,Data\n';
  expect(await importText('submissions', file)).toMatchObject({
    exitCode: 0,
    counts: { created: 1 },
  });
  const [sent] = server.requests.filter(({ method }) => method === 'POST');
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ title: 'Queues', track_id: 'Data' });
});
