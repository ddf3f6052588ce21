// Imports into a service that refuses rows or loses responses: each row has its own outcome, and
// none is guessed.
import { describe, expect, it } from 'vitest';
import { importsInto } from './support/imports.ts';
import { type Received, type Reply, wholeList } from './support/scripted-server.ts';

const empty = wholeList([]);
const made: Reply = { status: 201, json: { id: 'made' } };
const lost: Reply = { reset: 'after reading' };
const one = 'Email\nada@example.org\n';
const hundred = Array.from({ length: 100 }, (_, at) => `p${at + 1}@example.org\n`);
const hundredPeople = `Email\n${hundred.join('')}`;

/** A service with a script for creations, and its lists. The last one is repeated. */
function serve(create: (request: Received) => Reply, ...lists: readonly Reply[]) {
  const left = [...lists];
  const list = () => (left.length > 1 ? left.shift() : left[0]) ?? empty;
  return importsInto((request) => (request.method === 'GET' ? list() : create(request)));
}

const oneByOne = ['--concurrency', '1'];

describe('an import meets', () => {
  it('a 409: a speaker exists, whether or not the list shows it', async () => {
    const taken: Reply = { status: 409, json: { detail: 'the event has this address' } };
    const { importText } = await serve(
      () => taken,
      empty,
      wholeList([{ id: '7', email: 'ADA@example.org' }]),
    );
    const { counts, results } = await importText('speakers', `${one}bo@example.org\n`);
    expect(counts).toMatchObject({ rows: 2, created: 0, skipped: 2, failed: 0, pending: 0 });
    expect(results).toContain('ada@example.org,skip,7');
  });

  it('a 409 for a submission: the row is skipped only if its record exists', async () => {
    const closed: Reply = { status: 409, json: { detail: 'the call for papers is closed' } };
    const { importText } = await serve(() => closed);
    const { counts, rejects } = await importText(
      'submissions',
      'Title,Email\nQueues,ada@example.org\n',
    );
    expect(counts).toMatchObject({ rows: 1, created: 0, failed: 1 });
    expect(rejects).toContain('conflict (409): the call for papers is closed');
  });

  it('a 422: reported by the user’s own column, and the others are sent', async () => {
    const refusal = {
      detail: [{ loc: ['body', 'last_name'], msg: 'Value error, too odd', type: 'value_error' }],
    };
    const { importText } = await serve(({ body }) =>
      body.includes('bo@') ? { status: 422, json: refusal } : made,
    );
    const file =
      'Email,Full name\nada@example.org,Ada L\nbo@example.org,Bo O\ncy@example.org,Cy C\n';
    const { counts, faults, rejects } = await importText('speakers', file);
    expect(counts).toMatchObject({ rows: 3, created: 2, failed: 1 });
    expect(faults).toMatchObject([
      { row: 2, line: 3, column: 'Full name', field: 'last_name', code: 'invalid_input' },
    ]);
    expect(rejects.split('\n')[1]).toMatch(
      /^bo@example.org,Bo O,2,invalid_input,Full name,.*too odd/,
    );
  });

  it('a lost response and a failed lookup: the row is unknown', async () => {
    const { importText } = await serve(() => lost, empty, { status: 500, text: 'down' });
    const { counts, rejects } = await importText('speakers', one);
    expect(counts).toMatchObject({ rows: 1, unknown: 1, failed: 0 });
    expect(rejects).toContain('ada@example.org,1,outcome_unknown');
  });

  it('the same failure ten times and nothing else: one error, and no more is sent', async () => {
    const { importText, creations } = await serve(() => ({
      status: 422,
      json: { detail: 'the call is closed' },
    }));
    const { error, counts } = await importText('speakers', hundredPeople, '--concurrency', '4');
    expect(error).toMatchObject({ status: 422, exitCode: 3 });
    expect(creations().length).toBeLessThan(14);
    expect(counts).toMatchObject({ rows: 100, failed: creations().length });
  });

  it.each<[string, (request: Received) => Reply, object]>([
    [
      'the same failure ten times after a success',
      ({ body }) => (body.includes('"p1@') ? made : { status: 422, json: { detail: 'no more' } }),
      { created: 1, failed: 99 },
    ],
    [
      'a 403 for one row after others were created',
      ({ body }) => (body.includes('"p7@') ? { status: 403, json: { detail: 'blocked' } } : made),
      { created: 99, failed: 1 },
    ],
    ['no record in any response', () => ({ status: 201, text: 'OK' }), { unknown: 100 }],
  ])('%s: all rows are sent', async (_, create, expected) => {
    const { importText, creations } = await serve(create);
    const { counts, error } = await importText('speakers', hundredPeople, ...oneByOne);
    // The response to no single request is the error.
    expect(error.status).toBeUndefined();
    expect([creations().length, counts]).toMatchObject([100, expected]);
  });

  it('a token that may not write: the first response is enough', async () => {
    const { importText, creations } = await serve(() => ({
      status: 403,
      json: { detail: 'read only' },
    }));
    const { error, counts, stderr, run } = await importText(
      'speakers',
      hundredPeople,
      '--concurrency',
      '2',
    );
    expect(error).toMatchObject({ status: 403, exitCode: 4 });
    expect(creations().length).toBeLessThan(3);
    expect(counts).toMatchObject({ created: 0, failed: 0, pending: 100 });
    expect(stderr).toContain(`plenary runs resume ${run}`);
  });

  it('a token that expires after a lost response: the lost row is looked up', async () => {
    const expired: Reply = { status: 401, json: { detail: 'expired' } };
    const listed = wholeList([{ id: '1', email: 'p1@example.org' }]);
    const { importText } = await serve(
      ({ body }) => (body.includes('"p1@') ? lost : expired),
      empty,
      listed,
    );
    const { error, counts } = await importText('speakers', hundredPeople, ...oneByOne);
    expect(error).toMatchObject({ status: 401, exitCode: 4 });
    expect(counts).toMatchObject({ created: 1, pending: 99, unknown: 0 });
  });

  it('no response but 503: it stops after ten, and their outcome is unknown', async () => {
    const { importText, creations } = await serve(() => ({
      status: 503,
      json: { detail: 'not now' },
    }));
    const { counts, stderr, run } = await importText(
      'speakers',
      hundredPeople,
      '--concurrency',
      '4',
    );
    const sent = creations().length;
    expect(sent).toBeLessThan(14);
    // The first row was sent twice, and does not exist.
    const unknown = sent - 2;
    expect(counts).toMatchObject({ rows: 100, created: 0, unknown, pending: 100 - unknown });
    expect(stderr).toContain(`plenary runs resume ${run}`);
  });

  it.each([
    [1, { created: 1, pending: 0 }],
    [9, { created: 0, pending: 1 }],
  ])(
    'a failure that the service reports %i times: the row is sent once more',
    async (failures, expected) => {
      let sent = 0;
      const { importText } = await serve(() =>
        ++sent <= failures ? { status: 503, json: { detail: 'not now' } } : made,
      );
      const { counts } = await importText('speakers', one);
      expect([sent, counts]).toMatchObject([2, { ...expected, unknown: 0 }]);
    },
  );

  it.each([
    ['other values: the row is unknown, and left alone by the next run', 'Bo', { unknown: 1 }],
    ['its values: it is created', 'Ada', { created: 1 }],
    ['its key, in a list without the other fields: it is created', undefined, { created: 1 }],
  ])('a lost response, and a record with %s', async (_, first_name, expected) => {
    const listed = wholeList([{ id: '1', email: 'Ada@example.org', first_name }]);
    const { importText, creations } = await serve(() => lost, empty, listed);
    const run = () => importText('speakers', 'Email,First name\nada@example.org,Ada\n');
    expect((await run()).counts).toMatchObject(expected);
    expect((await run()).counts).toMatchObject({ skipped: 1 });
    expect(creations().length).toBe(1);
  });

  it('a lost response, and a masked address that may be its own: it is unknown', async () => {
    const { importText } = await serve(
      () => lost,
      empty,
      wholeList([{ id: '1', email: 'a***@example.org' }]),
    );
    const { counts } = await importText('speakers', one);
    expect(counts).toMatchObject({ created: 0, unknown: 1 });
  });

  it('a 409 with the id of a record that the list does not show: the row is skipped', async () => {
    const { importText } = await serve(() => ({
      status: 409,
      json: { detail: 'taken', id: 'spk_9' },
    }));
    const { counts, results } = await importText('speakers', one);
    expect(counts).toMatchObject({ skipped: 1, failed: 0 });
    expect(results).toContain('ada@example.org,skip,spk_9');
  });
});
