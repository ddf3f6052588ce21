// Every endpoint of the specification over HTTP: its example against records that exist, and against records that do not.
import { beforeEach, describe, expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';
import { specification } from '../../test/support/specification.ts';

const service = sharedLoopbackService();
let count = 0;
/** The token of an organization that has an event of the same id, without records. */
let others: string;

/** The tracks by which the examples filter. */
const tracks = ['web', 'a&b'];

beforeEach(async () => {
  const { administration } = service;
  const { organization, token } = await administration.createOrganization('Others');
  await administration.addEvent({
    id: 'conf',
    name: 'C',
    timezone: 'UTC',
    organizationId: organization.id,
    lists: { tracks },
  });
  others = token;
});

type Ids = Readonly<Record<string, string>>;

function send({ method, path, request, body }: (typeof specification)[number], ids: Ids, token = service.token) {
  const [, query = ''] = request.split('?');
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `no id for ${name}`);
  const address = query === '' ? target : `${target}?${query}`;
  return service.call(method, address, body === '' ? undefined : body, { 'x-access-token': token });
}

async function newIds(): Promise<Ids> {
  count += 1;
  const email = `person${count}@example.org`;
  const speaker = await service.call('POST', '/v1/events/conf/speakers', { email });
  const create = async (track_id: string) => {
    const talk = { title: 'T', submitter_email: email, track_id };
    return service.call('POST', '/v1/events/conf/submissions', talk);
  };
  const [submission] = await Promise.all(tracks.map(create));
  return {
    event_id: 'conf',
    speaker_id: speaker.body.data.id,
    submission_id: submission?.body.data.id,
  };
}

/** All records of the first organization, as text. */
async function everything(): Promise<string> {
  const lists = ['speakers', 'submissions', 'sessions'].map((name) => `/v1/events/conf/${name}?pageSize=100`);
  return (await Promise.all(lists.map((path) => service.call('GET', path)))).map(({ text }) => text).join('\n');
}

describe.each(specification)('$name', (endpoint) => {
  it('has the status and the kind of body that the specification shows', async () => {
    const { status, text, headers } = await send(endpoint, await newIds());
    const { json } = endpoint.response;
    expect(status).toBe(endpoint.response.status);
    expect(headers.get('content-type')).toBe(json === undefined ? null : 'application/json; charset=utf-8');
    if (json === undefined) expect(text).toBe('');
    else expect(Object.keys(JSON.parse(text))).toEqual(expect.arrayContaining(Object.keys(json)));
  });

  it('does not find unknown records', async () => {
    const unknown = { event_id: 'nowhere', speaker_id: 'spk_0', submission_id: 'sub_0' };
    const { status, body } = await send(endpoint, unknown);
    expect({ status, body }).toEqual({ status: 404, body: { detail: expect.stringMatching(/^\w+ not found$/) } });
  });

  it('is closed to other organizations', async () => {
    const ids = await newIds();
    const { speaker_id, submission_id } = ids;
    const placement = { room: `Room ${count}`, start: '2026-05-02T09:00:00Z' };
    await service.call('PUT', `/v1/sessions/${submission_id}/schedule`, placement);
    const before = await everything();
    expect(before).toContain(`person${count}@example.org`);
    const { status, text } = await send(endpoint, ids, others);
    expect(status).toBe(/\{(speaker|submission)_id\}/.test(endpoint.path) ? 404 : endpoint.response.status);
    const theirs = ['person', 'Room', speaker_id, submission_id].filter((word) => text.includes(word ?? ''));
    expect(theirs).toEqual([]);
    if (endpoint.response.status === 200 && status === 200) {
      expect(JSON.parse(text)).toMatchObject({ data: [], total: 0 });
    }
    expect(await everything()).toBe(before);
  });

  it('requires a token', async () => {
    expect(await send(endpoint, await newIds(), 'none')).toMatchObject({ status: 401 });
  });
});
