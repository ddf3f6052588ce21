// Decisions and updates that are lost or refused: each is applied once, and the files report each row.
import { readFileSync, writeFileSync } from 'node:fs';
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

const talks = (count: number) => Array.from({ length: count }, (_, at) => talk(at + 1));
const countsOf = ({ stdout }: Pick<CommandResult, 'stdout'>) => JSON.parse(stdout).counts;

it('writes what was refused to a file of rejects, and stops after too many errors', async () => {
  const refused = { status: 422, json: { detail: [{ loc: ['body', 'status'], msg: 'not this one', type: 'value' }] } };
  const { env } = await serve(talks(9), (request, carryOut) =>
    request.method === 'PATCH' && /sub-[1-4]$/.test(request.path) ? refused : carryOut(),
  );
  const file = write('decisions.csv', 'Paper;Score;Decision', ...talks(9).map(({ title }) => `${title};4,5;yes`));
  const args = ['submissions', 'apply', file, '--yes', '--json', '--concurrency', '1'];
  const stopped = await plenary([...args, '--max-errors', '2'], { env, clock: skippingClock() });
  expect(stopped.exitCode).toBe(9);
  expect(countsOf(stopped)).toMatchObject({ updated: 0, failed: 3, pending: 6 });
  const rejects = folder.file('rejects.csv');
  const partly = await plenary([...args, '--rejects', rejects], { env, clock: skippingClock() });
  expect(partly.exitCode).toBe(9);
  expect(countsOf(partly)).toMatchObject({ updated: 5, failed: 4 });
  expect(readFileSync(rejects, 'utf8').split('\n').slice(0, 2)).toEqual([
    'Paper;Score;Decision;_row;_code;_column;_message',
    'Talk 1;4,5;yes;1;invalid_input;Decision;not this one',
  ]);
});

it('finishes an apply run with runs resume, from the rows that it saved', async () => {
  let isDown = true;
  const { server, env } = await serve(talks(3), (request, carryOut) =>
    request.method === 'PATCH' && isDown ? { status: 503, json: { detail: 'down' } } : carryOut(),
  );
  const file = write('decisions.csv', 'Title,Decision', 'Talk 1,Maybe', 'Talk 3,no');
  const args = ['submissions', 'apply', file, '--yes', '--json', '--retries', '0'];
  const down = await plenary([...args, '--status-map', 'Maybe=accept_queue'], { env, clock: skippingClock() });
  expect(down.exitCode).toBe(7);
  const { run } = JSON.parse(down.stdout);
  isDown = false;
  writeFileSync(file, 'changed since');
  const resumed = await plenary(['runs', 'resume', run, '--json'], { env, clock: skippingClock() });
  expect(resumed).toMatchObject({ exitCode: 0 });
  expect(countsOf(resumed)).toMatchObject({ rows: 2, updated: 2 });
  expect(server.records.map(({ status }) => status)).toEqual(['accept_queue', 'pending', 'declined']);
});

it('finishes the decisions about talks that are called like breaks, and asks for a change whose response was lost', async () => {
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
  const file = write('decisions.csv', 'Title,Decision', 'Opening,yes', 'Closing,no', 'Welcome,perhaps', 'Lunch,yes');
  const args = ['submissions', 'apply', file, '--yes', '--json', '--allow-partial', '--retries', '0'];
  const down = await plenary([...args, '--concurrency', '1'], { env, clock: skippingClock() });
  expect(down.exitCode).toBe(7);
  state = 'lost';
  const { run } = JSON.parse(down.stdout);
  const resumed = await plenary(['runs', 'resume', run, '--json', '--retries', '0'], { env, clock: skippingClock() });
  expect(resumed.exitCode).toBe(9);
  expect(countsOf(resumed)).toMatchObject({ rows: 3, updated: 2, rejected: 1 });
  expect(server.records.map(({ status }) => status)).toEqual(['accepted', 'declined', 'pending', 'pending']);
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

it('reports no title as changed whose update was lost and never carried out', async () => {
  const { env } = await serve([talk(1)], (request, carryOut) =>
    request.method === 'PATCH' ? { status: 502, text: 'gateway' } : carryOut(),
  );
  const file = write('titles.csv', 'id,title', 'sub-1,Another title');
  const args = ['submissions', 'apply', file, '--yes', '--json', '--retries', '0'];
  const { exitCode, stdout } = await plenary(args, { env, clock: skippingClock() });
  expect(exitCode).not.toBe(0);
  expect(JSON.parse(stdout).counts).toMatchObject({ rows: 1, updated: 0 });
});

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
