// Rooms that the event does not have are faults before anything is sent, if the service lists its
// rooms.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anEvent } from './support/ids.ts';
import { errorOf } from './support/program.ts';
import { publicServer } from './support/public-server.ts';
import { startScriptedServer } from './support/scripted-server.ts';

const stage = publicServer();
const { plenary } = stage;
const writes = () => stage.double.requests.filter(({ method }) => method === 'PUT');
const places = () =>
  stage.double.state.submissions.map(({ title, room_id, starts_at }) => [
    title,
    stage.double.state.rooms.find(({ id }) => id === room_id)?.name,
    starts_at?.slice(11, 16),
  ]);

beforeEach(async () => {
  for (const title of ['Queues', 'Maps']) {
    const fields = ['--title', title, '--submitter-email', `${title}@example.org`];
    await plenary(['submissions', 'add', ...fields]);
  }
});

const write = (name: string, ...lines: readonly string[]) => {
  writeFileSync(stage.file(name), `${lines.join('\n')}\n`);
  return name;
};
const header = 'title,room,start';
const unknown = 'the event has "Main Hall", "Lighthouse", "Workshop 1"';

it('timetable show names the rooms without a session, also of a day alone', async () => {
  const place = ['Queues', '--room', 'Main Hall', '--start', '2027-05-20 09:00'];
  expect((await plenary(['sessions', 'place', ...place])).exitCode).toBe(0);
  const noticeOf = async (...flags: readonly string[]) =>
    /^Rooms of .*$/m.exec((await plenary(['timetable', 'show', ...flags])).stderr)?.[0];
  const notice = 'Rooms of the event without a session here: Lighthouse, Workshop 1.';
  expect(await noticeOf()).toBe(notice);
  expect(await noticeOf('--day', '2027-05-20')).toBe(notice);
  expect(await noticeOf('--rooms', 'Main Hall')).toBeUndefined();
});

it('timetable show needs no rooms, and reads none with --quiet or for scripts', async () => {
  const talk = { id: 's', title: 'Maps', room: 'Hall', starts_at: '2027-05-20T09:00:00Z' };
  const { url, requests, close } = await startScriptedServer(({ path }) =>
    path.includes('/rooms')
      ? { status: 403, json: { detail: 'not for this token' } }
      : { json: { data: path.includes('/submissions') ? [talk] : [], total: 1 } },
  );
  onTestFinished(close);
  const env = { PLENARY_BASE_URL: url, PLENARY_EVENT: anEvent };
  const readsRooms = () => requests.some(({ path }) => path.includes('/rooms'));
  const show = ['timetable', 'show', '--timezone', 'UTC'];
  for (const flag of ['--quiet', '--json']) {
    const { exitCode } = await plenary([...show, flag], { env });
    expect([exitCode, readsRooms()]).toEqual([0, false]);
  }
  const { exitCode, stdout } = await plenary(show, { env });
  expect([exitCode, readsRooms()]).toEqual([0, true]);
  expect(stdout).toContain('Maps');
});

describe('sessions place', () => {
  const place = (room: string, ...flags: readonly string[]) =>
    plenary([
      'sessions',
      'place',
      'Queues',
      '--room',
      room,
      '--start',
      '2027-05-20 09:00',
      '--json',
      ...flags,
    ]);

  it('refuses an unknown room, whatever --fail-on is', async () => {
    const result = await place('Main Hal', '--fail-on', 'never');
    expect(result.exitCode).toBe(3);
    expect(errorOf(result).details).toEqual([
      {
        code: 'unknown_room',
        field: 'room',
        flag: '--room',
        message: `no room is named "Main Hal"; the most similar is "Main Hall"; ${unknown}`,
      },
    ]);
    expect(writes()).toEqual([]);
  });

  it('sends the room as the event writes it', async () => {
    expect(await place(' main HALL ')).toMatchObject({ exitCode: 0 });
    expect(writes()[0]?.body).toMatchObject({ room: 'Main Hall' });
  });

  it('warns of an unused room if the service does not list rooms', async () => {
    stage.double.switches.optionalOperations = false;
    await place('Lighthouse', '--timezone', 'Europe/Berlin');
    const { stderr } = await plenary([
      'sessions',
      'place',
      'Maps',
      '--room',
      'Main Hall',
      '--start',
      '2027-05-20T10:00:00Z',
    ]);
    expect(stderr).toContain('no session of the event is in the room "Main Hall" yet');
  });
});

