// `plenary speakers missing` on the double of the public server: whom it lists, and for which talks.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
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
  mkdirSync(`${home.path}/letters`);
  const words = ['letters', 'write', 'photo.txt', '--for', 'list.csv', '--out', 'letters'];
  const { exitCode, stderr } = await home.run([...words, '--from', 'p@x.cc']);
  expect(exitCode, stderr).toBe(0);
  const [file] = readdirSync(`${home.path}/letters`).filter((name) => name.endsWith('.eml'));
  const letter = readFileSync(`${home.path}/letters/${file}`, 'utf8');
  expect(letter).toContain('For Queues accepted\r\n');
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
