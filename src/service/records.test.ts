// Creating records over HTTP, compared with responses written by hand from what the
// public server does.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type LoopbackResponse,
  sharedLoopbackService,
} from '../../test/support/loopback-service.ts';

const time = Date.parse('2026-01-02T03:04:05.670Z');
const service = sharedLoopbackService({ now: () => time });
const speakers = '/v1/events/conf/speakers';
const submissions = '/v1/events/conf/submissions';

beforeAll(async () => {
  await service.administration.addEvent({ id: 'second', name: 'Second', timezone: 'UTC' });
});

const create = (path: string, body: unknown) => service.call('POST', path, body);
const refusal = (detail: string) => ({ status: 400, body: { detail } });
const outcome = ({ status, body }: LoopbackResponse) => ({ status, body });
const namesOf = (record: object) => Object.keys(record).join(' ');

describe('a speaker', () => {
  it('has all of its members, whatever was sent', async () => {
    const { status, body } = await create(speakers, { email: 'amina@example.org' });
    expect(status).toBe(201);
    expect(namesOf(body)).toBe('data');
    expect(body.data).toEqual({
      id: expect.stringMatching(/^spk_[0-9a-z]{29}$/),
      full_name: 'amina@example.org',
      first_name: '',
      last_name: '',
      email: 'amina@example.org',
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
      last_portal_access_at: null,
      invited_to_portal: false,
    });
    expect(namesOf(body.data)).toBe(
      'id full_name first_name last_name email company_name title about photo_url pronouns' +
        ' linkedin_url twitter_url phone speaker_status logistics_notes last_portal_access_at' +
        ' invited_to_portal',
    );
  });

  it('has trimmed names, and an address and a status in lower case', async () => {
    const { body } = await create(speakers, {
      email: ' Zoë.O’Hara@Example.org\t',
      first_name: ' Zoë ',
      last_name: '\u0085O’Hara\u2028',
      company_name: ' Ünïcode & Söhne ',
      title: '',
      about: ' line one\nline "two"\t✓ ',
      speaker_status: ' Invited ',
      logistics_notes: ' vegan ',
      phone: '1',
      id: 'mine',
      nonsense: [],
    });
    expect(body.data).toMatchObject({
      full_name: 'Zoë O’Hara',
      first_name: 'Zoë',
      last_name: 'O’Hara',
      email: 'zoë.o’hara@example.org',
      company_name: ' Ünïcode & Söhne ',
      title: '',
      about: ' line one\nline "two"\t✓ ',
      speaker_status: 'invited',
      logistics_notes: ' vegan ',
      phone: null,
    });
    expect(body.data.id).not.toBe('mine');
    expect(body.data).not.toHaveProperty('nonsense');
  });

  it('has no status if it is blank or null', async () => {
    for (const [i, speaker_status] of ['', ' ', null].entries()) {
      const { body } = await create(speakers, { email: `none${i}@example.org`, speaker_status });
      expect(body.data.speaker_status).toBeNull();
    }
    const unknown = await create(speakers, { email: 'x@example.org', speaker_status: 'accepted' });
    expect(outcome(unknown)).toEqual(
      refusal('speaker_status must be one of invited, confirmed, declined'),
    );
  });

  it.each(['abc', '@example.org', 'ab@', 'a@example', 'a@example.', '   '])(
    'is refused with the address %j',
    async (email) => {
      expect(outcome(await create(speakers, { email }))).toEqual(
        refusal('The e-mail address is not valid'),
      );
      const talk = { title: 'Queues', submitter_email: email };
      expect(outcome(await create(submissions, talk))).toEqual(
        refusal('The e-mail address is not valid'),
      );
    },
  );

  it('may have anything with a dot after the first @ of its address', async () => {
    const { body } = await create(speakers, { email: 'a@b@c.d e' });
    expect(body.data.email).toBe('a@b@c.d e');
  });

  it('is the only one of its event with its address, in any case', async () => {
    await create(speakers, { email: 'Twice@Example.org' });
    const again = await create(speakers, { email: ' twice@example.ORG ' });
    expect(outcome(again)).toEqual({
      status: 409,
      body: { detail: 'The event already has a speaker with this e-mail address' },
    });
    const second = '/v1/events/second/speakers';
    expect((await create(second, { email: 'twice@example.org' })).status).toBe(201);
  });
});

