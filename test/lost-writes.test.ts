// What commands report of writes that a service loses, delays or refuses, or whose records it does
// not list: each is carried out once.
import { cpSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anEvent } from './support/ids.ts';
import { errorOf, type Invocation, plenary } from './support/program.ts';
import {
  type Answer,
  type Fields,
  type Kind,
  type Resource,
  startServer,
  type Write,
} from './support/servers/server.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { folderForEach } from './support/stage.ts';

const folder = folderForEach();

/** A server with these records, and commands that it serves. */
async function start(kind: Omit<Kind, 'name'>, seed: Partial<Record<Resource, readonly Fields[]>>) {
  const server = await startServer(
    { name: '', ...kind },
    { speakers: [], submissions: [], ...seed },
  );
  onTestFinished(() => server.close());
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: anEvent,
    PLENARY_STATE_DIR: folder.path,
  };

  async function runWith(invocation: Invocation, ...args: readonly string[]) {
    const result = await plenary([...args, '--yes', '--json'], {
      env,
      clock: skippingClock(),
      ...invocation,
    });
    const { counts, run = '' } = result.stdout.startsWith('{') ? JSON.parse(result.stdout) : {};
    return { ...result, counts, run: String(run) };
  }
  const run = (...args: readonly string[]) => runWith({}, ...args);

  return {
    server,
    env,
    run,
    runWith,
    runs: async () => JSON.parse((await run('runs', 'list')).stdout),
    importSpeakers: (names: readonly string[], ...flags: readonly string[]) =>
      run(
        'speakers',
        'import',
        write('email,first_name', ...names.map((n) => `${n}@example.org,${n}`)),
        ...flags,
      ),
    created: () => server.stored.speakers.slice(1).map(({ fields }) => fields.email),
  };
}

function write(...lines: readonly string[]): string {
  writeFileSync(folder.file('rows.csv'), `${lines.join('\n')}\n`);
  return folder.file('rows.csv');
}

/** The name and the path of the journal of the only run. */
function journal() {
  const [run = ''] = readdirSync(folder.file('runs')).filter((name) => /^\d{8}-/.test(name));
  return { run, path: folder.file(`runs/${run}/journal.ndjson`) };
}

const hiding = { hidingLists: Number.POSITIVE_INFINITY };
const old = { speakers: [{ email: 'old@example.org' }] };

it('skips what a run of the last hour has created, and creates the other rows', async () => {
  const { importSpeakers, created } = await start(hiding, old);
  expect(await importSpeakers(['ada', 'bo'])).toMatchObject({
    exitCode: 0,
    counts: { created: 2 },
  });
  const { run, path } = journal();
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(/"did":"created","id":"rec_2","key":"[\w-]{16}"/);
  expect(text).not.toContain('ada@');
  const again = await importSpeakers(['Bo', 'ada', 'chen']);
  expect(again).toMatchObject({ exitCode: 0, counts: { rows: 3, created: 1, skipped: 2 } });
  expect(again.stderr).toContain(
    `Warning: 2 rows count as existing records: run ${run} created them, ` +
      'and the service lists no such records. ' +
      `If they were deleted since, delete ${path} and import the file again.`,
  );
  expect(created()).toEqual(['ada@example.org', 'bo@example.org', 'chen@example.org']);
});

it.each([
  ['its journal is deleted', (path: string) => rmSync(path)],
  ['an hour has passed', (path: string) => utimesSync(path, hourAgo(), hourAgo())],
])('creates them again once %s', async (_, forget) => {
  const { importSpeakers, created } = await start(hiding, old);
  await importSpeakers(['ada']);
  forget(journal().path);
  expect(await importSpeakers(['ada'])).toMatchObject({ exitCode: 0, counts: { created: 1 } });
  expect(created()).toEqual(['ada@example.org', 'ada@example.org']);
});

