// Schedules on the public server, which refuses a session where another accepted one is: placements
// are sent in an order that it accepts.
import { describe, expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { addTalks, type PlacedTalk, programOf } from './support/placed-talks.ts';
import { errorOf } from './support/program.ts';

const stage = doubleStage();
const placements = '/v1/sessions/{submission_id}/schedule';

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Ten accepted talks in Main Hall, one after the other. */
const backToBack = Array.from({ length: 10 }, (_, at): PlacedTalk => {
  return { title: `Talk ${at}`, room: 'Main Hall', time: clock(9 * 60 + 30 * at) };
});

/** A schedule file of talks that begin at these minutes of the day. */
const schedule = (talks: readonly (readonly [title: string, room: string, minutes: number])[]) => [
  'title,room,start',
  ...talks.map(([title, room, minutes]) => `${title},${room},2027-05-20T${clock(minutes)}Z`),
];

describe('a schedule', () => {
  it.each([10, -10])('moves ten talks of one room by %i minutes, without a refusal', async (by) => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, backToBack);
    const before = double.count('PUT', placements);
    const moved = backToBack.map(
      ({ title }, at) => [title, 'Main Hall', 540 + 30 * at + by] as const,
    );
    const args = ['sessions', 'apply', home.write('s.csv', ...schedule(moved)), '--yes', '--json'];
    const { exitCode, stdout, stderr } = await home.run([...args, '--debug']);
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout).counts).toMatchObject({ placed: 0, moved: 10 });
    expect(stderr).not.toContain('"status":409');
    expect(double.count('PUT', placements) - before).toBe(10);
    expect(programOf(double)[9]).toBe(
      `Talk 9: accepted, Main Hall ${clock(810 + by)}–${clock(840 + by)}`,
    );
  });
});

describe('rows with addresses, which the server does not show', () => {
  const keynotes = [
    'title,submitter_email,room,start',
    'Keynote,bo@example.org,Main Hall,2027-05-20T09:00Z',
    'Keynote,ada@example.org,Lighthouse,2027-05-20T13:00Z',
  ];

  it('are those of one talk only if they have one address, and then named', async () => {
    const [one, other] = [stage.home('one'), stage.home('other')];
    const talk = one.write('talk.csv', 'Title,Email', 'Keynote,ada@example.org');
    await one.json('submissions', 'import', talk, '--yes');
    const file = other.write('s.csv', ...keynotes);
    const refused = errorOf(await other.run(['sessions', 'apply', file, '--yes', '--json']));
    expect(refused).toMatchObject({ exitCode: 3, details: [{ line: 2 }, { line: 3 }] });
    expect(refused.details[0].message).toContain('submission_id');
    // The home that has created it knows whose it is.
    const own = errorOf(
      await one.run(['sessions', 'plan', one.write('s.csv', ...keynotes), '--json']),
    );
    expect(own).toMatchObject({ exitCode: 3, details: [{ line: 2 }] });
    other.write('s.csv', ...keynotes.slice(0, 2));
    const { warnings } = await other.json('sessions', 'plan', file);
    expect(warnings).toMatchObject([{ code: 'found_by_title' }]);
  });
});

