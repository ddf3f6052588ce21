// The name, the time zone and the lists of an event: as commands set them, and as the service and
// the client use them.
import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type TestService } from './support/program.ts';
import { addEvent, sendRecord, sharedService } from './support/stage.ts';

const service = sharedService();

const administer = (...args: readonly string[]) =>
  service.plenary(['service', 'event', ...args, '--data', service.data, '--json']);
const set = (id: string, ...lists: readonly string[]) => administer('set', '--id', id, ...lists);
const add = (id: string, ...lists: readonly string[]) =>
  administer('add', '--id', id, '--name', id, '--timezone', 'UTC', ...lists);

interface Row {
  readonly id: string;
  readonly name: string;
  readonly default_duration_min?: number;
}

/** A list of an event, as served; its status without one. */
async function served({ url, token }: TestService, path: string): Promise<number | readonly Row[]> {
  const headers = { 'x-access-token': token };
  const response = await fetch(`${url}/v1/events/${path}`, { headers });
  if (!response.ok) return response.status;
  const { data }: { readonly data: readonly Row[] } = JSON.parse(await response.text());
  return data;
}

async function names(path: string): Promise<number | readonly string[]> {
  const rows = await served(service, path);
  return typeof rows === 'number' ? rows : rows.map(({ name }) => name);
}

describe('an event with rooms', () => {
  it('has its own lists in the order of the flags, but formats by name', async () => {
    const tracks = ['--track', 'Web', '--track', ' AI '];
    const formats = ['--format', 'Workshop=90', '--format', 'A=B=5'];
    const added = await add('listed', '--room', 'West', '--room', 'East', ...tracks, ...formats);
    expect(JSON.parse(added.stdout)).toMatchObject({ id: 'listed', hasLists: true });
    expect(await names('listed/rooms')).toEqual(['West', 'East']);
    expect(await names('listed/tracks')).toEqual(['Web', 'AI']);
    expect(await served(service, 'listed/formats')).toMatchObject([
      { name: 'A=B', default_duration_min: 5 },
      { name: 'Workshop', default_duration_min: 90 },
    ]);
  });

  it('refuses what is not in them, before anything is sent', async () => {
    await add('closed', '--room', 'West', '--track', 'Web');
    const args = ['submissions', 'add', '--title', 'Queues', '--submitter-email', 'a@b.example'];
    const refused = await service.plenary([...args, '--track-id', 'Wbe', '--event', 'closed']);
    expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining('Web')]);
    const added = await service.plenary([
      ...args,
      '--track-id',
      'web',
      '--event',
      'closed',
      '--json',
    ]);
    expect(JSON.parse(added.stdout)).toMatchObject({ track: { name: 'Web' } });
    const { id } = JSON.parse(added.stdout);
    const place = ['sessions', 'place', id, '--start', '2027-05-20 09:00', '--event', 'closed'];
    const nowhere = await service.plenary([...place, '--room', 'North', '--json']);
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([3, expect.stringContaining('North')]);
    expect((await service.plenary([...place, '--room', 'west'])).exitCode).toBe(0);
  });

  it('keeps the ids of names that stay, and has new minutes', async () => {
    await add('kept', '--room', 'West', '--room', 'East', '--format', 'Talk=40');
    const before = await served(service, 'kept/rooms');
    const changed = await set('kept', '--room', 'North', '--room', 'WEST', '--format', 'Talk=20');
    expect(changed.exitCode).toBe(0);
    const [west] = before as readonly Row[];
    expect(await served(service, 'kept/rooms')).toMatchObject([
      { name: 'North' },
      { name: 'WEST', id: west?.id },
    ]);
    expect(await served(service, 'kept/formats')).toMatchObject([{ default_duration_min: 20 }]);
    expect(await names('kept/tracks')).toEqual([]);
  });

  it('does not lose a name that submissions have', async () => {
    await add('used', '--room', 'West', '--track', 'Web', '--track', 'AI');
    const talk = { title: 'Queues', submitter_email: 'a@example.org', track_id: 'Web' };
    await sendRecord(service, 'POST', 'events/used/submissions', talk);
    const refused = await set('used', '--track', 'AI', '--room', 'East');
    expect([refused.exitCode, errorOf(refused).message]).toEqual([
      6,
      '1 submission has the track "Web", which is not in the new list',
    ]);
    expect([await names('used/rooms'), await names('used/tracks')]).toEqual([
      ['West'],
      ['Web', 'AI'],
    ]);
    expect((await set('used', '--track', 'Web')).exitCode).toBe(0);
    expect(await names('used/tracks')).toEqual(['Web']);
  });
});

