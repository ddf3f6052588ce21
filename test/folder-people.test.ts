// The people of talks in the folder of a program, on the double of the public server, which shows
// neither submitters nor the speakers of talks that are imported.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';

const stage = doubleStage();

type Flags = readonly string[];

/** A computer with the folder of a program. */
async function pulled(...flags: Flags) {
  const home = stage.home();
  const cwd = `${home.path}/dbl`;
  const pull = await home.run(['program', 'pull', 'dbl', ...flags]);
  expect(pull.exitCode, pull.stderr).toBe(0);
  const run = async (...words: Flags) => {
    const result = await home.run(words, { cwd });
    expect(result.exitCode, result.stderr).toBe(0);
    return result;
  };
  return {
    home,
    run,
    read: (name: string) => readFileSync(`${cwd}/${name}`, 'utf8'),
    /** The files that have a text, by their names. */
    filesWith(text: string): readonly string[] {
      const entries = readdirSync(cwd, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return files.flatMap(({ parentPath, name }) => {
        return readFileSync(`${parentPath}/${name}`, 'utf8').includes(text) ? name : [];
      });
    },
    /** The cells of a column of the submissions, by their titles. */
    cellsOf(column: string): Readonly<Record<string, string | undefined>> {
      const [header = '', ...rows] = readFileSync(`${cwd}/submissions.csv`, 'utf8').trim().split('\n');
      const columns = header.split(',');
      const cells = rows.map((row) => row.split(','));
      const at = (name: string) => columns.indexOf(name);
      return Object.fromEntries(cells.map((row) => [row[at('title')], row[at(column)]]));
    },
  };
}

const talks = ['Title,Email,First name,Last name', 'Knots,ida@example.org,Ida,Moen'];

it('has the submitters of imported talks in its private columns, and keeps them', async () => {
  const { home, run, cellsOf } = await pulled('--private-columns');
  await run('submissions', 'import', `../${home.write('talks.csv', ...talks)}`, '--yes');
  const submitters = { Knots: 'ida@example.org' };
  expect(cellsOf('submitter_email')).toEqual(submitters);
  expect(cellsOf('submitter_last_name')).toEqual({ Knots: 'Moen' });
  const [knots] = stage.double().state.submissions;
  await run('submissions', 'update', knots?.id ?? '', '--status', 'accepted');
  await run('program', 'pull');
  await run('program', 'pull', '--merge');
  await run('program', 'status', '--detailed-exitcode');
  await run('program', 'apply', '--yes');
  expect(cellsOf('submitter_email')).toEqual(submitters);
  expect(cellsOf('submitter_last_name')).toEqual({ Knots: 'Moen' });
  expect(cellsOf('status')).toEqual({ Knots: 'accepted' });
});

it('has no address but in the snapshot without private columns', async () => {
  const { home, run, cellsOf, filesWith } = await pulled();
  await run('submissions', 'import', `../${home.write('talks.csv', ...talks)}`, '--yes');
  await run('program', 'pull');
  expect(filesWith('ida@example.org')).toEqual(['base.json']);
  expect(cellsOf('submitter_last_name')).toEqual({ Knots: 'Moen' });
});

it.each([
  [
    'a row for each person',
    [
      'ID,Title,First name,Last name,Email',
      '7,Knots,Ida,Moen,ida@example.org',
      '7,Knots,Ola,Nord,ola@example.org',
      '8,Cranes,Bo,Lund,bo@example.org',
    ],
  ],
  [
    'a column of speakers',
    [
      'Title,Speakers,Email',
      'Knots,"Ida Moen <ida@example.org>; Ola Nord <ola@example.org>",',
      'Cranes,Bo Lund <bo@example.org>,',
    ],
  ],
  [
    'numbered people',
    [
      'Title,Speaker 1 Name,Speaker 1 Email,Speaker 2 Name,Speaker 2 Email',
      'Knots,Ida Moen,ida@example.org,Ola Nord,ola@example.org',
      'Cranes,Bo Lund,bo@example.org,,',
    ],
  ],
  [
    'a submitter who speaks in none of them',
    [
      'Title,Submitter name,Submitter email,Speakers',
      'Knots,Ana Ruiz,ana@example.org,Ida Moen; Ola Nord',
      'Cranes,Ana Ruiz,ana@example.org,Bo Lund',
    ],
  ],
])('saves who speaks with whom, of %s', async (_, rows) => {
  const { home, run, cellsOf, filesWith } = await pulled();
  await run('submissions', 'import', `../${home.write('talks.csv', ...rows)}`, '--yes');
  const speakers = { Knots: 'Ida Moen; Ola Nord', Cranes: 'Bo Lund' };
  expect(cellsOf('speakers')).toEqual(speakers);
  expect(filesWith('ola@example.org')).toEqual([]);
  await run('program', 'status', '--detailed-exitcode');
  await run('program', 'pull');
  await run('program', 'pull', '--merge');
  expect(cellsOf('speakers')).toEqual(speakers);
});
