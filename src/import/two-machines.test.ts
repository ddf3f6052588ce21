// Imports of one file on two machines at once: each record exists once, or its second one is named.
import { expect, it, onTestFinished } from 'vitest';
import { importText, startTrial, stateFolder } from '../../test/support/import-trial.ts';
import { scriptedClient } from '../../test/support/scripted-client.ts';
import { type Received, type Reply, wholeList } from '../../test/support/scripted-server.ts';

const file = 'Title,Email\nQueues,ada@example.org\n';
const queues = { id: 'sub_1', title: 'Queues', submitter_email: 'ada@example.org' };
const created: Reply = { status: 201, json: queues };
const replayed: Reply = { ...created, headers: { 'idempotent-replayed': 'true' } };

/** An import into a service with a script for creations, and one for lists. */
async function importInto(
  creations: readonly Reply[],
  lists: readonly (readonly unknown[])[],
  text = file,
) {
  const [replies, listed] = [creations.values(), lists.values()];
  const reply = ({ method }: Received) =>
    method === 'GET' ? wholeList(listed.next().value ?? []) : (replies.next().value ?? created);
  const { client, server } = await scriptedClient(reply, { retries: 0 });
  const state = await stateFolder();
  const run = () => importText('submissions', text, client, { state });
  const result = await run();
  const read = server.requests.filter(({ method }) => method === 'GET').length;
  const keys = server.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
  return { ...result, counts: result.report.counts, read, keys, run };
}

it('sends a key that follows from event, kind and key, as keys are compared', async () => {
  const { keys } = await importInto(
    [],
    [],
    'Title,Email\n" QUEUES  in practice",Ada@Example.org\n',
  );
  // Of ["conf","submissions","queues in practice\u0000ada@example.org"]
  expect(keys).toEqual(['4b0cf0f27cf69a953bf2528b6bbeb0b394fabc44e2fc0fb1eef102f0e326e6d4']);
});

it('creates each record once, and leaves what the other machine has created', async () => {
  const trial = await startTrial();
  onTestFinished(trial.close);
  const text = (abstract: string) =>
    `Title,Email,Abstract\nA,a@example.org,\nB,b@example.org,${abstract}\n`;
  const own = await importText('submissions', text('Old'), trial.client, {
    async review() {
      // After this import has read the list.
      const other = await importText('submissions', text('New'), trial.client);
      expect(other.report.counts).toMatchObject({ rows: 2, created: 2 });
      return true;
    },
  });
  expect(own.report.counts).toMatchObject({ created: 0, skipped: 2, differing: 1, failed: 0 });
  expect(own.report.warnings).toMatchObject([{ row: 2, line: 3, code: 'differing' }]);
  expect((await trial.list('submissions')).map(({ abstract }) => abstract)).toEqual(['', 'New']);
});

it('counts a replayed record as created after a loss of its own', async () => {
  const { counts } = await importInto([{ reset: 'after reading' }, replayed], []);
  expect(counts).toMatchObject({ created: 1, unchanged: 0, unknown: 0 });
});

it.each([
  ['nothing', []],
  ['another record with the key', [{ ...queues, id: 'sub_2' }]],
  ['the record with another key', [{ ...queues, title: 'Logs' }]],
])('does not know a replayed record if the list has %s', async (_, records) => {
  const { counts, read, rejects } = await importInto([replayed], [[], records]);
  expect(counts).toMatchObject({ created: 0, unchanged: 0, skipped: 0, unknown: 1 });
  expect(read).toBe(2);
  expect(rejects).toContain('an earlier request created it as sub_1');
});

it('does not know whether a refused row is its own, if the run that was stopped has sent it', async () => {
  let [isUp, posts] = [true, 0];
  const reply = ({ method }: Received): Reply => {
    if (method === 'GET') return isUp ? wholeList([]) : { status: 500, text: '' };
    isUp = posts > 1;
    return posts++ === 0 ? { reset: 'after reading' } : { status: 409, json: { detail: 'taken' } };
  };
  const { client } = await scriptedClient(reply, { retries: 0 });
  const state = await stateFolder();
  const run = () => importText('submissions', file, client, { state });
  expect((await run()).report.counts).toMatchObject({ unknown: 1, failed: 0 });
  for (const sent of [2, 3]) {
    isUp = true;
    expect((await run()).report.counts).toMatchObject({ unknown: 1, failed: 0 });
    expect(posts).toBe(sent);
  }
});

it('does not count a replayed record as created when it is listed later', async () => {
  const { counts, run } = await importInto([replayed], [[], [], [queues]]);
  expect(counts).toMatchObject({ unknown: 1 });
  expect((await run()).report.counts).toMatchObject({ created: 0, skipped: 1, unknown: 0 });
});

it('rejects a row whose key was used if the list has no such record', async () => {
  const detail = [
    { type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'], msg: 'The key was used' },
  ];
  const { counts } = await importInto([{ status: 422, json: { detail } }], []);
  expect(counts).toMatchObject({ created: 0, failed: 1, unknown: 0 });
});

it('names a row that it has created and that has several records', async () => {
  const logs = { id: 'sub_4', title: 'Logs', submitter_email: 'ada@example.org' };
  const twice = [queues, { ...queues, id: 'sub_2' }, { ...queues, id: 'sub_3' }];
  const end = await importInto(
    [created, { status: 201, json: logs }],
    [[], [...twice, logs]],
    `${file}Logs,ada@example.org\n`,
  );
  const { counts, unconfirmed, canResume } = end;
  expect(counts).toMatchObject({ rows: 2, created: 2 });
  expect(canResume).toBe(false);
  expect(unconfirmed).toEqual([
    {
      row: 1,
      line: 2,
      code: 'duplicate_record',
      message:
        'the event has 3 records of this row, sub_1 and sub_2 and sub_3: somebody else has created one at the same time; remove all but one in the service: the API cannot delete them',
    },
  ]);
});

it('does not read the list again if the service reports that the key was new', async () => {
  const isNew: Reply = { ...created, headers: { 'idempotent-replayed': 'false' } };
  expect(await importInto([isNew], [])).toMatchObject({ counts: { created: 1 }, read: 1 });
});
