// What commands report of writes that a service loses, or whose records it does not list: each is carried out once.
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { plenary } from './support/program.ts';
import { type Fields, type Kind, type Resource, startServer } from './support/servers/server.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { folderForEach } from './support/stage.ts';

const folder = folderForEach();

/** A server with these records, and commands that it serves. */
async function start(kind: Omit<Kind, 'name'>, seed: Partial<Record<Resource, readonly Fields[]>>) {
  const server = await startServer({ name: '', ...kind }, { speakers: [], submissions: [], ...seed });
  onTestFinished(() => server.close());
  const env = {
    ...{ PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'token', PLENARY_EVENT: 'devconf' },
    PLENARY_STATE_DIR: folder.path,
  };

  async function run(...args: readonly string[]) {
    const { exitCode, stdout, stderr } = await plenary([...args, '--yes', '--json'], { env, clock: skippingClock() });
    const { counts, run = '' } = stdout === '' ? {} : JSON.parse(stdout);
    return { exitCode, counts, run: String(run), stderr };
  }

  return {
    server,
    run,
    importSpeakers: (names: readonly string[], ...flags: readonly string[]) =>
      run('speakers', 'import', write('email,first_name', ...names.map((n) => `${n}@example.org,${n}`)), ...flags),
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

it('skips what a run of the last hour has created, with a notice, and creates the other rows', async () => {
  const { importSpeakers, created } = await start(hiding, old);
  expect(await importSpeakers(['ada', 'bo'])).toMatchObject({ exitCode: 0, counts: { created: 2 } });
  const { run, path } = journal();
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(/"did":"created","id":"rec_2","key":"[\w-]{16}"/);
  expect(text).not.toContain('ada@');
  const again = await importSpeakers(['Bo', 'ada', 'chen']);
  expect(again).toMatchObject({ exitCode: 0, counts: { rows: 3, created: 1, skipped: 2 } });
  expect(again.stderr).toContain(
    `Warning: 2 rows count as existing records: run ${run} created them, but the service does not list them. ` +
      `If they were deleted since, delete ${path} and import the file again.`,
  );
  expect(created()).toEqual(['ada@example.org', 'bo@example.org', 'chen@example.org']);
});

it('refuses them if existing records are an error, and updates them if that is wanted', async () => {
  const { importSpeakers, created } = await start(hiding, old);
  await importSpeakers(['ada']);
  const { run } = journal();
  expect(await importSpeakers(['ada'], '--on-conflict', 'fail')).toMatchObject({ exitCode: 6 });
  const updated = await importSpeakers(['ada'], '--on-conflict', 'update');
  expect(updated).toMatchObject({ exitCode: 0, counts: { created: 0, updated: 1, skipped: 0 } });
  expect(updated.stderr).toContain(`run ${run} created it`);
  expect(created()).toEqual(['ada@example.org']);
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

it.each(['POST', 'PATCH'])('updates new speakers although the response to a %s is lost', async (lost) => {
  let isLost = false;
  const kind: Omit<Kind, 'name'> = {
    write({ method, commit }) {
      const answer = commit();
      if (method !== lost || isLost) return answer;
      isLost = true;
      return { fault: 'reset' };
    },
  };
  const { server, run } = await start(kind, { speakers: [{ email: 'ann@example.org', pronouns: '' }] });
  const people = ['Email,Pronouns', 'ann@example.org,she/her', 'new@example.org,they/them'];
  const result = await run('speakers', 'import', write(...people), '--on-conflict', 'update');
  expect(result).toMatchObject({ exitCode: 0, counts: { rows: 2, created: 1, updated: 1, unknown: 0 } });
  expect(server.stored.speakers.map(({ fields }) => fields.pronouns)).toEqual(['she/her', 'they/them']);
});

it('finishes decisions from the rows that it saved, and looks up a change whose response was lost', async () => {
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
  const submissions = titles.map((title) => ({ title, submitter_email: 's@example.org', status: 'pending' }));
  const { server, run } = await start(kind, { submissions });
  const file = write('Title,Decision', 'Opening,Maybe', 'Closing,no', 'Welcome,perhaps', 'Lunch,yes');
  const flags = ['--allow-partial', '--concurrency', '1', '--status-map', 'Maybe=accept_queue', '--retries', '0'];
  const down = await run('submissions', 'apply', file, ...flags);
  expect(down.exitCode).toBe(7);
  state = 'lost';
  write('changed since');
  const resumed = await run('runs', 'resume', down.run, '--retries', '0');
  expect(resumed).toMatchObject({ exitCode: 9, counts: { rows: 3, updated: 2, rejected: 1 } });
  const statuses = server.stored.submissions.map(({ fields }) => fields.status);
  expect(statuses).toEqual(['accept_queue', 'declined', 'pending', 'pending']);
});

function hourAgo(): Date {
  return new Date(Date.now() - 60 * 60 * 1000);
}
