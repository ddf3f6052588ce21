// Changing speakers and submissions over HTTP.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type LoopbackResponse,
  type LoopbackService,
  startLoopbackService,
} from '../../test/support/loopback-service.ts';
import { speakerFields } from '../../test/support/specification.ts';

let service: LoopbackService;
let time = Date.parse('2026-01-01T00:00:00Z');
let speaker: LoopbackResponse['body'];
let submission: LoopbackResponse['body'];
let count = 0;

beforeAll(async () => {
  service = await startLoopbackService({ now: () => time });
});
afterAll(() => service.stop());

beforeEach(async () => {
  count += 1;
  const person = { email: `p${count}@example.org`, first_name: 'Amina', title: 'Engineer', about: 'Builds queues' };
  speaker = (await service.call('POST', '/v1/events/conf/speakers', person)).body;
  const talk = { title: 'Queues', submitter_email: person.email, abstract: 'About queues' };
  submission = (await service.call('POST', '/v1/events/conf/submissions', talk)).body;
});

const updateSpeaker = (body: unknown) => service.call('PATCH', `/v1/speakers/${speaker.id}`, body);
const updateSubmission = (body: unknown) => service.call('PATCH', `/v1/submissions/${submission.id}`, body);

it('changes only the fields that were sent', async () => {
  time += 1000;
  const changes = {
    pronouns: 'she/her',
    phone: '+49 30 1',
    photo_url: 'https://example.org/a.png',
    title: 'Principal',
  };
  const { status, body } = await updateSpeaker({ ...changes, unknown: 1 });
  expect(status).toBe(200);
  expect(body).toEqual({ ...speaker, ...changes, updated_at: new Date(time).toISOString() });
  const stored = await service.call('GET', '/v1/events/conf/speakers?pageSize=100');
  expect(stored.body.data).toContainEqual(body);
});

it('stores every field that the specification lets an update change', async () => {
  const names = speakerFields.filter(({ update, name }) => update !== undefined && name !== 'email');
  const changes = Object.fromEntries(names.map(({ name }) => [name, `its ${name}`]));
  expect((await updateSpeaker(changes)).body).toMatchObject(changes);
  const stored = await service.call('GET', '/v1/events/conf/speakers?pageSize=100');
  expect(stored.body.data).toContainEqual(expect.objectContaining({ id: speaker.id, ...changes }));
});

it('clears a field with null if the specification allows null', async () => {
  const { body } = await updateSpeaker({ title: null, about: null });
  expect(body).toMatchObject({ title: null, about: null, first_name: 'Amina' });
});

it('accepts an empty object, and changes nothing', async () => {
  time += 1000;
  const { status, body } = await updateSpeaker({});
  expect([status, body]).toEqual([200, speaker]);
});

it('refuses the address of another speaker, and accepts the speaker’s own in another case', async () => {
  const other = (await service.call('POST', '/v1/events/conf/speakers', { email: `other${count}@example.org` })).body;
  const taken = await updateSpeaker({ email: ` OTHER${count}@example.org`, title: 'Thief' });
  expect([taken.status, taken.body.id]).toEqual([409, other.id]);
  const own = await updateSpeaker({ email: speaker.email.toUpperCase() });
  expect([own.status, own.body.email, own.body.title]).toEqual([200, speaker.email.toUpperCase(), 'Engineer']);
});

it('changes a submission, its status and its feedback', async () => {
  time += 1000;
  const changes = { status: 'accepted', feedback: 'The committee loved it.', title: '' };
  const { status, body } = await updateSubmission({ ...changes, submitter_email: 'not@accepted.here' });
  expect(status).toBe(200);
  expect(body).toEqual({ ...submission, ...changes, updated_at: new Date(time).toISOString() });
});

it('accepts any status of up to 32 code points', async () => {
  expect((await updateSubmission({ status: '✅'.repeat(32) })).status).toBe(200);
  const { status, body } = await updateSubmission({ status: 'x'.repeat(33) });
  expect([status, body.detail[0].loc]).toEqual([422, ['body', 'status']]);
});
