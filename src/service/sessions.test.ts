// Placing sessions.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../../test/support/loopback-service.ts';

let service: LoopbackService;
let id: string;

beforeAll(async () => {
  service = await startLoopbackService();
  const talk = { title: 'Queues', submitter_email: 'amina@example.org' };
  id = (await service.call('POST', '/v1/events/conf/submissions', talk)).body.id;
});
afterAll(() => service.stop());

const place = (start: string) => service.call('PUT', `/v1/sessions/${id}/schedule`, { room: 'Main Hall', start });

it.each([
  ['2026-05-02T09:00:00+02:00', '2026-05-02T09:00:00+02:00'],
  ['2026-05-02t07:00:00.250z', '2026-05-02T07:00:00.250+00:00'],
  ['2026-05-02 09:00', '2026-05-02T09:00:00+02:00'],
  ['2026-12-02T09:00:30', '2026-12-02T09:00:30+01:00'],
])('accepts %s, in the time zone of the event', async (start, stored) => {
  const { status, body } = await place(start);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, room: 'Main Hall', start: stored, status: 'pending' });
});

it.each(['tomorrow', '2026-02-30 09:00', '2026-03-29 02:30', '2026-10-25 02:30'])('refuses %s', async (start) => {
  const { status, body } = await place(start);
  expect(status).toBe(422);
  const [fault] = body.detail;
  expect(fault).toMatchObject({ type: 'datetime_parsing', loc: ['body', 'start'], input: start });
  expect(fault.msg).toBe(`Input should be a valid datetime, ${fault.ctx.error}`);
});
