// A season of a conference, from speakers to timetable, on servers that hide submitters.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  doubleServer,
  openSeason,
  type SeasonHome,
  type SeasonStage,
  strictServer,
} from './support/season-stage.ts';

const numbers = Array.from({ length: 10 }, (_, at) => at);

const speakers = [
  'First name,Last name,Email,Biography,Status',
  ...numbers.map((n) => `Ada${n},Byte,p${n}@example.org,About ${n}.,invited`),
  'Kim,Open,kim@example.org,,ja',
  'Lee,Close,lee@example.org,,',
];
const talks = [
  'Title,Email,Abstract,Track,Format',
  ...numbers.map((n) => `Talk ${n},p${n}@example.org,Abstract ${n},backend,Talk`),
  'Keynote,kim@example.org,How it began.,Frontend,Keynote',
  'Keynote,lee@example.org,How it goes on.,Frontend,Keynote',
];
const newTalks = ['Late 1', 'Late 2', 'Late 3'].map(
  (title) => `${title},new@example.org,,Frontend,Talk`,
);

const decisions = [
  'Title,Email,Decision,Feedback',
  ...numbers.map((n) => `Talk ${n},p${n}@example.org,accepted,Well done ${n}.`),
  'Keynote,kim@example.org,accepted,',
  'Keynote,lee@example.org,accepted,',
  'Late 1,new@example.org,declined,Next year.',
  'Late 2,new@example.org,accepted,',
  'Late 3,new@example.org,accepted,',
];

/**
 * Ten talks back to back in one room, each half an hour, from nine.
 * @param minutes later than that
 */
