// Lists of the public server, and of others by the same rules: each is read completely, or refused.
import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anEvent } from './support/ids.ts';
import { errorOf, plenary } from './support/program.ts';
import { type Received, type Reply, startScriptedServer } from './support/scripted-server.ts';
import { specification } from './support/specification.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

type Person = Readonly<Record<'id' | 'email', string>>;

function people(count: number): readonly Person[] {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  return numbers.map((number) => ({ id: `spk_${number}`, email: `s${number}@example.org` }));
}

/** Starts a server that answers each list as scripted, and creates whatever it gets. */
async function against(answer: (request: Received) => Reply) {
  const server = await startScriptedServer((request) => {
    const { method, path, body } = request;
    if (method === 'GET' || path.endsWith('/search')) return answer(request);
    return { status: 201, json: { data: { id: 'new', ...JSON.parse(body) } } };
  });
  const folder = temporaryFolder();
  onTestFinished(async () => {
    await server.close();
    folder.remove();
  });
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 't',
    PLENARY_EVENT: anEvent,
    PLENARY_STATE_DIR: folder.path,
    PLENARY_CONFIG_DIR: folder.path,
  };
  const run = (...args: readonly string[]) => plenary(args, { env });
  const atTerminal = (...args: readonly string[]) => plenary(args, { env, columns: 80 });
  const write = (name: string, lines: readonly string[]) => {
    writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
    return folder.file(name);
  };
  const requested = () => server.requests.map(({ method, path }) => `${method} ${path}`);
  return { server, run, atTerminal, write, requested };
}

/** A parameter of the query, or of the body of a search. */
function parameterOf({ path, body }: Received, name: string): string | undefined {
  const query = new URLSearchParams(path.split('?')[1]);
  const value = body === '' ? query.get(name) : JSON.parse(body)[name];
  return value === null || value === undefined ? undefined : String(value);
}

/** What the public server answers, byte for byte. */
function publicServer(all: readonly unknown[]) {
  return (request: Received): Reply => {
    const page = Number(parameterOf(request, 'page') ?? 1);
    const pageSize = Number(parameterOf(request, 'pageSize') ?? 25);
    const data = JSON.stringify(all.slice((page - 1) * pageSize, page * pageSize));
    const headers = { 'content-type': 'application/json' };
    const text = `{"data":${data},"page":${page},"pageSize":${pageSize},"total":${all.length}}`;
    return { text, headers };
  };
}

const lists = specification
  .map(({ command }) => command)
  .filter((command) => /(?:list|search)$/.test(command));

