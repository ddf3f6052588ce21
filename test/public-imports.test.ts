// Imports into the public server, which shows no submitter and knows no idempotency key: no row is
// lost or doubled in silence.
import { describe, expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { errorOf } from './support/program.ts';

const stage = doubleStage();

const talks = [
  'Title,Email,Abstract',
  'Keynote,ada@example.org,Where we come from.',
  'Keynote,bo@example.org,Where we go.',
  'Queues,ada@example.org,All the way down.',
  'Q&A,cy@example.org,',
];

/** Titles with the addresses of their submitters, which the server hides. */
const held = () =>
  stage
    .double()
    .state.submissions.map(({ title, submitter }) => `${title} by ${submitter?.email}`)
    .sort();

const all = [
  'Keynote by ada@example.org',
  'Keynote by bo@example.org',
  'Q&A by cy@example.org',
  'Queues by ada@example.org',
];

describe('an import of submissions', () => {
  it('creates each row once, from any computer', async () => {
    const [one, other] = [stage.home('one'), stage.home('other')];
    const first = await one.json(
      'submissions',
      'import',
      one.write('talks.csv', ...talks),
      '--yes',
    );
    expect(first.counts).toMatchObject({ rows: 4, created: 4 });
    expect(held()).toEqual(all);
    for (const home of [one, other]) {
      const again = await home.json(
        'submissions',
        'import',
        home.write('talks.csv', ...talks),
        '--yes',
      );
      expect(again.counts).toMatchObject({ rows: 4, created: 0, skipped: 4, rejected: 0 });
    }
    expect(held()).toEqual(all);
  });

  it('reads each list once, and a second time after new records', async () => {
    const home = stage.home();
    const lists = () => stage.double().count('GET', '/v1/events/{event_id}/submissions');
    await home.json('submissions', 'import', home.write('talks.csv', ...talks), '--yes');
    expect(lists()).toBe(2);
    await home.json('submissions', 'import', 'talks.csv', '--yes');
    expect(lists()).toBe(3);
    await home.json('submissions', 'import', 'talks.csv', '--dry-run');
    expect(lists()).toBe(4);
  });

  it('knows a talk that it has created, whatever its title is now', async () => {
    const [home, other] = [stage.home('home'), stage.home('other')];
    await home.json('submissions', 'import', home.write('talks.csv', ...talks), '--yes');
    const [{ id = '' } = {}] = stage
      .double()
      .state.submissions.filter(({ title }) => title === 'Queues');
    stage.double().web.renameSubmission(id, 'Queues, explained');
    const again = await home.json('submissions', 'import', 'talks.csv', '--yes');
    expect(again.counts).toMatchObject({ created: 0, skipped: 4 });
    // Another computer cannot recognize it.
    const elsewhere = await other.json(
      'submissions',
      'import',
      other.write('talks.csv', ...talks),
      '--dry-run',
    );
    expect(elsewhere.counts).toMatchObject({ create: 1, skipped: 3 });
  });

  it('knows it also where a file has its title as HTML, or no longer has', async () => {
    const home = stage.home();
    const first = home.write('html.csv', 'Title,Email', 'Q&amp;A,cy@example.org');
    await home.json('submissions', 'import', first, '--yes');
    const file = home.write('text.csv', 'Title,Email,Decision', 'Q&A,cy@example.org,accepted');
    expect((await home.json('submissions', 'import', file, '--yes')).counts).toMatchObject({
      created: 0,
    });
    expect((await home.json('submissions', 'plan', file)).counts).toMatchObject({ update: 1 });
    const placed = home.write(
      'schedule.csv',
      'Title,Email,Room,Start',
      'Q&A,cy@example.org,Main Hall,2027-05-20 09:00',
    );
    expect((await home.json('sessions', 'plan', placed)).counts).toMatchObject({ place: 1 });
    const other = stage.home('other');
    const again = await other.json(
      'submissions',
      'import',
      other.write('text.csv', 'Title,Email', 'Q&A,cy@example.org'),
      '--dry-run',
    );
    expect(again.counts).toMatchObject({ create: 0 });
  });

  it('creates the talk of another person with the title of one of this computer', async () => {
    const home = stage.home();
    await home.json(
      'submissions',
      'import',
      home.write('a.csv', 'Title,Email', 'Keynote,ada@example.org'),
      '--yes',
    );
    const more = await home.json(
      'submissions',
      'import',
      home.write('b.csv', 'Title,Email', 'Keynote,bo@example.org'),
      '--yes',
    );
    expect(more.counts).toMatchObject({ created: 1 });
    expect(held()).toEqual(['Keynote by ada@example.org', 'Keynote by bo@example.org']);
  });

  it.each([
    ['a talk', ['ada'], /^\S+ has this title and another abstract, and is taken for this row; /],
    [
      'two talks',
      ['ada', 'cy'],
      /^\S+, \S+ have this title and other abstracts, and one is taken /,
    ],
  ])('warns of %s that may be that of somebody else', async (_, people, message) => {
    const [one, other] = [stage.home('one'), stage.home('other')];
    const rows = people.map((name) => `Keynote,${name}@example.org,Old of ${name}`);
    const before = one.write('a.csv', 'Title,Email,Abstract', ...rows);
    await one.json('submissions', 'import', before, '--yes');
    const file = other.write('b.csv', 'Title,Email,Abstract', 'keynote ,bo@example.org,New');
    const plan = await other.json('submissions', 'import', file, '--dry-run');
    expect(plan.counts).toMatchObject({ create: 0, skipped: 1 });
    expect(plan.warnings).toMatchObject([
      { line: 2, code: 'found_by_title', message: expect.stringMatching(message) },
    ]);
  });

  it('refuses only rows of a title that fewer records have', async () => {
    const [one, other] = [stage.home('one'), stage.home('other')];
    await one.json(
      'submissions',
      'import',
      one.write('a.csv', talks[0] ?? '', talks[1] ?? ''),
      '--yes',
    );
    const refused = await other.run([
      'submissions',
      'import',
      other.write('talks.csv', ...talks),
      '--yes',
      '--json',
    ]);
    const [{ id = '' } = {}] = stage.double().state.submissions;
    expect(errorOf(refused)).toMatchObject({ exitCode: 3, details: [{ line: 2 }, { line: 3 }] });
    expect(errorOf(refused).details[0].message).toContain(id);
    expect(held()).toHaveLength(1);
    const rest = await other
      .json('submissions', 'import', 'talks.csv', '--yes', '--skip-invalid')
      .catch(String);
    expect(rest).toContain('ended with 9');
    expect(held()).toHaveLength(3);
  });

  it.each([2, 3, 5, 7])('is complete although every %i. response is lost', async (nth) => {
    const home = stage.home();
    stage.double().switches.losesResponse = (write) => write % nth === 0;
    const report = await home.json(
      'submissions',
      'import',
      home.write('talks.csv', ...talks),
      '--yes',
    );
    expect(report.counts).toMatchObject({ created: 4, unknown: 0 });
    expect(held()).toEqual(all);
  });

  it('sends once more what the server has not received', async () => {
    const home = stage.home();
    stage.double().switches.ignoresRequest = ({ write = 0 }) => write === 2 || write === 4;
    await home.json('submissions', 'import', home.write('talks.csv', ...talks), '--yes');
    expect(held()).toEqual(all);
  });

  it('sends once more what the server fails to create, and then waits', async () => {
    const home = stage.home();
    const bodies = (body: unknown) => Object(body).title;
    stage.double().switches.failsWith500 = ({ body, method }) =>
      method === 'POST' && bodies(body) === 'Queues';
    const ended = await home.run([
      'submissions',
      'import',
      home.write('talks.csv', ...talks),
      '--yes',
      '--json',
    ]);
    expect(errorOf(ended)).toMatchObject({
      exitCode: 7,
      details: [{ line: 4, message: 'the service failed (500): Internal Server Error' }],
    });
    expect(stage.double().requests.filter(({ body }) => bodies(body) === 'Queues')).toHaveLength(2);
    expect(held()).toHaveLength(3);
    stage.double().switches.failsWith500 = () => false;
    await home.json('submissions', 'import', 'talks.csv', '--yes');
    expect(held()).toEqual(all);
  });

  it('stops after the first row if a track is no id', async () => {
    const home = stage.home();
    stage.double().switches.optionalOperations = false;
    const file = home.write(
      'talks.csv',
      'Title,Email,Track',
      'A,a@example.org,Backend',
      'B,b@example.org,Backend',
    );
    const ended = await home.run(['submissions', 'import', file, '--yes', '--json']);
    expect(errorOf(ended)).toMatchObject({
      exitCode: 7,
      fix: expect.stringContaining('--map "Track="'),
    });
    expect(errorOf(ended).details[0].message).toContain('the likely cause is the track "Backend"');
    expect(stage.double().requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
    expect(held()).toEqual([]);
  });

  it('never has two creations of one new address in flight', async () => {
    const home = stage.home();
    stage.double().switches.statementMs = 3;
    const rows = Array.from(
      { length: 24 },
      (_, at) => `Talk ${at},p${Math.floor(at / 2)}@example.org`,
    );
    const report = await home.json(
      'submissions',
      'import',
      home.write('talks.csv', 'Title,Email', ...rows),
      '--yes',
    );
    expect(report.counts).toMatchObject({ created: 24 });
    expect(stage.double().requests.filter(({ method }) => method === 'POST')).toHaveLength(24);
  });
});

describe('a list that may be cut off', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => `Talk ${at},p${at}@example.org`);

  it('is not made longer than 1,000', async () => {
    const home = stage.home();
    const refused = await home.run([
      'submissions',
      'import',
      home.write('talks.csv', 'Title,Email', ...rows(1200)),
      '--yes',
      '--json',
    ]);
    // The first response shows that submitters are hidden.
    expect(errorOf(refused)).toMatchObject({
      exitCode: 6,
      message: expect.stringContaining('the first was created, and no other was sent'),
      fix: expect.stringContaining('--no-list-limit'),
    });
    expect(held()).toHaveLength(1);
    const planned = await home.run(['submissions', 'import', 'talks.csv', '--dry-run', '--json']);
    expect(errorOf(planned)).toMatchObject({ exitCode: 6 });
  });

  it('is whole if this service lists more: a lost row is looked up, and created', async () => {
    const home = stage.home();
    const { web, switches, state } = stage.double();
    switches.mostRows = undefined;
    const submitterId = web.addSpeaker({ email: 'ada@example.org' });
    for (let at = 0; at < 1000; at++) web.addSubmission({ title: `Talk ${at}`, submitterId });
    let creations = 0;
    switches.ignoresRequest = ({ method }) => method === 'POST' && creations++ === 0;
    const file = home.write('talks.csv', 'Title,Email', 'Queues,bo@example.org');
    const words = ['submissions', 'import', file, '--yes', '--no-list-limit'];
    expect((await home.json(...words)).counts).toMatchObject({ created: 1 });
    expect([creations, state.submissions.length]).toEqual([2, 1001]);
  });
});
