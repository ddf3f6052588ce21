// A single placement against the real service: what it clashes with, and what stops it.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalBaseUrl } from '../src/client/base-url.ts';
import { systemClock } from '../src/client/clock.ts';
import { openRuns } from '../src/runs/folder.ts';
import { anEvent, aSubmission } from './support/ids.ts';
import { plenary } from './support/program.ts';
import { header, keynote, report, scheduleStages } from './support/schedule-stage.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { skippingClock } from './support/skipping-clock.ts';

const { stage, file, folder, service } = scheduleStages();

describe('sessions place', () => {
  it('does not place a session where another one is, except with --fail-on never', async () => {
    const { run, placed } = await stage('Keynote', 'Compilers', 'Graphs');
    await run('sessions', 'apply', file('one.csv', header, keynote));
    const place = (title: string, room: string, time: string, ...flags: readonly string[]) =>
      run('sessions', 'place', title, '--room', room, '--start', `2026-05-02 ${time}`, ...flags);
    const occupied = await place('Compilers', 'main hall', '09:00');
    expect(occupied.stderr).toMatch(
      /Error: 1 clash; nothing was sent\n {2}room main hall: "Compilers" .* and "Keynote" .*\nFix: move one session of each pair, or pass --fail-on never to proceed anyway\n$/,
    );
    expect([occupied.exitCode, occupied.stdout, (await placed()).length]).toEqual([6, '', 1]);
    const { exitCode } = await place('Compilers', 'Main Hall', '09:30', '--schedule', 'one.csv');
    expect([exitCode, (await placed()).length]).toEqual([6, 1]);
    const forced = await place('Compilers', 'Main Hall', '09:00', '--fail-on', 'never', '--json');
    expect([forced.exitCode, report(forced).room.name, forced.stderr]).toEqual([
      0,
      'Main Hall',
      expect.stringContaining('Clash: room Main Hall: "Compilers"'),
    ]);
    const free = await place('Graphs', 'Mian Hall', '09:00');
    expect([free.exitCode, free.stderr]).toEqual([
      0,
      expect.stringContaining('Warning: no session of the event is in the room "Mian Hall" yet.\n'),
    ]);
    const strict = await place('Graphs', 'Main Hal', '09:00', '--fail-on', 'warning');
    expect([strict.exitCode, (await placed()).length]).toEqual([6, 3]);
  });

  it('says that a session is called off, as a plan of its row does', async () => {
    const { run, placed } = await stage('Knots');
    const decisions = file('no.csv', 'title,decision', 'Knots,declined');
    expect((await run('submissions', 'apply', decisions, '--yes')).exitCode).toBe(0);
    const place = ['place', 'Knots', '--room', 'Hall', '--start', '2026-05-02 10:00'];
    const { exitCode, stderr } = await run('sessions', ...place);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining(
        'Warning: "Knots" is declined: it is placed, but left out of clashes and the timetable; ' +
          '`plenary sessions unplace` takes it out of the schedule.\n',
      ),
    ]);
    expect(await placed()).toHaveLength(1);
  });

  it('places one of several that are sent into one slot at the same moment', async () => {
    const titles = ['Cranes', 'Tides', 'Buoys', 'Winches'];
    const { run, placed } = await stage(...titles);
    const place = (title: string) =>
      run('sessions', 'place', title, '--room', 'Hall', '--start', '2026-05-02 10:00');
    const results = await Promise.all(titles.map(place));
    expect(results.map(({ exitCode }) => exitCode).sort()).toEqual([0, 6, 6, 6]);
    for (const { exitCode, stderr } of results) {
      expect([exitCode, stderr.includes('Error: 1 clash; nothing was sent')]).toEqual([
        exitCode,
        exitCode === 6,
      ]);
    }
    expect(await placed()).toHaveLength(1);
  });

  it('places none while a run sends sessions, and without a folder for locks says so', async () => {
    const { env, placed } = await stage('Cranes');
    const event = env.PLENARY_EVENT;
    const runs = openRuns(join(env.PLENARY_STATE_DIR, 'runs'), systemClock);
    const baseUrl = canonicalBaseUrl(service().url);
    const lock = runs.lock({ resource: 'sessions', event, baseUrl });
    const place = ['sessions', 'place', 'Cranes', '--room', 'Hall', '--start', '2026-05-02 10:00'];
    const busy = await service().plenary(place, { env, clock: skippingClock() });
    const error = `another run that sends sessions to ${event} is in progress`;
    expect([busy.exitCode, busy.stderr]).toEqual([7, expect.stringContaining(error)]);
    expect(await placed()).toEqual([]);
    lock.release();
    const PLENARY_STATE_DIR = join(folder(), file('no-folder'));
    const free = await service().plenary(place, { env: { ...env, PLENARY_STATE_DIR } });
    expect([free.exitCode, free.stderr]).toEqual([
      0,
      expect.stringContaining('Warning: another command may place a session at the same moment: '),
    ]);
    expect(await placed()).toHaveLength(1);
  });

  it('takes the end of another one from the service, as a plan that moves it does', async () => {
    const { run, placed } = await stage('Cranes', 'Queues');
    await run('sessions', 'apply', file('cranes.csv', header, 'Cranes,Hall,2026-05-02 10:00,,'));
    const place = [
      'place',
      'Queues',
      '--room',
      'Hall',
      '--start',
      '2026-05-02 10:15',
      '--timezone',
      'Europe/Berlin',
    ];
    const plan = ['plan', file('queues.csv', header, 'Queues,Hall,2026-05-02 10:15,,')];
    const clash = 'room Hall: "Cranes" 2026-05-02 10:00–10:30 and "Queues"';
    for (const command of [place, plan]) {
      const refused = await run('sessions', ...command);
      expect([refused.exitCode, refused.stderr]).toEqual([6, expect.stringContaining(clash)]);
    }
    expect(await placed()).toHaveLength(1);
  });

  it.each([
    ['clash', 0, ['GET', 'PUT']],
    ['warning', 4, ['GET']],
  ] as const)(
    'with a list that cannot be read and --fail-on %s ends with %i',
    async (failOn, exitCode, methods) => {
      const server = await startScriptedServer(({ method }) =>
        method === 'GET' ? { status: 403, json: { detail: 'no' } } : { json: { id: 'sub_1' } },
      );
      const env = {
        PLENARY_BASE_URL: server.url,
        PLENARY_TOKEN: 'plt_token',
        PLENARY_EVENT: anEvent,
      };
      const place = [
        'place',
        aSubmission,
        '--room',
        'Lab',
        '--start',
        '2026-05-02T09:00:00Z',
        '--fail-on',
        failOn,
      ];
      const result = await plenary(['sessions', ...place], { env });
      expect([result.exitCode, server.requests.map(({ method }) => method)]).toEqual([
        exitCode,
        methods,
      ]);
      await server.close();
    },
  );

  it('is not checked without an event', async () => {
    const { run } = await stage('Keynote', 'Compilers');
    const [one, other]: readonly Record<string, string>[] = report(
      await run('submissions', 'list', '--json'),
    );
    const place = (id = '', ...flags: readonly string[]) =>
      service().plenary(
        ['sessions', 'place', id, '--room', 'Lab', '--start', '2026-05-02T09:00:00Z', ...flags],
        {
          env: { PLENARY_EVENT: '' },
        },
      );
    expect([(await place(one?.id)).exitCode, (await place(other?.id)).exitCode]).toEqual([0, 0]);
    const refused = await place(one?.id, '--fail-on', 'never');
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--fail-on: used only with an event'),
    ]);
  });
});
