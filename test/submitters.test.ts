// Submissions whose file has no addresses: from a file of speakers, one address for all, or the
// speakers of the event.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();

const run = (...args: readonly string[]) =>
  service.plenary(args, { cwd: folder.path, env: { PLENARY_STATE_DIR: folder.file('state') } });
const write = (name: string, ...lines: readonly string[]) =>
  writeFileSync(folder.file(name), `${lines.join('\n')}\n`);

/** `title: First|Last address` of each submission. */
async function submissions(): Promise<readonly string[]> {
  const { stdout } = await run('submissions', 'list', '--json');
  const records: readonly Record<string, string>[] = JSON.parse(stdout);
  return records.map(
    ({ title, submitter_first_name: first, submitter_last_name: last, submitter_email: email }) =>
      `${title}: ${first}|${last} ${email}`,
  );
}

it('a file without addresses: the error names both flags', async () => {
  write('talks.csv', 'Title,Speaker', 'One,Ann Muster');
  const { exitCode, stderr } = await run('submissions', 'import', 'talks.csv');
  expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/--speakers.*--submitter-email/)]);
});

describe('--speakers', () => {
  it('joins by the ids of speakers, as pretalx has them', async () => {
    const talks = ['T1,One,"AAA, BBB","Ann Muster, Bo Beispiel"', 'T2,Two,BBB,Bo'];
    write('talks.csv', 'ID,Proposal title,Speaker IDs,Speaker names', ...talks);
    write(
      'speakers.csv',
      'ID,Name,Email',
      'AAA,Ann Muster,ann@example.org',
      'BBB,Bo Beispiel,bo@example.org',
    );
    const { exitCode, stderr } = await run(
      'submissions',
      'import',
      'talks.csv',
      '--speakers',
      'speakers.csv',
    );
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining("2 submissions have the submitter's address from speakers.csv."),
    ]);
    expect(stderr).toContain(
      'Warning: a submission has one submitter; Bo Beispiel is not imported: line 2.',
    );
    expect(await submissions()).toEqual([
      'One: Ann|Muster ann@example.org',
      'Two: Bo|Beispiel bo@example.org',
    ]);
  });

  it('leaves the addresses and names of the file as they are', async () => {
    write(
      'talks.csv',
      'Title,Speaker,Email',
      'One,Ann Muster,ann@example.org',
      'Two,Cy Dee & Di Eff,',
    );
    write('speakers.csv', 'Name,Email', 'Anna Muster,ann@example.org', 'Cy Dee,cy@example.org');
    const { exitCode, stderr } = await run(
      'submissions',
      'import',
      'talks.csv',
      '--speakers',
      'speakers.csv',
    );
    const sentence = "1 submission has the submitter's address from speakers.csv.";
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(sentence)]);
    expect(await submissions()).toEqual([
      'One: Ann|Muster ann@example.org',
      'Two: Cy|Dee cy@example.org',
    ]);
  });

  it('asks what a comma means in the names that it looks up', async () => {
    write('talks.csv', 'Title,Speaker', 'One,"Moen, Ida"', 'Two,Ola Berg');
    write('speakers.csv', 'Name,Email', 'Ida Moen,ida@example.org', 'Ola Berg,ola@example.org');
    const args = ['submissions', 'import', 'talks.csv', '--speakers', 'speakers.csv'];
    const { exitCode, stderr } = await run(...args);
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining('--names "last, first" if the last name'),
    ]);
    expect(stderr).toContain(
      'talks.csv:2 column "Speaker": "Moen, Ida" names "Moen; Ida" if a comma separates people',
    );
    expect(stderr).not.toContain('--speakers');
    expect((await run(...args, '--names', 'last, first')).exitCode).toBe(0);
    expect(await submissions()).toEqual([
      'One: Ida|Moen ida@example.org',
      'Two: Ola|Berg ola@example.org',
    ]);
  });

  it('does not ask about names beside ids', async () => {
    write(
      'talks.csv',
      'ID,Title,Speaker IDs,Speakers',
      'T1,One,AAA,"Moen, Ida"',
      'T2,Two,BBB,Ola Berg',
    );
    write(
      'speakers.csv',
      'ID,Name,Email',
      'AAA,Ida Moen,ida@example.org',
      'BBB,Ola Berg,ola@example.org',
    );
    const { exitCode } = await run(
      'submissions',
      'import',
      'talks.csv',
      '--speakers',
      'speakers.csv',
    );
    expect([exitCode, (await submissions()).length]).toEqual([0, 2]);
  });

  it('says what to do about a speaker who is not in the file', async () => {
    write('talks.csv', 'Title,Speaker', 'One,Ida Moen', 'Two,Nora Body');
    write('speakers.csv', 'Name,Email', 'Ida Moen,ida@example.org');
    const { stderr } = await run(
      'submissions',
      'import',
      'talks.csv',
      '--speakers',
      'speakers.csv',
    );
    expect(stderr).toContain(
      'write names as in speakers.csv, or add the speakers with their addresses to it',
    );
    expect(stderr).not.toContain('--submitter-email');
  });

  it('looks up no submitters of breaks', async () => {
    write(
      'talks.csv',
      'Title,Speaker',
      'Queues,Ann Muster',
      'Lunch,',
      'Coffee break,',
      'Closing,Bo Beispiel',
    );
    write('speakers.csv', 'Name,Email', 'Ann Muster,ann@example.org');
    const flags = ['--speakers', 'speakers.csv', '--skip-invalid'];
    const { exitCode, stderr } = await run('submissions', 'import', 'talks.csv', ...flags);
    expect([exitCode, stderr]).toEqual([
      9,
      expect.stringContaining(
        'Warning: column "Title": "Lunch" is a break, and is left out: line 3; also: line 4.\n',
      ),
    ]);
    expect(stderr).toContain('no speaker of speakers.csv matches "Bo Beispiel"');
    expect(await submissions()).toEqual(['Queues: Ann|Muster ann@example.org']);
  });

  it('joins by the numbers of submissions, as EasyChair has them', async () => {
    write(
      'submission.csv',
      '#,title,authors',
      '1,One,Ann Muster and Bo Beispiel',
      '2,Two,Bo Beispiel',
    );
    const authors = [
      '1,Ann,Muster,ann@example.org',
      '1,Bo,Beispiel,bo@example.org',
      '2,Bo,Beispiel,bo@example.org',
    ];
    write('author.csv', 'submission #,first name,last name,email', ...authors);
    const { exitCode } = await run(
      'submissions',
      'import',
      'submission.csv',
      '--speakers',
      'author.csv',
    );
    expect([exitCode, await submissions()]).toEqual([
      0,
      ['One: Ann|Muster ann@example.org', 'Two: Bo|Beispiel bo@example.org'],
    ]);
  });

  it.each([
    ['Submission', 'Go 2 and beyond'],
    ['Paper', '"Rust, 2 years on"'],
    ['Code', 'Ada 2'],
  ])('takes no word of a text in the column %s for an id: %s', async (column, text) => {
    write('talks.csv', '#,Title,Speaker ID', '2,Other talk,2');
    write('speakers.csv', `Name,Email,${column}`, `Ada,ada@example.org,${text}`);
    const args = ['submissions', 'import', 'talks.csv', '--speakers', 'speakers.csv'];
    const { exitCode } = await run(...args);
    expect([exitCode, await submissions()]).toEqual([3, []]);
  });

  it('divides the ids of a cell at commas, semicolons, bars and lines', async () => {
    write('talks.csv', '#,Title', '1,One', '2,Two', '3,Three', '4,Four', '5,Five');
    write('speakers.csv', 'Name,Email,Paper IDs', 'Ada,ada@example.org,"1, 2;3|4\r\n5 "');
    const args = ['submissions', 'import', 'talks.csv', '--speakers', 'speakers.csv'];
    expect((await run(...args)).exitCode).toBe(0);
    expect(await submissions()).toEqual([
      'One: Ada| ada@example.org',
      'Two: Ada| ada@example.org',
      'Three: Ada| ada@example.org',
      'Four: Ada| ada@example.org',
      'Five: Ada| ada@example.org',
    ]);
  });

  it('joins by names, and rejects a name that matches no speaker or two', async () => {
    write(
      'talks.csv',
      'Title,Speaker',
      'One,"Muster, Ánn"',
      'Two,B. Beispiel',
      'Three,Cy Dee',
      'Four,Nora Body',
      'Five,',
    );
    const speakers = ['Dr. Ann Muster,ann@', 'Bo Beispiel,bo@', 'Cy Dee,cy1@', 'Cy Dee,cy2@'];
    write('speakers.csv', 'Name,Email', ...speakers.map((speaker) => `${speaker}example.org`));
    const flags = [
      '--speakers',
      'speakers.csv',
      '--skip-invalid',
      '--rejects',
      'rejects.csv',
      '--json',
    ];
    const args = ['talks.csv', '--names', 'last, first', ...flags];
    const { exitCode, stdout } = await run('submissions', 'import', ...args);
    const { counts, rejects } = JSON.parse(stdout);
    expect([exitCode, counts.created, counts.rejected]).toEqual([9, 1, 4]);
    expect(
      rejects.map(({ line, message }: { line: number; message: string }) => `${line} ${message}`),
    ).toEqual([
      '3 no speaker of speakers.csv matches "B. Beispiel"',
      '4 2 speakers of speakers.csv match "Cy Dee": Cy Dee (line 4), Cy Dee (line 5)',
      '5 no speaker of speakers.csv matches "Nora Body"',
      '6 no address',
    ]);
    expect(await submissions()).toEqual(['One: Ann|Muster ann@example.org']);
    // The user's own columns: who is found has no cell in them.
    expect(readFileSync(folder.file('rejects.csv'), 'utf8').split('\n').slice(0, 2)).toEqual([
      'Title,Speaker,_row,_code,_column,_message',
      'Two,B. Beispiel,2,unknown_speaker,Speaker,"no speaker of speakers.csv matches ""B. ' +
        'Beispiel"""',
    ]);
  });

  it('writes a rejected row with all of its people to the reject file', async () => {
    const people = 'Ann Muster <ann@example.org>; Bo Beispiel <bo@example.org>';
    const row = `${'x'.repeat(301)},${people}`;
    write('talks.csv', 'Title,Speaker', row, `Two,${people}`, 'Three,Cy Dee');
    write('speakers.csv', 'Name,Email', 'Cy Dee,cy@example.org');
    const flags = ['--speakers', 'speakers.csv', '--skip-invalid', '--rejects', 'rejects.csv'];
    await run('submissions', 'import', 'talks.csv', ...flags);
    expect(readFileSync(folder.file('rejects.csv'), 'utf8').split('\n')[1]).toContain(row);
  });

  it.each([
    ['latin1', 'utf8', ['--encoding', 'windows-1252'], ''],
    [
      'latin1',
      'latin1',
      ['--encoding', 'iso-8859-1'],
      'is not UTF-8 text, and is read as iso-8859-1 (--encoding).',
    ],
  ] as const)(
    'reads submissions in %s and speakers in %s with %j',
    async (talks, speakers, flags, notice) => {
      writeFileSync(
        folder.file('talks.csv'),
        Buffer.from('Title,Speaker\nKäse,Jörg Müller\n', talks),
      );
      writeFileSync(
        folder.file('speakers.csv'),
        Buffer.from('Name,Email\nJörg Müller,jm@example.org\n', speakers),
      );
      const args = ['submissions', 'import', 'talks.csv', '--speakers', 'speakers.csv', ...flags];
      const { exitCode, stderr } = await run(...args);
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining(notice)]);
      expect(await submissions()).toEqual(['Käse: Jörg|Müller jm@example.org']);
    },
  );

  it('needs columns of addresses and names in the file of speakers, without --map', async () => {
    write('talks.csv', 'Title,Speaker', 'One,Ann Muster');
    write('speakers.csv', 'Name,Wohnort', 'Ann Muster,Bern');
    const { exitCode, stderr } = await run(
      'submissions',
      'import',
      'talks.csv',
      '--speakers',
      'speakers.csv',
    );
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining('speakers.csv has no column for email'),
    ]);
    expect(stderr).toContain('rename a column of speakers.csv to "email"');
    expect(stderr).not.toContain('--map "');
    write('titles.csv', 'Title', 'One');
    write('speakers.csv', 'Name,Email', 'Ann Muster,ann@example.org');
    const nameless = await run('submissions', 'import', 'titles.csv', '--speakers', 'speakers.csv');
    expect([nameless.exitCode, nameless.stderr]).toEqual([
      3,
      expect.stringContaining("no column of speakers' names"),
    ]);
  });
});

