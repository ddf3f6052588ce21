// What commands request of the public server: each list is read once, and a second time after
// records were created.
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { errorOf } from './support/program.ts';

const stage = doubleStage();

const talks = [
  'Title,Email,Track,Format',
  'Queues,ada@example.org,Backend,Talk',
  'Stacks,bo@example.org,Frontend,Workshop',
];
const schedule = [
  'Title,Room,Start',
  'Queues,Main Hall,2027-05-20 09:00',
  'Stacks,Lighthouse,2027-05-20 09:00',
];

/** How often each path was read since the last call, without its prefix and its query. */
function reads() {
  const { requests, eventId } = stage.double();
  const counts: Record<string, number> = {};
  for (const { method, path } of requests.slice(seen)) {
    const [name = ''] = path.replace(`/v1/events/${eventId}`, '').replace(/^\//, '').split('?');
    if (method === 'GET') counts[name] = (counts[name] ?? 0) + 1;
  }
  seen = requests.length;
  return counts;
}

let seen = 0;

it('reads each list as seldom as possible', async () => {
  const home = stage.home();
  seen = 0;
  await home.json('submissions', 'import', home.write('talks.csv', ...talks), '--yes');
  expect(reads()).toEqual({ submissions: 2, tracks: 1, formats: 1 });
  // Names are needed for new records alone.
  await home.json('submissions', 'import', 'talks.csv', '--yes');
  expect(reads()).toEqual({ submissions: 1 });
  await home.json(
    'submissions',
    'plan',
    home.write('decisions.csv', 'Title,Decision', 'Queues,accepted'),
  );
  expect(reads()).toEqual({ submissions: 1 });
  await home.json('sessions', 'plan', home.write('schedule.csv', ...schedule));
  expect(reads()).toEqual({ '': 1, submissions: 1, rooms: 1 });
  await home.json('status');
  expect(reads()).toEqual({ submissions: 1, speakers: 1, 'content-items': 1 });
  await home.json('program', 'pull', 'conf');
  expect(reads()).toEqual({ '': 1, submissions: 1, speakers: 1 });
  await home.json('program', 'plan', 'conf');
  expect(reads()).toEqual({ '': 1, submissions: 1, speakers: 1 });
  await home.json('sessions', 'check');
  expect(reads()).toEqual({ '': 1, submissions: 1 });
  await home.json('submissions', 'list');
  expect(reads()).toEqual({ submissions: 1 });
});

it('says that a page of sessions has the placed ones of all submissions', async () => {
  const home = stage.home();
  const rows = Array.from({ length: 30 }, (_, at) => `Talk ${at},p${at}@example.org`);
  await home.json(
    'submissions',
    'import',
    home.write('talks.csv', 'Title,Email', ...rows),
    '--yes',
  );
  const { stderr } = await home.run(['sessions', 'list'], { columns: 80 });
  expect(stderr).toBe(
    'No sessions.\nShown: the sessions among 25 of 30 submissions. Pass --all to show all.\n',
  );
});

it('creates nothing with --paging none if the list reports more records than it has', async () => {
  const [first, second] = [stage.home('first'), stage.home('second')];
  const rows = Array.from({ length: 140 }, (_, at) => `Talk ${at},p${at}@example.org`);
  const file = ['Title,Email', ...rows];
  const words = ['submissions', 'import', 'talks.csv', '--yes', '--json'];
  first.write('talks.csv', ...file.slice(0, 41));
  second.write('talks.csv', ...file);
  expect((await first.run(words)).exitCode).toBe(0);
  // The largest page has all of them.
  const whole = await second.run([...words, '--paging', 'none', '--dry-run']);
  expect(JSON.parse(whole.stdout).counts).toMatchObject({ create: 100 });
  expect((await second.run(words)).exitCode).toBe(0);
  const cut = await first.run([...words, '--paging', 'none']);
  expect([cut.exitCode, errorOf(cut).message]).toEqual([
    1,
    'the list of submissions may be incomplete: the service reports 140 records and returned 100',
  ]);
  expect(stage.double().state.submissions).toHaveLength(140);
});
