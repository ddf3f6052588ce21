// `timetable changes`: what has changed since a program was announced, and for whom.
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plenary } from './support/program.ts';
import { type Ids, programStage } from './support/program-stage.ts';
import { sendRecord } from './support/stage.ts';

const stage = programStage();
const { service, folder, event, program, read, fill } = stage;

const inFolder = (...args: readonly string[]) =>
  service.plenary(['timetable', ...args], {
    cwd: folder.path,
    env: { PLENARY_EVENT: event(), PLENARY_TIMEZONE: 'Europe/Berlin' },
  });
const changes = (...args: readonly string[]) => inFolder('changes', ...args);
const json = async (...args: readonly string[]) =>
  JSON.parse((await changes(...args, '--json')).stdout);

const place = (id: string, room: string, start: string) =>
  sendRecord(service, 'PUT', `sessions/${id}/schedule`, { room, start });
const retitle = (id: string, title: string) =>
  sendRecord(service, 'PATCH', `submissions/${id}`, { title });

/** A program that is pulled and announced: "Types" is not placed. */
async function announced(): Promise<Ids> {
  const ids = await fill();
  await retitle(ids.queues, 'Queues');
  await program('pull');
  const { exitCode, stderr } = await changes('--announce');
  expect(exitCode, stderr).toBe(0);
  return ids;
}

describe('since the announcement', () => {
  it('are none at first, and then what has moved and is new', async () => {
    const { queues, types } = await announced();
    expect(await changes('--detailed-exitcode')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Nothing has changed\.\n$/m),
    });

    await place(queues, 'Lab', '2027-05-20T11:30:00+02:00');
    await retitle(queues, 'Queues, again');
    await place(types, 'Hall', '2027-05-20T09:30:00+02:00');
    const { exitCode, stdout, stderr } = await changes('--detailed-exitcode');
    expect([exitCode, stdout]).toEqual([
      8,
      'New: "Types" in Hall, Thu 20 May 09:30\n' +
        'Moved: "Queues, again" (until now "Queues") from Hall, Thu 20 May 09:30 to Lab, ' +
        'Thu 20 May 11:30\n',
    ]);
    expect(stderr).toContain('2 changes: 1 new, 1 moved, 1 retitled.\n');
    const { counts, timezone, changes: listed } = await json();
    expect([timezone, counts]).toEqual([
      'Europe/Berlin',
      {
        new: 1,
        canceled: 0,
        unplaced: 0,
        moved: 1,
        newTime: 0,
        canceledTime: 0,
        retitled: 1,
        people: 0,
      },
    ]);
    expect(listed[1]).toEqual({
      kinds: ['moved', 'retitled'],
      id: queues,
      title: 'Queues, again',
      isBreak: false,
      from: expect.objectContaining({ title: 'Queues' }),
      to: expect.objectContaining({ title: 'Queues, again' }),
      moves: [
        {
          from: { rooms: ['Hall'], start: '2027-05-20T09:30:00+02:00', end: expect.any(String) },
          to: { rooms: ['Lab'], start: '2027-05-20T11:30:00+02:00', end: expect.any(String) },
        },
      ],
      joined: [],
      left: [],
    });
  });

  it('are canceled talks, and talks that wait for another place', async () => {
    const { queues, types } = await announced();
    await place(types, 'Lab', '2027-05-20T09:30:00+02:00');
    await changes('--announce');
    await sendRecord(service, 'PATCH', `submissions/${queues}`, { status: 'withdrawn' });
    const unplaced = await service.plenary(['sessions', 'unplace', 'Types'], {
      env: { PLENARY_EVENT: event() },
    });
    expect(unplaced.exitCode, unplaced.stderr).toBe(0);
    const { stdout } = await changes();
    expect(stdout).toBe(
      'Canceled: "Queues", was in Hall, Thu 20 May 09:30\n' +
        'No place yet: "Types", was in Lab, Thu 20 May 09:30\n',
    );
  });

  it('are those of the schedule of the folder as well: people and breaks', async () => {
    const { queues } = await announced();
    const row = `${queues},Queues,Hall,2027-05-20T09:30:00+02:00`;
    const write = (speakers: string, lunch: string) => {
      const lines = ['submission_id,title,room,start,speakers', `${row},${speakers}`];
      const text = [...lines, `,Lunch,all,${lunch},`].join('\n');
      writeFileSync(folder.file('schedule.csv'), `${text}\n`);
    };
    write('Ada Lovelace; Bo Li', '2027-05-20 12:00');
    await changes('--announce');
    write('Bo Li; Cy Ro', '2027-05-20 12:30');
    expect((await changes()).stdout).toBe(
      'Moved: "Lunch" from all rooms, Thu 20 May 12:00 to all rooms, Thu 20 May 12:30\n' +
        'People: "Queues" now with Cy Ro, no longer with Ada Lovelace\n',
    );
  });
});

