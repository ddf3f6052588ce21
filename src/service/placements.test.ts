// Placing sessions over HTTP: times, ends, rooms, and the rule that no two accepted sessions share
// one.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type LoopbackResponse,
  sharedLoopbackService,
} from '../../test/support/loopback-service.ts';

const service = sharedLoopbackService();
let rooms = 0;
/** A room that no other test has. */
let room: string;

beforeAll(async () => {
  await service.administration.addEvent({
    id: 'listed',
    name: 'Listed',
    timezone: 'UTC',
    lists: {
      rooms: ['Main Hall', 'Lighthouse'],
      tracks: ['Backend'],
      formats: [{ name: 'Talk', minutes: 40 }],
    },
  });
});

beforeEach(() => {
  room = `Room ${++rooms}`;
});

async function newTalk(fields: object = {}, event = 'conf'): Promise<string> {
  const talk = { title: 'Queues', submitter_email: 'amina@example.org', ...fields };
  const { body } = await service.call('POST', `/v1/events/${event}/submissions`, talk);
  return body.data.id;
}

const place = (id: string, start: string, where = room) =>
  service.call('PUT', `/v1/sessions/${id}/schedule`, { room: where, start });
const setStatus = (id: string, status: string) =>
  service.call('PATCH', `/v1/submissions/${id}`, { status });
const refusal = ({ status, body }: LoopbackResponse) => [status, body.detail];

/** A session with a status, at a time of 20 May 2027 in this test's room. */
async function session(clock: string, status = 'accepted'): Promise<string> {
  const id = await newTalk();
  await place(id, `2027-05-20T${clock}Z`);
  expect((await setStatus(id, status)).status).toBe(200);
  return id;
}

describe('a start', () => {
  it.each([
    ['2027-05-20T09:00:00+02:00', '2027-05-20T07:00:00+00:00', '2027-05-20T07:30:00+00:00'],
    ['2027-05-20 09:00', '2027-05-20T09:00:00+00:00', '2027-05-20T09:30:00+00:00'],
    ['2027-05-20', '2027-05-20T00:00:00+00:00', '2027-05-20T00:30:00+00:00'],
    ['20270520T0900Z', '2027-05-20T09:00:00+00:00', '2027-05-20T09:30:00+00:00'],
    ['2027-03-28T02:30:00', '2027-03-28T02:30:00+00:00', '2027-03-28T03:00:00+00:00'],
  ])('of %s is UTC', async (start, starts_at, ends_at) => {
    const { status, body } = await place(await newTalk(), start);
    const shown = { name: room, id: expect.stringMatching(/^rom_[0-9a-z]{29}$/), capacity: null };
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ starts_at, ends_at, room: shown, status: 'pending' });
  });

  it.each(['tomorrow', '2027-02-30', '2027-05-20T24:00', '9999-12-31T23:59Z'])(
    'of %s is refused, and creates no room',
    async (start) => {
      const id = await newTalk();
      expect((await place(id, start)).status).toBe(400);
      const { body } = await service.call('GET', '/v1/events/conf/submissions?pageSize=100');
      expect(body.data.find((talk: { id: string }) => talk.id === id).room).toBeNull();
    },
  );

  it('and a room are required, and have limits', async () => {
    const id = await newTalk();
    const send = async (body: object) => {
      const { status, body: answer } = await service.call(
        'PUT',
        `/v1/sessions/${id}/schedule`,
        body,
      );
      return [status, answer.detail.map(({ type }: { type: string }) => type)];
    };
    expect(await send({})).toEqual([422, ['missing', 'missing']]);
    expect(await send({ room: '', start: '' })).toEqual([
      422,
      ['string_too_short', 'string_too_short'],
    ]);
    expect(await send({ room: 'x'.repeat(301), start: '2'.repeat(101) })).toEqual([
      422,
      ['string_too_long', 'string_too_long'],
    ]);
  });
});

describe('an end', () => {
  const times = ({ body }: LoopbackResponse) => [body.data.starts_at, body.data.ends_at];

  it('is that of the format first, and then keeps the duration', async () => {
    const id = await newTalk({ format_id: 'Talk' }, 'listed');
    expect(times(await place(id, '2027-05-20T09:00Z', 'Main Hall'))).toEqual([
      '2027-05-20T09:00:00+00:00',
      '2027-05-20T09:40:00+00:00',
    ]);
    await service.administration.changeEvent({
      id: 'listed',
      changes: { formats: [{ name: 'talk', minutes: 90 }] },
    });
    expect(times(await place(id, '2027-05-20T10:00Z', 'Main Hall'))).toEqual([
      '2027-05-20T10:00:00+00:00',
      '2027-05-20T10:40:00+00:00',
    ]);
    const { body } = await service.call('PATCH', `/v1/submissions/${id}`, { title: 'Stacks' });
    expect(body.data.format).toMatchObject({ name: 'talk', default_duration_min: 90 });
  });
});