const schedule = (minutes: number) => [
  'Title,Room,Start',
  ...numbers.map((n) => `${titleOf(n)},Main Hall,${berlin(9 * 60 + n * 30 + minutes)}`),
];
/** The title of a talk; that of the third is changed in the service. */
const titleOf = (n: number) => (n === 3 ? 'Talk 3 renamed' : `Talk ${n}`);
const twoDigits = (value: number) => String(value).padStart(2, '0');
const berlin = (minutes: number) =>
  `2027-05-20 ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
/** The place of a talk of ten, whose place in the row is given. */
const hallAt = (at: number, later: number) => {
  const minutes = 7 * 60 + at * 30 + later;
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `Main Hall 2027-05-20T${time}:00Z 30`;
};

const servers = [
  { name: 'plenary serve --strict', open: strictServer, hasLists: true },
  { name: 'the double of the public server', open: () => doubleServer(), hasLists: true },
  {
    name: 'a server with the published operations alone',
    open: () => doubleServer({ switches: { optionalOperations: false } }),
    hasLists: false,
  },
];

describe.each(servers)('a season on $name', ({ open, hasLists }) => {
  // Where no list has the names, they can be no ids.
  const ignored = hasLists ? [] : ['--map', 'Track=', '--map', 'Format='];
  let stage: SeasonStage;
  let home: SeasonHome;
  let other: SeasonHome;
  beforeAll(async () => {
    stage = await openSeason(await open());
    // Where no event is served, nobody else knows its zone.
    const settings = hasLists ? {} : { PLENARY_TIMEZONE: 'Europe/Berlin' };
    home = stage.home('home', settings);
    other = stage.home('other', settings);
  });
  afterAll(() => stage.close());

  const byTitle = async () =>
    new Map(
      (await stage.truth()).map((record) => [`${record.title} by ${record.submitter}`, record]),
    );
  const places = async () => {
    const records = await byTitle();
    return numbers.map((n) => records.get(`${titleOf(n)} by p${n}@example.org`)?.place);
  };

  it('has speakers, who are imported once from any computer', async () => {
    stage.loseEach(7);
    const first = await home.json(
      'speakers',
      'import',
      home.write('speakers.csv', ...speakers),
      '--yes',
    );
    expect(first.counts).toMatchObject({ rows: 12, created: 12 });
    const again = await other.json(
      'speakers',
      'import',
      other.write('speakers.csv', ...speakers),
      '--yes',
    );
    expect(again.counts).toMatchObject({ created: 0, skipped: 12 });
    const listed = await home.json('speakers', 'list');
    expect(listed).toHaveLength(12);
    const confirmed = listed.filter(
      (each: { speaker_status: string }) => each.speaker_status === 'confirmed',
    );
    expect(confirmed).toMatchObject([{ email: 'kim@example.org' }]);
  });

  it('has talks, which are imported once from any computer, and tracks by name', async () => {
    stage.loseEach(7);
    const first = await home.json(
      'submissions',
      'import',
      home.write('talks.csv', ...talks),
      '--yes',
      ...ignored,
    );
    expect(first.counts).toMatchObject({ rows: 12, created: 12 });
    for (const each of [home, other]) {
      const again = await each.json(
        'submissions',
        'import',
        each.write('talks.csv', ...talks),
        '--yes',
        ...ignored,
      );
      expect(again.counts).toMatchObject({ created: 0, skipped: 12 });
    }
    const records = await byTitle();
    expect([...records.keys()].sort()).toEqual([
      'Keynote by kim@example.org',
      'Keynote by lee@example.org',
      ...numbers.map((n) => `Talk ${n} by p${n}@example.org`),
    ]);
    expect(records.get('Talk 0 by p0@example.org')?.track).toBe(hasLists ? 'Backend' : undefined);
  });

  it('has more talks later, and one that was renamed in the service', async () => {
    stage.loseEach(11);
    const renamed = (await byTitle()).get('Talk 3 by p3@example.org');
    await stage.server.rename(renamed?.id ?? '', 'Talk 3 renamed');
    home.write('talks.csv', ...talks, ...newTalks);
    const more = await home.json('submissions', 'import', 'talks.csv', '--yes', ...ignored);
    expect(more.counts).toMatchObject({ rows: 15, created: 3, skipped: 12 });
    expect(await stage.truth()).toHaveLength(15);
  });

  it('has decisions, which are undone, made again, and then are no difference', async () => {
    stage.loseEach(11);
    home.write('decisions.csv', ...decisions);
    const { run, counts } = await home.json('submissions', 'apply', 'decisions.csv', '--yes');
    expect(counts).toMatchObject({ updated: 15 });
    const undone = await home.json('runs', 'undo', run, '--yes');
    expect(undone.warnings).toMatchObject([{ code: 'remains' }]);
    expect(new Set((await stage.truth()).map(({ status }) => status))).toEqual(
      new Set(['pending']),
    );
    await home.json('submissions', 'apply', 'decisions.csv', '--yes');
    const again = await home.run('submissions', 'plan', 'decisions.csv', '--detailed-exitcode');
    expect(again.exitCode).toBe(0);
    const records = await byTitle();
    expect(records.get('Late 1 by new@example.org')).toMatchObject({
      status: 'declined',
      feedback: 'Next year.',
    });
    expect(records.get('Talk 7 by p7@example.org')).toMatchObject({
      status: 'accepted',
      feedback: 'Well done 7.',
    });
  });

  it('has a schedule, which is moved by ten minutes and back without a refusal', async () => {
    stage.loseEach(11);
    stage.statuses();
    for (const later of [0, 10, 0]) {
      home.write('schedule.csv', ...schedule(later));
      await home.json('sessions', 'apply', 'schedule.csv', '--yes');
      expect(await places()).toEqual(numbers.map((n) => hallAt(n, later)));
    }
    expect(stage.statuses()).not.toContain(409);
    const again = await home.run('sessions', 'plan', 'schedule.csv', '--detailed-exitcode');
    expect(again.exitCode).toBe(0);
  });

  it('has talks that exchange their places, and go back', async () => {
    stage.loseEach();
    stage.statuses();
    const order = [1, 2, 0, 3, 4, 5, 6, 7, 8, 9];
    const rotated = numbers.map((n) => {
      const at = order.indexOf(n);
      return `${titleOf(n)},Main Hall,${berlin(9 * 60 + at * 30)}`;
    });
    home.write('rotated.csv', 'Title,Room,Start', ...rotated);
    const { run } = await home.json('sessions', 'apply', 'rotated.csv', '--yes');
    expect(await places()).toEqual(numbers.map((n) => hallAt(order.indexOf(n), 0)));
    await home.json('runs', 'undo', run, '--yes');
    expect(await places()).toEqual(numbers.map((n) => hallAt(n, 0)));
    const swapped = await home.json('sessions', 'swap', 'Talk 4', 'Talk 8', '--yes');
    const afterwards = await places();
    expect([afterwards[4], afterwards[8]]).toEqual([hallAt(8, 0), hallAt(4, 0)]);
    await home.json('runs', 'undo', swapped.run, '--yes');
    expect(await places()).toEqual(numbers.map((n) => hallAt(n, 0)));
    expect(stage.statuses()).not.toContain(409);
  });

  it('has places found for the rest, which the server accepts', async () => {
    stage.loseEach(7);
    stage.statuses();
    home.write(
      'rooms.csv',
      'Room,Start,End',
      'Main Hall,2027-05-21 09:00,2027-05-21 12:00',
      'Lighthouse,2027-05-21 09:00,2027-05-21 12:00',
    );
    await home.json(
      'sessions',
      'autoplace',
      '--rooms-file',
      'rooms.csv',
      '--status',
      'accepted',
      '--steps',
      '2000',
      '--out',
      'placed.csv',
    );
    await home.json('sessions', 'plan', 'placed.csv');
    await home.json('sessions', 'apply', 'placed.csv', '--yes');
    const placed = (await stage.truth()).filter(({ place }) => place !== undefined);
    expect(placed).toHaveLength(14);
    expect(stage.statuses()).not.toContain(409);
    const check = await home.run('sessions', 'check');
    expect(check.exitCode).toBe(0);
  });

  it('is exported with tracks, true ends, and the names that a file has', async () => {
    const [columns = '', first = ''] = schedule(0);
    home.write('names.csv', `${columns},Speakers`, `${first},Ada0 Byte`);
    const exported = await home.run(
      'timetable',
      'export',
      '--schedule',
      'names.csv',
      '--format',
      'ics',
      '--out',
      'program.ics',
    );
    expect(exported.exitCode, exported.stderr).toBe(0);
    const unnamed = await home.run('timetable', 'export', '--format', 'ics');
    expect(unnamed.stderr).toContain('--schedule with a file that has a column of speakers');
    const calendar = readFileSync(`${home.path}/program.ics`, 'utf8').replaceAll('\r\n ', '');
    const [event = ''] = calendar
      .split('BEGIN:VEVENT')
      .filter((text) => text.includes('SUMMARY:Talk 0'));
    expect(event).toContain('Ada0 Byte');
    if (hasLists) expect(event).toContain('Backend');
    expect(event).toMatch(/DTSTART[^:]*:20270520T(?:090000|070000Z)/);
    expect(event).toMatch(/DTEND[^:]*:20270520T(?:093000|073000Z)|DURATION:PT30M/);
  });

  it('is pulled as a folder, edited, applied, and then has nothing to do', async () => {
    await home.json('program', 'pull', 'devconf');
    const path = `${home.path}/devconf/submissions.csv`;
    const edited = readFileSync(path, 'utf8').replace('Talk 5', 'Talk 5 edited');
    writeFileSync(path, edited);
    const applied = await home.json('program', 'apply', 'devconf', '--yes');
    expect(applied.counts).toMatchObject({ updated: 1 });
    const again = await home.run('program', 'plan', 'devconf', '--detailed-exitcode');
    expect(again.exitCode).toBe(0);
    const records = await byTitle();
    expect(records.has('Talk 5 edited by p5@example.org')).toBe(true);
  });

  it('has a talk that is taken out, where that is an operation', async () => {
    const { exitCode } = await home.run('sessions', 'unplace', 'Late 2', '--yes');
    expect(exitCode).toBe(hasLists ? 0 : 6);
    const placed = await home.json('sessions', 'list');
    expect(placed).toHaveLength(hasLists ? 13 : 14);
  });

  it('has contacts: the speakers, and a submitter who was none', async () => {
    const { exitCode, stdout } = await home.run('contacts', 'search');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Ada0 Byte');
    expect(await home.json('contacts', 'search')).toHaveLength(13);
  });
});
