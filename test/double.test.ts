// Proves that the double of the public server does what that server's description says. Must not know the program.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Double, startDouble } from './support/double/double.ts';

const STAMP = Date.UTC(2026, 10, 28, 17, 30, 25, 123);
let double: Double;

beforeAll(async () => {
  double = await startDouble({ now: () => STAMP });
});
afterAll(() => double.close());

async function send(method: string, path: string, body?: unknown, server = double) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'x-access-token': server.token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

describe('the double', () => {
  it('creates, lists and places', async () => {
    const event = `/v1/events/${double.eventId}`;
    const created = await send('POST', `${event}/submissions`, {
      title: ' T ',
      submitter_email: 'Ada@X.org',
    });
    expect(created).toEqual({
      status: 201,
      text: expect.stringContaining('"friendly_id":"SESS-1"'),
    });
    const { id } = JSON.parse(created.text).data;
    const placed = await send('PUT', `/v1/sessions/${id}/schedule`, {
      room: 'main hall',
      start: '2027-05-20T09:00+02:00',
    });
    expect(JSON.parse(placed.text).data).toMatchObject({
      starts_at: '2027-05-20T07:00:00+00:00',
      ends_at: '2027-05-20T07:30:00+00:00',
    });
    for (const list of [
      'speakers',
      'submissions',
      'sessions',
      'contacts',
      'content-items',
      'rooms',
      'schedule',
    ]) {
      expect((await send('GET', `${event}/${list}`)).status).toBe(200);
    }
  });
});
