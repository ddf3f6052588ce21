// Proves what tests can switch at the double of the public server, and what they can read of it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Double, startDouble } from './support/double/double.ts';
import { askerOf, dataOf } from './support/double-client.ts';

let double: Double;
let ask: ReturnType<typeof askerOf>;
const FAILURE = { status: 500, text: 'Internal Server Error' };

beforeEach(async () => {
  double = await startDouble();
  ask = askerOf(double);
});
afterEach(() => double.close());

const create = (email: string) => ask('POST', '…/speakers', { email });
const submit = (title: string, submitter_email: string) =>
  ask('POST', '…/submissions', { title, submitter_email });
const addresses = () => double.state.speakers.map(({ email }) => email);

it('loses the response to a write that has its effect', async () => {
  double.switches.losesResponse = (write) => write === 2;
  await create('a@b.c');
  await ask('POST', '…/submissions/search');
  await expect(create('b@b.c')).rejects.toThrow();
  await create('c@b.c');
  expect(addresses()).toEqual(['a@b.c', 'b@b.c', 'c@b.c']);
  expect(double.requests.map(({ write }) => write)).toEqual([1, undefined, 2, 3]);
});

it('ignores a request', async () => {
  double.switches.ignoresRequest = ({ write, method }) => write === 1 || method === 'GET';
  await expect(create('a@b.c')).rejects.toThrow();
  await expect(ask('GET', '…/speakers')).rejects.toThrow();
  await create('b@b.c');
  expect(addresses()).toEqual(['b@b.c']);
});

it('answers a chosen request with 500, without an effect', async () => {
  double.switches.failsWith500 = ({ number }) => number === 1;
  expect(await create('a@b.c')).toMatchObject(FAILURE);
  expect((await create('a@b.c')).status).toBe(201);
});

it('lets requests race when statements take their time', async () => {
  // Longer than the time between the arrivals of two requests that are sent at once.
  double.switches.statementMs = 100;
  const talks = await Promise.all([submit('A', 'new@b.c'), submit('B', 'new@b.c')]);
  expect(talks.map(({ status }) => status).sort()).toEqual([201, 500]);
  expect(double.state.submissions).toHaveLength(1);
  const speakers = await Promise.all([create('twin@b.c'), create('TWIN@b.c')]);
  expect(speakers.map(({ status }) => status).sort()).toEqual([201, 500]);
  expect(addresses()).toEqual(['new@b.c', 'twin@b.c']);
  expect((await create('twin@b.c')).status).toBe(409);
});

it('does not let them race when statements take no time', async () => {
  const talks = await Promise.all([submit('A', 'new@b.c'), submit('B', 'new@b.c')]);
  expect(talks.map(({ status }) => status)).toEqual([201, 201]);
});

it('carries a request out whose sender has ended', async () => {
  double.switches.statementMs = 5;
  const sender = new AbortController();
  const sending = fetch(`${double.url}/v1/events/${double.eventId}/speakers`, {
    method: 'POST',
    headers: { 'x-access-token': double.token, 'content-type': 'application/json' },
    body: '{"email":"late@b.c"}',
    signal: sender.signal,
  });
  await expect.poll(() => double.requests.length, { interval: 1 }).toBe(1);
  sender.abort();
  await sending.catch(() => undefined);
  await double.atRest();
  expect(addresses()).toEqual(['late@b.c']);
});

it('cuts lists as a host does', async () => {
  const submitterId = double.web.addSpeaker({ email: 'first@b.c' });
  for (let n = 1; n <= 1_001; n++) double.web.addSubmission({ title: `T${n}`, submitterId });
  const totals = async (query = '') =>
    JSON.parse((await ask('GET', `…/submissions?page=11&pageSize=100${query}`)).text);
  expect(await totals()).toMatchObject({ data: [], total: 1_000 });
  // Filters come before the cut.
  const id = double.state.submissions[1_000]?.id;
  await ask('PATCH', `/v1/submissions/${id}`, { status: 'accepted' });
  expect(await totals('&status=accepted')).toMatchObject({ total: 1 });
  double.switches.mostRows = undefined;
  expect(await totals()).toMatchObject({ data: [{ friendly_id: 'SESS-1001' }], total: 1_001 });
});

