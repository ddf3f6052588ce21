// `plenary schema`, and what the suite checks with it: what is printed is checked by
// test/support/printed-documents.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCommands } from '../src/cli/commands/all-commands.ts';
import { jsonSchemaOf, schemaNames } from '../src/cli/commands/reference/schemas.ts';
import { checkDocument, checkPrintedDocuments } from './support/printed-documents.ts';
import { errorOf, plenary, startTestService, type TestService } from './support/program.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** A service may add members to them. */
const openDocuments: readonly string[] = [
  'journal-line',
  'response',
  'json-schema',
  'missing-speakers',
  'listed-events',
  'speaker',
  'speakers',
  'submission',
  'submissions',
  'session',
  'sessions',
  'contacts',
  'content-items',
];

describe('plenary schema', () => {
  it('lists each schema with a sentence and its commands', async () => {
    const { exitCode, stdout } = await plenary(['schema', '--json']);
    expect(exitCode).toBe(0);
    const listed: readonly Record<'name' | 'summary' | 'commands', unknown>[] = JSON.parse(stdout);
    expect(listed).toContainEqual({
      name: 'plan',
      summary: 'Plan of changes, printed or saved',
      commands: expect.arrayContaining([
        'speakers plan',
        'sessions plan',
        'program plan',
        'runs undo',
      ]),
    });
    // Of these, no command prints one on standard output.
    expect(
      listed.filter(({ commands }) => String(commands) === '').map(({ name }) => name),
    ).toEqual(['error', 'journal-line', 'site-talks', 'site-speakers']);
  });

  it('prints a schema, whatever the format of output is', async () => {
    const { exitCode, stdout } = await plenary(['schema', 'login']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'login',
      description: 'Login, and whether the service accepts it.',
      type: 'object',
      properties: { profile: { type: 'string' }, event: { type: ['string', 'null'] } },
      required: ['profile', 'baseUrl', 'tokenSource', 'event', 'accepted'],
      additionalProperties: false,
    });
    expect((await plenary(['schema', 'login', '--json'])).stdout).toBe(stdout);
  });
});

describe('the schemas', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false });

  it.each(schemaNames)('%s is a JSON Schema, and closed unless a service fills it', (name) => {
    const schema = jsonSchemaOf(name);
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(schema).toMatchObject({
      title: name,
      description: expect.stringMatching(/^[A-Z].*\.$/),
    });
    const isOpen = openDocuments.includes(name);
    expect(JSON.stringify(schema).includes('"additionalProperties":{}')).toBe(
      isOpen && name !== 'response',
    );
  });

  it('has what each command prints; the others refuse the flag', async () => {
    // These print no data, or in formats of others.
    const others = {
      'auth logout': [],
      'config set': ['event', 'devconf'],
      'config unset': ['event'],
      completion: ['bash'],
      demo: [],
      mcp: [],
      'timetable export': ['--format', 'html'],
    };
    const without = allCommands().filter(({ json }) => json.length === 0);
    expect(without.map(({ words }) => words).toSorted()).toEqual(Object.keys(others).toSorted());
    for (const [words, args] of Object.entries(others)) {
      const refused = await plenary([...words.split(' '), ...args, '--json']);
      expect([words, refused.exitCode, refused.stdout]).toEqual([words, 2, '']);
      expect(errorOf(refused).message).toBe(`--json: \`plenary ${words}\` prints no data`);
    }
  });

  it('allows a list whose fields are chosen, and any of its counts', async () => {
    for (const [words, fields] of [
      ['commands', 'name,summary,sends'],
      ['schema', 'name'],
      ['config list', 'setting,from'],
    ] as const) {
      const { stdout } = await plenary([...words.split(' '), '--json', '--fields', fields]);
      const [name = ''] = allCommands().find((row) => row.words === words)?.json ?? [];
      const published = JSON.parse((await plenary(['schema', name])).stdout);
      expect(ajv.validate(published, JSON.parse(stdout)), ajv.errorsText()).toBe(true);
    }
    const run = { run: '20270412-081530-5f0c9a1e', rows: 2, created: 1 };
    expect(ajv.validate(jsonSchemaOf('runs'), [run]), ajv.errorsText()).toBe(true);
  });
});

