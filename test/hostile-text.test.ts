// What a service sends is shown without characters that a terminal interprets or a spreadsheet
// runs.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { anEvent } from './support/ids.ts';
import { type Invocation, plenary } from './support/program.ts';
import { type Reply, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { terminals } from './support/terminal.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function against(reply: Reply, ...args: readonly string[]) {
  server = await startScriptedServer(() => reply);
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: anEvent };
  return plenary([...args, '--retries', '0'], { env });
}

/** C0 (but the line break), DEL, C1 and bidirectional controls. */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const record = {
  id: 'spk_1',
  '=cmd|calc': 'formula',
  'red\u001b[31m': 'CSI',
  'link\u001b]8;;https://evil.example\u0007here': 'OSC 8',
  'clip\u001b]52;c;aGk=\u0007board': 'OSC 52',
  'c1\u009b31mname': 'C1',
  'ab\u202ecd': 'bidirectional',
};
const names = "id,'=cmd|calc,red,linkhere,clipboard,c1name,abcd";

it('names of fields in the header of CSV', async () => {
  const { exitCode, stdout } = await against(
    { json: { data: [record] } },
    'speakers',
    'list',
    '-o',
    'csv',
  );
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`${names}\nspk_1,formula,CSI,OSC 8,OSC 52,C1,bidirectional\n`);
  const chosen = await against(
    { json: { data: [record] } },
    'speakers',
    'list',
    '-o',
    'csv',
    '--fields',
    '=cmd|calc',
  );
  expect(chosen.stdout).toBe("'=cmd|calc\nformula\n");
});

it('names of fields in the error about an unknown one, and in a table', async () => {
  const { exitCode, stderr } = await against(
    { json: { data: [record] } },
    'speakers',
    'list',
    '--fields',
    'emial',
  );
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    /^Error: unknown field: --fields emial\nFix: did you mean email\? \(the fields are id, first_name, /,
  );
  expect(stderr).toContain(`${names.replace(/^id,'/, '').replaceAll(',', ', ')})\n`);
  const table = await against(
    { json: { data: [{ 'a\u001b]52;c;aGk=\u0007b': '\u009b31mx' }] } },
    'speakers',
    'list',
  );
  expect(table.stdout).toMatch(/^AB\n/);
  expect(table.stdout).not.toMatch(unsafe);
  const absent = await against(
    { json: { data: [{ id: 'x', 'a\n::b': 1 }] } },
    'speakers',
    'list',
    '--fields',
    'phone',
  );
  expect(absent.stderr).toBe('No record has the field phone. The fields are: id, a ::b.\n');
});

it('the id of a record that is found after a lost response', async () => {
  const evil = { id: 'x\u001b[2J\u009b2J', email: 'ada@example.org' };
  server = await startScriptedServer(({ method }) =>
    method === 'POST' ? { reset: 'after reading' } : { json: { data: [evil] } },
  );
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: anEvent };
  const add = ['speakers', 'add', '--email', 'ada@example.org', '--json', '--timeout', '300ms'];
  const { stderr } = await plenary(add, { env });
  expect(stderr).not.toMatch(unsafe);
});

it('an error in words and as JSON, with its request id and its commands', async () => {
  const refused: Reply = {
    status: 409,
    headers: { 'x-request-id': 'req\u009b31m' },
    json: { detail: 'taken\u009b31m \u202eby', id: 'spk\u009b' },
  };
  const inWords = await against(refused, 'speakers', 'update', 'x\u009b', '--title', 'CTO');
  expect(inWords.stderr).toContain('conflict (409)');
  expect(inWords.stderr).not.toMatch(unsafe);
  const asJson = await against(
    refused,
    'speakers',
    'update',
    'x\u009b',
    '--title',
    'CTO',
    '--json',
  );
  expect(asJson.stderr).not.toMatch(unsafe);
  // Escaped, not lost.
  expect(JSON.parse(asJson.stderr).error.requestId).toBe('req\u009b31m');
});