describe('announced.json', () => {
  it('has the public program and nothing else, each time with the same bytes', async () => {
    const { queues } = await announced();
    const text = read('announced.json');
    expect(text).toBe(
      `${JSON.stringify(
        {
          announcement: '1.0',
          event: event(),
          timezone: 'Europe/Berlin',
          sessions: [
            {
              id: queues,
              title: 'Queues',
              rooms: ['Hall'],
              start: '2027-05-20T09:30:00+02:00',
              end: '2027-05-20T10:00:00+02:00',
              speakers: [],
              track: null,
              isBreak: false,
            },
          ],
        },
        undefined,
        2,
      )}\n`,
    );
    await changes('--announce');
    expect(read('announced.json')).toBe(text);
  });

  it('is not written through a link, nor without a folder', async () => {
    await fill();
    await program('pull');
    symlinkSync(folder.file('elsewhere'), folder.file('announced.json'));
    const linked = await changes('--announce');
    expect(linked.exitCode).toBe(3);
    expect(linked.stderr).toContain('announced.json is a symbolic link');
    mkdirSync(folder.file('empty/.git'), { recursive: true });
    const outside = await service.plenary(['timetable', 'changes', '--announce'], {
      cwd: folder.file('empty'),
      env: { PLENARY_EVENT: event() },
    });
    expect(outside.exitCode).toBe(2);
    expect(outside.stderr).toContain('nowhere to save what is announced');
  });

  it('is damaged, or does not exist', async () => {
    await fill();
    await program('pull');
    const missing = await changes();
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain('nothing was announced yet: announced.json does not exist');
    expect(missing.stderr).toContain('Next: plenary timetable changes --announce');
    writeFileSync(folder.file('announced.json'), '{"announcement":"1.0"}');
    const damaged = await changes();
    expect(damaged.exitCode).toBe(3);
    expect(damaged.stderr).toContain('announced.json is damaged, or not an announced program');
    expect(damaged.stderr).toContain(
      'or remove it, and run `plenary timetable changes --announce`\n',
    );
    rmSync(folder.file('announced.json'));
    expect((await changes('--announce')).exitCode).toBe(0);
  });
});