describe('a member of the documents', () => {
  // A journal has the words that its older lines have.
  const members = schemaNames
    .filter((name) => name !== 'journal-line')
    .flatMap((name) => [...membersOf(jsonSchemaOf(name))].map((member) => ({ name, ...member })));

  it.each([
    ['submissionId', 'id'],
    ['resource', 'kind'],
    ['resources', 'kinds'],
    ['started', 'startedAt'],
    ['ended', 'endedAt'],
    ['created_at', 'createdAt'],
    ['revoked_at', 'revokedAt'],
    ['organization_id', 'organizationId'],
    ['has_lists', 'hasLists'],
    ['talk_statuses', 'talkStatuses'],
  ])('is never called %s, because it is %s elsewhere', (old, current) => {
    expect(members.filter(({ member }) => member === old)).toEqual([]);
    expect(members.map(({ member }) => member)).toContain(current);
  });

  it('is camelCase, unless it is of a record of the service', () => {
    const ours = members.filter(({ name }) => !openDocuments.includes(name));
    expect(ours.filter(({ member }) => !/^[a-z]+([A-Z][a-z]*)*\d*$/.test(member))).toEqual([]);
  });

  it('that is called kind says what kind of record something is', () => {
    const kinds = members.filter(({ member }) => member === 'kind');
    const words = kinds.flatMap(({ schema }) => schema.enum ?? schema.description);
    expect(new Set(words)).toEqual(
      new Set([
        'speaker',
        'submission',
        'session',
        'Of the record, as in a plan',
        '`speaker`, `submission`, `session` or `program`',
      ]),
    );
  });

  it.each([
    ['create', 'created'],
    ['update', 'updated'],
    ['place', 'placed'],
    ['move', 'moved'],
    ['unplace', 'unplaced'],
  ])('is %s in the counts and actions of a plan, and %s in all other counts', (verb, past) => {
    const countsIn = (name: string) => {
      const found = members.find((each) => each.name === name && each.member === 'counts');
      return Object.keys(found?.schema.properties ?? {});
    };
    const action = members.find(({ name, member }) => name === 'plan' && member === 'action');
    expect(action?.schema.enum).toContain(verb);
    expect(countsIn('plan')).toContain(verb);
    for (const name of ['report', 'runs', 'run']) expect(countsIn(name)).toContain(past);
  });
});

interface Member {
  readonly member: string;
  readonly schema: {
    readonly enum?: readonly string[];
    readonly description?: string;
    readonly properties?: object;
  };
}

/** Every property that a JSON Schema names, wherever it is. */
function* membersOf(schema: unknown): IterableIterator<Member> {
  if (typeof schema !== 'object' || schema === null) return;
  if ('properties' in schema && typeof schema.properties === 'object')
    for (const [member, each] of Object.entries(schema.properties ?? {}))
      yield { member, schema: each };
  for (const part of Object.values(schema)) yield* membersOf(part);
}

it('refuses what a schema does not have, wherever a test runs a command', () => {
  const check = (args: readonly string[], stdout: string) => () =>
    checkPrintedDocuments({ args, stdout, stderr: '' });
  expect(check(['serve', '--json'], '{"url":"http://127.0.0.1:8080"}')).not.toThrow();
  expect(check(['serve', '--json'], '{"url":"http://127.0.0.1:8080","port":8080}')).toThrow('port');
  expect(check(['auth', 'logout', '--json'], '{}')).toThrow('plenary auth logout has no schema');
});

describe('what is saved', () => {
  let service: TestService;
  const folder = temporaryFolder();
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  const done = async (...args: readonly string[]) => {
    const result = await service.plenary(args);
    expect(result).toMatchObject({ exitCode: 0 });
    return result;
  };
  const write = (name: string, text: string) => {
    writeFileSync(folder.file(name), text);
    return folder.file(name);
  };
  const saved = (name: string) => JSON.parse(readFileSync(folder.file(name), 'utf8'));

  it('fits as plan and as journal, in a run of each kind', async () => {
    const speakers = write(
      'speakers.csv',
      'email,first_name\nada@example.org,Ada\nlin@example.org,Lin\n',
    );
    const talks = write(
      'talks.csv',
      'title,submitter_email\nMaps,ada@example.org\nNets,lin@example.org\n',
    );
    await done('speakers', 'import', speakers, '--yes');
    await done('submissions', 'import', talks, '--yes');

    write('speakers.csv', 'email,first_name\nada@example.org,Augusta\n');
    await done('speakers', 'plan', speakers, '--out', folder.file('speakers.json'));
    checkDocument('plan', saved('speakers.json'));
    await done('speakers', 'apply', folder.file('speakers.json'), '--yes');

    const rows =
      'title,room,start,end\nMaps,Aula,2027-05-20 09:00,2027-05-20 09:30\n' +
      'Lunch,,2027-05-20 12:00,\n';
    const schedule = write('schedule.csv', rows);
    await done(
      'sessions',
      'plan',
      schedule,
      '--timezone',
      'Europe/Berlin',
      '--out',
      folder.file('schedule.json'),
    );
    checkDocument('plan', saved('schedule.json'));
    await done('sessions', 'apply', folder.file('schedule.json'), '--yes');

    const program = folder.file('devconf');
    await done('program', 'pull', program);
    const edited = readFileSync(join(program, 'submissions.csv'), 'utf8').replace(
      'Nets',
      'Networks',
    );
    write('devconf/submissions.csv', edited);
    await done('program', 'plan', program, '--out', folder.file('program.json'));
    checkDocument('plan', saved('program.json'));
    await done('program', 'apply', folder.file('program.json'), '--yes');

    const { stdout } = await done('runs', 'list', '--json');
    const runs: readonly { readonly run: string; readonly action: string }[] = JSON.parse(stdout);
    expect(runs.map(({ action }) => action).toSorted()).toEqual([
      'apply',
      'apply',
      'apply',
      'import',
      'import',
    ]);
    const lines = linesOfJournals(join(service.env.PLENARY_STATE_DIR ?? '', 'runs'));
    for (const line of lines) checkDocument('journal-line', line);
    for (const kind of ['journal', 'sending', 'change', 'row', 'ended']) {
      expect(lines.some((line) => Object.hasOwn(line, kind))).toBe(true);
    }
  });
});

function linesOfJournals(runs: string): readonly object[] {
  const files = readdirSync(runs, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('journal.ndjson'),
  );
  return files.flatMap((file) =>
    readFileSync(join(runs, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}
