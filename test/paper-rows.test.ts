// Files of talks with one row for each author: which rows are one talk, and which talks exist.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();

function importTalks(lines: readonly string[], ...flags: readonly string[]) {
  writeFileSync(folder.file('talks.csv'), `${lines.join('\n')}\n`);
  const args = ['submissions', 'import', 'talks.csv', ...flags];
  return service.plenary(args, {
    cwd: folder.path,
    env: { PLENARY_STATE_DIR: folder.file('state') },
  });
}

/** `title: address` of each submission. */
async function talks(): Promise<readonly string[]> {
  const { stdout } = await service.plenary(['submissions', 'list', '--json']);
  const records: readonly Record<string, string>[] = JSON.parse(stdout);
  return records.map(({ title, submitter_email: email }) => `${title}: ${email}`);
}

const [ida, ola] = ['ida@example.org', 'ola@example.org'];

describe('rows with the id of a paper', () => {
  it.each([
    ['Paper ID', 'Paper ID,Title,Author email'],
    ['Session Id', 'Session Id,Title,Speaker email'],
  ])('are one talk of its first author: %s', async (_, header) => {
    const lines = [header, `7,Mooring,${ida}`, `7,Mooring,${ola}`, `8,Mooring,${ola}`];
    const { exitCode, stderr } = await importTalks(lines);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('line 2 has the submitter of the talk; …@… is not imported: line 3'),
    ]);
    expect(await talks()).toEqual([`Mooring: ${ida}`, `Mooring: ${ola}`]);
  });

  it.each([
    ['Session ID,Title,Name,Email', 'S-1,Panel,Ann Muster,', 'S-2,Panel,Ann Muster,'],
    ['Title,Paper #,Author,Email', 'Mooring,7,Ida Moen,', '"mooring ",8,Ida Moen,'],
  ])('are no talk of another id with the title and the submitter: %s', async (header, one, two) => {
    const lines = [header, `${one}${ida}`, `${two}${ida}`];
    const { exitCode, stderr } = await importTalks(lines);
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/talks\.csv:3 column "(Session ID|Paper #)": line 2 has the same title/);
    expect(await talks()).toEqual([]);
    const [, map = ''] = /with --map "([^"]+)" if they are one/.exec(stderr) ?? [];
    expect((await importTalks(lines, '--map', map)).exitCode).toBe(0);
    expect(await talks()).toHaveLength(1);
  });

  it.each([
    ['with another author', `A1,Mooring,${ida}`, `a1,Mooring,${ola}`],
    ['with the same one', `A1,Mooring,${ida}`, `a1 ,Mooring,${ida}`],
    ['the same in another composition', `\u00c91,Mooring,${ida}`, `e\u03011,Mooring,${ola}`],
  ])('are one talk if the id is written in another case: %s', async (_, ...rows) => {
    const { exitCode } = await importTalks(['Paper ID,Title,Author email', ...rows]);
    expect([exitCode, await talks()]).toEqual([0, [`Mooring: ${ida}`]]);
  });

  it('are a fault if their titles differ', async () => {
    const lines = ['Paper ID,Title,Email', `7,Mooring,${ida}`, `7,Docking,${ola}`];
    const { exitCode, stderr } = await importTalks(lines);
    const advice = 'correct one of the two, or map the column to no field with --map "Paper ID="';
    const message = `line 3 has this id and the title "Docking"; ${advice}`;
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining(`talks.csv:2 column "Paper ID": ${message}`),
    ]);
  });
});

describe('a talk with an invalid row', () => {
  it.each([
    ['first', ['7,Mooring,Rope,ida@@example.org', `7,Mooring,Knot,${ola}`]],
    ['last', [`7,Mooring,Rope,${ida}`, '7,Mooring,Knot,ola@@example.org']],
    [
      'last of three',
      [`7,Mooring,,${ida}`, `7,Mooring,Rope,${ola}`, '7,Mooring,,eva@@example.org'],
    ],
  ])('is rejected as a whole, and imported once from the repaired rows: %s', async (_, rows) => {
    const header = 'Paper ID,Title,Abstract,Email';
    const lines = [header, ...rows, `8,Docking,Buoys,${ola}`];
    const flags = ['--skip-invalid', '--rejects', folder.file('rejects.csv')];
    const rejected = await importTalks(lines, ...flags);
    const same = expect.stringMatching(/is (about the same talk|for the same record)/);
    expect([rejected.exitCode, rejected.stderr]).toEqual([9, same]);
    expect(await talks()).toEqual([`Docking: ${ola}`]);
    const repaired = readFileSync(folder.file('rejects.csv'), 'utf8').replaceAll('@@', '@');
    expect((await importTalks(repaired.trimEnd().split('\n'))).exitCode).toBe(0);
    expect(await talks()).toEqual([`Docking: ${ola}`, `Mooring: ${ida}`]);
  });

  it('is rejected with each of its rows where it is unknown how many talks they are', async () => {
    const lines = ['Title,Email', `Mooring,${ida}`, `Mooring,${ola}`, `Docking,${ola}`];
    expect((await importTalks(lines, '--skip-invalid')).exitCode).toBe(9);
    expect(await talks()).toEqual([`Docking: ${ola}`]);
  });
});

describe('rows of one title without ids', () => {
  it('are one talk if their abstracts are equal, and two if they differ', async () => {
    const header = 'Session title,Speaker email,Abstract';
    const lines = [
      header,
      `Mooring,${ida},Ropes.`,
      `Mooring,${ola},Ropes.`,
      `Mooring,${ola},Knots.`,
    ];
    expect((await importTalks(lines)).exitCode).toBe(0);
    expect(await talks()).toEqual([`Mooring: ${ida}`, `Mooring: ${ola}`]);
  });

  const lines = ['Session title,Speaker email', `Mooring,${ida}`, `Mooring,${ola}`];

  it('are a fault without abstracts, which names the flag', async () => {
    const { exitCode, stderr } = await importTalks(lines);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('--one-row-per speaker')]);
    expect(stderr).toContain(
      'talks.csv:2 column "Session title": line 3 has this title and another address',
    );
    expect(await talks()).toEqual([]);
  });

  it.each([
    ['speaker', [`Mooring: ${ida}`]],
    ['talk', [`Mooring: ${ida}`, `Mooring: ${ola}`]],
  ])('are what --one-row-per %s says', async (what, expected) => {
    expect((await importTalks(lines, '--one-row-per', what)).exitCode).toBe(0);
    expect(await talks()).toEqual(expected);
  });
});

it('a talk exists if its record has the address of any of its people', async () => {
  const header = 'Paper ID,Title,Author email';
  await importTalks([header, `7,Mooring,${ola}`]);
  const { exitCode, stderr } = await importTalks([header, `7,Mooring,${ida}`, `7,Mooring,${ola}`]);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('2 rows: 2 skipped.')]);
  const both = ['Title,Author emails', `Mooring,${ida}; ${ola}`];
  expect((await importTalks(both)).stderr).toContain('1 row: 1 skipped.');
  expect(await talks()).toEqual([`Mooring: ${ola}`]);
});