describe('the people whom changes concern', () => {
  it('have a row with an address and both places in the file of --out', async () => {
    const { queues, types, amina, bo } = await announced();
    writeFileSync(
      folder.file('schedule.csv'),
      'title,room,start,speakers\nQueues,,,Amina\nTypes,,,Bo\n',
    );
    await place(queues, '=Lab', '2027-05-21T11:30:00+02:00');
    await place(types, 'Hall', '2027-05-20T09:30:00+02:00');
    const { stderr } = await changes('--out', 'moved.csv');
    expect(stderr).toContain('2 rows written to moved.csv.\n');
    expect(read('.gitignore')).toBe('.plenary/\nmoved.csv\n');
    expect(read('moved.csv')).toBe(
      'name,email,speaker_id,talk,submission_id,change,old_day,old_time,old_room,new_day,' +
        'new_time,new_room\n' +
        `Bo,bo@example.org,${bo},Types,${types},new,,,,2027-05-20,09:30,Hall\n` +
        `Amina,amina@example.org,${amina},Queues,${queues},moved,2027-05-20,09:30,Hall,` +
        "2027-05-21,11:30,'=Lab\n",
    );
    expect(statSync(folder.file('moved.csv')).mode & 0o777).toBe(0o600);
  });

  it('have a row for each slot of a repeated talk that has changed', async () => {
    const { queues, amina } = await announced();
    await service.plenary(['speakers', 'add', '--email', 'cy@example.org', '--first-name', 'Cy'], {
      env: { PLENARY_EVENT: event() },
    });
    const write = (...slots: readonly string[]) => {
      const rows = slots.map((slot) => `${queues},Queues,${slot}`);
      const text = ['submission_id,title,room,start,speakers', ...rows].join('\n');
      writeFileSync(folder.file('schedule.csv'), `${text}\n`);
    };
    const day = '2027-05-20T';
    write(
      `Hall,${day}09:30:00+02:00,Amina; Cy`,
      `Lab,${day}11:00:00+02:00,Amina; Cy`,
      `Lab,${day}15:00:00+02:00,Amina; Cy`,
    );
    await changes('--announce');
    write(
      `Hall,${day}09:30:00+02:00,amina@example.org; Bo`,
      `Loft,${day}11:00:00+02:00,amina@example.org; Bo`,
      `Lab,${day}16:00:00+02:00,amina@example.org; Bo`,
      `Lab,${day}17:00:00+02:00,amina@example.org; Bo`,
    );
    await changes('--out', 'moved.csv');
    const rowsOf = (name: string) =>
      read('moved.csv')
        .split('\n')
        .filter((row) => row.startsWith(`${name},`))
        .map((row) => row.split(',').slice(5).join(','));
    const at = (time: string, room: string) => `2027-05-20,${time},${room}`;
    expect(rowsOf('Amina')).toEqual([
      `moved,${at('11:00', 'Lab')},${at('11:00', 'Loft')}`,
      `moved,${at('15:00', 'Lab')},${at('16:00', 'Lab')}`,
      `new,,,,${at('17:00', 'Lab')}`,
    ]);
    expect(rowsOf('Bo')).toEqual([
      `new,,,,${at('09:30', 'Hall')}`,
      `new,,,,${at('11:00', 'Loft')}`,
      `new,,,,${at('16:00', 'Lab')}`,
      `new,,,,${at('17:00', 'Lab')}`,
    ]);
    expect(rowsOf('Cy')).toEqual([
      `left,${at('09:30', 'Hall')},,,`,
      `left,${at('11:00', 'Lab')},,,`,
      `left,${at('15:00', 'Lab')},,,`,
    ]);
    expect(read('moved.csv')).toContain(`Amina,amina@example.org,${amina},Queues,${queues},moved`);
    await changes('--announce');
    write(`Hall,${day}09:30:00+02:00,Amina; Bo`);
    await changes('--out', 'moved.csv');
    expect(rowsOf('Bo')).toEqual([
      `canceled,${at('11:00', 'Loft')},,,`,
      `canceled,${at('16:00', 'Lab')},,,`,
      `canceled,${at('17:00', 'Lab')},,,`,
    ]);
  });

  it('are no more than a table has rows', async () => {
    const people = Array.from({ length: 400 }, (_, at) => `Person${at} Li`).join('; ');
    const rows = (room: string) =>
      Array.from({ length: 300 }, (_, at) => `A,${room},${new Date(at * 36e5).toISOString()},`);
    const write = (name: string, room: string) => {
      const [first = '', ...others] = rows(room);
      const lines = ['title,room,start,speakers', `${first}${people}`, ...others];
      writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
    };
    write('old.csv', 'Lab');
    write('new.csv', 'Loft');
    const args = ['timetable', 'changes', 'old.csv', 'new.csv', '--out', 'moved.csv'];
    const { exitCode, stderr } = await plenary(args, { cwd: folder.path });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('Error: the changes concern 120,000 rows of people\n');
    expect(existsSync(folder.file('moved.csv'))).toBe(false);
  });

  it('have the addresses of the folder if files are compared, and none that is unknown', async () => {
    await announced();
    await program('pull', '--private-columns');
    const header = 'title,room,start,speakers';
    const [old, now] = [
      ['Graphs,Lab,2027-05-20 14:00,Amina; Cy Ro; Di Fo', 'Loops,Lab,2027-05-20 15:00,Bo'],
      ['Graphs,Loft,2027-05-20 14:00,Amina; Cy Ro; Bo'],
    ];
    writeFileSync(folder.file('old.csv'), `${[header, ...old].join('\n')}\n`);
    writeFileSync(folder.file('new.csv'), `${[header, ...now].join('\n')}\n`);
    const { stderr } = await changes('old.csv', 'new.csv', '--out', 'moved.csv');
    expect(stderr).toContain(
      '2 people have no address: Cy Ro, Di Fo. Add them with `plenary speakers add` or in ' +
        'speakers.csv, and run the command again; or write their addresses into moved.csv.\n',
    );
    const rows = read('moved.csv').trimEnd().split('\n').slice(1);
    expect(rows.map((row) => row.split(',').filter((_, at) => at !== 2 && at !== 4))).toEqual([
      ['Bo', 'bo@example.org', 'Loops', 'canceled', '2027-05-20', '15:00', 'Lab', '', '', ''],
      'Amina,amina@example.org,Graphs,moved,2027-05-20,14:00,Lab,2027-05-20,14:00,Loft'.split(','),
      'Cy Ro,,Graphs,moved,2027-05-20,14:00,Lab,2027-05-20,14:00,Loft'.split(','),
      ['Bo', 'bo@example.org', 'Graphs', 'new', '', '', '', '2027-05-20', '14:00', 'Loft'],
      ['Di Fo', '', 'Graphs', 'left', '2027-05-20', '14:00', 'Lab', '', '', ''],
    ]);
  });
});