describe('a record whose every field holds every control', () => {
  const range = (first: number, last: number) =>
    String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n));
  const controls = [
    [0x00, 0x1f],
    [0x7f, 0x9f],
    [0x061c, 0x061c],
    [0x200e, 0x200f],
    [0x202a, 0x202e],
    [0x2066, 0x2069],
  ] as const;
  const signs = controls.flatMap(([first, last]) => [...range(first, last)]);
  const hostile = `Q${signs.join('-')}Q`;
  /** A file with NUL is no text, and one with line breaks has other rows. */
  const inFile = hostile.replace(/[\0\r\n]-/g, '');
  const filled = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, hostile]));
  const person = (id: string) => ({
    id,
    first_name: `${hostile} Zoe ${id}`,
    email: `${id}@example.org`,
    ...filled('last_name', 'company_name', 'about', 'title', 'pronouns', 'speaker_status'),
  });
  const talk = (id: string) => ({
    id,
    title: `${hostile}${id}`,
    submitter_email: 'p1@example.org',
    track: filled('id', 'name'),
    format: filled('id', 'name'),
    ...filled(
      'abstract',
      'status',
      'submitter_first_name',
      'submitter_last_name',
      'feedback',
      'room',
    ),
    starts_at: '2027-06-05T09:00:00Z',
    ends_at: '2027-06-05T10:00:00Z',
  });
  const records: Readonly<Record<string, readonly object[]>> = {
    speakers: ['p1', 'p2'].map(person),
    submissions: ['t1', 't2'].map(talk),
    sessions: ['t1', 't2'].map((id) => ({ ...talk(id), speakers: [person('p1'), person('p2')] })),
    contacts: [{ id: 'c1', full_name: `${hostile} Zoe`, email: 'c1@example.org' }],
    'content-items': ['i1'].map(talk),
  };

  async function settings({ path: state }: { readonly path: string }) {
    server = await startScriptedServer(({ path, method }) => {
      const [, name = ''] = /\/v1\/events\/[^/]+\/([\w-]+)/.exec(path) ?? [];
      if (method !== 'GET' && !path.includes('/search')) {
        return { status: 422, json: { detail: hostile, errors: { [hostile]: [hostile] } } };
      }
      const { [name]: data } = records;
      if (data === undefined) return { status: 404, json: { detail: hostile } };
      return { json: { data, total: data.length } };
    });
    return {
      PLENARY_BASE_URL: server.url,
      PLENARY_TOKEN: 'plt_t',
      PLENARY_EVENT: anEvent,
      PLENARY_TIMEZONE: 'UTC',
      PLENARY_STATE_DIR: state,
    };
  }

  const files = {
    'd.csv': `id,title,status\nt1,${inFile},accepted\nt2,x,${inFile}\n`,
    's.csv': `email,company_name\np1@example.org,${inFile}\nno address ${inFile},x\n`,
    'p.csv': `title,room,start\n${inFile},${inFile},2027-06-06T09:00\n`,
    'refused.csv': `title,room,start\n${inFile},R,${inFile}\n`,
    't.csv': `title,speakers,duration\nt1 ${inFile},${inFile},30\nt2 ${inFile},${inFile},300\n`,
    'r.csv': `room,from,to\n${inFile},2027-06-06T09:00,2027-06-06T10:00\n`,
  };

  async function shown(args: readonly string[], terminal: Invocation = {}) {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    for (const [name, text] of Object.entries(files)) writeFileSync(folder.file(name), text);
    const env = await settings(folder);
    return plenary([...args, '--retries', '0'], { env, cwd: folder.path, ...terminal });
  }

  it.each([
    'speakers list',
    'speakers list --fields first_name,company_name,about',
    'speakers show p1',
    'status',
    'submissions list',
    'submissions show t1',
    'submissions plan d.csv',
    'submissions plan d.csv --summary markdown',
    'submissions apply d.csv --yes',
    'speakers plan s.csv',
    'speakers plan s.csv --summary markdown',
    'speakers apply s.csv --yes',
    'sessions list',
    'sessions check',
    'sessions plan p.csv --timezone UTC',
    'sessions place t1 --room X --start 2027-06-05T09:00 --timezone UTC',
    'timetable show --timezone UTC',
    'timetable changes p.csv --timezone UTC',
    'timetable changes p.csv --timezone UTC --summary markdown',
    'contacts search',
    'content-items list',
    'speakers update p1 --title CTO',
    'sessions plan refused.csv --timezone UTC',
    'sessions plan refused.csv --timezone UTC --summary markdown',
  ])('is shown without them: %s', async (command) => {
    const { stdout, stderr } = await shown(command.split(' '));
    expect(`${stdout}${stderr}`).not.toMatch(unsafe);
    // The rest of the text is there.
    expect(`${stdout}${stderr}`).toMatch(/Q ?[-\\]/);
  });

  it.each([
    'speakers list -o ndjson',
    'speakers list -o csv',
    'speakers show p1 --json',
    'api GET /v1/events/devconf/speakers --include',
    'api POST /v1/events/devconf/speakers --raw',
    'submissions plan d.csv --json',
    'speakers import s.csv --dry-run --json',
    'sessions plan p.csv --timezone UTC --json',
    'sessions autoplace t.csv --rooms-file r.csv --timezone UTC --steps 1 --out -',
    'sessions autoplace t.csv --rooms-file r.csv --timezone UTC --steps 1 --out out.csv',
    'timetable show --timezone UTC --json',
    'timetable changes p.csv --timezone UTC --json',
    'timetable export --timezone UTC --format csv',
    'timetable export --timezone UTC --format ics',
    'timetable export --timezone UTC --format html',
    'timetable export --timezone UTC --format schedule-json',
    'timetable export --timezone UTC --format schedule-xml',
  ])('is shown without them at a terminal: %s', async (command) => {
    const { stdout, stderr } = await shown([...command.split(' '), '--no-color'], { columns: 100 });
    expect(`${stdout}${stderr}`).toMatch(/Q ?[-\\]/);
    expect(stdout).not.toMatch(unsafe);
    // Progress returns to the start of its line, and clears it.
    expect(stderr.replaceAll('\r', '').replaceAll('\u001b[K', '')).not.toMatch(unsafe);
  });

  it('is exact as JSON, NDJSON and CSV in a pipe', async () => {
    const all = ['speakers', 'list', '--fields', 'about', '-o'];
    const json = await shown([...all, 'json']);
    const ndjson = await shown([...all, 'ndjson']);
    const csvText = await shown([...all, 'csv']);
    expect(JSON.parse(json.stdout)[1]).toEqual({ about: hostile });
    expect(JSON.parse(ndjson.stdout.split('\n')[1] ?? '')).toEqual({ about: hostile });
    expect(csvText.stdout).toContain(hostile);
  });

  it('is shown without them in a question', async () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const { run, answer, screen } = terminals(folder)(await settings(folder));
    const file = folder.file('people.csv');
    writeFileSync(file, `"${inFile}",Company\nann@example.org,ACME\n`);
    const ended = run('speakers', 'import', file);
    await answer('Which column holds email?', '\u001b[B\r');
    await answer('Create 1 speaker?', 'n\r');
    expect(await ended).toBe(130);
    expect(screen()).toContain('ann@example.org)');
    // The questions themselves move the cursor with ESC, backspaces and line breaks.
    expect(screen()).not.toMatch(/[\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  });
});