it.each<readonly [number, string, readonly string[], Omit<Kind, 'name'>]>([
  [0, 'its list shows it', ['--pronouns', 'she/her'], {}],
  [
    10,
    'its list lacks one of the fields',
    ['--title', 'CTO', '--clear', 'pronouns'],
    { show: (id, { pronouns: _, ...fields }) => ({ id, ...fields }) },
  ],
  [
    0,
    'its list shows the address in lower case, and the text without white space around it',
    ['--email', 'Bo@Example.org', '--title', ' CTO '],
    { show: (id) => ({ id, email: 'bo@example.org', title: 'CTO' }) },
  ],
])(
  'ends with %i after a single change that no response confirms, if %s',
  async (exitCode, _, flags, kind) => {
    const seed = { speakers: [{ email: 'ann@example.org', pronouns: 'they' }] };
    const { run } = await start({ ...kind, changed: () => ({ status: 207, json: {} }) }, seed);
    expect(await run('speakers', 'update', 'rec_1', ...flags)).toMatchObject({ exitCode });
  },
);

it('finds a lost creation in a list that hides its abstract, and names its track', async () => {
  const { run } = await start(
    {
      show: (id, { abstract: _, track_id, ...fields }) => {
        return { id, ...fields, track: { id: 't_1', name: track_id } };
      },
      write({ method, commit }) {
        const answer = commit();
        return method === 'POST' ? { status: 502, text: '' } : answer;
      },
    },
    {},
  );
  const talk = ['--title', 'Queues', '--submitter-email', 'ada@example.org'];
  const others = ['--abstract', 'All the way down.', '--track-id', 'Web'];
  const { exitCode, stdout } = await run('submissions', 'add', ...talk, ...others);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ title: 'Queues' });
});

it('finishes decisions from its saved rows, and looks up a lost change', async () => {
  let state: 'down' | 'lost' | 'up' = 'down';
  const kind: Omit<Kind, 'name'> = {
    write({ commit }) {
      if (state === 'down') return { status: 503, json: { detail: 'down' } };
      const answer = commit();
      if (state === 'up') return answer;
      state = 'up';
      return { fault: 'reset' };
    },
  };
  const titles = ['Opening', 'Closing', 'Welcome', 'Talk'];
  const submissions = titles.map((title) => ({
    title,
    submitter_email: 's@example.org',
    status: 'pending',
  }));
  const { server, run } = await start(kind, { submissions });
  const file = write(
    'Title,Decision',
    'Opening,Maybe',
    'Closing,no',
    'Welcome,perhaps',
    'Lunch,yes',
  );
  const flags = [
    '--allow-partial',
    '--concurrency',
    '1',
    '--status-map',
    'Maybe=accept_queue',
    '--retries',
    '0',
  ];
  const down = await run('submissions', 'apply', file, ...flags);
  expect(down.exitCode).toBe(7);
  const { stderr } = await run('submissions', 'apply', file, ...flags, '--max-changes', '1');
  expect(stderr).toContain('Resuming run ');
  expect(stderr).not.toContain('--max-changes');
  state = 'lost';
  write('changed since');
  const resumed = await run('runs', 'resume', down.run, '--retries', '0');
  expect(resumed).toMatchObject({ exitCode: 9, counts: { rows: 4, updated: 2, rejected: 2 } });
  const statuses = server.stored.submissions.map(({ fields }) => fields.status);
  expect(statuses).toEqual(['accept_queue', 'declined', 'pending', 'pending']);
});

