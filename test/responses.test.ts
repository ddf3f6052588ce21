// What commands make of responses: numbers that JavaScript would round, successes without a record,
// refusals, and `plenary api`.
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anEvent, aSpeaker } from './support/ids.ts';
import { errorOf, plenary } from './support/program.ts';
import { type Reply, type Script, startScriptedServer } from './support/scripted-server.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

async function against(script: Script) {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'a-token',
    PLENARY_EVENT: anEvent,
    PLENARY_STATE_DIR: folder.path,
    PLENARY_CONFIG_DIR: folder.path,
  };
  return {
    server,
    folder,
    run: (...args: string[]) => plenary(args, { env, clock: skippingClock() }),
  };
}

const speakers = '/v1/events/e/speakers';

describe('an integer above 2^53', () => {
  const [first, second] = ['9007199254740993', '-900719925474099301'];
  const record = (id: string) =>
    `{"id":${id},"email":"${id}@x.org","about":"{\\"n\\": 9007199254740993}"}`;
  const list = `{"data":[${record(first)},${record(second)}],"total":2}`;

  it.each([['list', '-o', 'csv'], ['list'], ['list', '--json']])(
    'is exact in speakers %s %s',
    async (...args) => {
      const { run } = await against(() => ({ text: list }));
      const { stdout } = await run('speakers', ...args);
      expect(stdout).toContain(first);
      expect(stdout).toContain(second);
      expect(stdout).not.toContain('9007199254740992');
    },
  );

  it('is exact in one record, in api, in the next request and in import results', async () => {
    const { run, server, folder } = await against(({ method }) => ({
      text: method === 'GET' ? list : record(first),
    }));
    expect(
      JSON.parse((await run('speakers', 'add', '--email', `${first}@x.org`, '--json')).stdout),
    ).toEqual({
      id: first,
      email: `${first}@x.org`,
      about: '{"n": 9007199254740993}',
    });
    expect((await run('api', 'GET', speakers)).stdout).toContain(first);
    writeFileSync(folder.file('s.csv'), `email,first_name\n${first}@x.org,New\n`);
    const results = ['--yes', '--results', folder.file('r.csv')];
    expect(await run('speakers', 'apply', folder.file('s.csv'), ...results)).toMatchObject({
      exitCode: 0,
    });
    expect(server.requests.at(-1)).toMatchObject({
      method: 'PATCH',
      path: `/v1/speakers/${first}`,
    });
  });
});

it('prints a number that JavaScript cannot hold, and leaves the others', async () => {
  const text =
    '{"a":1e400,"b":-2E+5000,"c":1.5e300,"d":"1e400","e":0.1234567890123456789,"f":1e16}';
  const { run } = await against(() => ({ text }));
  const { stdout } = await run('api', 'GET', '/v1/x', '-o', 'ndjson');
  expect(stdout).toBe(
    '{"a":"1e400","b":"-2E+5000","c":1.5e+300,"d":"1e400","e":0.12345678901234568,' +
      '"f":10000000000000000}\n',
  );
});

describe('a success without a record', () => {
  const nothing = 'The service accepted the request and returned no record';
  it.each<[string, Reply]>([
    ['201 {}', { status: 201, json: {} }],
    ['204', { status: 204, text: '' }],
    [
      'only Location',
      { status: 201, text: '', headers: { location: '/v1/events/e/speakers/spk%2F1' } },
    ],
  ])('is looked up after a creation: %s', async (_, reply) => {
    const { run } = await against(({ method }) =>
      method === 'GET'
        ? { json: { data: [{ id: 'spk_1', email: 'new@example.org' }], total: 1 } }
        : reply,
    );
    const created = await run('speakers', 'add', '--email', 'new@example.org');
    expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('spk_1') });
  });

  it('is reported for a change, and by api', async () => {
    const { run } = await against(() => ({ status: 204, text: '' }));
    expect((await run('speakers', 'update', aSpeaker, '--title', 'CTO')).stderr).toBe(
      `${nothing}.\n`,
    );
    expect((await run('api', 'DELETE', '/v1/speakers/spk_1')).stderr).toBe(
      'The service responded with 204 and no body.\n',
    );
  });
});

describe('a refusal', () => {
  it('by a web page is named, and the token is not blamed', async () => {
    const text = '<!DOCTYPE html><html><body><h1>Checking your browser</h1></body></html>';
    const { run } = await against(() => ({ status: 403, text }));
    expect(errorOf(await run('speakers', 'list', '--json'))).toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(
        /^a web page refuses the request \(403\), .*: Checking your browser$/,
      ),
      fix: expect.stringContaining('the token was not checked'),
    });
  });
});

