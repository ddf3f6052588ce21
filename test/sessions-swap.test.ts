// Two talks that exchange their places, against the real service and one that is down for a while.
import { expect, it, onTestFinished } from 'vitest';
import { anEvent } from './support/ids.ts';
import { plenary } from './support/program.ts';
import { header, scheduleStages } from './support/schedule-stage.ts';
import { startServer, type Write } from './support/servers/server.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const { stage, file } = scheduleStages();

it('exchanges the places of two talks in one run that can be undone', async () => {
  const { run, placed } = await stage('Keynote', 'Queues');
  const rows = ['Keynote,Hall,2026-05-02 09:00,60,', 'Queues,Lab,2026-05-02 11:00,,'];
  await run('sessions', 'apply', file('two.csv', header, ...rows));
  const before = await placed();
  expect((await run('sessions', 'swap', 'Keynote', 'Nobody')).exitCode).toBe(5);
  const { stderr } = await run('sessions', 'swap', 'Keynote', 'queues');
  expect(stderr).toMatch(
    /Warning: until the second request is done, both talks are in Lab at 2026-05-02 11:00\..*To undo: /s,
  );
  expect(await placed()).toEqual([
    expect.stringMatching(/^Keynote.*Lab.*11:00/),
    expect.stringMatching(/Hall.*09:00/),
  ]);
  await run('runs', 'undo', /runs undo (\S+)/.exec(stderr)?.[1] ?? '');
  expect(await placed()).toEqual(before);
  const named = ['--submitter-first-name', 'Ida', '--submitter-last-name', 'Moen'];
  const other = ['--title', 'QUEUES', '--submitter-email', 'other@example.org', ...named, '--json'];
  const { id } = JSON.parse((await run('submissions', 'add', ...other)).stdout);
  const place = ['--room', 'Loft', '--start', '2026-05-02T12:00:00Z'];
  expect((await run('sessions', 'place', id, ...place)).exitCode).toBe(0);
  const ambiguous = await run('sessions', 'swap', 'Keynote', 'Queues');
  expect(ambiguous.exitCode).toBe(2);
  expect(ambiguous.stderr).toContain(`"Queues" is the title of 2 placed talks`);
  expect(ambiguous.stderr).toContain(`${id} (Ida Moen): Loft at 2026-05-02T12:00:00+00:00`);
});

it('plans without lines, because there is no file', async () => {
  const { run } = await stage('Keynote', 'Queues');
  const rows = ['Keynote,Hall,2026-05-02 09:00,60,', 'Queues,Lab,2026-05-02 11:00,,'];
  await run('sessions', 'apply', file('lines.csv', header, ...rows));
  const swap = await run('sessions', 'swap', 'Keynote', 'Queues', '--dry-run');
  expect(swap.stdout).toBe(
    'ACTION  NAME     CHANGES\n' +
      'move    Keynote  Hall → Lab, 2026-05-02 09:00 → 11:00\n' +
      'move    Queues   Lab → Hall, 2026-05-02 11:00 → 09:00\n',
  );
  const unplace = await run('sessions', 'unplace', 'Keynote', '--dry-run');
  expect(unplace.stdout).toBe(
    'ACTION   NAME     CHANGES\nunplace  Keynote  Hall, 2026-05-02 09:00 → not placed\n',
  );
});

const start = '2026-05-02T09:00:00Z';

/** A server of placed talks, which accepts writes once it is up. */
async function slowStage(...titles: readonly string[]) {
  let isUp = false;
  const write = ({ commit }: Write) => (isUp ? commit() : { status: 429, json: {} });
  const submissions = titles.map((title) => ({ title, room: `Room of ${title}`, start }));
  const server = await startServer({ name: '', write }, { speakers: [], submissions });
  onTestFinished(() => server.close());
  const state = temporaryFolder();
  onTestFinished(() => state.remove());
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: anEvent,
    PLENARY_TIMEZONE: 'UTC',
    PLENARY_STATE_DIR: state.path,
  };
  const flags = ['--yes', '--json', '--retries', '0'];
  return {
    run: (...args: readonly string[]) =>
      plenary([...args, ...flags], { env, clock: skippingClock() }),
    setUp() {
      isUp = true;
    },
    rooms: () => server.stored.submissions.map(({ fields }) => fields.room),
  };
}

it('is neither resumed nor left by the swap of two other talks whose titles read alike', async () => {
  const titles = ['Ants and Bees', 'Cats', 'Ants', 'Bees and Cats'];
  const { run, setUp, rooms } = await slowStage(...titles);
  const stopped = await run('sessions', 'swap', 'Ants and Bees', 'Cats');
  expect(stopped.exitCode).toBe(7);
  const { run: name } = JSON.parse(stopped.stdout);
  setUp();
  const refused = await run('sessions', 'swap', 'Ants', 'Bees and Cats');
  expect(JSON.parse(refused.stderr).error).toMatchObject({
    message: `run ${name} (sessions swap "Ants and Bees and Cats") is unfinished; nothing was sent`,
    next: [
      { command: expect.stringMatching(`^plenary runs resume ${name}`) },
      { command: expect.stringMatching(`^plenary runs undo ${name}`) },
    ],
  });
  await run('runs', 'resume', name);
  const { exitCode, stderr } = await run('sessions', 'swap', 'Ants', 'Bees and Cats');
  expect(exitCode, stderr).toBe(0);
  expect(rooms()).toEqual([
    'Room of Cats',
    'Room of Ants and Bees',
    'Room of Bees and Cats',
    'Room of Ants',
  ]);
});

it('is reported as a swap by the command that resumes it', async () => {
  const { run, setUp, rooms } = await slowStage('Keynote', 'Queues');
  const stopped = await run('sessions', 'swap', 'Keynote', 'Queues');
  const { run: name } = JSON.parse(stopped.stdout);
  expect(JSON.parse((await run('runs', 'show', name)).stdout)).toMatchObject({ action: 'swap' });
  setUp();
  const resumed = await run('runs', 'resume', name);
  expect(resumed.exitCode, resumed.stderr).toBe(0);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ command: 'sessions swap' });
  expect(rooms()).toEqual(['Room of Queues', 'Room of Keynote']);
});