describe('a schedule', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `rec_${at + 1}`);

  /** An event with N submissions, and the command that places each at nine in a room of its own. */
  async function schedule(count: number, kind: Omit<Kind, 'name'>) {
    const submissions = ids(count).map((id) => ({
      title: `Talk ${id}`,
      submitter_email: 's@example.org',
    }));
    const started = await start(kind, { submissions });
    const rows = ids(count).map((id, at) => `${id},Room ${at + 1},2026-05-02T09:00:00Z,45`);
    const file = write('submission_id,room,start,duration', ...rows);
    const placed = () =>
      started.server.stored.submissions.filter(({ fields }) => fields.room !== undefined);
    return { ...started, file, placed, apply: ['sessions', 'apply', file] };
  }

  /** The response to the placement of one session. */
  function placing(id: string, answer: (write: Write) => Answer) {
    return (write: Write) => (write.path.includes(`/${id}/`) ? answer(write) : write.commit());
  }

  it('has one session and one room refused: both are reported, the others are placed', async () => {
    const detail = [{ loc: ['body', 'room'], msg: 'Room is closed', type: 'value_error' }];
    const missing = placing('rec_2', () => ({
      status: 404,
      json: { detail: 'Submission not found' },
    }));
    const closed = placing('rec_3', () => ({ status: 422, json: { detail } }));
    const kind = {
      write: (write: Write) => (write.path.includes('rec_2') ? missing(write) : closed(write)),
    };
    const { run, apply, file, placed, runs } = await schedule(4, kind);
    const ended = await run(...apply);
    expect(ended).toMatchObject({ exitCode: 9, counts: { rows: 4, placed: 2, failed: 2 } });
    expect(errorOf(ended).details).toMatchObject([
      {
        file,
        line: 3,
        code: 'not_found',
        message: '"Talk rec_2": not found: Submission not found',
      },
      {
        file,
        line: 4,
        code: 'invalid_input',
        field: 'room',
        message: '"Talk rec_3": Room is closed',
      },
    ]);
    expect(placed().map(({ id }) => id)).toEqual(['rec_1', 'rec_4']);
    expect(await runs()).toMatchObject([
      { kind: 'session', state: 'finished', counts: { rows: 4, placed: 2, failed: 2 } },
    ]);
  });

  it('is not accepted: exit code 7, and the run is resumed', async () => {
    let isDown = true;
    const write = ({ commit }: Write) => (isDown ? { status: 429, json: {} } : commit());
    const { run, runWith, env, apply, server, placed } = await schedule(2, { write });
    const ended = await run(...apply, '--retries', '0');
    expect(ended).toMatchObject({ exitCode: 7, counts: { placed: 0, pending: 2 } });
    const { next, retryable } = errorOf(ended);
    expect(retryable).toBe(true);
    isDown = false;
    const resumed = await runWith(
      { env: { ...env, PLENARY_EVENT: 'other' } },
      ...next[0].command.split(' ').slice(1),
    );
    expect(resumed).toMatchObject({ exitCode: 0, counts: { rows: 2, placed: 2 } });
    expect(server.writes.filter((path) => path.includes('/events/other/'))).toEqual([]);
    expect(placed()).toHaveLength(2);
  });

  it('has a placement that is confirmed, but shown elsewhere: exit code 9', async () => {
    const kind: Omit<Kind, 'name'> = {
      show: (id, { room, ...fields }) => ({
        id,
        ...fields,
        ...(room !== undefined && { room: id === 'rec_2' ? 'Cellar' : room }),
      }),
      changed: () => ({ status: 204 }),
    };
    const { run, apply, placed } = await schedule(3, kind);
    const ended = await run(...apply);
    expect(ended).toMatchObject({ exitCode: 9, counts: { placed: 3 } });
    expect(errorOf(ended)).toMatchObject({
      message: '1 of 3 rows is not shown by the service as it was sent',
      details: [{ line: 3, message: expect.stringContaining('Cellar') }],
    });
    expect(placed()).toHaveLength(3);
  });

  it('has a late placement: exit code 10, and the same command finds it', async () => {
    let carryOut = () => {};
    const write = placing('rec_2', ({ commit }) => {
      carryOut = commit;
      return { fault: 'reset' };
    });
    const { run, apply, server, runs } = await schedule(3, { write });
    const ended = await run(...apply, '--retries', '0');
    expect(ended).toMatchObject({ exitCode: 10, counts: { placed: 2 } });
    const message = expect.stringMatching(
      /^it is unknown whether "Talk rec_2" was placed: no response from /,
    );
    expect(errorOf(ended)).toMatchObject({
      code: 'outcome_unknown',
      retryable: true,
      details: [{ line: 3, message }],
    });
    carryOut();
    const { length } = server.writes;
    expect(await run(...apply)).toMatchObject({ exitCode: 0, counts: { unchanged: 3 } });
    expect(server.writes).toHaveLength(length);
    expect(await runs()).toMatchObject([{ state: 'finished' }]);
  });

  it('ends at Ctrl-C: requests in flight are finished, and the run is resumed', async () => {
    const interrupt = new AbortController();
    let release = () => {};
    const isInterrupted = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = 0;
    const write = async ({ commit }: Write) => {
      if (++sent === 2) {
        interrupt.abort('SIGINT');
        release();
      }
      await isInterrupted;
      return commit();
    };
    const { run, runWith, apply, placed, runs } = await schedule(20, { write });
    const ended = await runWith({ stopped: interrupt.signal }, ...apply, '--concurrency', '2');
    expect(ended).toMatchObject({ exitCode: 130, counts: { placed: 2, failed: 0 } });
    const [{ run: name }] = await runs();
    expect(placed()).toHaveLength(2);
    const vain = await run('runs', 'resume', name, '--max-errors', '1');
    expect([vain.exitCode, vain.stderr]).toEqual([
      2,
      expect.stringContaining('--max-errors: used only by a run of a file of records'),
    ]);
    const resumed = await run('runs', 'resume', name);
    expect(resumed).toMatchObject({ exitCode: 0, counts: { rows: 20, placed: 20, unchanged: 0 } });
    expect(placed()).toHaveLength(20);
  });
});

