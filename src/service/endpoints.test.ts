// Every endpoint of the specification over HTTP: its example against records that exist, and
// against records that do not.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aFormat, aTrack } from '../../test/support/ids.ts';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';
import { specification } from '../../test/support/specification.ts';

const service = sharedLoopbackService();
let count = 0;

/** What a request of the specification names. */
interface Stage {
  readonly token: string;
  /** By path parameter. */
  readonly ids: Readonly<Record<string, string>>;
  readonly track: string;
  readonly format: string;
}

/** Another organization, which has an event of the same id, without records. */
let others: Pick<Stage, 'token' | 'track' | 'format'>;

const lists = { rooms: ['Main Hall'], tracks: ['web'], formats: [{ name: 'talk', minutes: 40 }] };

beforeAll(() => service.administration.changeEvent({ id: 'conf', changes: lists }));
beforeEach(async () => {
  const { administration } = service;
  const { organization, token } = await administration.createOrganization('Others');
  const organizationId = organization.id;
  await administration.addEvent({ id: 'conf', name: 'C', timezone: 'UTC', organizationId, lists });
  others = { token, ...(await choicesOf(token)) };
});

async function choicesOf(token: string): Promise<Pick<Stage, 'track' | 'format'>> {
  const idIn = async (list: string) => {
    const headers = { 'x-access-token': token };
    const path = `/v1/events/conf/${list}`;
    return (await service.call('GET', path, undefined, headers)).body.data[0].id;
  };
  return { track: await idIn('tracks'), format: await idIn('formats') };
}

function send({ method, path, request, body }: (typeof specification)[number], stage: Stage) {
  const own = (text: string) =>
    text
      .replace(aTrack, stage.track)
      .replace(aFormat, stage.format)
      // Encoded, but no status of this service.
      .replace('status=a%26b', 'status=accepted');
  const [, query = ''] = request.split('?');
  const target = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => stage.ids[name] ?? `no id for ${name}`,
  );
  const address = query === '' ? target : `${target}?${own(query)}`;
  const headers = { 'x-access-token': stage.token };
  return service.call(method, address, body === '' ? undefined : own(body), headers);
}

async function newStage(): Promise<Stage> {
  count += 1;
  const email = `person${count}@example.org`;
  const speaker = await service.call('POST', '/v1/events/conf/speakers', { email });
  const talk = { title: 'T', submitter_email: email };
  const submission = await service.call('POST', '/v1/events/conf/submissions', talk);
  const ids = {
    event_id: 'conf',
    speaker_id: speaker.body.data.id,
    submission_id: submission.body.data.id,
  };
  return { token: service.token, ids, ...(await choicesOf(service.token)) };
}

/** All records of the first organization, as text. */
async function everything(): Promise<string> {
  const lists = ['speakers', 'submissions', 'sessions'].map(
    (name) => `/v1/events/conf/${name}?pageSize=100`,
  );
  return (await Promise.all(lists.map((path) => service.call('GET', path))))
    .map(({ text }) => text)
    .join('\n');
}

describe.each(specification)('$name', (endpoint) => {
  it('has the status and the kind of body that the specification shows', async () => {
    const { status, text, headers } = await send(endpoint, await newStage());
    const { json = {} } = endpoint.response;
    expect(status).toBe(endpoint.response.status);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(JSON.parse(text))).toEqual(expect.arrayContaining(Object.keys(json)));
  });

  it('does not find unknown records', async () => {
    const ids = { event_id: 'nowhere', speaker_id: 'spk_0', submission_id: 'sub_0' };
    const { status, body } = await send(endpoint, { ...(await newStage()), ids });
    const detail = expect.stringMatching(/^\w+ not found$/);
    expect({ status, body }).toEqual({ status: 404, body: { detail } });
  });

  it('is closed to other organizations', async () => {
    const { ids } = await newStage();
    const { speaker_id = '', submission_id = '' } = ids;
    const placement = { room: 'Main Hall', start: `2026-05-02T09:00:${10 + count}Z` };
    await service.call('PUT', `/v1/sessions/${submission_id}/schedule`, placement);
    const before = await everything();
    expect(before).toContain(`person${count}@example.org`);
    const { status, text } = await send(endpoint, { ids, ...others });
    const isOfRecord = /\{(speaker|submission)_id\}/.test(endpoint.path);
    expect(status).toBe(isOfRecord ? 404 : endpoint.response.status);
    const theirs = ['person', 'Main Hall', speaker_id, submission_id];
    expect(theirs.filter((word) => text.includes(word))).toEqual([]);
    if (endpoint.response.status === 200 && status === 200) {
      expect(JSON.parse(text)).toMatchObject({ data: [], total: 0 });
    }
    expect(await everything()).toBe(before);
  });

  it('requires a token', async () => {
    expect(await send(endpoint, { ...(await newStage()), token: 'none' })).toMatchObject({
      status: 401,
    });
  });
});