describe('people of whom only the address is known', () => {
  const header = 'title,room,start,speakers';

  /** The rows of `moved.csv` without the titles and the places. */
  async function compared(old: readonly string[], now: readonly string[]) {
    writeFileSync(folder.file('old.csv'), `${[header, ...old].join('\n')}\n`);
    writeFileSync(folder.file('new.csv'), `${[header, ...now].join('\n')}\n`);
    const result = await plenary(
      ['timetable', 'changes', 'old.csv', 'new.csv', '--timezone', 'UTC', '--out', 'moved.csv'],
      { cwd: folder.path },
    );
    expect(result.exitCode, result.stderr).toBe(0);
    const rows = read('moved.csv').trimEnd().split('\n').slice(1);
    const cells = rows.map((row) => row.split(','));
    return { ...result, rows: cells.map(([name, email, , , , change]) => [name, email, change]) };
  }

  it('join and leave a talk as others do, and no sentence has their addresses', async () => {
    const { rows, stdout } = await compared(
      ['A,Lab,2027-05-20 09:00,ann@x.example', 'B,Lab,2027-05-20 10:00,Bob Li <bob@x.example>'],
      [
        'A,Loft,2027-05-20 09:00,ann@x.example; cy@x.example',
        'B,Lab,2027-05-20 10:00,bob@x.example; dee@x.example; Flo Ro',
      ],
    );
    expect(rows).toEqual([
      ['', 'ann@x.example', 'moved'],
      ['', 'cy@x.example', 'new'],
      ['', 'dee@x.example', 'new'],
      ['Flo Ro', '', 'new'],
    ]);
    expect(stdout).toBe(
      'Moved: "A" from Lab, Thu 20 May 09:00 to Loft, Thu 20 May 09:00; now with 1 person ' +
        'without a name\nPeople: "B" now with Flo Ro, 1 person without a name\n',
    );
    const back = await compared(
      ['A,Lab,2027-05-20 09:00,ann@x.example; cy@x.example'],
      ['A,Lab,2027-05-20 09:00,cy@x.example'],
    );
    expect(back.rows).toEqual([['', 'ann@x.example', 'left']]);
  });

  it('are not compared with a state that has names alone', async () => {
    const some = await compared(
      ['A,Lab,2027-05-20 09:00,Ann Lee', 'B,Lab,2027-05-20 10:00,Bo Li'],
      ['A,Lab,2027-05-20 09:00,Ann Lee; cy@x.example', 'B,Lab,2027-05-20 10:00,Bo Li'],
    );
    expect([some.rows, some.stdout]).toEqual([[], '']);
    const none = await compared(
      ['A,Lab,2027-05-20 09:00,Ann Lee'],
      ['A,Lab,2027-05-20 09:00,ann@x.example'],
    );
    expect([none.rows, none.stdout]).toEqual([[], '']);
    expect(none.stderr).toContain('People are not compared, because new.csv names nobody.\n');
  });

  it('of one name are two with two addresses, and one with a new address', async () => {
    const { rows } = await compared(
      [
        'A,Lab,2027-05-20 09:00,Ann Lee <ann@x.example>',
        'B,Lab,2027-05-20 10:00,Bo Li <bo@x.example>',
      ],
      [
        'A,Lab,2027-05-20 09:00,Ann Lee <ann@x.example>; Ann Lee <lee@x.example>',
        'B,Lab,2027-05-20 10:00,Bo Li <bo@new.example>',
      ],
    );
    expect(rows).toEqual([['Ann Lee', 'lee@x.example', 'new']]);
  });
});