describe('--submitter-email', () => {
  it('is the address of all submissions that have none, and is reported', async () => {
    // What the comma means decides nothing.
    write('talks.csv', 'Title,Speakers', 'One,Ann Muster', 'Two,"Felix, Gia Lund"');
    const flags = ['--submitter-email', 'office@example.org'];
    const { exitCode, stderr } = await run('submissions', 'import', 'talks.csv', ...flags);
    const notice =
      'The submitter of 2 submissions is office@example.org (--submitter-email), without a name.';
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(notice)]);
    expect(await submissions()).toEqual(['One: | office@example.org', 'Two: | office@example.org']);
  });

  it('leaves out the names beside it, and imports those beside their address', async () => {
    write(
      'talks.csv',
      'Title,Speaker,Email',
      'One,Ann Muster,ann@example.org',
      'Two,Bo Beispiel,',
      'Three,Ann & Bo,',
    );
    await run('submissions', 'import', 'talks.csv', '--submitter-email', 'office@example.org');
    expect(await submissions()).toEqual([
      'One: Ann|Muster ann@example.org',
      'Two: | office@example.org',
      'Three: | office@example.org',
    ]);
  });

  it('is not the submitter of breaks, and a file of breaks alone has nothing to do', async () => {
    write('talks.csv', 'Title,Speaker', 'One,Ann Muster', 'Lunch,', 'Welcome,Bo Beispiel');
    await run('submissions', 'import', 'talks.csv', '--submitter-email', 'office@example.org');
    expect(await submissions()).toEqual([
      'One: | office@example.org',
      'Welcome: | office@example.org',
    ]);
    write('breaks.csv', 'Title,Speaker,Email', 'Lunch,,');
    const { exitCode, stderr } = await run('submissions', 'import', 'breaks.csv');
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('"Lunch" is a break, and is left out: line 2.'),
    ]);
  });

  it.each([
    [['--submitter-email', 'office'], 'not an e-mail address'],
    [
      ['--submitter-email', 'a@example.org', '--speakers', 's.csv'],
      '--submitter-email and --speakers cannot be combined',
    ],
  ])('is checked: %j', async (flags, message) => {
    write('talks.csv', 'Title', 'One');
    const { exitCode, stderr } = await run('submissions', 'import', 'talks.csv', ...flags);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

it('a comma between names is not asked about if no names are imported', async () => {
  write('nobody.csv', 'Title,Speaker', 'Zero,"Ann Muster, Bo"');
  const args = ['nobody.csv', '--submitter-email', 'office@example.org'];
  expect((await run('submissions', 'import', ...args)).exitCode).toBe(0);
  write('talks.csv', 'Title,Email', 'One,ann@example.org');
  await run('submissions', 'import', 'talks.csv');
  write(
    'decisions.csv',
    'Title,Email,Speaker,Status',
    'One,ann@example.org,"Ann Muster, Bo",accepted',
  );
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
    const sentence =
      "2 submissions have the submitter's address from the speakers of the event, found by name.\n";
    const planned = await run('submissions', 'import', 'talks.csv', '--dry-run');
    expect(planned).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(sentence) });
    expect((await run('submissions', 'import', 'talks.csv')).exitCode).toBe(0);
    expect((await submissions()).map((text) => text.replace(/\|.* /, ' '))).toEqual(
      expect.arrayContaining(['One: Ann ann@example.org', 'Two: Jörg j@example.org']),
    );
  });

  it('are looked up by names whose comma is clear', async () => {
    write('people.csv', ...people);
    await run('speakers', 'import', 'people.csv', '--quiet');
    write('talks.csv', 'Title,Speaker', 'One,"Muster, Ann"', 'Two,Jörg Müller');
    const { exitCode, stderr } = await run('submissions', 'import', 'talks.csv');
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('--names "last, first"')]);
    expect(
      (await run('submissions', 'import', 'talks.csv', '--names', 'last, first')).exitCode,
    ).toBe(0);
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
    expect(stderr).toMatch(
      /:2 .*2 speakers of the event match "Cy Doe": Cy Doe \(spk_\w+\), Cy Doe \(spk_\w+\)/,
    );
    expect(stderr.split('\n').find((line) => line.includes(':3'))).toContain(fault);
  });
});
