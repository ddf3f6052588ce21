// Decisions and updates of new and existing records: each is applied once, although responses are lost.
import { writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { type CommandResult, plenary } from './support/program.ts';
import { type RecordServer, type ServedRecord, startRecordServer } from './support/record-server.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { folderForEach } from './support/stage.ts';

const folder = folderForEach();

async function serve(
  records: ServedRecord[],
  odd?: Parameters<typeof startRecordServer>[1],
): Promise<{ server: RecordServer; env: Readonly<Record<string, string>> }> {
  const server = await startRecordServer(records, odd);
  onTestFinished(() => server.close());
  const env = {
    ...{ PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'secret-token', PLENARY_EVENT: 'e' },
    PLENARY_STATE_DIR: folder.file('state'),
  };
  return { server, env };
}

function write(name: string, ...lines: readonly string[]): string {
  writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
  return folder.file(name);
}

function talk(n: number, more: Readonly<Record<string, unknown>> = {}): ServedRecord {
  const submitter = {
    submitter_email: `s${n}@example.org`,
    submitter_first_name: 'Ann',
    submitter_last_name: `No ${n}`,
  };
  return {
    id: `sub-${n}`,
    title: `Talk ${n}`,
    ...submitter,
    status: 'pending',
    feedback: null,
    track_id: 'web',
    ...more,
  };
}

const countsOf = ({ stdout }: Pick<CommandResult, 'stdout'>) => JSON.parse(stdout).counts;

it('finishes decisions from the rows that it saved, and looks up a change whose response was lost', async () => {
  let state: 'down' | 'lost' | 'up' = 'down';
  const titles = ['Opening', 'Closing', 'Welcome', 'Talk'];
  const records = titles.map((title, at) => talk(at + 1, { title }));
  const { server, env } = await serve(records, (request, carryOut) => {
    if (request.method !== 'PATCH' || state === 'up') return carryOut();
    if (state === 'down') return { status: 503, json: { detail: 'down' } };
    state = 'up';
    carryOut();
    return { reset: 'after reading' };
  });
  const file = write('decisions.csv', 'Title,Decision', 'Opening,Maybe', 'Closing,no', 'Welcome,perhaps', 'Lunch,yes');
  const args = ['submissions', 'apply', file, '--yes', '--json', '--allow-partial', '--retries', '0'];
  const once = ['--concurrency', '1', '--status-map', 'Maybe=accept_queue'];
  const down = await plenary([...args, ...once], { env, clock: skippingClock() });
  expect(down.exitCode).toBe(7);
  state = 'lost';
  writeFileSync(file, 'changed since');
  const { run } = JSON.parse(down.stdout);
  const resumed = await plenary(['runs', 'resume', run, '--json', '--retries', '0'], { env, clock: skippingClock() });
  expect(resumed.exitCode).toBe(9);
  expect(countsOf(resumed)).toMatchObject({ rows: 3, updated: 2, rejected: 1 });
  expect(server.records.map(({ status }) => status)).toEqual(['accept_queue', 'declined', 'pending', 'pending']);
});

const person = (name: string, more: Readonly<Record<string, unknown>> = {}): ServedRecord => ({
  ...{ id: `spk-${name}`, email: `${name}@example.org`, first_name: name, last_name: '', pronouns: '' },
  ...more,
});
const people = ['Email,First name,Pronouns', 'ann@example.org,ann,she/her', 'new@example.org,new,they/them'];
const importing = (file: string) => ['speakers', 'import', file, '--on-conflict', 'update', '--json', '--yes'];
const updated = { 'ann@example.org': 'she/her', 'new@example.org': 'they/them' };
const pronouns = ({ records }: RecordServer) =>
  Object.fromEntries(records.map(({ email, pronouns: each }) => [email, each]));

it.each(['POST', 'PATCH'])('updates new speakers although the response to a %s is lost', async (method) => {
  let isLost = false;
  const { server, env } = await serve([person('ann')], (request, carryOut) => {
    const reply = carryOut();
    if (request.method !== method || isLost) return reply;
    isLost = true;
    return { reset: 'after reading' };
  });
  const result = await plenary(importing(write('people.csv', ...people)), { env, clock: skippingClock() });
  expect(result).toMatchObject({ exitCode: 0 });
  expect(countsOf(result)).toMatchObject({ rows: 2, created: 1, updated: 1, unknown: 0 });
  expect(pronouns(server)).toEqual(updated);
});

it('imports statuses in words for new and existing submissions, and names tracks that cannot be changed', async () => {
  const { server, env } = await serve([talk(1), talk(2)]);
  const sheet = (track: string) =>
    write(
      'talks.csv',
      'Title,Email,Track,Decision,Feedback',
      'Talk 1,s1@example.org,web,Accept,Well done',
      `Talk 2,s2@example.org,${track},no,`,
      'Talk 3,s3@example.org,web,yes,',
    );
  const args = ['submissions', 'import', '--on-conflict', 'update', '--json', '--yes'];
  const refused = await plenary([...args, sheet('web'), '--max-changes', '50%'], { env, clock: skippingClock() });
  expect(refused.exitCode).toBe(6);
  expect(refused.stderr).toContain('"code":"too_many_changes"');
  expect(server.updates.size).toBe(0);

  const result = await plenary([...args, sheet('data')], { env, clock: skippingClock() });
  expect(result.exitCode).toBe(9);
  expect(result.stderr).toContain('existing records differ in fields that the API cannot change: track_id (1 row)');
  expect(countsOf(result)).toMatchObject({ rows: 3, created: 1, updated: 2 });
  expect(server.records.map(({ title, status, feedback }) => [title, status, feedback])).toEqual([
    ['Talk 1', 'accepted', 'Well done'],
    ['Talk 2', 'declined', null],
    ['Talk 3', 'accepted', undefined],
  ]);
});