describe('an event without rooms', () => {
  beforeAll(() => addEvent(service, 'open', '--format', 'Talk=40'));

  it('shows no lists, and creates what is used first', async () => {
    for (const list of ['rooms', 'tracks', 'formats'])
      expect(await names(`open/${list}`)).toBe(404);
    const talk = { title: 'Queues', submitter_email: 'a@example.org', track_id: 'New' };
    const create = async (format_id: string) =>
      sendRecord(service, 'POST', 'events/open/submissions', { ...talk, format_id });
    expect(await create('talk')).toMatchObject({
      track: { name: 'New' },
      format: { name: 'Talk', default_duration_min: 40 },
    });
    expect(await create('Panel')).toMatchObject({ format: { default_duration_min: 30 } });
  });

  it('has lists of its own once it has rooms', async () => {
    expect((await set('open', '--room', 'Hall')).exitCode).toBe(0);
    expect(await names('open/rooms')).toEqual(['Hall']);
    expect(await names('open/formats')).toEqual(['Panel', 'Talk']);
    const { stdout } = await administer('list');
    expect(JSON.parse(stdout).find(({ id }: Row) => id === 'open')).toMatchObject({
      hasLists: true,
    });
  });
});

it.each([
  [['--format', 'Talk'], '--format Talk: not a name with its minutes'],
  [['--format', 'Talk=0'], '--format Talk=0: not a name with its minutes'],
  [['--format', '=40'], '"" is not the name of a format'],
  [['--room', ' '], '" " is not the name of a room'],
  [['--track', 'x'.repeat(301)], 'is not the name of a track'],
  [['--room', 'West', '--room', 'west '], 'the room "west" is given twice'],
  [['--format', 'Talk=1', '--format', 'talk=2'], 'the format "talk" is given twice'],
  [[], 'nothing to change is given'],
  [['--name', ' '], 'the name of the event is empty'],
])('an event may not get %j', async (lists, message) => {
  const { exitCode, stderr } = await set('devconf', ...lists);
  expect([exitCode, errorOf({ stderr }).message]).toEqual([2, expect.stringContaining(message)]);
});

describe('the name and the time zone of an event', () => {
  it('change, and its sessions keep their instants', async () => {
    await add('moving', '--room', 'West');
    const talk = { title: 'Queues', submitter_email: 'a@example.org' };
    const { id } = await sendRecord(service, 'POST', 'events/moving/submissions', talk);
    const placement = { room: 'West', start: '2027-05-20T09:00:00Z' };
    await sendRecord(service, 'PUT', `sessions/${id}/schedule`, placement);
    const renamed = await set('moving', '--name', 'Moving 2027');
    expect(renamed.stderr).toBe('');
    expect(JSON.parse(renamed.stdout)).toMatchObject({ name: 'Moving 2027', timezone: 'UTC' });
    const { stdout, stderr } = await set('moving', '--timezone', 'Asia/Kolkata');
    expect(JSON.parse(stdout)).toMatchObject({
      id: 'moving',
      name: 'Moving 2027',
      timezone: 'Asia/Kolkata',
      hasLists: true,
    });
    expect(stderr).toBe(
      '\n1 session starts at the same instant as before. Local times are now those of ' +
        'Asia/Kolkata, no longer of UTC. If the local times were right, ' +
        'place the sessions again.\n',
    );
    const shown = await service.plenary(['timetable', 'show', '--event', 'moving']);
    expect(shown.stdout).toContain('14:30');
  });
});

it('only an event that exists has lists', async () => {
  const refused = await set('nowhere', '--room', 'West');
  expect([refused.exitCode, errorOf(refused).message]).toEqual([5, 'there is no event "nowhere"']);
});
