// Submitters who are found by their names in the event, and commas between names.
import { describe, expect, it } from 'vitest';
import { submitterStage } from './support/submitter-stage.ts';

const { run, write, submissions } = submitterStage();

it('a comma between names that may separate people is refused without a flag', async () => {
  write('talks.csv', 'Title,Speaker,Email', 'One,"Ann Muster, Bo",ann@example.org', 'Two,Cy,cy@example.org');
  const { exitCode, stderr } = await run('submissions', 'import', 'talks.csv');
  expect([exitCode, stderr]).toEqual([
    3,
    expect.stringContaining('talks.csv:2 column "Speaker": "Ann Muster, Bo" names '),
  ]);
  const args = ['submissions', 'import', 'talks.csv', '--names'];
  expect((await run(...args, 'first last')).stderr).toContain(
    '"Ann Muster, Bo" names 2 people, and the row has 1 address',
  );
  expect((await run(...args, 'last, first')).exitCode).toBe(0);
  expect(await submissions()).toEqual(['One: Bo|Ann Muster ann@example.org', 'Two: Cy| cy@example.org']);
});

it('a comma between names is not asked about if no names are imported', async () => {
  write('nobody.csv', 'Title,Speaker', 'Zero,"Ann Muster, Bo"');
  const args = ['nobody.csv', '--submitter-email', 'office@example.org'];
  expect((await run('submissions', 'import', ...args)).exitCode).toBe(0);
  write('talks.csv', 'Title,Email', 'One,ann@example.org');
  await run('submissions', 'import', 'talks.csv');
  write('decisions.csv', 'Title,Email,Speaker,Status', 'One,ann@example.org,"Ann Muster, Bo",accepted');
  expect((await run('submissions', 'apply', 'decisions.csv')).exitCode).toBe(0);
});

describe('the speakers of the event', () => {
  const rows = [
    'ann@example.org,Ann,Muster',
    'j@example.org,Jörg,Müller',
    'c1@example.org,Cy,Doe',
    'c2@example.org,Cy,Doe',
  ];
  const people = ['Email,First name,Last name', ...rows];

  it.each([
    ['Title,Speaker', ['One,Ann Muster', 'Two,Joerg Mueller; Ann Muster', 'Lunch,']],
    ['Title,Speaker,Email', ['One,Ann Muster,', 'Two,Jörg Müller,', 'Three,Bo Li,bo@example.org']],
  ])('give the addresses that rows with names lack: %s', async (header, rows) => {
    write('people.csv', ...people);
    await run('speakers', 'import', 'people.csv', '--quiet');
    write('talks.csv', header, ...rows);
    const sentence = "2 submissions have the submitter's address from the speakers of the event, found by name.\n";
    const planned = await run('submissions', 'import', 'talks.csv', '--dry-run');
    expect(planned).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(sentence) });
    expect((await run('submissions', 'import', 'talks.csv')).exitCode).toBe(0);
    expect((await submissions()).map((text) => text.replace(/\|.* /, ' '))).toEqual(
      expect.arrayContaining(['One: Ann ann@example.org', 'Two: Jörg j@example.org']),
    );
  });

  it.each([
    ['', 'no speaker of the event matches "Ed Poe"'],
    [',Email', 'column "Email": no address'],
  ])('are faults if none or several match: %j', async (column, fault) => {
    write('people.csv', ...people);
    await run('speakers', 'import', 'people.csv', '--quiet');
    const cell = column === '' ? '' : ',';
    write('talks.csv', `Title,Speaker${column}`, `One,Cy Doe${cell}`, `Two,Ed Poe${cell}`);
    const { exitCode, stderr } = await run('submissions', 'import', 'talks.csv');
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/:2 .*2 speakers of the event match "Cy Doe": Cy Doe \(spk_\w+\), Cy Doe \(spk_\w+\)/);
    expect(stderr.split('\n').find((line) => line.includes(':3'))).toContain(fault);
  });
});