describe('the public server', () => {
  it('is asked for each page of a list once', async () => {
    const all = people(230);
    const { run, requested } = await against(publicServer(all));
    const { exitCode, stdout } = await run('speakers', 'list', '--json');
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, all]);
    expect(requested()).toEqual([
      `GET /v1/events/${anEvent}/speakers?page=1&pageSize=100`,
      `GET /v1/events/${anEvent}/speakers?page=2&pageSize=100`,
      `GET /v1/events/${anEvent}/speakers?page=3&pageSize=100`,
    ]);
  });

  it('is asked for each page of a search by its body', async () => {
    const { run, server } = await against(publicServer(people(101)));
    const search = ['submissions', 'search', '--status', 'accepted', '--json'];
    expect(JSON.parse((await run(...search)).stdout)).toHaveLength(101);
    expect(server.requests.map(({ body }) => body)).toEqual([
      '{"status":"accepted","page":1,"pageSize":100}',
      '{"status":"accepted","page":2,"pageSize":100}',
    ]);
  });

  it.each([1, 100])('is asked once by an import whose %i rows exist', async (count) => {
    const { run, write, requested } = await against(publicServer(people(count)));
    const file = write('s.csv', ['email', ...people(count).map(({ email }) => email)]);
    const { exitCode, stdout } = await run('speakers', 'import', file, '--yes', '--json');
    expect([exitCode, JSON.parse(stdout).counts]).toMatchObject([0, { skipped: count }]);
    expect(requested()).toEqual([`GET /v1/events/${anEvent}/speakers?page=1&pageSize=100`]);
  });

  describe.each(lists)('has the list of `%s`', (command) => {
    const words = command.split(' ');
    const all = people(130);
    const idsIn = (text: string) => text.match(/\bspk_\d+/g);
    const ids = all.map(({ id }) => id);

    it.each(['json', 'ndjson', 'csv', 'table'])('whole as %s', async (format) => {
      const { run } = await against(publicServer(all));
      const { exitCode, stdout, stderr } = await run(...words, '--fields', 'id', '-o', format);
      expect({ exitCode, stderr, ids: idsIn(stdout) }).toEqual({ exitCode: 0, stderr: '', ids });
    });

    it('as a table at a terminal: its first page, and how many records there are', async () => {
      const { atTerminal, server } = await against(publicServer(all));
      const { stdout, stderr } = await atTerminal(...words, '--fields', 'id');
      const noun = words[0]?.replace('-', ' ');
      expect({ stderr, ids: idsIn(stdout) }).toEqual({
        stderr: `Shown: 25 of 130 ${noun}. Pass --all to show all.\n`,
        ids: ids.slice(0, 25),
      });
      expect(server.requests).toHaveLength(1);
      for (const flags of [['--all'], ['--json']]) {
        const whole = await atTerminal(...words, '--fields', 'id', ...flags);
        expect({ stderr: whole.stderr, ids: idsIn(whole.stdout) }).toEqual({ stderr: '', ids });
      }
    });

    it('in pages of the requested size, or one of these pages', async () => {
      const { run, server } = await against(publicServer(all));
      const sized = [...words, '--json', '--page-size', '50'];
      expect(idsIn((await run(...sized)).stdout)).toEqual(ids);
      expect(server.requests).toHaveLength(3);
      expect(idsIn((await run(...sized, '--page', '2')).stdout)).toEqual(ids.slice(50, 100));
      expect(server.requests).toHaveLength(4);
    });

    it.each([
      [130, '130 records'],
      [1, '1 record'],
    ])('names the number of records at a page after the last one: %i', async (count, text) => {
      const { run } = await against(publicServer(all.slice(0, count)));
      const { exitCode, stderr } = await run(...words, '--page', '90');
      const message = `The page is after the last one: the service lists ${text}.`;
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining(message)]);
    });
  });

  it('has its content items by item_id, whatever is outstanding', async () => {
    const items = people(2).map(({ id: item_id, email }) => ({ item_id, speaker: { email } }));
    const { run } = await against((request) => {
      const reply = publicServer(items)(request);
      const outstanding = [{ contact_id: 'c', name: 'Ada', missing: ['Photo'] }];
      const meta = { event: { id: 'e', name: 'E' }, counts: { missing: 2 }, outstanding };
      return { json: { ...JSON.parse('text' in reply ? reply.text : ''), meta } };
    });
    const { exitCode, stdout } = await run('content-items', 'list', '--json');
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, items]);
  });
});

/** A part of a list, and what a server may report about it. */
interface Part {
  readonly data: readonly Person[];
  readonly pages: number;
  readonly total: number;
  /** To the next page; null on the last one. */
  readonly link: string | null;
}

interface OtherServer {
  readonly name: string;
  /** What becomes of 0, 7, 100 and 230 records: C is complete, E refused. The same with a flag. */
  readonly ends: string;
  readonly paging?: readonly [flag: string, ends: string];
  /** The most records of a page. */
  readonly most?: number;
  /** Where the page begins, from 0: by `page` unless specified. */
  readonly start?: (request: Received, size: number) => number;
  readonly answer: (part: Part) => Reply;
}

const byPage =
  (name: string) =>
  (request: Received, size: number): number =>
    (Number(parameterOf(request, name) ?? 1) - 1) * size;
const byOffset = (name: string) => (request: Received) => Number(parameterOf(request, name) ?? 0);
const always = () => 0;
const json = (body: unknown): Reply => ({ json: body });

