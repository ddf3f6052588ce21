// Imports of one file on two machines at once: each record exists once, or its second one is named.
import { expect, it, onTestFinished } from 'vitest';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { type ImportResult, importsInto, openMachine, startImports } from './support/imports.ts';
import { type Received, type Reply, wholeList } from './support/scripted-server.ts';

const file = 'Title,Email\nQueues,ada@example.org\n';
const queues = { id: 'sub_1', title: 'Queues', submitter_email: 'ada@example.org' };
const created: Reply = { status: 201, json: queues };
const replayed: Reply = { ...created, headers: { 'idempotent-replayed': 'true' } };

/** An import into a service with a script for creations, and one for lists. */
async function importWith(
  creations: readonly Reply[],
  lists: readonly (readonly unknown[])[],
  text = file,
) {
  const [replies, listed] = [creations.values(), lists.values()];
  const reply = ({ method }: Received) =>
    method === 'GET' ? wholeList(listed.next().value ?? []) : (replies.next().value ?? created);
  const { importText, server } = await importsInto(reply);
  const run = () => importText('submissions', text);
  const result = await run();
  const read = server.requests.filter(({ method }) => method === 'GET').length;
  const keys = server.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
  return { ...result, read, keys, run };
}

it('sends a key that follows from event, kind and key, as keys are compared', async () => {
  const { keys } = await importWith(
    [],
    [],
    'Title,Email\n" QUEUES  in practice",Ada@Example.org\n',
  );
  // SHA-256 of ["6a1c0e52-3f7d-4b8e-9c21-5d0f7a3e1b46","submissions",
  // "queues in practice\u0000ada@example.org"], without the line break.
  expect(keys).toEqual(['4756f0d122c16d469b22a041298aa43cbb0421a29187113fd70146e9d1d47198']);
});

it('creates each record once, and leaves what the other machine has created', async () => {
  const trial = await startImports();
  const text = (abstract: string) =>
    `Title,Email,Abstract\nA,a@example.org,\nB,b@example.org,${abstract}\n`;
  let other: Promise<ImportResult> | undefined;
  const proxy = await startFaultyProxy(trial.service.url, {
    delayMs: () => 0,
    // After this import has read the list.
    awaits(_, writes) {
      if (writes === 1) other ??= trial.importText('submissions', text('New'));
      return other;
    },
  });
  const machine = openMachine({ url: proxy.url, token: trial.service.token, event: 'conf' });
  onTestFinished(async () => {
    machine.close();
    await proxy.close();
    await trial.stop();
  });
  const own = await machine.importText('submissions', text('Old'));
  expect((await other)?.counts).toMatchObject({ rows: 2, created: 2 });
  expect(own.counts).toMatchObject({ created: 0, skipped: 2, differing: 1, failed: 0 });
  expect(own.warnings).toMatchObject([{ row: 2, line: 3, code: 'differing' }]);
  const found = await trial.list('submissions');
  expect(found.map(({ abstract }) => abstract)).toEqual(['', 'New']);
});

it('counts a replayed record as created after a loss of its own', async () => {
  const { counts } = await importWith([{ reset: 'after reading' }, replayed], []);
  expect(counts).toMatchObject({ created: 1, unchanged: 0, unknown: 0 });
});

it.each([
  ['nothing', []],
  ['another record with the key', [{ ...queues, id: 'sub_2' }]],
  ['the record with another key', [{ ...queues, title: 'Logs' }]],
])('does not know a replayed record if the list has %s', async (_, records) => {
  const { exitCode, counts, read, rejects } = await importWith([replayed], [[], records]);
  expect(counts).toMatchObject({ created: 0, unchanged: 0, skipped: 0, unknown: 1 });
  expect([exitCode, read]).toEqual([10, 2]);
  expect(rejects).toContain('an earlier request created it as sub_1');
});

it('does not know whether a refused row is its own, if a stopped run has sent it', async () => {
  let [isUp, posts] = [true, 0];
  const reply = ({ method }: Received): Reply => {
    if (method === 'GET') return isUp ? wholeList([]) : { status: 500, text: '' };
    isUp = posts > 1;
    return posts++ === 0 ? { reset: 'after reading' } : { status: 409, json: { detail: 'taken' } };
  };
  const { importText } = await importsInto(reply);
  expect((await importText('submissions', file)).counts).toMatchObject({ unknown: 1, failed: 0 });
  for (const sent of [2, 3]) {
    isUp = true;
    expect((await importText('submissions', file)).counts).toMatchObject({ unknown: 1, failed: 0 });
    expect(posts).toBe(sent);
  }
});

it('does not count a replayed record as created when it is listed later', async () => {
  const { counts, run } = await importWith([replayed], [[], [], [queues]]);
  expect(counts).toMatchObject({ unknown: 1 });
  expect((await run()).counts).toMatchObject({ created: 0, skipped: 1, unknown: 0 });
});

it('rejects a row whose key was used if the list has no such record', async () => {
  const detail = [
    { type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'], msg: 'The key was used' },
  ];
  const { exitCode, counts } = await importWith([{ status: 422, json: { detail } }], []);
  expect(counts).toMatchObject({ created: 0, failed: 1, unknown: 0 });
  expect(exitCode).toBe(3);
});

it('names a row that it has created and that has several records', async () => {
  const logs = { id: 'sub_4', title: 'Logs', submitter_email: 'ada@example.org' };
  const twice = [queues, { ...queues, id: 'sub_2' }, { ...queues, id: 'sub_3' }];
  const { counts, warnings, error } = await importWith(
    [created, { status: 201, json: logs }],
    [[], [...twice, logs]],
    `${file}Logs,ada@example.org\n`,
  );
  expect(counts).toMatchObject({ rows: 2, created: 2 });
  expect(error).toMatchObject({
    exitCode: 9,
    message: '1 of 2 rows has more than one record in the event',
    // Nothing is left to resume.
    next: [],
  });
  expect(warnings).toMatchObject([
    {
      row: 1,
      line: 2,
      code: 'duplicate_record',
      message:
        'the event has 3 records of this row, sub_1 and sub_2 and sub_3: somebody else has ' +
        'created one at the same time; remove all but one in the service: the API cannot ' +
        'delete them',
    },
  ]);
});

it('does not read the list again if the service reports that the key was new', async () => {
  const isNew: Reply = { ...created, headers: { 'idempotent-replayed': 'false' } };
  expect(await importWith([isNew], [])).toMatchObject({ counts: { created: 1 }, read: 1 });
});