describe('a flag that an error suggests', () => {
  const command = '$(touch pwned)`touch pwned`';
  const records = [{ id: 't1', title: 'x', email: 'a@example.org', status: 'pending' }];
  const stage = () => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const run = (...args: readonly string[]) =>
      against({ json: { data: records, total: 1 } }, ...args);
    return { file: folder.file('x.csv'), plan: folder.file('plan.json'), run };
  };

  it.each([
    [
      'a column',
      ['--map', `${command}=id`],
      `${command},Status\nx1,accepted\n`,
      `--map '${command}='`,
    ],
    ['a word', [], `id,Decision\nt1,${command}\n`, `--status-map '${command}=STATUS'`],
  ])('does not run what %s contains', async (_, flags, text, shown) => {
    const { file, run } = stage();
    writeFileSync(file, text);
    expect((await run('submissions', 'plan', file, ...flags)).stderr).toContain(shown);
  });

  it('does not run what a saved plan contains', async () => {
    const { file, plan, run } = stage();
    writeFileSync(file, 'id,status\nt1,accepted\n');
    await run('submissions', 'plan', file, '--out', plan);
    writeFileSync(
      plan,
      readFileSync(plan, 'utf8').replace(JSON.stringify(anEvent), JSON.stringify(command)),
    );
    expect(await run('submissions', 'apply', plan)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(` --event '${command}', or create the plan again`),
    });
  });
});
