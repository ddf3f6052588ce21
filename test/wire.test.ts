// Each command on the wire, against a server scripted by hand from the specification: method, path, headers and body
// to the byte, and every form of answer that the specification leaves open.
import { afterEach, describe, expect, it } from 'vitest';
import { type Outcome, plenary } from './support/program.ts';
import { type Script, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

let server: ScriptedServer;
afterEach(() => server.close());

async function against(replies: Script, ...args: string[]): Promise<Outcome> {
  server = await startScriptedServer(replies);
  const env = { PLENARY_BASE_URL: `${server.url}/conference/`, PLENARY_TOKEN: 't0ken', PLENARY_EVENT: 'dev conf' };
  return plenary(args, { env });
}

const page = { data: [], pagination: { currentPage: 1, pageSize: 25, totalPages: 1, totalResults: 0 } };

type Case = readonly [command: string, args: readonly string[], request: string, body: string, answer: unknown];

const cases: readonly Case[] = [
  [
    'speakers add',
    ['--email', 'ada@example.org', '--first-name', 'Ada', '--about', 'Größe\n2'],
    'POST /conference/v1/events/dev%20conf/speakers',
    '{"email":"ada@example.org","first_name":"Ada","about":"Größe\\n2"}',
    { id: 'spk_1' },
  ],
  [
    'submissions add',
    ['--title', 'T', '--submitter-email', 'a@b', '--track-id', 'web', '--format-id', 'talk'],
    'POST /conference/v1/events/dev%20conf/submissions',
    '{"title":"T","submitter_email":"a@b","track_id":"web","format_id":"talk"}',
    { id: 'sub_1' },
  ],
  [
    'speakers update',
    ['spk/1', '--pronouns', 'she/her', '--clear', 'about', '--clear', 'phone'],
    'PATCH /conference/v1/speakers/spk%2F1',
    '{"about":null,"phone":"","pronouns":"she/her"}',
    { id: 'spk/1' },
  ],
  [
    'submissions update',
    ['sub_1', '--status', 'accepted', '--feedback', 'Yes!'],
    'PATCH /conference/v1/submissions/sub_1',
    '{"status":"accepted","feedback":"Yes!"}',
    { id: 'sub_1' },
  ],
  [
    'submissions search',
    ['--status', 'pending', '--track', 'web', '--page', '2', '--page-size', '50'],
    'POST /conference/v1/events/dev%20conf/submissions/search',
    '{"status":"pending","track":"web","page":2,"pageSize":50}',
    page,
  ],
  ['contacts search', [], 'POST /conference/v1/events/dev%20conf/contacts/search', '{}', page],
  [
    'sessions place',
    ['sub_1', '--room', 'Main Hall', '--start', '2026-05-02T09:00:00+02:00'],
    'PUT /conference/v1/sessions/sub_1/schedule',
    '{"room":"Main Hall","start":"2026-05-02T09:00:00+02:00"}',
    { id: 'sub_1' },
  ],
  [
    'submissions list',
    ['--status', 'a&b', '--track', 'web'],
    'GET /conference/v1/events/dev%20conf/submissions?status=a%26b&track=web',
    '',
    page,
  ],
  [
    'content-items list',
    ['--query', 'lang=en'],
    'GET /conference/v1/events/dev%20conf/content-items?lang=en',
    '',
    page,
  ],
  ['sessions list', ['--page', '3'], 'GET /conference/v1/events/dev%20conf/sessions?page=3', '', page],
  ['speakers list', ['--event', 'other'], 'GET /conference/v1/events/other/speakers', '', page],
];

describe('the eleven commands', () => {
  it.each(cases)('%s %j', async (command, args, request, body, answer) => {
    const { exitCode, stderr } = await against([{ json: answer }], ...command.split(' '), ...args, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([request]);
    const { headers, body: sent } = await server.request(1);
    expect(sent).toBe(body);
    expect(headers).toMatchObject({ 'x-access-token': 't0ken', accept: 'application/json' });
    expect(headers['content-type']).toBe(body === '' ? undefined : 'application/json');
    expect(headers['idempotency-key'] !== undefined).toBe(command.endsWith(' add'));
  });

  it('sends a start untouched when it is told to', async () => {
    const start = ['--start', 'Saturday, nine', '--start-as-is'];
    await against([{ json: {} }], 'sessions', 'place', 'sub_1', '--room', 'A', ...start);
    expect(server.requests[0]?.body).toBe('{"room":"A","start":"Saturday, nine"}');
  });
});

describe('a list is understood', () => {
  const record = { id: 'spk_1', email: 'a@b', constructor_note: '…', nested: { kept: [1, 2] } };

  it.each([
    ['under data', { data: [record] }],
    ['under results', { results: [record], total: 1 }],
    ['under items', { items: [record] }],
    ["under the resource's name", { speakers: [record] }],
    ['as a bare array', [record]],
  ])('%s, with unknown fields untouched', async (_where, answer) => {
    // It has no pages: whatever is asked for, the whole list comes.
    const { exitCode, stdout } = await against(() => ({ json: answer }), 'speakers', 'list', '--all', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual([record]);
    expect(server.requests.length).toBeLessThanOrEqual(2);
  });

  it('over several pages, with the paging at the top level', async () => {
    const answer = (n: number) => ({ json: { results: [{ id: `spk_${n}` }], page: n, totalPages: 3 } });
    const { stdout } = await against([answer(1), answer(2), answer(3)], 'speakers', 'list', '--all', '--json');
    expect(JSON.parse(stdout)).toEqual([{ id: 'spk_1' }, { id: 'spk_2' }, { id: 'spk_3' }]);
    expect(server.requests.map(({ path }) => new URL(path, server.url).searchParams.get('page'))).toEqual([
      null,
      '2',
      '3',
    ]);
  });

  it('whatever 2xx it comes with', async () => {
    const { exitCode } = await against([{ status: 206, json: { data: [record] } }], 'speakers', 'list');
    expect(exitCode).toBe(0);
  });

  it('and its CSV names the fields of every page', async () => {
    const page = (n: number, record: object) => ({ json: { data: [record], page: n, totalPages: 2 } });
    const pages = [page(1, { id: 'a' }), page(2, { id: 'b', extra: 'kept' })];
    const { stdout } = await against(pages, 'speakers', 'list', '--all', '-o', 'csv');
    expect(stdout).toBe('id,extra\na,\nb,kept\n');
  });

  it('and its text does a terminal no harm', async () => {
    const hostile = { id: '\u001b[2J', first_name: 'a\u0007b', last_name: 'c\r\nd' };
    const { stdout } = await against([{ json: [hostile] }], 'speakers', 'list');
    expect(stdout).toBe('ID  FIRST NAME  LAST NAME\n    ab          c d\n');
  });

  it('and its CSV runs nothing in a spreadsheet', async () => {
    const { stdout } = await against(
      [{ json: [{ id: '=cmd()', n: '+1', m: 'a,b', s: -1 }] }],
      'speakers',
      'list',
      '-o',
      'csv',
    );
    expect(stdout).toBe("id,n,m,s\n'=cmd(),'+1,\"a,b\",'-1\n");
  });
});
