// `plenary speakers missing` on the double of the public server: whom it lists, and for which talks.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';

const stage = doubleStage();

/** A computer, and an event with one speaker who has a talk of each of these statuses. */
async function withTalks(...statuses: readonly string[]) {
  const home = stage.home();
  const { web } = stage.double();
  const ada = web.addSpeaker({ email: 'ada@x.cc', first_name: 'Ada', last_name: 'Cole' });
  for (const status of statuses) {
    const id = web.addSubmission({ title: `Queues ${status}`, submitterId: ada });
    web.setSpeakers(id, [ada]);
    web.addTask({ name: `Deck of ${status}`, speakerId: ada, submissionId: id });
    await home.json('submissions', 'update', id, '--status', status);
  }
  return home;
}

it('asks nobody about talks that are undecided or called off', async () => {
  const home = await withTalks('accepted', 'pending', 'decline_queue', 'declined', 'withdrawn');
  expect(await home.json('speakers', 'missing')).toMatchObject([
    {
      missing: ['confirmation', 'biography', 'photo', 'deliverable'],
      deliverables: ['Deck of accepted', 'Deck of decline_queue', 'Deck of pending'],
      talks: ['Queues accepted'],
    },
  ]);
  const list = home.write('off.csv', 'title,room,start,status', 'Queues accepted,,,canceled');
  const [speaker] = await home.json('speakers', 'missing', '--schedule', list);
  expect(speaker).toMatchObject({ missing: ['biography', 'photo', 'deliverable'], talks: [] });
  expect(speaker.deliverables).not.toContain('Deck of accepted');
});

it('names no undecided talk in a letter', async () => {
  const home = await withTalks('accepted', 'decline_queue');
  const { stdout } = await home.run(['speakers', 'missing', '-o', 'csv']);
  home.write('list.csv', stdout);
  home.write('photo.txt', 'Subject: Your photo', 'For {talks}');
  expect((await lettersTo(home, 'photo.txt')).join()).toContain('For Queues accepted\r\n');
});

/** Those from a template to the people of `list.csv`. */
async function lettersTo(home: ReturnType<typeof stage.home>, template: string) {
  const words = ['letters', 'write', template, '--for', 'list.csv', '--out', 'letters'];
  const { exitCode, stderr } = await home.run([...words, '--from', 'p@x.cc']);
  expect(exitCode, stderr).toBe(0);
  const files = readdirSync(`${home.path}/letters`).filter((name) => name.endsWith('.eml'));
  return files.map((file) => readFileSync(`${home.path}/letters/${file}`, 'utf8'));
}

it('has a name for a salutation, of speakers and of others', async () => {
  const home = await withTalks('accepted');
  const schedule = home.write(
    'schedule.csv',
    'title,room,start,speakers',
    'Queues accepted,Lighthouse,2027-05-20T09:00:00+02:00,Ada Cole; Bo Li <bo@x.cc>',
  );
  const missing = ['speakers', 'missing', '--schedule', schedule];
  home.write('list.csv', (await home.run([...missing, '-o', 'csv'])).stdout);
  home.write('hello.txt', 'Subject: Hello', 'Dear {name},');
  const letters = (await lettersTo(home, 'hello.txt')).join();
  expect(letters).toContain('Dear Ada Cole,');
  expect(letters).toContain('Dear Bo Li,');
  expect((await home.run(missing)).stdout).toMatch(/^EMAIL +NAME +MISSING/);
});

it('leaves out speakers who have declined, and the status counts those with accepted talks', async () => {
  const home = await withTalks('accepted');
  const declined = async () => {
    const { items } = await home.json('status');
    return items.find(({ name }: { readonly name: string }) => name === 'declined');
  };
  expect(await declined()).toMatchObject({ count: 0, next: [] });
  await home.json('speakers', 'update', 'Ada Cole', '--speaker-status', 'declined');
  expect(await home.json('speakers', 'missing')).toEqual([]);
  const command = 'plenary speakers list --where speaker_status=declined';
  expect(await declined()).toEqual({
    name: 'declined',
    count: 1,
    text: 'speaker of accepted talks who has declined',
    next: [{ command }],
  });
  expect(await home.json(...command.split(' ').slice(1))).toHaveLength(1);
  expect((await home.run(['status'])).stdout).toContain(
    `1 speaker of accepted talks who has declined\n    ${command}\n`,
  );
  await home.json('submissions', 'update', 'Queues accepted', '--status', 'withdrawn');
  expect(await declined()).toMatchObject({ count: 0 });
});

it('finds the people of a schedule by the same rule as the list of who has moved', async () => {
  const home = stage.home();
  const { web } = stage.double();
  for (const [email, first_name] of [
    ['bo@b.cc', 'Bo'],
    ['cy@b.cc', 'Cy'],
  ] as const)
    web.addSpeaker({ email, first_name, last_name: 'Li' });
  const submitterId = web.addSpeaker({ email: 'office@b.cc' });
  const id = web.addSubmission({ title: 'Queues', submitterId });
  await home.json('submissions', 'update', id, '--status', 'accepted');
  await home.run(['sessions', 'place', id, '--room', 'Lighthouse', '--start', '2027-05-20 09:00']);
  const people = 'Bo Li <other@x.cc>; Cy Li';
  const file = home.write(
    'schedule.csv',
    'submission_id,title,room,start,speakers',
    `${id},Queues,Lighthouse,2027-05-20T09:00:00+02:00,${people}`,
  );
  const old = home.write('old.csv', 'title,room,start', 'Ropes,Main Hall,2027-05-20T09:00:00Z');
  const words = ['timetable', 'changes', old, '--schedule', file, '--out', 'moved.csv'];
  const changes = await home.run(words);
  expect(changes.exitCode, changes.stderr).toBe(0);
  const moved = readFileSync(`${home.path}/moved.csv`, 'utf8');
  expect(moved).toContain('Bo Li,other@x.cc,,Queues');
  expect(moved).toMatch(/Cy Li,cy@b\.cc,[\w-]+,Queues/);
  const missing = await home.json('speakers', 'missing', '--schedule', file);
  const found = missing.flatMap(({ email, missing: lacks }: Record<string, unknown>) =>
    email === 'office@b.cc' ? [] : [[email, lacks]],
  );
  expect(found).toEqual([
    ['bo@b.cc', ['biography', 'photo']],
    ['cy@b.cc', ['confirmation', 'biography', 'photo']],
    ['other@x.cc', ['record']],
  ]);
});