describe('a schedule file', () => {
  it.each(['plan', 'apply'])('is refused with the lines of unknown rooms: %s', async (verb) => {
    const file = write(
      's.csv',
      header,
      'Queues,Lighthose,2027-05-20 09:00',
      'Maps,Attic,2027-05-20 10:00',
    );
    const result = await plenary(['sessions', verb, file, '--json']);
    expect(result.exitCode).toBe(3);
    expect(errorOf(result)).toMatchObject({
      message: '2 of 2 rows are in rooms that the event does not have; nothing was sent',
      details: [
        {
          file: 's.csv',
          line: 2,
          code: 'unknown_room',
          message: `no room is named "Lighthose"; the most similar is "Lighthouse"; ${unknown}`,
        },
        {
          file: 's.csv',
          line: 3,
          code: 'unknown_room',
          message: `no room is named "Attic"; ${unknown}`,
        },
      ],
    });
    expect(writes()).toEqual([]);
  });

  it('is applied without such rows if that is wanted', async () => {
    const file = write(
      's.csv',
      header,
      'Queues,LIGHTHOUSE,2027-05-20 09:00',
      'Maps,Attic,2027-05-20 10:00',
    );
    const result = await plenary(['sessions', 'apply', file, '--allow-partial', '--yes', '--json']);
    expect(result.exitCode).toBe(9);
    expect(places()).toEqual([
      ['Queues', 'Lighthouse', '07:00'],
      ['Maps', undefined, undefined],
    ]);
  });

  it('asks for the rooms once, and not at all if nothing changes', async () => {
    const file = write('s.csv', header, 'Queues,Lighthouse,2027-05-20 09:00');
    const rooms = () => stage.requests().filter((each) => each.endsWith('/rooms')).length;
    stage.requests();
    expect(await plenary(['sessions', 'apply', file, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(rooms()).toBe(1);
    expect(await plenary(['sessions', 'apply', file, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(rooms()).toBe(0);
  });

  it('has clashes also if it names a room by its id', async () => {
    const id = stage.double.state.rooms.find(({ name }) => name === 'Lighthouse')?.id;
    const first = write('s.csv', header, `Queues,${id},2027-05-20 09:00`);
    expect(await plenary(['sessions', 'apply', first, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(places()[0]).toEqual(['Queues', 'Lighthouse', '07:00']);
    const again = await plenary(['sessions', 'plan', first, '--json']);
    expect(JSON.parse(again.stdout).counts).toMatchObject({ rows: 1, unchanged: 1, clashes: 0 });
    const second = write('s.csv', header, `Maps,${id},2027-05-20 09:15`);
    const clashing = await plenary(['sessions', 'plan', second, '--json']);
    expect(errorOf(clashing)).toMatchObject({ exitCode: 6, details: [{ line: 2 }] });
    expect(errorOf(clashing).details[0].message).toContain('room Lighthouse');
  });

  it('of a folder is checked as well', async () => {
    await plenary(['program', 'pull', 'conf']);
    const [id] = stage.double.state.submissions.map((each) => each.id);
    const schedule = stage.file('conf/schedule.csv');
    const [columns = ''] = readFileSync(schedule, 'utf8').split('\n');
    const cells: Readonly<Record<string, string>> = {
      submission_id: id ?? '',
      room: 'Attic',
      start: '2027-05-20 09:00',
    };
    const row = columns.split(',').map((name) => cells[name] ?? '');
    writeFileSync(schedule, `${columns}\n${row.join(',')}\n`);
    const result = await plenary(['program', 'apply', 'conf', '--yes', '--json']);
    expect([result.exitCode, writes().length]).toEqual([3, 0]);
    expect(errorOf(result).details[0]).toMatchObject({ line: 2, code: 'unknown_room' });
  });
});

describe('sessions autoplace', () => {
  it('refuses rooms that the event does not have', async () => {
    const rooms = write(
      'rooms.csv',
      'room,start,end',
      'Main Hall,2027-05-20 09:00,2027-05-20 12:00',
      'Attic,2027-05-20 09:00,2027-05-20 12:00',
      'Attic,2027-05-20 13:00,2027-05-20 14:00',
    );
    const flags = ['--rooms-file', rooms, '--out', 'out.csv', '--steps', '100', '--json'];
    const result = await plenary(['sessions', 'autoplace', ...flags]);
    expect(result.exitCode).toBe(3);
    expect(errorOf(result)).toMatchObject({
      message: '1 room is unknown to the event',
      details: [
        {
          file: 'rooms.csv',
          line: 3,
          field: 'room',
          code: 'unknown_room',
          message: `no room is named "Attic"; ${unknown}`,
        },
      ],
    });
  });
});

describe('a room whose name another one has', () => {
  const message = '2 rooms of the event are named "Main Hall"';
  const fix = 'rename the rooms in the service until each has its own name';
  const at = ['--start', '2027-05-20 09:00'];
  let ids: readonly string[];

  beforeEach(() => {
    stage.double.web.addRoom('Main Hall');
    const named = stage.double.state.rooms.filter(({ name }) => name === 'Main Hall');
    ids = named.map(({ id }) => id);
  });

  it('is refused by its name and by its ids', async () => {
    for (const room of ['main hall', ...ids]) {
      const args = ['sessions', 'place', 'Queues', '--room', room, ...at, '--json'];
      expect(errorOf(await plenary(args))).toMatchObject({
        exitCode: 3,
        details: [{ code: 'ambiguous_room', message }],
        fix,
      });
      const file = write('s.csv', header, `Queues,${room},2027-05-20 09:00`);
      expect(errorOf(await plenary(['sessions', 'apply', file, '--yes', '--json']))).toMatchObject({
        exitCode: 3,
        details: [{ line: 2, code: 'ambiguous_room', message }],
        fix,
      });
    }
    expect(writes()).toEqual([]);
  });

  it('is refused by swaps and for automatic placements', async () => {
    for (const [title, room] of [
      ['Queues', ids[1] ?? ''],
      ['Maps', 'Lighthouse'],
    ] as const) {
      const { id = '' } = stage.double.state.submissions.find((each) => each.title === title) ?? {};
      const put = { room, start: '2027-05-20T09:00Z' };
      const path = `/v1/sessions/${id}/schedule`;
      await plenary(['api', 'PUT', path, '--input', write('body.json', JSON.stringify(put))]);
    }
    const before = writes().length;
    const swapped = await plenary(['sessions', 'swap', 'Queues', 'Maps', '--yes', '--json']);
    expect(errorOf(swapped)).toMatchObject({ exitCode: 3, details: [{ message }] });
    expect(writes()).toHaveLength(before);
    const rooms = write(
      'rooms.csv',
      'room,start,end',
      'Main Hall,2027-05-20 09:00,2027-05-20 12:00',
    );
    const flags = ['--rooms-file', rooms, '--out', 'out.csv', '--steps', '100', '--json'];
    expect(errorOf(await plenary(['sessions', 'autoplace', ...flags]))).toMatchObject({
      exitCode: 3,
      details: [{ line: 2, code: 'ambiguous_room', message }],
    });
  });
});
