// What a day needs: a talk that begins later, and a room that cannot be used, against the real
// service.
import { expect, it } from 'vitest';
import { header, scheduleStages } from './support/schedule-stage.ts';

const { stage, file } = scheduleStages();

const rows = [
  'Keynote,Hall,2026-05-02 09:00,60,',
  'Queues,Hall,2026-05-02 10:00,30,',
  'Maps,Hall,2026-05-02 10:40,30,',
  'Sea,Lab,2026-05-03 09:00,30,',
];
const titles = ['Keynote', 'Queues', 'Maps', 'Sea'];

async function filled() {
  const staged = await stage(...titles);
  const path = file('day.csv', header, ...rows);
  const { exitCode, stderr } = await staged.run('sessions', 'apply', path);
  expect(exitCode, stderr).toBe(0);
  const schedule = ['--schedule', path];
  return { ...staged, schedule, before: await staged.placed() };
}

it('delays a talk and what follows it until a gap is left, in one run that can be undone', async () => {
  const { run, placed, schedule, before } = await filled();
  const delay = ['sessions', 'delay', 'Keynote', '15m', ...schedule];
  expect((await run(...delay, '--dry-run')).stdout).toBe(
    'ACTION  NAME     CHANGES\n' +
      'move    Keynote  Hall, 2026-05-02 09:00 → 09:15\n' +
      'move    Queues   Hall, 2026-05-02 10:00 → 10:15\n' +
      'move    Maps     Hall, 2026-05-02 10:40 → 10:45\n',
  );
  const { exitCode, stderr } = await run(...delay);
  expect(exitCode, stderr).toBe(0);
  expect(await placed()).toEqual([
    expect.stringMatching(/^Keynote.*09:15/),
    expect.stringMatching(/^Maps.*10:45/),
    expect.stringMatching(/^Queues.*10:15/),
    expect.stringMatching(/^Sea.*09:00/),
  ]);
  await run('runs', 'undo', /runs undo (\S+)/.exec(stderr)?.[1] ?? '');
  expect(await placed()).toEqual(before);
});

const earlier =
  'Error: <time> -10m: a delay cannot be negative\nFix: place the talk earlier with `plenary sessions place';

it.each([
  [['Nobody', '15m'], 5, 'Error: "Nobody" is not a talk that is placed'],
  [['Keynote', '-10m'], 2, earlier],
  [['Keynote', '--', '-10m'], 2, earlier],
  [['Keynote', '15'], 2, 'Error: <time> 15: the unit is missing'],
])('refuses to delay %s', async (args, code, message) => {
  const { run } = await filled();
  const { exitCode, stderr } = await run('sessions', 'delay', ...args);
  expect(exitCode).toBe(code);
  expect(stderr).toContain(message);
});

it('moves the talks of a room to another one, of a day if one is named', async () => {
  const { run, placed, before } = await filled();
  const move = ['sessions', 'move', '--from', 'hall', '--to', 'Lab'];
  expect((await run(...move, '--day', '2026-05-03')).stderr).toBe(
    'Error: no talk is in room "hall" on 2026-05-03\n' +
      'Fix: pass one of these with --from: "Hall", "Lab"\n',
  );
  const { exitCode, stderr } = await run(...move, '--day', '2026-05-02');
  expect(exitCode, stderr).toBe(0);
  expect(await placed()).toEqual([
    expect.stringMatching(/^Keynote.*Lab.*09:00/),
    expect.stringMatching(/^Maps.*Lab.*10:40/),
    expect.stringMatching(/^Queues.*Lab.*10:00/),
    expect.stringMatching(/^Sea.*Lab/),
  ]);
  await run('runs', 'undo', /runs undo (\S+)/.exec(stderr)?.[1] ?? '');
  expect(await placed()).toEqual(before);
});

it('reports a clash in the other room before anything is sent', async () => {
  const { run, placed, schedule, before } = await filled();
  await run('sessions', 'place', 'Sea', '--room', 'Lab', '--start', '2026-05-02T09:15:00+02:00');
  const there = await placed();
  expect(there).not.toEqual(before);
  const clash = await run('sessions', 'move', '--from', 'Hall', '--to', 'Lab', ...schedule);
  expect(clash.exitCode).toBe(6);
  expect(clash.stderr).toContain('room Lab: "Keynote"');
  expect(await placed()).toEqual(there);
});

it('names the schedule file in clashes and warnings, and not the talk', async () => {
  const { run } = await filled();
  await run('sessions', 'place', 'Queues', '--room', 'Lab', '--start', '2026-05-02T11:00:00+02:00');
  const breaks = ['Lunch,Hall,2026-05-02 10:00,30,', 'Tea,Lab,2026-05-02 09:00,150,'];
  const flags = [
    '--dry-run',
    '--json',
    '--schedule',
    file('breaks.csv', header, ...rows, ...breaks),
  ];
  for (const [args, line] of [
    [['delay', 'Keynote', '15m'], 6],
    [['swap', 'Keynote', 'Queues'], 7],
    [['move', '--from', 'Hall', '--to', 'Lab'], 7],
  ] as const) {
    const { stdout, stderr } = await run('sessions', ...args, ...flags);
    const { error } = JSON.parse(stderr.split('\n').find((text) => text.startsWith('{')) ?? '{}');
    expect(error.details[0]).toMatchObject({ file: 'breaks.csv', line });
    for (const warning of JSON.parse(stdout).warnings) expect(warning.file).toBe('breaks.csv');
  }
});