describe('a room', () => {
  it('is found by its name in any case, and by its id', async () => {
    const id = await newTalk();
    const first = (await place(id, '2027-05-20T09:00Z')).body.data.room;
    expect((await place(id, '2027-05-20T10:00Z', room.toUpperCase())).body.data.room).toEqual(
      first,
    );
    expect((await place(id, '2027-05-20T11:00Z', first.id)).body.data.room).toEqual(first);
    expect((await place(id, '2027-05-20T11:00Z', ` ${room}\n`)).body.data.room).toEqual(first);
  });

  it('is not created for a text that is an id, or blank', async () => {
    const id = await newTalk();
    const ids = ['rom_01m2q4z8w0004f2v7w9y1a3d5f7h9', 'e8b5a51d-11c8-4b10-a6b7-367563f20686', ' '];
    for (const text of ids) {
      const refused = await place(id, '2027-05-20T09:00Z', text);
      expect(refusal(refused)).toEqual([400, 'The event has no such room']);
    }
    for (const text of ids.map((text) => text.replace('rom_', 'trk_'))) {
      const talk = { title: 'Queues', submitter_email: 'amina@example.org', track_id: text };
      const refused = await service.call('POST', '/v1/events/conf/submissions', talk);
      expect(refusal(refused)).toEqual([400, 'The event has no such track']);
    }
  });

  it('of an event with lists must be in them, as must a track and a format', async () => {
    const id = await newTalk({}, 'listed');
    for (const text of ['Rope Loft', ' Main Hall', 'Talk']) {
      expect(refusal(await place(id, '2027-05-21T09:00Z', text))).toEqual([
        400,
        'The event has no such room',
      ]);
    }
    expect((await place(id, '2027-05-21T09:00Z', 'main hall')).status).toBe(200);
    const talk = { title: 'Queues', submitter_email: 'amina@example.org' };
    const create = (fields: object) =>
      service.call('POST', '/v1/events/listed/submissions', { ...talk, ...fields });
    expect(refusal(await create({ track_id: 'Frontend' }))).toEqual([
      400,
      'The event has no such track',
    ]);
    expect(refusal(await create({ format_id: 'Workshop' }))).toEqual([
      400,
      'The event has no such format',
    ]);
    const { body } = await create({ track_id: 'BACKEND' });
    expect(body.data.track.name).toBe('Backend');
    expect((await create({ track_id: body.data.track.id })).body.data.track).toEqual(
      body.data.track,
    );
  });
});

describe('two sessions in one room at one time', () => {
  it.each([
    ['accepted', 'accepted'],
    ['accepted', 'accept_queue'],
    ['accept_queue', 'accepted'],
  ])('are refused if they are %s and %s', async (one, other) => {
    await session('09:00', one);
    const late = await session('12:00', other);
    const refused = await place(late, '2027-05-20T09:29:00Z');
    expect(refusal(refused)).toEqual([
      409,
      expect.stringMatching(/^SESS-\d+ is in this room at this time$/),
    ]);
    expect((await place(late, '2027-05-20T08:31:00Z')).status).toBe(409);
    const { body } = await service.call('GET', '/v1/events/conf/sessions?status=accepted');
    expect(
      body.data.every((talk: { starts_at: string }) => talk.starts_at.includes(':00:00')),
    ).toBe(true);
  });

  it('may follow each other without a pause, and be in different rooms', async () => {
    await session('09:00');
    const other = await session('12:00');
    for (const start of ['09:30', '08:30']) {
      expect((await place(other, `2027-05-20T${start}Z`)).status).toBe(200);
    }
    expect((await place(other, '2027-05-20T09:00Z', `${room} 2`)).status).toBe(200);
  });

  it.each(['draft', 'pending', 'decline_queue', 'declined', 'withdrawn'])(
    'may overlap if one of them is %s, and keep their places',
    async (status) => {
      await session('09:00');
      const other = await session('09:15', status);
      const { body } = await setStatus(other, status);
      expect(body.data).toMatchObject({ status, starts_at: '2027-05-20T09:15:00+00:00' });
      expect((await place(other, '2027-05-20T09:00Z')).status).toBe(200);
    },
  );

  it('are refused by a change of the status, too, with everything else in it', async () => {
    await session('09:00');
    const other = await session('09:15', 'pending');
    for (const status of ['accepted', 'accept_queue']) {
      const refused = await service.call('PATCH', `/v1/submissions/${other}`, {
        status,
        title: 'x',
      });
      expect(refused.status).toBe(409);
      expect(refused.body.detail).toMatch(/^SESS-\d+ is in this room at this time$/);
    }
    const { body } = await service.call('PATCH', `/v1/submissions/${other}`, { feedback: 'y' });
    expect(body.data).toMatchObject({ title: 'Queues', status: 'pending' });
  });

  it('are compared by their ends, that of the new session too', async () => {
    await service.administration.changeEvent({
      id: 'listed',
      changes: { formats: [{ name: 'Talk', minutes: 90 }] },
    });
    const long = await newTalk({ format_id: 'Talk' }, 'listed');
    await place(long, '2027-06-01T09:00Z', 'Lighthouse');
    await setStatus(long, 'accepted');
    const short = await newTalk({}, 'listed');
    await setStatus(short, 'accepted');
    expect((await place(short, '2027-06-01T10:29Z', 'Lighthouse')).status).toBe(409);
    expect((await place(short, '2027-06-01T10:30Z', 'Lighthouse')).status).toBe(200);
    expect((await place(long, '2027-06-01T09:01Z', 'Lighthouse')).status).toBe(409);
  });

  it('that are placed at the same moment: one of them is', async () => {
    const talks = await Promise.all(Array.from({ length: 8 }, () => newTalk()));
    await Promise.all(talks.map((id) => setStatus(id, 'accepted')));
    const answers = await Promise.all(talks.map((id) => place(id, '2027-05-20T09:00Z')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });
});