describe('other states', () => {
  it.each(['schedule-json', 'schedule-xml', 'csv', 'ics'])(
    'an export as %s has the ids of talks that were retitled',
    async (format) => {
      const { queues, types } = await fill();
      await retitle(queues, 'Queues');
      await place(types, 'Lab', '2027-05-20T09:30:00+02:00');
      const slots = [
        `${queues},Queues,Hall; Lab,2027-05-20 09:30`,
        `${queues},Queues,Hall,2027-05-21 10:00`,
      ];
      const file = `submission_id,title,room,start\n${slots.join('\n')}\n`;
      writeFileSync(folder.file('slots.csv'), file);
      const old = `old.${format.slice(-4)}`;
      const exported = ['--format', format, '--schedule', 'slots.csv', '--out', old];
      const { stderr, exitCode } = await inFolder('export', ...exported);
      expect(exitCode, stderr).toBe(0);
      const compared = [old, '--schedule', 'slots.csv'];
      expect((await json(...compared)).changes).toEqual([]);
      await retitle(queues, 'Locks');
      expect((await changes(...compared)).stdout).toBe('Retitled: "Locks" (until now "Queues")\n');
    },
  );

  it.each(['schedule-json', 'schedule-xml', 'csv', 'ics'])(
    'an export as %s has the ids of talks that have no place any more',
    async (format) => {
      const { queues } = await fill();
      const old = `old.${format.slice(-4)}`;
      await inFolder('export', '--format', format, '--out', old);
      await service.plenary(['sessions', 'unplace', queues], { env: { PLENARY_EVENT: event() } });
      expect((await changes(old)).stdout).toContain('No place yet: ');
    },
  );

  it('a folder has the titles and statuses of its submissions', async () => {
    const { queues, types } = await fill();
    await place(types, 'Lab', '2027-05-20T09:30:00+02:00');
    await program('pull');
    stage.edit('submissions.csv', 'Types', 'Kinds');
    expect((await changes('.')).stdout).toBe('Retitled: "Types" (until now "Kinds")\n');
    await sendRecord(service, 'PATCH', `submissions/${queues}`, { status: 'declined' });
    await program('pull', '--merge');
    expect((await json('.')).changes).toHaveLength(1);
  });

  it('an announcement may come from a pipe, such as from an earlier commit', async () => {
    const { queues } = await announced();
    await place(queues, 'Lab', '2027-05-20T09:30:00+02:00');
    const { stdout } = await service.plenary(['timetable', 'changes', '-'], {
      env: { PLENARY_EVENT: event() },
      stdin: read('announced.json'),
    });
    expect(stdout).toBe('Moved: "Queues" from Hall, Thu 20 May 09:30 to Lab, Thu 20 May 09:30\n');
  });

  it('two files need no service, and are summarized without mentions and links', async () => {
    const header = 'title,room,start';
    const write = (name: string, row: string) =>
      writeFileSync(folder.file(name), `${header}\n${row}\n`);
    write('old.csv', '"Ask @ada, see #12",Hall,2027-05-20 09:00');
    write('new.csv', '"Ask @ada, see #12",Lab,2028-05-20 09:00');
    const args = ['timetable', 'changes', 'old.csv', 'new.csv', '--timezone', 'Europe/Berlin'];
    const { stdout, stderr } = await plenary([...args, '--summary', 'markdown'], {
      cwd: folder.path,
    });
    expect(stderr).toBe('');
    expect(stdout).toBe(
      '## Timetable changes: 1 moved\n\n### Moved\n\n' +
        '- "Ask @\u200bada, see \\#\u200b12" from Hall, Thu 20 May 2027 09:00 to Lab, Sat 20 May ' +
        '2028 09:00\n',
    );
    const overwriting = await plenary([...args, '--out', 'new.csv'], { cwd: folder.path });
    expect([overwriting.exitCode, overwriting.stderr.split('\n')[0]]).toEqual([
      2,
      'Error: --out would overwrite new.csv',
    ]);
  });

  it('two talks of one title are two if they name other people', async () => {
    const header = 'title,room,start,speakers';
    const write = (name: string, ...rows: readonly string[]) =>
      writeFileSync(folder.file(name), `${[header, ...rows].join('\n')}\n`);
    const compared = async () => {
      const args = ['timetable', 'changes', 'old.csv', 'new.csv', '--timezone', 'UTC'];
      return (await plenary(args, { cwd: folder.path })).stdout;
    };
    write(
      'old.csv',
      'Intro,Lab,2027-05-20 09:00,Ann Lee',
      'Intro,Lab,2027-05-20 10:00,Bob Li',
      'Workshop,Hall,2027-05-20 09:00,Cy Ro; Di Fo',
      'Workshop,Hall,2027-05-20 10:00,Di Fo',
    );
    write(
      'new.csv',
      'Intro,Lab,2027-05-20 10:00,BOB LI',
      'Intro,Lab,2027-05-20 11:00,Ann Lee; Flo Ro',
      'Intro,Lab,2027-05-20 12:00,Gus Ek',
      'Workshop,Hall,2027-05-20 09:00,Cy Ro; Di Fo',
      'Workshop,Hall,2027-05-20 11:00,',
    );
    expect(await compared()).toBe(
      'New: "Intro" (Gus Ek) in Lab, Thu 20 May 12:00\n' +
        'Moved: "Intro" from Lab, Thu 20 May 09:00 to Lab, Thu 20 May 11:00; now with Flo Ro\n' +
        'Moved: "Workshop" from Hall, Thu 20 May 10:00 to Hall, Thu 20 May 11:00\n',
    );
    write('new.csv', 'Intro,Lab,2027-05-20 10:00,Ann Lee');
    expect(await compared()).toBe(
      'Canceled: "Workshop" (Cy Ro, Di Fo), was in Hall, Thu 20 May 09:00; Hall, Thu 20 May ' +
        '10:00\nCanceled: "Intro" (Bob Li), was in Lab, Thu 20 May 10:00\n' +
        'Moved: "Intro" from Lab, Thu 20 May 09:00 to Lab, Thu 20 May 10:00\n',
    );
  });

  it('nothing is compared without a state to compare with', async () => {
    mkdirSync(folder.file('empty/.git'), { recursive: true });
    const cwd = folder.file('empty');
    const alone = await service.plenary(['timetable', 'changes'], { cwd });
    expect([alone.exitCode, alone.stderr]).toEqual([
      2,
      'Error: nothing to compare with: no folder of a program is used\nFix: pass an earlier ' +
        'export, a schedule file or a folder, or run the command in the folder of a program\n',
    ]);
    const noProgram = await service.plenary(['timetable', 'changes', '.'], { cwd });
    expect(noProgram.exitCode).toBe(2);
    expect(noProgram.stderr).toContain('. has no program');
  });
});
