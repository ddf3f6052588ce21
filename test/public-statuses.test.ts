// Changes of a status that the public server would refuse, because the place is occupied.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { addTalks, type PlacedTalk, programOf } from './support/placed-talks.ts';
import { errorOf } from './support/program.ts';

const stage = doubleStage();

describe('a change of a status into an occupied place', () => {
  const talks: readonly PlacedTalk[] = [
    { title: 'First', room: 'Main Hall', time: '09:00' },
    { title: 'Second', status: 'pending', room: 'Main Hall', time: '09:15' },
    { title: 'Third', status: 'pending', room: 'Main Hall', time: '09:45' },
  ];
  const fix =
    'free the room in an earlier run: ' +
    'move one session of each pair, or change the status of the other one';

  it('is a clash in the plan of decisions', async () => {
    const double = stage.double();
    const home = stage.home();
    await addTalks(double, talks);
    const file = home.write(
      'd.csv',
      'title,status',
      'First,declined',
      'Second,accept_queue',
      'Third,pending',
    );
    const planned = await home.run(['submissions', 'plan', file, '--json']);
    expect(errorOf(planned)).toMatchObject({
      exitCode: 6,
      message: '1 clash; nothing was sent',
      details: [
        {
          line: 3,
          message:
            'the service refuses room Main Hall: "First" (line 2) 2027-05-20 11:00–11:30 and ' +
            '"Second" (line 3) ' +
            '2027-05-20 11:15–11:45; "Second" would become accept_queue',
        },
      ],
      fix,
    });
    expect(JSON.parse(planned.stdout)).toMatchObject({
      counts: { clashes: 1 },
      clashes: [{ code: 'service' }],
    });
    const refused = await home.run(['submissions', 'apply', file, '--yes']);
    expect([refused.exitCode, refused.stderr]).toEqual([
      6,
      expect.stringContaining('11:15–11:45;'),
    ]);
    const events = double.count('GET', '/v1/events/{event_id}');
    expect(events).toBeGreaterThan(0);
    await home.json('submissions', 'plan', home.write('0.csv', 'title,status', 'Third,accepted'));
    expect(double.count('GET', '/v1/events/{event_id}')).toBe(events);
    // In two runs, it is none.
    await home.json(
      'submissions',
      'apply',
      home.write('1.csv', 'title,status', 'First,declined'),
      '--yes',
    );
    await home.json('submissions', 'apply', file, '--yes');
    expect(programOf(double)[1]).toContain('Second: accept_queue');
  });

  it('is one of two sessions that become accepted together, and none of others', async () => {
    const home = stage.home();
    const double = stage.double();
    await addTalks(double, [
      ...talks.slice(1),
      { title: 'Fourth', status: 'pending', room: 'Main Hall', time: '09:30' },
    ]);
    const all = home.write(
      'd.csv',
      'title,status',
      'Second,accepted',
      'Third,accepted',
      'Fourth,accepted',
    );
    const planned = await home.run(['submissions', 'plan', all, '--json']);
    expect(errorOf(planned)).toMatchObject({ exitCode: 6, message: '2 clashes; nothing was sent' });
    const two = home.write('e.csv', 'title,status', 'Second,accepted', 'Third,accepted');
    expect((await home.json('submissions', 'apply', two, '--yes')).counts).toMatchObject({
      updated: 2,
    });
  });

  it('is counted for a crowd of one time, and the first are named', async () => {
    const home = stage.home();
    const names = Array.from({ length: 60 }, (_, index) => `Talk ${index}`);
    await addTalks(
      stage.double(),
      names.map((title) => ({ title, status: 'pending', room: 'Main Hall', time: '09:00' })),
    );
    const rows = names.map((title) => `${title},accepted`);
    const planned = await home.run([
      'submissions',
      'plan',
      home.write('d.csv', 'title,status', ...rows),
      '--json',
    ]);
    const { message, details } = errorOf(planned);
    expect([planned.exitCode, message]).toEqual([6, '1770 clashes; nothing was sent']);
    expect(details).toHaveLength(21);
    expect(details.at(-1)).toEqual({ file: 'd.csv', message: 'and 1750 more clashes' });
    const plan = JSON.parse(planned.stdout);
    expect([plan.counts.clashes, plan.clashes.length]).toEqual([1770, 1000]);
  });

  it('is refused for one submission too, by its title before it is sent', async () => {
    const home = stage.home();
    const double = stage.double();
    const ids = await addTalks(double, [...talks, { title: 'Placeless', status: 'pending' }]);
    const update = (name: string, status: string) =>
      home.run(['submissions', 'update', name, '--status', status, '--json']);
    const path = '/v1/submissions/{submission_id}';
    const before = double.count('PATCH', path);
    for (const [name, sent] of [
      ['Second', 0],
      [ids.get('Second') ?? '', 4],
    ] as const) {
      expect(errorOf(await update(name, 'accept_queue'))).toMatchObject({
        exitCode: 6,
        message: 'the room is occupied; the submission was not changed',
        details: [
          {
            flag: '--status',
            message:
              'the service refuses room Main Hall: "First" 2027-05-20 11:00–11:30 and "Second" ' +
              '2027-05-20 11:15–11:45; "Second" would become accept_queue',
          },
        ],
      });
      expect(double.count('PATCH', path) - before).toBe(sent);
    }
    const lists = double.count('GET', '/v1/events/{event_id}/submissions');
    expect((await update('Placeless', 'accepted')).exitCode).toBe(0);
    expect((await update(ids.get('Third') ?? '', 'accepted')).exitCode).toBe(0);
    expect(double.count('GET', '/v1/events/{event_id}/submissions') - lists).toBe(1);
    expect((await update('Second', 'declined')).exitCode).toBe(0);
    const words = ['submissions', 'update', ids.get('Second') ?? '', '--status', 'accepted'];
    const alone = await home.run(words, { env: { PLENARY_EVENT: '' } });
    expect([alone.exitCode, alone.stderr]).toEqual([
      7,
      expect.stringContaining('another accepted session is in the room of this one at its time'),
    ]);
  });

  /** A folder with the program of an event, whose files can be edited. */
  async function pulled(home: ReturnType<typeof stage.home>) {
    await home.run(['program', 'pull', 'conf', '--private-columns']);
    return (name: string, from: RegExp, to: string) => {
      const path = `${home.path}/conf/${name}.csv`;
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    };
  }

  it('is one in a program whose run would move the other session later', async () => {
    const home = stage.home();
    const double = stage.double();
    await addTalks(double, talks.slice(0, 2));
    const edit = await pulled(home);
    edit('submissions', /(Second.*)pending/, '$1accepted');
    edit('schedule', /(First.*Main Hall,2027-05-20)(.)[\d:]+/, '$1$212:00');
    const planned = await home.run(['program', 'plan', 'conf', '--json']);
    expect(errorOf(planned)).toMatchObject({ exitCode: 6, fix });
    const moved = home.write('s.csv', 'title,room,start', 'First,Main Hall,2027-05-20T12:00Z');
    await home.json('sessions', 'apply', moved, '--yes');
    await home.json(
      'submissions',
      'apply',
      home.write('d.csv', 'title,status', 'Second,accepted'),
      '--yes',
    );
    expect(programOf(double)).toEqual([
      'First: accepted, Main Hall 12:00–12:30',
      'Second: accepted, Main Hall 09:15–09:45',
    ]);
  });

  it('is none in a program that calls off one session and then places another', async () => {
    const home = stage.home();
    const double = stage.double();
    await addTalks(double, [
      { title: 'First', room: 'Main Hall', time: '09:00' },
      { title: 'Second', status: 'pending', room: 'Lighthouse', time: '09:00' },
      { title: 'Third', room: 'Main Hall', time: '10:00' },
    ]);
    const edit = await pulled(home);
    edit('submissions', /(Second.*)pending/, '$1accepted');
    edit('schedule', /(Second.*)Lighthouse(,2027-05-20.)[\d:]+/, '$1Main Hall$211:45');
    const refused = await home.run(['program', 'plan', 'conf', '--json']);
    expect(errorOf(refused)).toMatchObject({
      exitCode: 6,
      details: [
        { message: expect.stringContaining('the service refuses room Main Hall: "Second"') },
      ],
    });
    edit('schedule', /(Second.*Main Hall,2027-05-20.)[\d:]+/, '$111:00');
    edit('submissions', /(First.*)accepted/, '$1withdrawn');
    await home.json('program', 'apply', 'conf', '--yes');
    expect(programOf(double)).toEqual([
      'First: withdrawn, Main Hall 09:00–09:30',
      'Second: accepted, Main Hall 09:00–09:30',
      'Third: accepted, Main Hall 10:00–10:30',
    ]);
  });
});
