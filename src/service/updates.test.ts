// Changing records over HTTP, compared with responses written by hand from what the public server
// does.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type LoopbackResponse,
  sharedLoopbackService,
} from '../../test/support/loopback-service.ts';

let time = Date.parse('2026-01-02T03:04:05.670Z');
const service = sharedLoopbackService({ now: () => time });
const speakers = '/v1/events/conf/speakers';
const submissions = '/v1/events/conf/submissions';

const create = (path: string, body: unknown) => service.call('POST', path, body);
const refusal = (detail: string) => ({ status: 400, body: { detail } });
const outcome = ({ status, body }: LoopbackResponse) => ({ status, body });

describe('a change', () => {
  let speaker: LoopbackResponse['body'];
  let submission: LoopbackResponse['body'];
  let count = 0;

  beforeEach(async () => {
    count += 1;
    const person = {
      email: `p${count}@example.org`,
      first_name: 'Amina',
      title: 'Engineer',
      about: 'Builds queues',
    };
    speaker = (await create(speakers, person)).body.data;
    const talk = { title: 'Queues', submitter_email: person.email, abstract: 'About queues' };
    submission = (await create(submissions, talk)).body.data;
  });

  const updateSpeaker = (body: unknown) =>
    service.call('PATCH', `/v1/speakers/${speaker.id}`, body);
  const updateSubmission = (body: unknown) =>
    service.call('PATCH', `/v1/submissions/${submission.id}`, body);

  it('of a speaker trims some fields, and leaves those that were not sent', async () => {
    const { status, body } = await updateSpeaker({
      last_name: ' Okoye ',
      company_name: ' Harbour ',
      title: ' Principal Engineer\n',
      logistics_notes: ' ',
      photo_url: ' https://example.org/a.jpg ',
      pronouns: ' she/her ',
      linkedin_url: '',
      twitter_url: ' @amina',
      phone: ' 1 ',
      speaker_status: ' CONFIRMED ',
      unknown: 1,
    });
    expect([status, body.data]).toEqual([
      200,
      {
        ...speaker,
        full_name: 'Amina Okoye',
        last_name: 'Okoye',
        company_name: 'Harbour',
        title: 'Principal Engineer',
        logistics_notes: '',
        photo_url: ' https://example.org/a.jpg ',
        pronouns: ' she/her ',
        linkedin_url: '',
        twitter_url: ' @amina',
        phone: ' 1 ',
        speaker_status: 'confirmed',
      },
    ]);
    const stored = await service.call('GET', `${speakers}?filter=${speaker.email}`);
    expect(stored.body.data).toEqual([body.data]);
  });

  it('clears every field of a speaker with null, but a name and the address', async () => {
    const cleared = {
      company_name: null,
      title: null,
      about: null,
      photo_url: null,
      pronouns: null,
      linkedin_url: null,
      twitter_url: null,
      phone: null,
      speaker_status: null,
      logistics_notes: null,
    };
    await updateSpeaker({ photo_url: 'x', phone: '1', speaker_status: 'invited' });
    expect((await updateSpeaker(cleared)).body.data).toEqual({ ...speaker, ...cleared });
    expect(outcome(await updateSpeaker({ email: null }))).toEqual(
      refusal('The e-mail address is not valid'),
    );
    const { status, body } = await updateSpeaker({ first_name: null, last_name: null });
    const faults = body.detail.map(({ type, loc }: { type: string; loc: unknown }) => [type, loc]);
    expect([status, faults]).toEqual([
      422,
      [
        ['string_type', ['body', 'first_name']],
        ['string_type', ['body', 'last_name']],
      ],
    ]);
  });

  it('needs a field that the API knows', async () => {
    const empty = refusal('The body has no field to change');
    for (const body of [{}, { unknown: 1 }]) {
      expect(outcome(await updateSpeaker(body))).toEqual(empty);
      expect(outcome(await updateSubmission(body))).toEqual(empty);
    }
  });

  it('refuses the address of another speaker, but not the own one in another case', async () => {
    await create(speakers, { email: `other${count}@example.org` });
    const taken = await updateSpeaker({ email: ` OTHER${count}@example.org`, title: 'Thief' });
    expect(outcome(taken)).toEqual({
      status: 409,
      body: { detail: 'The event already has a speaker with this e-mail address' },
    });
    const own = await updateSpeaker({ email: speaker.email.toUpperCase() });
    expect([own.status, own.body.data]).toEqual([200, speaker]);
    expect(outcome(await updateSpeaker({ email: '' }))).toEqual(
      refusal('The e-mail address is not valid'),
    );
  });

  it('of a submission is trimmed, and shown with its time', async () => {
    time += 1000;
    const changes = { title: ' Stacks ', abstract: ' A ', feedback: ' F\n', status: 'accepted' };
    const { status, body } = await updateSubmission({
      ...changes,
      submitter_email: 'not@this.one',
    });
    expect([status, body.data]).toEqual([
      200,
      {
        ...submission,
        title: 'Stacks',
        abstract: 'A',
        description: 'A',
        feedback: 'F',
        status: 'accepted',
        updated_at: '2026-01-02T03:04:06.67+00:00',
      },
    ]);
  });

  it('empties an abstract and feedback with null, and refuses a title without text', async () => {
    await updateSubmission({ feedback: 'F' });
    const { body } = await updateSubmission({ abstract: null, feedback: null });
    expect(body.data).toMatchObject({ abstract: '', description: '', feedback: '' });
    for (const title of [null, '', ' ']) {
      expect(outcome(await updateSubmission({ title }))).toEqual(refusal('The title is empty'));
    }
  });

  const statuses = [
    'draft',
    'pending',
    'accept_queue',
    'accepted',
    'decline_queue',
    'declined',
    'withdrawn',
  ];

  it('takes each of the seven statuses, exactly as it is written', async () => {
    for (const status of statuses) {
      expect((await updateSubmission({ status })).body.data.status).toBe(status);
    }
    for (const status of ['Accepted', ' accepted', '', 'waitlist', null]) {
      expect(outcome(await updateSubmission({ status }))).toEqual(
        refusal(`status must be one of ${statuses.join(', ')}`),
      );
    }
  });

  it.each([
    ['title', 301],
    ['abstract', 50_001],
    ['feedback', 50_001],
  ])('of a submission has a limit for its %s', async (name, length) => {
    const long = await updateSubmission({ [name]: 'x'.repeat(length) });
    expect([long.status, long.body.detail[0].ctx]).toEqual([422, { max_length: length - 1 }]);
    expect((await updateSubmission({ [name]: 'x'.repeat(length - 1) })).status).toBe(200);
  });
});
