// Lists that are filtered and sorted here: what is printed, what is reported, and what is read.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anEvent } from './support/ids.ts';
import { plenary, startTestService, type TestService } from './support/program.ts';
import { type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';
import { sendRecord } from './support/stage.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const add = async (title: string, track_id: string, status?: string) => {
    const talk = { title, submitter_email: 'ada@example.org', track_id };
    const { id } = await sendRecord(service, 'POST', 'events/devconf/submissions', talk);
    if (status !== undefined) await sendRecord(service, 'PATCH', `submissions/${id}`, { status });
  };
  await add('Queues', 'backend', 'accept_queue');
  await add('Deep queues', 'data');
  await add('Ångström', 'frontend', 'accepted');
  await add('Zebras', 'backend', 'accepted');
  await add('Émile', 'data');
});
afterAll(() => service.stop());

const list = ['submissions', 'list', '--page-size', '2', '--fields', 'title', '-o', 'csv'];
const titles = (stdout: string) => stdout.trim().split('\n').slice(1);

describe('a list', () => {
  it.each([
    [
      ['--where', 'status=Accepted'],
      ['Ångström', 'Zebras'],
      'All pages were read: 5 submissions; 2 match.\n',
    ],
    [
      ['--where', 'title~QUEUE', '--where', 'track!=data'],
      ['Queues'],
      'All pages were read: 5 submissions; 1 matches.\n',
    ],
    [
      ['--sort', 'title'],
      ['Ångström', 'Deep queues', 'Émile', 'Queues', 'Zebras'],
      'All pages were read: 5 submissions.\n',
    ],
    [
      ['--sort', 'track,-title', '--limit', '3'],
      ['Zebras', 'Queues', 'Émile'],
      'All pages were read: 5 submissions.\n',
    ],
    [
      ['--where', 'status=pending', '--limit', '1'],
      ['Deep queues'],
      'Read 2 submissions until 1 matched.\n',
    ],
    [
      ['--where', 'status=accepted', '--sort', '-title', '--status', 'accepted'],
      ['Zebras', 'Ångström'],
      'All pages were read: 2 submissions; 2 match.\n',
    ],
    [
      ['--where', 'title=angstrom'],
      ['Ångström'],
      'All pages were read: 5 submissions; 1 matches without accents.\n',
    ],
    [
      ['--where', 'title~é', '--where', 'title!=Emile', '--sort', '-title'],
      ['Émile'],
      'All pages were read: 5 submissions; 1 matches.\n',
    ],
    [
      ['--where', 'title~ë', '--sort', '-title', '--limit', '2'],
      ['Zebras', 'Queues'],
      'All pages were read: 5 submissions; 4 match without accents.\n',
    ],
    [['--where', 'feedback=great'], [], 'All pages were read: 5 submissions; 0 match.\n'],
  ])('with %j', async (flags, expected, notices) => {
    const { exitCode, stdout, stderr } = await service.plenary([...list, ...flags]);
    expect({ exitCode, stderr, titles: titles(stdout) }).toEqual({
      exitCode: 0,
      stderr: notices,
      titles: expected,
    });
  });

  it('of a search, of another resource and as a table', async () => {
    const found = await service.plenary([
      'submissions',
      'search',
      '--where',
      'title=zebras',
      '--fields',
      'title',
    ]);
    expect(found.stdout).toBe('TITLE\nZebras\n');
    const contacts = await service.plenary(['contacts', 'search', '--where', 'company_name=x']);
    expect([contacts.stdout, contacts.stderr]).toEqual([
      '',
      'All pages were read: 1 contact; 0 match.\nNo contacts.\n',
    ]);
  });

  it.each([
    [
      ['--where', 'titel=x'],
      'Error: unknown field: --where titel\nFix: did you mean title? (the fields are id, title, ',
    ],
    [
      ['--where', 'nothing!=x', '--sort', 'satus'],
      'Error: unknown fields: --where nothing, --sort satus\nFix: did you mean status? (',
    ],
    [
      ['--sort', 'emial', '--fields', 'abc,id'],
      'Error: unknown fields: --fields abc, --sort emial\n',
    ],
    [['--where', 'status'], 'Error: --where status: not a condition\nFix: write field=value'],
    [
      ['--sort', 'title', '--page', '2'],
      'Error: --page: --all, --limit, --where and --sort read the list from',
    ],
    [
      ['--limit', '5', '--page', '2'],
      'Error: --page: --all, --limit, --where and --sort read the list from',
    ],
    [
      ['--all', '--query', 'page=2'],
      'Error: --page: --all, --limit, --where and --sort read the list from',
    ],
    [['--page', '0'], 'Error: --page 0: expected a whole number from 1 on\nFix: pass a number'],
    [['--page-size', '0'], 'Error: --page-size 0: expected a whole number from 1 on\n'],
    [
      ['--all', '--page', '2'],
      'Error: --page: --all, --limit, --where and --sort read the list from',
    ],
  ])('with %j ends with 2 and prints nothing', async (flags, message) => {
    for (const format of ['table', 'json', 'ndjson', 'csv']) {
      const { exitCode, stdout, stderr } = await service.plenary([
        'submissions',
        'list',
        ...flags,
        '-o',
        format,
      ]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      if (format === 'table') expect(stderr.startsWith(message), stderr).toBe(true);
    }
  });

  it('accepts any field if there is no record', async () => {
    const none = [
      'submissions',
      'list',
      '--status',
      'withdrawn',
      '--where',
      'foo=x',
      '--fields',
      'bar',
      '--json',
    ];
    expect(await service.plenary(none)).toMatchObject({ exitCode: 0, stdout: '[]\n' });
  });
});

describe('fields that only some records of a service have', () => {
  let server: ScriptedServer;
  afterEach(() => server.close());

  it.each([
    [['--fields', 'id,rare'], '[{"id":"a","rare":null},{"id":"b","rare":1}]', ''],
    [
      ['--where', 'rare!=2', '--fields', 'id'],
      '[{"id":"a"},{"id":"b"}]',
      'All pages were read: 2 speakers; 2 match.\n',
    ],
    [
      ['--fields', 'id,pronouns'],
      '[{"id":"a","pronouns":null},{"id":"b","pronouns":null}]',
      'No record has the field pronouns. The fields are: id, rare.\n',
    ],
  ])('%j', async (flags, records, notices) => {
    const page = (n: number, record: object) => ({
      json: { data: [record], page: n, totalPages: 2, total: 2 },
    });
    server = await startScriptedServer([page(1, { id: 'a' }), page(2, { id: 'b', rare: 1 })]);
    const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: anEvent };
    const { stdout, stderr } = await plenary(['speakers', 'list', '--json', ...flags], {
      env,
    });
    expect([JSON.stringify(JSON.parse(stdout)), stderr]).toEqual([records, notices]);
  });
});
