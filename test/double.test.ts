// Proves how the double of the public server treats requests, whatever they are about.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Double, startDouble } from './support/double/double.ts';
import { askerOf, dataOf } from './support/double-client.ts';

let double: Double;
let ask: ReturnType<typeof askerOf>;
const NO_ID = '00000000-0000-4000-8000-000000000000';
const SENTENCE = /^\{"detail":"[^"]+"\}$/;
const JSON_TYPE = 'application/json';

beforeAll(async () => {
  double = await startDouble();
  ask = askerOf(double);
});
afterAll(() => double.close());

describe('tokens', () => {
  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['another prefix', 'token_0123456789abcdef0123456789abcdef'],
    ['unknown', 'dais_0123456789abcdef0123456789abcdef'],
  ])('%s: 401 with a sentence', async (_, token) => {
    const answer = await ask('GET', '…/speakers', undefined, { 'x-access-token': token });
    expect(answer).toMatchObject({ status: 401, text: expect.stringMatching(SENTENCE) });
  });

  it('ignores white space around it', async () => {
    const headers = { 'x-access-token': ` ${double.token} ` };
    expect((await ask('GET', '…/speakers', undefined, headers)).status).toBe(200);
  });
});

describe('paths', () => {
  it.each([
    ['GET', '/v1/nothing', 404, '{"detail":"Not Found"}', undefined],
    ['HEAD', '…/speakers', 405, '', 'GET'],
    ['DELETE', '…/speakers', 405, '{"detail":"Method Not Allowed"}', 'GET'],
    ['GET', `/v1/sessions/${NO_ID}/schedule`, 405, '{"detail":"Method Not Allowed"}', 'PUT'],
  ])('%s %s: %i', async (method, path, status, text, allow) => {
    const answer = await ask(method, path);
    expect([answer.status, answer.text, answer.headers.allow]).toEqual([status, text, allow]);
  });

  it('redirects a trailing slash', async () => {
    const { status, headers } = await ask('GET', '…/speakers/?page=2');
    expect(status).toBe(307);
    expect(headers.location).toBe(`${double.url}/v1/events/${double.eventId}/speakers?page=2`);
  });

  it('sends only the headers that the server has', async () => {
    const { headers } = await ask('GET', '…/speakers');
    expect(Object.keys(headers).sort()).toEqual([
      'content-length',
      'content-security-policy',
      'content-type',
      'date',
      'permissions-policy',
      'referrer-policy',
      'x-content-type-options',
      'x-frame-options',
    ]);
    expect(headers['content-type']).toBe(JSON_TYPE);
  });

  it.each([
    ['GET', `/v1/events/${NO_ID}/speakers`],
    ['POST', `/v1/events/${NO_ID}/contacts/search`],
    ['PATCH', `/v1/speakers/${NO_ID}`, { title: 'x' }],
    ['PATCH', `/v1/submissions/${NO_ID}`, { title: 'x' }],
    ['PUT', `/v1/sessions/${NO_ID}/schedule`, { room: 'none', start: 'never' }],
  ])('%s %s of no record: 404', async (method, path, body?: object) => {
    const answer = await ask(method, path, body);
    expect(answer).toMatchObject({ status: 404, text: expect.stringMatching(SENTENCE) });
  });
});

describe('failures', () => {
  it.each([
    ['GET', '/v1/events/devconf/speakers'],
    ['PATCH', '/v1/speakers/7', { title: 'x' }],
    ['PATCH', '/v1/submissions/7', { title: 'x' }],
    ['PUT', '/v1/sessions/7/schedule', { room: 'none', start: 'never' }],
    ['POST', '…/submissions', { title: 'T', submitter_email: 'a@b.c', track_id: 'Backend' }],
    ['POST', '…/submissions', { title: 'T', submitter_email: 'a@b.c', format_id: 'Talk' }],
    ['GET', '…/sessions?track=Databases'],
    ['POST', '…/submissions/search', { track: 'Databases' }],
    ['POST', '…/speakers', { email: 'nul@b.c', about: 'a\u0000b' }],
  ])('%s %s %j: 500 in plain text', async (method, path, body?: object) => {
    const { status, text, headers } = await ask(method, path, body);
    expect([status, text]).toEqual([500, 'Internal Server Error']);
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' });
    expect(headers).not.toHaveProperty('x-frame-options');
  });
});

const LONG = 'x'.repeat(301);

