// Schedules against a service that refuses, fails or is slow, and runs that end early.
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandResult, errorOf, plenary } from './support/program.ts';
import {
  type Received,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  wholeList,
} from './support/scripted-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let server: ScriptedServer;
let folder: ReturnType<typeof temporaryFolder>;
/** The placement of each session, by its id. */
let placed: Map<string, object>;
beforeEach(() => {
  folder = temporaryFolder();
  placed = new Map();
});
afterEach(async () => {
  await server.close();
  folder.remove();
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => `sub_${index + 1}`);

/** An event with this many submissions; `odd` may replace the response to a placement. */
async function serve(count: number, odd: (id: string, request: Received) => Reply | undefined = () => undefined) {
  server = await startScriptedServer((request) => {
    if (request.method === 'GET') {
      const all = ids(count).map((id) => ({ id, title: `Talk ${id}`, ...placed.get(id) }));
      return wholeList(request.path.includes('/sessions') ? all.filter(({ id }) => placed.has(id)) : all);
    }
    const id = request.path.split('/')[3] ?? '';
    const reply = odd(id, request);
    if (reply !== undefined) return reply;
    return { json: place(id, request) };
  });
}

function place(id: string, { body }: Received): object {
  placed.set(id, JSON.parse(body));
  return { id, ...placed.get(id) };
}

/** All at nine, each in its own room. */
function writeSchedule(count: number): void {
  const rows = ids(count).map((id, at) => `${id},Room ${at + 1},2026-05-02T09:00:00Z,45`);
  writeFileSync(folder.file('s.csv'), `submission_id,room,start,duration\n${rows.join('\n')}\n`);
}

function environment() {
  return {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'secret-token',
    PLENARY_EVENT: 'e',
    PLENARY_STATE_DIR: folder.file('state'),
  };
}

function run(...args: readonly string[]): Promise<CommandResult> {
  return plenary(args, { env: environment(), cwd: folder.path });
}

const applying = (...flags: readonly string[]) => ['sessions', 'apply', 's.csv', '--json', ...flags];
const counts = ({ stdout }: Pick<CommandResult, 'stdout'>) => JSON.parse(stdout).counts;
const puts = () => server.requests.filter(({ method }) => method === 'PUT');

async function runs(): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse((await run('runs', 'list', '--json')).stdout);
}

describe('a service that refuses', () => {
  it('one session and one room: both are reported, the others are placed, exit code 9', async () => {
    const detail = [{ loc: ['body', 'room'], msg: 'Room is closed', type: 'value_error' }];
    await serve(4, (id) => {
      if (id === 'sub_2') return { status: 404, json: { detail: 'Submission not found' } };
      return id === 'sub_3' ? { status: 422, json: { detail } } : undefined;
    });
    writeSchedule(4);
    const ended = await run(...applying());
    expect(counts(ended)).toMatchObject({ rows: 4, place: 4, applied: 2, failed: 2, stale: 0 });
    const { code, message, details } = errorOf(ended);
    expect({ code, message }).toEqual({
      code: 'partly_done',
      message: '2 of 4 rows were not applied; 2 are in place',
    });
    expect(details).toHaveLength(2);
    expect(details).toContainEqual({
      file: 's.csv',
      line: 3,
      message: '"Talk sub_2": not found: Submission not found',
    });
    expect(details).toContainEqual({ file: 's.csv', line: 4, field: 'room', message: '"Talk sub_3": Room is closed' });
    expect(ended.exitCode).toBe(9);
    expect([...placed.keys()].sort()).toEqual(['sub_1', 'sub_4']);
    expect(await runs()).toMatchObject([{ resource: 'sessions', state: 'finished', rows: 4 }]);
  });
});

