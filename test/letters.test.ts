// `plenary letters write`: what each letter says, who has one, and that nobody gets two.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { extract } from 'letterparser';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../src/client/clock.ts';
import { changedColumns } from '../src/columns/own-output.ts';
import { errorOf, type Invocation, plenary } from './support/program.ts';
import { seededRandom } from './support/seeded-random.ts';
import { folderForEach } from './support/stage.ts';

const folder = folderForEach();
const clock = { ...systemClock, date: () => Date.UTC(2027, 3, 12, 8, 15, 30) };

const moved = [
  'Subject: {First name}, your talks have moved',
  '',
  'Dear {first_name},',
  '',
  '[each]',
  '"{title}" is now in {room}.',
  '[end]',
  '',
  'The {{program}} team',
];

const list = [
  'speaker_id,first_name,email,title,room',
  'spk_1,Ada,ada@example.org,Queues,Hall',
  'spk_2,Bo,bo@example.org,Trees,Lab',
  'spk_1,Ada,Ada@example.org,Maps,Lab',
];

function file(name: string, lines: readonly string[]): void {
  writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
}

function read(name: string): string {
  return readFileSync(folder.file(name), 'utf8');
}

/** Writes letters from the template `moved.txt` to the people of `list.csv`. */
function write(flags: readonly string[] = [], invocation: Invocation = {}) {
  const usual = ['--from', 'DevConf <program@devconf.example>'];
  const from = flags.includes('--from') ? [] : usual;
  return plenary(
    ['letters', 'write', 'moved.txt', '--for', 'list.csv', '--out', 'letters', ...from, ...flags],
    { cwd: folder.path, clock, ...invocation },
  );
}

async function writeWell(...flags: readonly string[]) {
  const result = await write(flags);
  expect(result.exitCode, result.stderr).toBe(0);
  return result;
}

function letters(): readonly string[] {
  return readdirSync(folder.file('letters')).filter((name) => name.endsWith('.eml'));
}

/** A letter as one parser reads it. */
async function parsed(name: string) {
  return PostalMime.parse(readFileSync(folder.file(`letters/${name}`)));
}

/** By the address. */
async function letterTo(
  email: string,
): Promise<{ readonly name: string; readonly source: string }> {
  for (const name of letters()) {
    const { to } = await parsed(name);
    if (to?.[0]?.address === email) return { name, source: read(`letters/${name}`) };
  }
  throw new Error(`no letter to ${email}`);
}