describe('plenary api', () => {
  it('sends headers, and text and typed fields', async () => {
    const { run, server } = await against(() => ({ json: { ok: true } }));
    const fields = [
      '-f',
      'a=1',
      '-F',
      'b=1',
      '-F',
      'c=true',
      '-F',
      'd=null',
      '-F',
      'e=x y',
      '-F',
      'f=["g"]',
    ];
    await run(
      'api',
      'POST',
      '/v1/x',
      ...fields,
      '--header',
      'Accept: text/plain',
      '-H',
      'X-One:two',
    );
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      a: '1',
      b: 1,
      c: true,
      d: null,
      e: 'x y',
      f: ['g'],
    });
    expect(server.requests[0]?.headers).toMatchObject({
      accept: 'text/plain',
      'x-one': 'two',
      'x-access-token': 'a-token',
    });
    await run('api', 'GET', '/v1/x', '-f', 'a=1', '-F', 'b=2');
    expect(server.requests[1]?.path).toBe('/v1/x?a=1&b=2');
  });

  it.each([
    [['--header', 'no colon'], '--header no colon: expected "name: value"'],
    [['--header', 'X-Access-Token: t'], '--header: X-Access-Token is set by Plenary'],
    [
      ['-F', 'id=9007199254740993'],
      '--typed-field: 9007199254740993 is too large for a JSON number',
    ],
    [['--all', '--include'], '--all and --include cannot be combined'],
  ])('refuses %j', async (args, message) => {
    const { run, server } = await against(() => ({ json: {} }));
    const refused = await run('api', 'GET', '/v1/x', ...args);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
    expect(server.requests).toEqual([]);
  });

  it('prints the status and headers with --include', async () => {
    const { run } = await against(() => ({ json: { a: 1 }, headers: { 'x-one': 'two' } }));
    const { stdout } = await run('api', 'GET', '/v1/x', '-i');
    expect(stdout).toMatch(
      /^HTTP 200\n(?:[\w-]+: .*\n)*x-one: two\n(?:[\w-]+: .*\n)*\n\{\n {2}"a": 1\n\}\n$/,
    );
  });

  it('prints the body of an error with --raw', async () => {
    const { run } = await against(() => ({ status: 404, text: 'no such page' }));
    expect(await run('api', 'GET', '/v1/x', '--raw')).toMatchObject({
      exitCode: 5,
      stdout: 'no such page',
    });
    expect(await run('api', 'GET', '/v1/x')).toMatchObject({ exitCode: 5, stdout: '' });
    const withHead = await run('api', 'GET', '/v1/x', '--raw', '--include');
    expect(withHead.stdout).toMatch(/^HTTP 404\n(?:[\w-]+: .*\n)+\nno such page$/);
  });
});

it('plenary api follows a search without fields', async () => {
  const { run, server } = await against(() => ({ json: { data: [{ id: 'a' }], total: 1 } }));
  const { stdout } = await run(
    'api',
    'POST',
    '/v1/events/{event_id}/submissions/search',
    '--all',
    '--json',
  );
  expect(JSON.parse(stdout)).toEqual([{ id: 'a' }]);
  expect(server.requests.map(({ body }) => body)).toEqual(['{"page":1,"pageSize":100}']);
});

describe('--paging', () => {
  const addresses = Array.from({ length: 5 }, (_, n) => `p${n}@example.org`);
  const all = addresses.map((email, n) => ({ id: `s${n}`, email }));

  it.each(['cursor:after', 'page:p', 'p=1', ''])('is refused with %s', async (value) => {
    const { run, server } = await against(() => ({ json: { data: all, total: 5 } }));
    expect(await run('speakers', 'list', '--paging', value)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is not none or the name of a parameter, such as p'),
    });
    expect(server.requests).toEqual([]);
  });

  it('gets every command past pages that are alike, as a flag and as a setting', async () => {
    const whole = Array.from({ length: 100 }, (_, n) => ({
      id: `s${n}`,
      email: `p${n}@example.org`,
    }));
    const { run, server, folder } = await against(({ method, body }) => {
      if (method === 'GET') return { json: whole };
      return { status: 201, json: { id: 'new', ...JSON.parse(body) } };
    });
    const rows = ['email', ...whole.map(({ email }) => email), 'new@example.org', ''];
    writeFileSync(folder.file('s.csv'), rows.join('\n'));
    const imported = ['speakers', 'import', folder.file('s.csv'), '--yes', '--json'];
    const message = 'the list of speakers may be incomplete: page 2 repeats records of page 1';
    const refused = errorOf(await run(...imported));
    expect(refused).toMatchObject({ exitCode: 1, message: expect.stringContaining(message) });
    expect(refused.fix).toContain('--paging none');
    expect(server.requests.some(({ method }) => method === 'POST')).toBe(false);
    for (const format of ['table', 'csv']) {
      const unfinished = await run('speakers', 'list', '-o', format);
      expect(unfinished).toMatchObject({ exitCode: 1, stdout: '' });
    }
    const listed = await run('speakers', 'list', '--json', '--paging', 'none');
    expect({ ...listed, stdout: JSON.parse(listed.stdout) }).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: whole,
    });
    await run('config', 'set', 'paging', 'none');
    const { counts } = JSON.parse((await run(...imported)).stdout);
    expect(counts).toMatchObject({ rows: 101, created: 1 });
  });

  it.each<[string, object, string]>([
    ['a higher total', { total: 90 }, 'the service reports 90 records and returned 5'],
    ['a cursor', { next_cursor: 'x' }, 'the service reports more than the first 5'],
  ])('gets no command past %s', async (_, report, message) => {
    const { run } = await against(() => ({ json: { data: all, ...report } }));
    for (const flags of [[], ['--paging', 'none']]) {
      const refused = errorOf(await run('speakers', 'list', '--json', ...flags));
      expect(refused).toMatchObject({ exitCode: 1, message: expect.stringContaining(message) });
      expect(refused.fix).not.toContain('--paging none');
    }
  });
});