describe('a submission', () => {
  it('has the members of a session, and at the end what this service adds', async () => {
    const { status, body } = await create('/v1/events/second/submissions', {
      title: ' Queues all the way down ',
      submitter_email: 'Amina@Example.org',
      submitter_first_name: ' Amina',
      abstract: '\nAbout queues. ',
      track_id: 'Backend',
      format_id: 'Talk',
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^sub_[0-9a-z]{29}$/),
      event_id: 'second',
      friendly_id: 'SESS-1',
      title: 'Queues all the way down',
      abstract: 'About queues.',
      description: 'About queues.',
      status: 'pending',
      starts_at: null,
      ends_at: null,
      is_abstract: true,
      room: null,
      track: {
        id: expect.stringMatching(/^trk_[0-9a-z]{29}$/),
        name: 'Backend',
        color: '#6366f1',
      },
      format: {
        id: expect.stringMatching(/^fmt_[0-9a-z]{29}$/),
        name: 'Talk',
        default_duration_min: 30,
      },
      speakers: [],
      submitted_at: '2026-01-02T03:04:05.67+00:00',
      updated_at: '2026-01-02T03:04:05.67+00:00',
      submitter_email: 'Amina@Example.org',
      submitter_first_name: ' Amina',
      submitter_last_name: '',
      feedback: '',
      created_at: '2026-01-02T03:04:05.67+00:00',
    });
    expect(namesOf(body.data)).toBe(
      'id event_id friendly_id title abstract description status starts_at ends_at is_abstract' +
        ' room track format speakers submitted_at updated_at' +
        ' submitter_email submitter_first_name submitter_last_name feedback created_at',
    );
  });

  it('is counted in its event, and may exist twice', async () => {
    const talk = { title: 'Twice', submitter_email: 'amina@example.org' };
    const numbers: string[] = [];
    for (let n = 0; n < 3; n++) {
      numbers.push((await create(submissions, talk)).body.data.friendly_id);
    }
    const [first = 0, second, third] = numbers.map((text) => Number(text.replace('SESS-', '')));
    expect([second, third]).toEqual([first + 1, first + 2]);
  });

  it('creates the speaker of its submitter, once', async () => {
    const people = async () => {
      const { body } = await service.call('GET', `${speakers}?filter=newcomer`);
      return body.data;
    };
    const talk = {
      title: 'Queues',
      submitter_email: ' Newcomer@Example.org',
      submitter_first_name: ' New ',
      submitter_last_name: 'Comer',
    };
    await create(submissions, talk);
    expect(await people()).toMatchObject([
      { email: 'newcomer@example.org', full_name: 'New Comer', speaker_status: null, title: null },
    ]);
    await create(submissions, { ...talk, submitter_first_name: 'Other' });
    expect(await people()).toMatchObject([{ full_name: 'New Comer' }]);
    expect((await create(speakers, { email: 'newcomer@example.org' })).status).toBe(409);
  });

  it('is refused with a title of white space', async () => {
    const talk = { title: ' \t', submitter_email: 'amina@example.org' };
    expect(outcome(await create(submissions, talk))).toEqual(refusal('The title is empty'));
  });

  it('has no track and no format if they are empty or null', async () => {
    const talk = { title: 'Queues', submitter_email: 'amina@example.org' };
    const { body } = await create(submissions, { ...talk, track_id: '', format_id: null });
    expect(body.data).toMatchObject({ track: null, format: null });
  });

  it('counts code points: a title may have 300 emoji, not 301', async () => {
    const talk = (title: string) => ({ title, submitter_email: 'amina@example.org' });
    expect((await create(submissions, talk('🎤'.repeat(300)))).status).toBe(201);
    const long = await create(submissions, talk('🎤'.repeat(301)));
    expect([long.status, long.body.detail[0].type]).toEqual([422, 'string_too_long']);
  });
});

it('checks whether the event or the record exists before the values of fields', async () => {
  const talk = { title: ' ', submitter_email: 'abc' };
  const missing = [
    await create('/v1/events/nope/speakers', { email: 'abc' }),
    await create('/v1/events/nope/submissions', talk),
    await service.call('PATCH', '/v1/speakers/spk_0', {}),
    await service.call('PATCH', '/v1/submissions/sub_0', { status: 'x' }),
    await service.call('PUT', '/v1/sessions/sub_0/schedule', { room: 'A', start: 'x' }),
  ];
  expect(missing.map(({ status }) => status)).toEqual(Array(5).fill(404));
});