describe('a letter', () => {
  it('is a message with a section for each row of the person', async () => {
    file('moved.txt', moved);
    file('list.csv', list);
    const { stdout, stderr } = await writeWell();
    expect({ stdout, stderr }).toEqual({
      stdout: '',
      stderr: '2 letters were written to letters; nothing was sent.\n',
    });
    const { name, source } = await letterTo('ada@example.org');
    expect(name).toMatch(/^moved-[\da-f]{16}\.eml$/);
    const id = /^Message-ID: <([\da-f]{32})@devconf\.example>\r$/m.exec(source)?.[1] ?? '';
    expect(id.startsWith(name.slice('moved-'.length, -'.eml'.length))).toBe(true);
    expect(source).toBe(
      [
        'From: DevConf <program@devconf.example>',
        'To: ada@example.org',
        'Subject: Ada, your talks have moved',
        'Date: Mon, 12 Apr 2027 08:15:30 +0000',
        `Message-ID: <${id}@devconf.example>`,
        'Content-Transfer-Encoding: 7bit',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        '',
        'Dear Ada,',
        '',
        '"Queues" is now in Hall.',
        '"Maps" is now in Lab.',
        '',
        'The {program} team',
        '',
      ].join('\r\n'),
    );
  });

  it('has the lines that are for the rows of the person, by the value of a column', async () => {
    file('moved.txt', [
      'Subject: Your talks',
      '[each change=Moved]',
      '"{title}" is in {room}.',
      '[end]',
      '[each change=canceled]',
      '"{title}" does not take place.',
      '[end]',
    ]);
    file('list.csv', [
      'email,title,room,change',
      'ada@example.org,Queues,,canceled',
      'ada@example.org,Maps,Lab,moved',
      'bo@example.org,Trees,Hall,moved',
    ]);
    await writeWell();
    const text = async (email: string) => (await parsed((await letterTo(email)).name)).text;
    expect(await text('ada@example.org')).toBe(
      '"Maps" is in Lab.\n"Queues" does not take place.\n',
    );
    expect(await text('bo@example.org')).toBe('"Trees" is in Hall.\n');
  });

  it('has what the template of the guide names, from the list of changes', async () => {
    const guide = readFileSync('docs/letters.md', 'utf8');
    const [, template = ''] = /^```\n(Subject: [^`]*)```$/m.exec(guide) ?? [];
    writeFileSync(folder.file('moved.txt'), template);
    const row = ['Ada', 'ada@example.org', '', 'Queues', '', 'moved', '', '', ''];
    file('list.csv', [
      changedColumns.join(','),
      [...row, '2027-05-20', '09:30', 'Pier 3'].join(','),
    ]);
    await writeWell();
    expect(read('letters/letters.csv')).toContain('is now in Pier 3, on 2027-05-20 at 09:30.');
  });

  it('has domains in ASCII, and no other part of an address needs more', async () => {
    file('moved.txt', ['Subject: Moved', '{title}']);
    file('list.csv', ['email,title', 'a@bücher.example,Queues', 'o@straße.example,Maps']);
    await writeWell('--from', 'Ä <p@bücher.example>');
    const { source } = await letterTo('a@xn--bcher-kva.example');
    expect(source).toMatch(/^From: =\?UTF-8\?B\?w4Q=\?= <p@xn--bcher-kva\.example>\r$/m);
    expect(source).toMatch(/^Message-ID: <.*@xn--bcher-kva\.example>\r$/m);
    expect(source).toMatch(/^[\x20-\x7E\r\n]*$/);

    file('list.csv', ['email,title', 'ä@bücher.example,Queues', 'b@x.org,Maps']);
    expect(await write()).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining(
        'list.csv:2 column "email": the address has characters other than ASCII before "@", ' +
          'which many mail servers refuse\n',
      ),
    });
    expect((await write(['--from', 'Ä <ä@bücher.example>'])).stderr).toContain(
      'Error: --from: the address has characters other than ASCII before "@"',
    );
  });

  it('is in letters.csv as well, and only its owner can read it', async () => {
    file('moved.txt', ['Subject: Moved', '{title}']);
    file('list.csv', list.slice(0, 3));
    await writeWell();
    const { name } = await letterTo('ada@example.org');
    const [header, ...rows] = read('letters/letters.csv').trimEnd().split('\n');
    expect(header).toBe('file,email,subject,text');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toBe(`${name},ada@example.org,Moved,Queues`);
    const modes = ['', '/letters.csv', `/${name}`].map((path) => {
      return (statSync(folder.file(`letters${path}`)).mode & 0o777).toString(8);
    });
    expect(modes).toEqual(['700', '600', '600']);
  });

  it('is counted in a document', async () => {
    file('moved.txt', moved);
    file('list.csv', list);
    const first = JSON.parse((await writeWell('--json')).stdout);
    expect(first).toEqual({
      schemaVersion: '2.0',
      template: 'moved',
      folder: 'letters',
      ledger: 'letters/ledger.csv',
      counts: { people: 2, written: 2, unchanged: 0, different: 0 },
      written: expect.arrayContaining([...letters()]),
    });
    const again = JSON.parse((await writeWell('--json')).stdout);
    expect(again.counts).toEqual({ people: 2, written: 0, unchanged: 2, different: 0 });
  });
});

describe('nobody gets two letters', () => {
  it('whether the first one was moved away, or the text has changed', async () => {
    file('moved.txt', moved);
    file('list.csv', list);
    await writeWell();
    const { name: ada } = await letterTo('ada@example.org');
    const { name: bo, source: toBo } = await letterTo('bo@example.org');
    mkdirSync(folder.file('sent'));
    renameSync(folder.file(`letters/${ada}`), folder.file(`sent/${ada}`));
    const again = await writeWell();
    expect(again.stderr).toBe('No letter was written.\n2 people have this letter already.\n');
    expect(letters()).toEqual([bo]);
    expect(read('letters/letters.csv')).not.toContain('ada@example.org');

    file('moved.txt', [...moved, 'P.S. Maps']);
    file('list.csv', [...list, 'spk_3,Cy,cy@example.org,Logs,Hall']);
    const third = await writeWell();
    expect(third.stderr).toBe(
      '1 letter was written to letters; nothing was sent.\n' +
        '2 people have it with another text, and did not get this one. To correct the first ' +
        'letter, pass --changed. For a second announcement, give the template another name, such ' +
        'as moved-2.txt.\n',
    );
    expect(letters()).toHaveLength(2);
    expect((await letterTo('bo@example.org')).source).toBe(toBo);

    await writeWell('--changed');
    const corrected = await letterTo('bo@example.org');
    expect(corrected.name).toBe(bo);
    expect(corrected.source).toContain('P.S. Maps');
    const idIn = (source: string) => /^Message-ID: (.*)$/m.exec(source)?.[1];
    expect(idIn(corrected.source)).not.toBe(idIn(toBo));
    expect((await writeWell('--changed')).stderr).toContain('3 people have this letter already');
    expect(read('letters/ledger.csv').trimEnd().split('\n')).toHaveLength(4);
  });

  it('whose address has changed, or whose id is new', async () => {
    file('moved.txt', ['Subject: Moved', '{title}']);
    file('list.csv', ['speaker_id,email,title', 'spk_1,a@x.org,Queues', ',b@x.org,Trees']);
    await writeWell();
    file('list.csv', ['speaker_id,email,title', 'spk_1,new@x.org,Queues', 'spk_2,B@x.org,Trees']);
    expect((await writeWell()).stderr).toBe(
      'No letter was written.\n2 people have this letter already.\n',
    );
  });

  it('in another list without the ids by which the ledger knows them', async () => {
    file('moved.txt', ['Subject: Moved', '{title}']);
    file('list.csv', ['speaker_id,email,title', 'spk_1,a@x.org,Queues']);
    await writeWell();
    const fault =
      '  list.csv:2 column "speaker_id": no id of a speaker, and the ledger knows by ids who has ' +
      '"moved"';
    const fix = 'Fix: add the ids of these people to the list, or give the template another name\n';
    file('list.csv', ['email,title', 'a@x.org,Queues', 'b@x.org,Trees']);
    expect(await write()).toMatchObject({
      exitCode: 3,
      stderr: `Error: list.csv has 2 faults; no letter was written\n${fault} (also: line 3)\n${fix}`,
    });
    // Nobody is found by the ids of the others.
    const some = ['speaker_id,email,title', ',a@x.org,Queues', 'spk_2,b@x.org,Trees'];
    file('list.csv', some);
    expect(await write()).toMatchObject({
      exitCode: 3,
      stderr: `Error: list.csv has 1 fault; no letter was written\n${fault}\n${fix}`,
    });
    expect(letters()).toHaveLength(1);
    file('other.txt', ['Subject: Moved', '{title}']);
    const other = ['letters', 'write', 'other.txt', '--for', 'list.csv', '--out', 'letters'];
    const { exitCode } = await plenary([...other, '--from', 'p@x.org'], { cwd: folder.path });
    expect(exitCode).toBe(0);
    expect(letters()).toHaveLength(3);
  });

  it('after a kill anywhere, with a typo corrected in between', async () => {
    const people = Array.from({ length: 250 }, (_, at) => `P${at},p${at}@example.org,T${at}`);
    file('moved.txt', ['Subject: Moved', 'Dear {first_name}: {title}', 'Tpyo']);
    file('list.csv', ['first_name,email,title', ...people]);
    await writeWell();
    const names = letters();
    // As after a kill among the letters of the second hundred.
    const ledger = read('letters/ledger.csv').split('\n').slice(0, 101);
    file('letters/ledger.csv', ledger);
    const table = read('letters/letters.csv');
    const written = table.match(/^moved-\w+\.eml/gm) ?? [];
    writeFileSync(
      folder.file('letters/letters.csv'),
      table.slice(0, table.indexOf(written[100] ?? '')),
    );
    for (const name of written.slice(150)) rmSync(folder.file(`letters/${name}`));
    writeFileSync(folder.file('letters/.plenary-0.tmp'), 'half a letter');

    file('moved.txt', ['Subject: Moved', 'Dear {first_name}: {title}', 'Typo']);
    expect((await writeWell()).stderr).toMatch(
      /^150 letters were written to letters; nothing was sent\.\n100 people have it with another/,
    );
    expect(letters()).toEqual(names);
    expect(existsSync(folder.file('letters/.plenary-0.tmp'))).toBe(false);
    const sources = names.map((name) => read(`letters/${name}`));
    expect(sources.filter((source) => source.includes('Typo'))).toHaveLength(150);
    const ids = sources.map((source) => /^Message-ID: (.*)$/m.exec(source)?.[1]);
    expect(new Set(ids).size).toBe(250);
    const lines = read('letters/ledger.csv').trimEnd().split('\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(250);
    expect(new Set(read('letters/letters.csv').match(/^moved-\w+\.eml/gm)).size).toBe(250);
  });
});

describe('before anything is written', () => {
  it('all faults are listed together, without a private value', async () => {
    file('moved.txt', ['Subject: {name}', 'Hi {name} {score}', '[each]', '{title}', '[end]']);
    file('list.csv', [
      'speaker_id,name,email,title,score',
      'spk_1,Ada,ada@example.org,Queues,1',
      ',,a***@e***.org,Trees,2',
      'spk_3,"Cy\u2028Ho",cy@example.org,,3',
      'spk_1,Ada,ada@example.org,Maps,5',
      ',Di,,Logs,#N/A',
      ',Ed,ed at example.org,Nets,6',
      'spk_1,Fi,fi@example.org,Keys,7',
      'spk_8,Ada,ada@example.org,Keys,1',
      ',Gus,"gus@example.org; hal@example.org",Locks,8',
      'short,row',
    ]);
    const { exitCode, stdout, stderr } = await write();
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toBe(
      [
        'Error: list.csv has 12 faults; no letter was written',
        '  list.csv:3 column "email": the address is masked, as for a token that may not see it',
        '  list.csv:3 column "name": no value for {name} in line 1 of the template',
        '  list.csv:4 column "name": a line break, which a subject cannot have, for {name} in ' +
          'line 1 of the template',
        '  list.csv:4 column "title": no value for {title} in line 4 of the template',
        '  list.csv:5 column "score": line 2 has another value, and one letter has both rows: ' +
          '{score} in line 2 of the template',
        '  list.csv:6 column "email": the address is missing',
        '  list.csv:6 column "score": "#N/A" is the error of a formula, not a value',
        '  list.csv:7 column "email": not an e-mail address: it has no "@"',
        '  list.csv:8 column "email": line 2 has another address for the same id',
        '  list.csv:9 column "speaker_id": line 2 has another id for the same address',
        '  list.csv:10 column "email": several addresses in one cell',
        '  list.csv:11: 2 of 5 cells; a delimiter is missing',
        'Fix: correct these rows, and write a placeholder with several values of one person ' +
          'between the lines [each] and [end] of the template',
        '',
      ].join('\n'),
    );
    expect(existsSync(folder.file('letters'))).toBe(false);
  });

  it('a row that no lines of the template are for is a fault', async () => {
    file('moved.txt', ['Subject: x', '[each change=moved]', '{title}', '[end]']);
    file('list.csv', [
      'email,title,change',
      'a@example.org,Maps,moved',
      'a@example.org,Ropes,left',
    ]);
    const { exitCode, stderr } = await write();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr:
        'Error: list.csv has 1 fault; no letter was written\n' +
        '  list.csv:3 column "change": no [each] of the template is for "left"\n' +
        'Fix: add lines for these rows to the template, or remove the rows\n',
    });
  });

  it('two commands at once are refused', async () => {
    file('moved.txt', moved);
    file('list.csv', list);
    const results = await Promise.all([write(), write()]);
    expect(results.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 7]);
    const stderr = results.map((result) => result.stderr).join('');
    expect(stderr).toContain('ledger.csv is in progress\nFix: wait until it has ended');
    expect(letters()).toHaveLength(2);
  });

  it.each<readonly [string, readonly string[], string]>([
    [
      '[each] with half a condition',
      ['Subject: x', '[each change]', 'y', '[end]'],
      'moved.txt:2: [each change] is not [each COLUMN=VALUE]',
    ],
    ['no subject', ['Dear {title}'], 'moved.txt:1: the subject is missing'],
    ['an empty subject', ['Subject: ', 'x'], 'moved.txt:1: the subject is missing'],
    ['no text', ['Subject: x', '', ' '], 'moved.txt has no text below the subject'],
    ['half a brace', ['Subject: x', '{title'], 'moved.txt:2: "{" without its counterpart'],
    ['[each] alone', ['Subject: x', '[each]', 'y'], 'moved.txt:2: [each] without [end]'],
    ['[end] alone', ['Subject: x', 'y', '[end]'], 'moved.txt:3: [end] without [each]'],
    [
      '[each] twice',
      ['Subject: x', '[each]', '[each]', '[end]'],
      'moved.txt:3: [each] after that of line 2',
    ],
    [
      'unknown columns',
      ['Subject: {tilte}', '{Room}', '{when}'],
      'moved.txt has unknown placeholders: {tilte} in line 1, {when} in line 3',
    ],
  ])('a template with %s is refused', async (_, template, message) => {
    file('moved.txt', template);
    file('list.csv', list);
    const { exitCode, stderr } = await write();
    expect({ exitCode, message: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      message: `Error: ${message}`,
    });
    expect(existsSync(folder.file('letters'))).toBe(false);
  });

  it.each([
    ['nobody', 'not an e-mail address: it has no "@"'],
    ['A\nBcc: x@y.org <a@x.org>', 'a line break in the name'],
  ])('a sender that is %j is refused', async (sender, message) => {
    file('moved.txt', moved);
    file('list.csv', list);
    const args = ['letters', 'write', 'moved.txt', '--for', 'list.csv', '--out', 'letters'];
    const { exitCode, stderr } = await plenary([...args, '--from', sender], { cwd: folder.path });
    expect({ exitCode, message: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      message: `Error: --from: ${message}`,
    });
    const missing = await plenary([...args, '--json'], { cwd: folder.path });
    expect(errorOf(missing).fix).toBe('pass --from: sender: an address, or "Name <address>"');
  });

  it.each(['ledger.csv', 'letters.csv'])('a folder, a link or a pipe is no %s', async (name) => {
    file('moved.txt', moved);
    file('list.csv', list);
    mkdirSync(folder.file('letters'));
    const path = folder.file(`letters/${name}`);
    const refused = async (what: string) => {
      const { exitCode, stderr } = await write();
      expect({ exitCode, stderr }).toEqual({
        exitCode: 3,
        stderr: expect.stringContaining(`Error: letters/${name} is ${what}\n`),
      });
      rmSync(path, { recursive: true });
    };
    mkdirSync(path);
    await refused('not a file');
    symlinkSync(folder.file('list.csv'), path);
    await refused('a symbolic link');
    execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
    await refused('not a file');
  });

  it('a ledger or a table that cannot be read is refused, and stays', async () => {
    file('moved.txt', moved);
    file('list.csv', list);
    await writeWell();
    const ledger = read('letters/ledger.csv');
    file('letters/ledger.csv', [ledger.trimEnd(), '<<<<<<< HEAD']);
    const conflict = await write();
    expect([conflict.exitCode, conflict.stderr.split('\n').slice(0, 2)]).toEqual([
      3,
      [
        'Error: letters/ledger.csv has a merge conflict of git',
        '  letters/ledger.csv:4: the conflict begins here',
      ],
    ]);
    file('letters/ledger.csv', ['half of it', ledger.trimEnd()]);
    const damaged = await write();
    expect(damaged).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(
        /^Error: letters\/ledger\.csv cannot be read, so who has a letter is unknown\n/,
      ),
    });
    expect(read('letters/ledger.csv')).toContain('half of it');
    writeFileSync(folder.file('letters/ledger.csv'), ledger);
    file('letters/letters.csv', ['name,phone', 'Ada,1']);
    const other = await write();
    expect(other.stderr).toContain('letters/letters.csv is another table than one of letters');
    expect(read('letters/letters.csv')).toContain('Ada,1');
  });
});

describe('in the folder of a program', () => {
  /** Nothing listens there. */
  const baseUrl = 'http://127.0.0.1:9';

  function writeProgram(): void {
    file('program.json', [JSON.stringify({ schemaVersion: '1.0', baseUrl, event: 'evt_1' })]);
    file('moved.txt', ['Subject: Moved', '{title}']);
  }

  it('the ledger is there, git ignores the rest, and no service is asked', async () => {
    writeProgram();
    file('.gitignore', ['/out']);
    file('list.csv', list.slice(0, 3));
    const env = { PLENARY_EVENT: 'DevConf', PLENARY_TOKEN: 'secret' };
    const { exitCode, stderr } = await write([], { env });
    expect(exitCode, stderr).toBe(0);
    expect(read('.gitignore')).toBe('/out\nletters/\nlist.csv\n');
    expect(read('ledger.csv')).not.toMatch(/@|Ada|Bo/);
    expect(existsSync(folder.file('letters/ledger.csv'))).toBe(false);
    await write(['--changed'], { env });
    expect(read('.gitignore')).toBe('/out\nletters/\nlist.csv\n');
  });

  it('a list that is a file of the program stays in git; --out is a folder of its own', async () => {
    writeProgram();
    file('speakers.csv', list.slice(0, 3));
    mkdirSync(folder.file('mail'));
    const args = ['letters', 'write', 'moved.txt', '--for', 'speakers.csv', '--from', 'p@x.org'];
    const run = (out: string) => plenary([...args, '--out', out], { cwd: folder.path });
    expect(await run('.')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--out . is the folder of the program\n'),
    });
    expect(await run('mail/first round')).toMatchObject({ exitCode: 0 });
    expect(read('.gitignore')).toBe('mail/first\\ round/\n');
  });
});

const hostile = [
  'Ada',
  'Zoë O’Brien',
  '=?utf-8?q?Bcc:_eve@example.org?=',
  '=?utf-8?B?w7w=?= ü',
  '=?utf-8?q?a=0D=0ABcc:_eve@example.org?=',
  'שלום עולם',
  'مرحبا',
  'x\u202Eevil\u202C x',
  'a\u0000'.slice(0, 1),
  'Eve <eve@example.org>, "x"',
  'a; b: c, (d) \\ @ e',
  '日本語の名前'.repeat(8),
  '👩‍👩‍👧 𝒜',
  'x'.repeat(1100),
  `${'y'.repeat(90)} é`,
  'tab\there',
  'bell\u0007 \u001b[31m',
  'From here',
  '.',
  '=cmd|calc',
  'two  spaces',
  '{title} [each]',
  '=3D=',
  '--boundary',
];

/** Line breaks, which no subject can have. */
const broken = ['a\nBcc: eve@example.org', 'a\r\n\r\nbody', 'a\rb', 'a\u2028b', 'a\u0085b'];

function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

describe('300 people with hostile names', () => {
  const random = seededRandom(7);
  const pick = (names: readonly string[]) => names[Math.floor(random() * names.length)] ?? '';
  const names = Array.from({ length: 300 }, (_, at) => {
    const words = Array.from({ length: 1 + (at % 3) }, () => pick(hostile));
    return at % 10 === 9 ? `${words.join(' ')} ${pick(broken)}` : words.join(' ');
  });
  const rows = names.map((name, at) => `${cell(name)},p${at}@example.org,T${at}`);

  it('have what two other parsers read: their own address, and every character', async () => {
    file('moved.txt', ['Subject: To {name}', 'Dear {name},', '{title} ', '.']);
    file('list.csv', ['name,email,title', ...rows]);
    const refused = await write();
    expect(refused.stderr).toMatch(/^Error: list\.csv has 30 faults; no letter was written\n/);

    file('list.csv', ['name,email,title', ...rows.filter((_, at) => at % 10 !== 9)]);
    await writeWell();
    file('moved.txt', ['Subject: Moved', 'Dear {name},', '{title} ', '.']);
    file('list.csv', ['name,email,title', ...rows]);
    expect((await writeWell()).stderr).toMatch(/^30 letters .*\n270 people have it with another/);

    const seen = new Set<string>();
    for (const name of letters()) {
      const bytes = readFileSync(folder.file(`letters/${name}`));
      const mail = await PostalMime.parse(bytes);
      const other = extract(bytes.toString('utf8'));
      const address = mail.to?.[0]?.address ?? '';
      const at = Number(/^p(\d+)@example\.org$/.exec(address)?.[1]);
      const person = names[at] ?? '';
      const subject = at % 10 === 9 ? 'Moved' : `To ${person}`;
      expect([mail.subject, other.subject]).toEqual([subject, subject]);
      const text = `Dear ${person},\nT${at} \n.`.replace(/\r\n?/g, '\n');
      expect(lines(mail.text)).toBe(`${text}\n`);
      expect(lines(other.text)).toBe(text);
      expect([mail.to, other.to]).toEqual([
        [{ address, name: '' }],
        [expect.objectContaining({ address })],
      ]);
      expect(mail.headers.map(({ key }) => key)).toEqual([
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'content-transfer-encoding',
        'mime-version',
        'content-type',
      ]);
      expect(
        Math.max(
          ...bytes
            .toString('latin1')
            .split('\r\n')
            .map((line) => line.length),
        ),
      ).toBeLessThan(200);
      seen.add(address).add(mail.messageId ?? '');
    }
    expect(letters()).toHaveLength(300);
    expect(seen.size).toBe(600);
  });
});

function lines(text = ''): string {
  return text.replaceAll('\r\n', '\n');
}