function hourAgo(): Date {
  return new Date(Date.now() - 60 * 60 * 1000);
}

it('looks up a new record without an id before it sets the fields of updates', async () => {
  const withoutId = { status: 201, json: { title: 'Maps' } };
  const write = ({ method, commit }: Write) => {
    const answer = commit();
    return method === 'POST' ? withoutId : answer;
  };
  const { server, run } = await start({ write }, { submissions: [{ title: 'Queues' }] });
  const program = folder.file('program');
  await run('program', 'pull', program, '--private-columns');
  const file = join(program, 'submissions.csv');
  const [header = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const values: Readonly<Record<string, string>> = {
    title: 'Maps',
    submitter_email: 'ada@example.org',
    status: 'accepted',
  };
  const added = header.split(',').map((name) => values[name] ?? '');
  writeFileSync(file, [header, ...rows, added.join(','), ''].join('\n'));
  const applied = await run('program', 'apply', program, '--create');
  expect(applied).toMatchObject({ exitCode: 0, counts: { created: 1 } });
  expect(server.stored.submissions.map(({ fields }) => [fields.title, fields.status])).toEqual([
    ['Queues', 'pending'],
    ['Maps', 'accepted'],
  ]);
});

it('is a conflict if somebody has changed the value of a lost update', async () => {
  const lose = ({ method, commit }: Write): Answer => {
    if (method !== 'PATCH') return commit();
    // The request never arrives, and meanwhile the submitter withdraws the talk.
    commit({ status: 'withdrawn' });
    return { fault: 'reset' };
  };
  const talk = { title: 'Maps', submitter_email: 'ada@example.org' };
  const { server, run } = await start({ write: lose }, { submissions: [talk] });
  const decided = await run('submissions', 'apply', write('Title,Decision', 'Maps,accept'));
  expect(decided.exitCode).not.toBe(0);
  expect(errorOf(decided).details).toMatchObject([{ line: 2, code: 'conflict' }]);
  expect(server.stored.submissions.map(({ fields }) => fields.status)).toEqual(['withdrawn']);
  expect((await run('runs', 'undo', decided.run)).exitCode).not.toBe(0);
  expect(server.stored.submissions.map(({ fields }) => fields.status)).toEqual(['withdrawn']);
});

it('waits for a request that another process has sent long after its last line', async () => {
  const clock = skippingClock();
  const left = folder.file('left-behind');
  let creations = 0;
  let passedMs = 0;
  const write = ({ method, commit }: Write): Answer => {
    if (method !== 'POST' || ++creations > 2) return commit();
    if (creations === 1) return { status: 429, headers: { 'retry-after': '60' }, json: {} };
    // As a kill would leave it while the request is on its way.
    passedMs = clock.date() - Date.now();
    cpSync(folder.file('runs'), join(left, 'runs'), { recursive: true, preserveTimestamps: true });
    return { fault: 'reset' };
  };
  const { env, runWith } = await start({ write }, old);
  const importOf = (name: string, invocation: Invocation) => {
    const file = folder.file(`${name}.csv`);
    writeFileSync(file, `email\n${name}@example.org\n`);
    return runWith(invocation, 'speakers', 'import', file, '--timeout', '30s');
  };
  await importOf('ada', { env, clock });
  expect(passedMs).toBeGreaterThan(30_000);
  const later = skippingClock();
  await later.sleep(passedMs);
  const other = await importOf('bo', { env: { ...env, PLENARY_STATE_DIR: left }, clock: later });
  expect(other.stderr).toMatch(/Waiting \d+ s, because the last writes may still take effect/);
});

const failed: Answer = { status: 500, json: { detail: 'failed' } };

it.each<[string, readonly string[], readonly string[]]>([
  ['an update', ['submissions', 'apply'], ['Title,Decision', 'Maps,accept']],
  ['a placement', ['sessions', 'apply'], ['title,room,start', 'Maps,Hall,2026-05-02T09:00:00Z']],
])(
  'counts %s as done, and as nothing else, if it failed with 500 and is shown',
  async (...given) => {
    const [, words, lines] = given;
    const fail = ({ commit }: Write): Answer => {
      commit();
      return failed;
    };
    const talk = { title: 'Maps', submitter_email: 'ada@example.org' };
    const { run } = await start({ write: fail }, { submissions: [talk] });
    const applied = await run(...words, write(...lines));
    expect(applied).toMatchObject({ exitCode: 0, counts: { rows: 1, failed: 0 } });
    expect(JSON.parse(applied.stdout).rejects).toEqual([]);
  },
);

it.each<[string, (record: Answer) => Answer, string]>([
  [
    'known',
    (record) => record,
    'changed in the service as well: it was "pending", the file has "accepted", ' +
      'the service "withdrawn"',
  ],
  [
    'not shown',
    () => ({ status: 201, json: { id: 'rec_2', title: 'Clocks' } }),
    'may have been changed in the service: the file has "accepted", the service "withdrawn"',
  ],
])(
  'leaves alone what somebody has set in a new record after a failed update: %s',
  async (_, answerOf, message) => {
    const fail = ({ method, commit }: Write): Answer => {
      if (method === 'POST') return answerOf(commit());
      commit({ status: 'withdrawn' });
      return failed;
    };
    const talk = { title: 'Maps', submitter_email: 'ada@example.org' };
    const { server, run } = await start({ write: fail }, { submissions: [talk] });
    const program = folder.file('program');
    await run('program', 'pull', program, '--private-columns');
    const file = join(program, 'submissions.csv');
    const [header = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const values: Readonly<Record<string, string>> = {
      title: 'Clocks',
      submitter_email: 'bo@example.org',
      status: 'accepted',
    };
    const added = header.split(',').map((name) => values[name] ?? '');
    writeFileSync(file, [header, ...rows, added.join(','), ''].join('\n'));
    const applied = await run('program', 'apply', program, '--create');
    expect(errorOf(applied).details).toMatchObject([
      { code: 'conflict', field: 'status', message },
    ]);
    const { length } = server.writes;
    await run('runs', 'resume', applied.run);
    expect(server.writes).toHaveLength(length);
    expect(server.stored.submissions[1]?.fields.status).toBe('withdrawn');
  },
);