describe('bodies', () => {
  it.each([
    [
      'no JSON',
      '{"email":}',
      '{"type":"json_invalid","loc":["body",9],"msg":"JSON decode error","input":{},' +
        '"ctx":{"error":"Expecting value"}}',
    ],
    ['missing', undefined, '{"type":"missing","loc":["body"],"msg":"Field required","input":null}'],
    [
      'an array',
      '[]',
      '{"type":"model_attributes_type","loc":["body"],"msg":' +
        '"Input should be a valid dictionary or object to extract fields from","input":[]}',
    ],
    [
      'without its field',
      '{"title":"x"}',
      '{"type":"missing","loc":["body","email"],"msg":"Field required","input":{"title":"x"}}',
    ],
    [
      'a number where a text belongs',
      '{"email":5}',
      '{"type":"string_type","loc":["body","email"],"msg":"Input should be a valid string",' +
        '"input":5}',
    ],
    [
      'too short, too long',
      `{"email":"ab","title":"${LONG}"}`,
      '{"type":"string_too_short","loc":["body","email"],' +
        '"msg":"String should have at least 3 characters","input":"ab","ctx":{"min_length":3}},' +
        '{"type":"string_too_long","loc":["body","title"],' +
        `"msg":"String should have at most 300 characters","input":"${LONG}",` +
        '"ctx":{"max_length":300}}',
    ],
  ])('%s: 422 with all faults', async (_, body, faults) => {
    const answer = await ask('POST', '…/speakers', body);
    expect([answer.status, answer.text]).toEqual([422, `{"detail":[${faults}]}`]);
  });

  it('is a text for another content type', async () => {
    const body = '{"email":"a@b.c"}';
    const answer = await ask('POST', '…/speakers', body, { 'content-type': 'text/plain' });
    expect([answer.status, JSON.parse(answer.text).detail[0]]).toMatchObject([
      422,
      { type: 'model_attributes_type', loc: ['body'], input: body },
    ]);
  });

  it('counts code points before it trims', async () => {
    const isTaken = async (title: string) =>
      (await ask('POST', '…/submissions', { title, submitter_email: 'a@b.c' })).status;
    expect(await isTaken('😀'.repeat(300))).toBe(201);
    expect(await isTaken(`${'x'.repeat(300)} `)).toBe(422);
  });

  it('ignores unknown fields and keys of idempotency', async () => {
    const body = { title: 'Twice', submitter_email: 'a@b.c', colour: 'red' };
    const key = { 'idempotency-key': 'k' };
    const first = dataOf(await ask('POST', '…/submissions', body, key));
    const second = dataOf(await ask('POST', '…/submissions', body, key));
    expect(second.id).not.toBe(first.id);
    expect(second).not.toHaveProperty('colour');
  });
});

describe('the order of checks', () => {
  const NO_TOKEN = { 'x-access-token': undefined };
  it.each([
    ['JSON before the token', 'POST', '…/submissions/search', '{', NO_TOKEN, 422],
    ['the token before types', 'POST', '…/submissions/search', { page: 'x' }, NO_TOKEN, 401],
    ['types before bounds', 'POST', '…/submissions/search', { page: 0, track: 1 }, {}, 422],
    ['bounds before the event', 'GET', '/v1/events/x/submissions?page=0', undefined, {}, 400],
    ['a status before the event', 'GET', '/v1/events/x/submissions?status=x', undefined, {}, 400],
    [
      'the event before the rest',
      'GET',
      `/v1/events/${NO_ID}/submissions?track=x`,
      undefined,
      {},
      404,
    ],
  ])('%s', async (_, method, path, body, headers, status) => {
    expect((await ask(method, path, body, headers)).status).toBe(status);
  });
});

describe('pages', () => {
  it.each([
    ['page=0', 400],
    ['page=1000', 400],
    ['pageSize=0', 400],
    ['pageSize=101', 400],
    ['page=999&pageSize=100', 200],
    ['nonsense=1', 200],
  ])('%s: %i', async (query, status) => {
    expect((await ask('GET', `…/contacts?${query}`)).status).toBe(status);
  });

  it('lists a fault of each parameter', async () => {
    const { status, text } = await ask('GET', '…/speakers?page=abc&pageSize=1.5');
    expect(status).toBe(422);
    expect(text).toBe(
      '{"detail":[{"type":"int_parsing","loc":["query","page"],"msg":' +
        '"Input should be a valid integer, unable to parse string as an integer","input":"abc"},' +
        '{"type":"int_parsing","loc":["query","pageSize"],"msg":' +
        '"Input should be a valid integer, unable to parse string as an integer","input":"1.5"}]}',
    );
  });

  it('reads lenient integers in a body', async () => {
    const { text } = await ask('POST', '…/contacts/search', { page: '2', pageSize: 2.0 });
    expect(JSON.parse(text)).toMatchObject({ page: 2, pageSize: 2 });
    const { status } = await ask('POST', '…/contacts/search', { page: null });
    expect(status).toBe(422);
  });

  it('has all defaults without a body', async () => {
    const { status, text } = await ask('POST', '…/submissions/search');
    expect([status, JSON.parse(text).pageSize]).toEqual([200, 25]);
  });

  it('is empty after the last one, with the right total', async () => {
    const { total } = JSON.parse((await ask('GET', '…/speakers')).text);
    const { text } = await ask('GET', '…/speakers?page=900&pageSize=50');
    expect(text).toBe(`{"data":[],"page":900,"pageSize":50,"total":${total}}`);
    expect(total).toBeGreaterThan(0);
  });
});