it('reads a changed row after all others, which matters where a list is cut', async () => {
  const [first] = ['a@b.c', 'b@b.c', 'c@b.c'].map((email) => double.web.addSpeaker({ email }));
  double.switches.mostRows = 2;
  const shown = async () =>
    dataOf(await ask('GET', '…/speakers')).map(({ email }: { email: string }) => email);
  expect(await shown()).toEqual(['a@b.c', 'b@b.c']);
  await ask('PATCH', `/v1/speakers/${first}`, { phone: '1' });
  expect(await shown()).toEqual(['b@b.c', 'c@b.c']);
});

it.each([
  ['GET', '/v1/events'],
  ['GET', '…'],
  ['GET', '…/rooms'],
  ['GET', '…/tracks'],
  ['GET', '…/formats'],
  ['GET', '…/contacts'],
  ['GET', '…/schedule'],
  ['POST', '…/sessions/search'],
  ['GET', '/v1/speakers/{id}', 405, 'PATCH'],
  ['GET', '/v1/submissions/{id}', 405, 'PATCH'],
  ['DELETE', '/v1/sessions/{id}/schedule', 405, 'PUT'],
])('has %s %s only with the optional operations', async (method, path, status = 404, allow?) => {
  const submitterId = double.web.addSpeaker({ email: 'a@b.c' });
  const talk = double.web.addSubmission({ title: 'T', submitterId });
  const asked = path.replace('{id}', path.includes('speakers') ? submitterId : talk);
  expect((await ask(method, asked)).status).toBe(200);
  double.switches.optionalOperations = false;
  const answer = await ask(method, asked);
  expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
  expect(answer.text).toBe(
    status === 404 ? '{"detail":"Not Found"}' : '{"detail":"Method Not Allowed"}',
  );
});

it('records requests, and counts them', async () => {
  await create('a@b.c');
  await ask('GET', '…/speakers?page=2');
  await ask('GET', '…/speakers', undefined, { 'x-access-token': undefined });
  expect(
    double.requests.map(({ method, path, body, number }) => [method, path, body, number]),
  ).toEqual([
    ['POST', `/v1/events/${double.eventId}/speakers`, { email: 'a@b.c' }, 1],
    ['GET', `/v1/events/${double.eventId}/speakers?page=2`, undefined, 2],
    ['GET', `/v1/events/${double.eventId}/speakers`, undefined, 3],
  ]);
  expect(double.count('GET', '/v1/events/{event_id}/speakers')).toBe(2);
  expect(double.count('GET', /\/speakers\?page=/)).toBe(1);
  expect(double.count('PUT', /./)).toBe(0);
});

it('has the settings of the program, and the event that its options describe', async () => {
  expect(double.env).toEqual({
    PLENARY_BASE_URL: double.url,
    PLENARY_TOKEN: double.token,
    PLENARY_EVENT: double.eventId,
  });
  expect(double.token).toMatch(/^dais_[0-9a-f]{32}$/);
  const names = ({ rooms, tracks, formats }: Double['state']) =>
    [rooms, tracks, formats].map((rows) => rows.map(({ name }) => name));
  expect(names(double.state)).toEqual([
    ['Main Hall', 'Lighthouse', 'Workshop 1'],
    ['Backend', 'Frontend', 'Community'],
    ['Talk', 'Workshop', 'Keynote'],
  ]);
  const other = await startDouble({
    event: { name: 'Other' },
    rooms: [],
    tracks: ['One'],
    formats: { Short: 5 },
    switches: { statementMs: 1 },
  });
  expect(names(other.state)).toEqual([[], ['One'], ['Short']]);
  expect(other.state.events[0]).toMatchObject({ name: 'Other', slug: 'devconf' });
  await other.close();
});