describe('a service that fails', () => {
  it('accepts nothing: exit code 7, and the run is resumed', async () => {
    let isDown = true;
    await serve(2, () => (isDown ? { status: 429, json: {}, headers: { 'retry-after': '0' } } : undefined));
    writeSchedule(2);
    const ended = await run(...applying('--retries', '0', '--timeout', '300ms'));
    expect(counts(ended)).toMatchObject({ applied: 0, failed: 2 });
    expect([ended.exitCode, errorOf(ended)]).toEqual([7, expect.objectContaining({ retryable: true })]);
    isDown = false;
    const { next } = errorOf(ended);
    const resumed = await plenary([...next[0].command.split(' ').slice(1), '--json'], {
      env: { ...environment(), PLENARY_EVENT: 'other' },
    });
    expect([resumed.exitCode, counts(resumed)]).toEqual([0, expect.objectContaining({ rows: 2, applied: 2 })]);
    expect(server.requests.filter(({ path }) => path.includes('/events/other/'))).toEqual([]);
    expect(placed.size).toBe(2);
  });

  it('confirms a placement and shows another room: exit code 9, for its session alone', async () => {
    await serve(3, (id, request) => {
      if (id !== 'sub_2') return undefined;
      const reply = { json: place(id, request) };
      placed.set(id, { room: 'Cellar', start: '2026-05-02T09:00:00Z' });
      return reply;
    });
    writeSchedule(3);
    const ended = await run(...applying());
    expect([ended.exitCode, counts(ended).applied, puts().length]).toEqual([9, 3, 3]);
    expect(errorOf(ended)).toMatchObject({
      message: 'the service confirmed 1 placement, but shows other rooms or starts',
      details: [{ line: 3, message: expect.stringContaining('Cellar') }],
    });
  });

  it('carries out a placement too late: exit code 10, and the same command finds it', async () => {
    let placeLate = () => {};
    await serve(3, (id, request) => {
      if (id !== 'sub_2') return undefined;
      placeLate = () => place(id, request);
      return { reset: 'after reading' };
    });
    writeSchedule(3);
    const ended = await run(...applying('--retries', '0', '--timeout', '300ms'));
    expect(errorOf(ended)).toMatchObject({
      code: 'outcome_unknown',
      retryable: true,
      details: [
        { line: 3, message: expect.stringMatching(/^"Talk sub_2": no response from .*: the connection was closed$/) },
      ],
      next: [{ command: expect.stringContaining('plenary runs resume ') }],
    });
    expect([ended.exitCode, counts(ended).applied]).toEqual([10, 2]);
    placeLate();
    const sent = puts().length;
    const again = await run(...applying());
    expect([again.exitCode, puts().length - sent, counts(again).unchanged]).toEqual([0, 0, 3]);
    expect((await runs()).map(({ state }) => state)).toEqual(['finished']);
  });
});

describe('Ctrl-C', () => {
  const invocation = ({ signal: stopped }: AbortController) => ({ env: environment(), cwd: folder.path, stopped });

  it('finishes requests in flight, sends no more, and reports how to resume', async () => {
    let isQuick = false;
    await serve(20, (id, request) => ({ json: place(id, request), delayMs: isQuick ? 0 : 500 }));
    writeSchedule(20);
    const interrupt = new AbortController();
    const ended = plenary(applying('--concurrency', '2'), invocation(interrupt));
    for (let n = 1; puts().length < 2; n++) await server.request(n);
    interrupt.abort('SIGINT');
    const { exitCode, stdout, stderr } = await ended;
    isQuick = true;
    expect(stderr).toContain('Stopping after the requests in flight. Press Ctrl-C again to stop immediately.\n');
    const [{ run: name }] = (await runs()) as [{ run: string; state: string }];
    expect([exitCode, counts({ stdout })]).toEqual([130, expect.objectContaining({ applied: 2, failed: 0 })]);
    expect(errorOf({ stderr })).toMatchObject({
      code: 'interrupted',
      next: [{ command: `plenary runs resume ${name}` }],
    });
    expect([puts().length, placed.size]).toEqual([2, 2]);
    expect(await runs()).toMatchObject([{ state: 'interrupted', resource: 'sessions', file: 's.csv', rows: 20 }]);
    expect((await run('runs', 'show', name, '--json')).stdout).toContain('"placed": 2');
    const vain = await run('runs', 'resume', name, '--rejects', 'rejects.csv');
    expect([vain.exitCode, vain.stderr]).toEqual([
      2,
      expect.stringContaining('--rejects: not used by a run of `sessions apply`'),
    ]);
    const resumed = await run('runs', 'resume', name, '--json');
    expect([resumed.exitCode, counts(resumed)]).toEqual([
      0,
      expect.objectContaining({ rows: 20, place: 20, unchanged: 0, applied: 20 }),
    ]);
    expect(placed.size).toBe(20);
  });
});