const others: readonly OtherServer[] = [
  {
    name: 'a total in pagination',
    ends: 'CCCC',
    answer: ({ data, total }) => json({ data, pagination: { totalResults: total } }),
  },
  {
    name: 'a total beside the records in an object',
    ends: 'CCCC',
    answer: ({ data, total }) => json({ response: { people: data, totalCount: total } }),
  },
  {
    name: 'a number of pages',
    ends: 'CCCC',
    answer: ({ data, pages }) => json({ items: data, meta: { totalPages: pages } }),
  },
  {
    name: 'at most 20 records a page',
    ends: 'CCCC',
    most: 20,
    answer: ({ data, total }) => json({ results: data, total }),
  },
  {
    name: 'a next link in the body, and its own parameter',
    ends: 'CCCC',
    most: 20,
    start: byPage('p'),
    answer: ({ data, link }) => json({ results: data, next: link }),
  },
  {
    name: 'a next link in an object of links, and its own parameter',
    ends: 'CCCC',
    most: 20,
    start: byPage('p'),
    answer: ({ data, link }) => json({ data, links: { self: '/here', next: link } }),
  },
  {
    name: 'a next link in an object of its own, and its own parameter',
    ends: 'CCEE',
    paging: ['p', 'CCCC'],
    most: 20,
    start: byPage('p'),
    answer: ({ data, link }) => json({ data, links: { next: link && { href: link } } }),
  },
  {
    name: 'a next link in the header, and its own parameter',
    ends: 'CCEE',
    paging: ['p', 'CCCC'],
    most: 20,
    start: byPage('p'),
    answer: ({ data, link }) => ({
      json: data,
      headers: link === null ? {} : { link: `<${link}>; rel="next"` },
    }),
  },
  {
    name: 'a next link to another address',
    ends: 'CCCE',
    paging: ['page', 'CCCC'],
    answer: ({ data, link, total }) => {
      return json({ data, total, next: link && `https://elsewhere.example${link}` });
    },
  },
  { name: 'no report', ends: 'CCCC', answer: ({ data }) => json({ data }) },
  {
    name: 'no report, and the last page instead of any other',
    ends: 'CCCC',
    start: (request, size) => Math.min(byPage('page')(request, size), 200),
    answer: ({ data }) => json({ data }),
  },
  {
    name: 'not divided',
    ends: 'CCEC',
    paging: ['none', 'CCCC'],
    most: 999,
    start: always,
    answer: ({ data }) => json({ data }),
  },
  {
    name: 'not divided, with a wrong total',
    ends: 'EEEE',
    paging: ['none', 'EEEE'],
    most: 999,
    start: always,
    answer: ({ data, total }) => json({ data, total: total + 1 }),
  },
  {
    name: 'its own page parameter',
    ends: 'CCEE',
    paging: ['p', 'CCCC'],
    start: byPage('p'),
    answer: ({ data }) => json({ data }),
  },
  {
    name: 'its own page parameter, and a total',
    ends: 'CCCE',
    paging: ['p', 'CCCC'],
    start: byPage('p'),
    answer: ({ data, total }) => json({ data, total }),
  },
  {
    name: 'offsets',
    ends: 'CCEE',
    start: byOffset('skip'),
    answer: ({ data }) => json({ data }),
  },
  {
    name: 'cursors',
    ends: 'CCEE',
    most: 20,
    start: byOffset('cursor'),
    answer: ({ data, link }) => json({ data, next_cursor: link && 'x' }),
  },
  {
    name: 'page 1, whatever is requested',
    ends: 'CCCE',
    start: always,
    answer: ({ data, pages }) => json({ data, pages }),
  },
];

/** Answers as this server does, with pages of 100 unless it has smaller or larger ones. */
function serve(
  { most = 100, start = byPage('page'), answer }: OtherServer,
  all: readonly Person[],
): (request: Received) => Reply {
  return (request) => {
    const begin = start(request, most);
    const end = begin + most;
    const link = `/v1/events/${anEvent}/speakers?p=${end / most + 1}&page=${end / most + 1}`;
    return answer({
      data: all.slice(begin, end),
      pages: Math.ceil(all.length / most),
      total: all.length,
      link: end < all.length ? link : null,
    });
  };
}

/** Lists all records. @returns C, E, or how many are missing */
async function listAll(other: OtherServer, count: number, flags: readonly string[]) {
  const all = people(count);
  const { run } = await against(serve(other, all));
  const { exitCode, stdout } = await run('speakers', 'list', '--json', ...flags);
  if (exitCode !== 0) return 'E';
  const records = JSON.parse(stdout);
  const isComplete = JSON.stringify(records) === JSON.stringify(all);
  return isComplete ? 'C' : `(${records.length} of ${count})`;
}

it.each(others)('another server: $name', async (other) => {
  const end = async (...flags: readonly string[]) => {
    const ends = [0, 7, 100, 230].map((count) => listAll(other, count, flags));
    return (await Promise.all(ends)).join('');
  };
  expect(await end()).toBe(other.ends);
  if (other.paging === undefined) return;
  const [flag, ends] = other.paging;
  expect(await end('--paging', flag)).toBe(ends);
});

it.each(others.filter(({ ends, paging }) => ends.endsWith('E') && paging?.[1] === 'CCCC'))(
  'nothing is imported from a list that is refused, and the flag of the error helps: $name',
  async (other) => {
    const all = people(230);
    const { run, write, requested } = await against(serve(other, all));
    const file = write('s.csv', ['email', ...all.map(({ email }) => email), 'new@example.org']);
    const imported = ['speakers', 'import', file, '--yes', '--json'];
    const refused = errorOf(await run(...imported));
    expect(refused).toMatchObject({ code: 'malformed_response', exitCode: 1 });
    expect(requested().filter((request) => !request.startsWith('GET'))).toEqual([]);
    const [flag = ''] = other.paging ?? [];
    expect(refused.fix).toContain(flag);
    const { exitCode, stdout } = await run(...imported, '--paging', flag);
    expect([exitCode, JSON.parse(stdout).counts]).toMatchObject([0, { created: 1, skipped: 230 }]);
  },
);
