// Papers inside a session: it takes place while they do, so that it does not clash with them.
import { describe, expect, it } from 'vitest';
import { report, scheduleStages } from './support/schedule-stage.ts';

const { alone, stage, file } = scheduleStages();

const check = async (...lines: readonly string[]) => {
  const checked = await alone('sessions', 'check', '--schedule', file('s.csv', ...lines), '--json');
  return [checked.exitCode, report(checked).clashes.map(titlesOf)];
};
const titlesOf = ({ sessions }: { sessions: readonly { title: string }[] }) =>
  sessions.map(({ title }) => title);

const whova =
  'Date,Time Start,Time End,Session Title,Room/Location,Speakers,Session or Sub-session(Sub)';
const day = '2027-05-21';
const block = `${day},10:00,12:00,Harbours,Hall,Ida Moen,`;
const mooring = `${day},10:00,11:00,Mooring,Hall,Ida Moen,Sub`;
const dredging = `${day},11:00,12:00,Dredging,Hall,Ola Berg,Sub`;

describe('a block', () => {
  it('does not clash with the sub-sessions below it, in its room or by its people', async () => {
    const next = `${day},13:00,14:00,Closing words of all,Hall,Ida Moen,Session`;
    expect(await check(whova, block, mooring, dredging, next)).toEqual([0, []]);
  });

  it.each([
    ['Whova', whova, block, mooring, dredging],
    [
      'ids',
      'id,title,room,start,end,speakers,parent',
      `7,Harbours,Hall,${day} 10:00,${day} 12:00,Ida Moen,`,
      `8,Mooring,Hall,${day} 10:00,${day} 11:00,Ida Moen,7`,
    ],
  ])('is the block of its parts in the export as well: %s', async (_, ...lines) => {
    const flags = ['--schedule', file('block.csv', ...lines), '--format', 'csv'];
    const { stdout } = await alone('timetable', 'export', ...flags);
    expect(stdout).toMatch(/^submission_id,title,room,start,duration,speakers,format,parent$/m);
    expect(await check(...stdout.trimEnd().split('\n'))).toEqual([0, []]);
  });

  it('clashes with what is no part of it, and so do its parts with each other', async () => {
    const other = `${day},11:30,12:30,Buoys,Hall,Bo Li,Session`;
    const late = dredging.replace('11:00', '10:30');
    expect(await check(whova, block, mooring, late, other)).toEqual([
      6,
      [
        ['Harbours', 'Buoys'],
        ['Mooring', 'Dredging'],
        ['Dredging', 'Buoys'],
      ],
    ]);
  });

  it.each([
    ['id,title,room,start,duration,parent', 'b7', 'b7'],
    ['id,title,room,start,duration,Parent session', 'b7', 'HARBOURS'],
    ['id,Title,room,start,duration,Session', 'b7', 'Harbours'],
  ])('is named by its parts in a column of %j', async (header, id, name) => {
    const rows = [
      `p1,Mooring,Hall,${day} 10:00,60,${name}`,
      `p2,Dredging,Hall,${day} 11:00,60,${name}`,
      `${id},Harbours,Hall,${day} 10:00,120,`,
    ];
    expect(await check(header, ...rows)).toEqual([0, []]);
    const [exitCode] = await check(header, ...rows, `p3,Buoys,Hall,${day} 11:30,30,Piers`);
    expect(exitCode).toBe(6);
  });

  it('has its parts in its room, if they name none', async () => {
    const buoys = `${day},10:30,11:00,Buoys,Lab,Ola Berg,Session`;
    const [inHall, open] = [mooring, dredging].map((row) => row.replace('Hall', ''));
    expect(await check(whova, block, inHall ?? '', open ?? '', buoys)).toEqual([0, []]);
    const late = buoys.replace('10:30,11:00', '11:30,12:30');
    const clashes = [['Dredging', 'Buoys']];
    expect(await check(whova, block, inHall ?? '', open ?? '', late)).toEqual([6, clashes]);
  });

  it('that no row is gets one warning', async () => {
    const rows = ['S9', 'S9', 'harbours'].map((parent, at) => {
      return `Talk ${at},Hall,${day} 1${at}:00,60,Ida Moen,${parent}`;
    });
    const block = `Harbours,Hall,${day} 12:00,120,Ida Moen,`;
    file('s.csv', 'title,room,start,duration,speakers,parent', ...rows, block);
    const { stderr } = await alone('sessions', 'check', '--schedule', 's.csv');
    const warning = 'Warning: 2 rows have a parent that is the id or title of no row';
    expect(stderr).toContain(`${warning}: "S9" (line 2), "S9" (line 3).`);
    const { run } = await stage('Talk 0', 'Talk 1', 'Talk 2', 'Harbours');
    expect((await run('sessions', 'plan', 's.csv')).stderr).toContain(warning);
  });

  it('is named by its id or its line, if it has no title', async () => {
    const rows = ['S1,,Hall', ',,Lab'].map((row) => `${row},${day} 09:00,60,Ida Moen`);
    file('s.csv', 'id,title,room,start,duration,speakers', ...rows);
    const { stderr } = await alone('sessions', 'check', '--schedule', 's.csv');
    expect(stderr).toContain(
      `"S1" (line 2) ${day} 09:00–10:00 and the talk of line 3 ${day} 09:00`,
    );
  });

  it('is no block if its column has the titles, as the fix says', async () => {
    const { run } = await stage('Harbours', 'Mooring');
    const header = 'Session,Speaker,Title,Room,Start';
    const talks = ['Harbours,Ida Moen,CEO,Hall', 'Mooring,Bo Li,CTO,Lab'];
    file('s.csv', header, ...talks.map((talk) => `${talk},${day} 10:00`));
    const refused = await run('sessions', 'plan', 's.csv');
    expect(refused.exitCode).toBe(3);
    const flag = ['--map', 'Session=title'];
    expect(refused.stderr).toContain(
      `Fix: if column "Session" has the titles of the talks, pass ${flag[0]} "${flag[1]}"; ` +
        'fix the titles',
    );
    const planned = await run('sessions', 'plan', 's.csv', ...flag);
    expect([planned.exitCode, planned.stderr]).toEqual([0, expect.stringContaining('2 to place')]);
  });

  it('does not clash with its parts in an event either', async () => {
    const { run } = await stage('Harbours', 'Mooring', 'Dredging');
    file('s.csv', whova, block, mooring, dredging);
    const planned = await run('sessions', 'plan', 's.csv', '--json');
    expect([planned.exitCode, report(planned).clashes]).toEqual([0, []]);
    expect((await run('sessions', 'apply', 's.csv')).exitCode).toBe(0);
    expect((await run('sessions', 'check', '--schedule', 's.csv')).exitCode).toBe(0);
  });

  it('clashes with a part that the service would refuse beside it', async () => {
    const { run } = await stage('Harbours', 'Mooring', 'Dredging');
    for (const title of ['Harbours', 'Mooring']) {
      await run('submissions', 'update', title, '--status', 'accepted');
    }
    file('s.csv', whova, block, mooring, dredging);
    const refused = await run('sessions', 'plan', 's.csv', '--json');
    expect([refused.exitCode, report(refused).clashes]).toMatchObject([6, [{ code: 'service' }]]);
  });

  it('stays beside its parts when others are placed', async () => {
    const tides = `,,,Tides,,Bo Li,`;
    file('talks.csv', whova, block, mooring, dredging, tides);
    file('rooms.csv', 'room,start,end', `Hall,${day} 10:00,12:00`, `Loft,${day} 10:00,12:00`);
    const auto = ['talks.csv', '--rooms-file', 'rooms.csv', '--steps', '500', '--out', 'out.csv'];
    const placed = await alone('sessions', 'autoplace', ...auto);
    expect([placed.exitCode, placed.stdout]).toEqual([
      0,
      expect.stringContaining('1 talk placed, 3 kept'),
    ]);
    expect((await alone('sessions', 'check', '--schedule', 'out.csv')).exitCode).toBe(0);
  });

  it('that is left out takes its sub-sessions with it', async () => {
    const { run, placed } = await stage('Harbours', 'Buoys', 'Mooring', 'Dredging', 'Tides');
    const unread = `${day},soon,12:00,Buoys,Hall,Bo Li,`;
    const tides = `${day},13:00,14:00,Tides,Hall,Ida Moen,Session`;
    file('s.csv', whova, block, unread, mooring, dredging, tides);
    const applied = await run('sessions', 'apply', 's.csv', '--allow-partial');
    const reason = 'a part of the session of line 3, which is left out (also: line 5)';
    expect(applied.stderr).toContain(`s.csv:4: ${reason}`);
    expect(applied.exitCode).toBe(9);
    expect((await placed()).map((line) => line.split(' | ')[0])).toEqual(['Harbours', 'Tides']);
  });

  it('is left out if it is a part of one that is left out', async () => {
    const { run, placed } = await stage('Harbours', 'Mooring', 'Dredging', 'Tides');
    file(
      's.csv',
      'title,room,start,duration,parent',
      `Dredging,Hall,${day} 10:00,30,Mooring`,
      `Mooring,Hall,${day} 10:00,60,Harbours`,
      'Harbours,Hall,soon,120,',
      `Tides,Hall,${day} 13:00,60,`,
    );
    const applied = await run('sessions', 'apply', 's.csv', '--allow-partial');
    expect(applied.stderr).toContain('s.csv:2: a part of the session of line 3, which is left out');
    expect(applied.stderr).toContain('3 of 4 rows were not applied');
    expect((await placed()).map((line) => line.split(' | ')[0])).toEqual(['Tides']);
  });
});