describe('sessions that take each other’s places', () => {
  const three: readonly PlacedTalk[] = [
    { title: 'A', room: 'Main Hall', time: '09:00', format: 'Keynote' },
    { title: 'B', room: 'Lighthouse', time: '09:00', format: 'Workshop' },
    { title: 'C', room: 'Workshop 1', time: '11:00' },
  ];
  const rotation = schedule([
    ['A', 'Lighthouse', 540],
    ['B', 'Workshop 1', 660],
    ['C', 'Main Hall', 540],
  ]);
  const rotated = [
    'A: accepted, Lighthouse 09:00–09:45',
    'B: accepted, Workshop 1 11:00–12:30',
    'C: accepted, Main Hall 09:00–09:30',
  ];

  it('are rotated, and come back, with their durations', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, three);
    const before = programOf(double);
    const file = home.write('s.csv', ...rotation);
    const plan = await home.json('sessions', 'plan', file);
    expect(plan.warnings).toMatchObject([
      {
        code: 'waits',
        message: 'until its place is free, "A" waits in Main Hall at 2027-05-20 11:45',
      },
    ]);
    const { run } = await home.json('sessions', 'apply', file, '--yes');
    expect(programOf(double)).toEqual(rotated);
    await home.json('runs', 'undo', run, '--yes');
    expect(programOf(double)).toEqual(before);
    const { run: swapped } = await home.json('sessions', 'swap', 'A', 'B', '--yes');
    expect(programOf(double).slice(0, 2)).toEqual([
      'A: accepted, Lighthouse 09:00–09:45',
      'B: accepted, Main Hall 09:00–10:30',
    ]);
    await home.json('runs', 'undo', swapped, '--yes');
    expect(programOf(double)).toEqual(before);
  });

  it.each([1, 2, 3, 4])(
    'are rotated although the response to placement %i is lost',
    async (lost) => {
      const double = stage.double();
      const home = stage.home();
      await addTalks(double, three);
      const first = double.count('PUT', placements);
      double.switches.losesResponse = () => double.count('PUT', placements) - first === lost;
      await home.json('sessions', 'apply', home.write('s.csv', ...rotation), '--yes');
      expect(programOf(double)).toEqual(rotated);
    },
  );

  it.each([1, 2, 3, 4])(
    'are rotated by a resume if the service is gone from placement %i on',
    async (gone) => {
      const double = stage.double();
      const home = stage.home();
      await addTalks(double, three);
      const before = programOf(double);
      const first = double.count('PUT', placements);
      const isGone = () => double.count('PUT', placements) - first >= gone;
      double.switches.ignoresRequest = ({ method }) => method === 'PUT' && isGone();
      const file = home.write('s.csv', ...rotation);
      const ended = await home.run([
        'sessions',
        'apply',
        file,
        '--yes',
        '--json',
        '--retries',
        '0',
      ]);
      // One is in doubt, and those that need it were not sent.
      expect(ended.exitCode).toBe(10);
      const { run, counts, rejects } = JSON.parse(ended.stdout);
      expect(counts).toMatchObject({
        moved: Math.max(0, gone - 2),
        unknown: 1,
        pending: Math.min(2, 4 - gone),
      });
      // By the clocks of Berlin, as the plan says.
      const waits = '"A" waits in Main Hall at 2027-05-20 11:45, and is not in its place yet';
      const messages = rejects.map(({ message }: { message: string }) => message);
      expect(messages.includes(waits)).toBe(gone > 1);
      double.switches.ignoresRequest = () => false;
      await home.json('runs', 'resume', run, '--yes');
      expect(programOf(double)).toEqual(rotated);
      await home.json('runs', 'undo', run, '--yes');
      expect(programOf(double)).toEqual(before);
    },
  );

  it('are named where they wait if a signal ends the run', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, three);
    const first = double.count('PUT', placements);
    const stop = new AbortController();
    double.switches.failsWith500 = ({ method }) => {
      if (method === 'PUT' && double.count('PUT', placements) - first > 1) stop.abort('SIGINT');
      return false;
    };
    const apply = ['sessions', 'apply', home.write('s.csv', ...rotation), '--yes'];
    const ended = await home.run(apply, { stopped: stop.signal });
    expect([ended.exitCode, ended.stderr]).toEqual([
      130,
      expect.stringMatching(
        /Error: interrupted\n {2}s\.csv:2: "A" waits in Main Hall at 2027-05-20 11:45, and is not /,
      ),
    ]);
  });

  it('are planned anew if one was moved before a resume, which has no flag to leave it out', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, three);
    const first = double.count('PUT', placements);
    const stop = new AbortController();
    double.switches.failsWith500 = () => {
      if (double.count('PUT', placements) > first) stop.abort('SIGINT');
      return false;
    };
    const later = schedule([
      ['A', 'Main Hall', 720],
      ['B', 'Lighthouse', 720],
    ]);
    const apply = ['sessions', 'apply', home.write('s.csv', ...later), '--yes'];
    await home.run([...apply, '--concurrency', '1'], { stopped: stop.signal });
    await home.json(
      'sessions',
      'place',
      'B',
      '--room',
      'Workshop 1',
      '--start',
      '2027-05-21T09:00Z',
    );
    const [{ run }] = await home.json('runs', 'list');
    const resumed = await home.run(['runs', 'resume', run, '--yes', '--json']);
    expect(errorOf(resumed)).toMatchObject({
      exitCode: 6,
      fix: 'run `plenary sessions apply` again with --allow-partial, which plans what is left',
    });
    expect((await home.run([...apply, '--allow-partial'])).exitCode).toBe(0);
    expect(programOf(double)[1]).toBe('B: accepted, Lighthouse 12:00–13:30');
  });

  it('that fail after the first one are not said to be refused altogether', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, three);
    const first = double.count('PUT', placements);
    const isGone = () => double.count('PUT', placements) - first > 1;
    double.switches.failsWith500 = ({ method }) => method === 'PUT' && isGone();
    const file = home.write('s.csv', ...rotation);
    const ended = await home.run(['sessions', 'apply', file, '--yes', '--json']);
    expect(errorOf(ended)).toMatchObject({
      exitCode: 7,
      message: '3 of 3 rows could not be sent: the service has accepted only 1 interim placement',
    });
  });
});

it.each([
  [['A', 'B'], 1, 'the service has accepted 1 other'],
  [['A'], 2, 'the service has accepted 2 others'],
  [['A', 'B', 'C'], 0, 'the service does not accept requests now'],
])('says what the service does not accept: %j', async (failing, placed, why) => {
  const double = stage.double();
  const home = stage.home();
  const ids = await addTalks(double, [{ title: 'A' }, { title: 'B' }, { title: 'C' }]);
  double.switches.failsWith500 = ({ method, path }) => {
    return method === 'PUT' && failing.some((title) => path.includes(ids.get(title) ?? title));
  };
  const places = schedule([
    ['A', 'Main Hall', 540],
    ['B', 'Main Hall', 600],
    ['C', 'Main Hall', 660],
  ]);
  const ended = await home.run(['sessions', 'apply', home.write('s.csv', ...places), '--json']);
  expect(JSON.parse(ended.stdout).counts).toMatchObject({ placed, pending: failing.length });
  expect(errorOf(ended)).toMatchObject({
    exitCode: 7,
    message: `${failing.length} of 3 rows could not be sent: ${why}`,
  });
});
