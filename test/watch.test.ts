// Commands with --watch: what is on the screen, when files and the service are read again, and how it ends.

import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { screenText } from '../src/cli/output/screen.ts';
import { plenary } from './support/program.ts';
import { screenText as shownText } from './support/screen-text.ts';
import { type Reply, startScriptedServer, wholeList } from './support/scripted-server.ts';
import { folderForEach } from './support/stage.ts';
import { terminals } from './support/terminal.ts';

const folder = folderForEach();
const terminal = terminals(folder);

const amina = { id: 'spk_1', email: 'amina@example.org' };
const zoe = { id: 'spk_2', email: 'zoe@example.org' };

/** A terminal of 10 lines, and a clock that the test moves. */
async function start(reply: () => Reply, columns = 60) {
  const server = await startScriptedServer(reply);
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 't', PLENARY_EVENT: 'e' };
  const opened = terminal(env, columns);
  opened.whole(10);
  let now = Date.UTC(2026, 4, 2, 9);
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  opened.io.clock = {
    now: () => now,
    random: () => 0,
    sleep: (ms, signal) =>
      new Promise<void>((wake) => {
        const sleeper = { until: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          wake();
        });
      }),
  };
  return {
    ...opened,
    server,
    /** Lets time pass, once the command waits for its next reading, and for nothing shorter. */
    async pass(ms: number) {
      const isWaiting = () => [...sleepers].some(({ until }) => until - now === 30_000);
      while (ms >= 29_000 && !isWaiting()) await nextTurn();
      now += ms;
      for (const sleeper of sleepers) {
        if (sleeper.until > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
    async end(ended: Promise<number>) {
      opened.type('q');
      expect(await ended).toBe(0);
      await server.close();
    },
  };
}

/** The lines of the last screen that was painted, without their colors. */
function lastScreen(printed: string): readonly string[] {
  const [screen = ''] = printed.split('\u001b[H').slice(-1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a screen consists of
  return screen.replace(/\u001b\[[?\d;]*[A-Za-z]/g, '').split('\r\n');
}

it('shows a list again when the service has something else, asked every 30 s', async () => {
  let records: readonly unknown[] = [amina];
  const { run, printed, pass, end, server } = await start(() => wholeList(records));
  const ended = run('speakers', 'list', '--watch');
  const first = lastScreen(await printed('amina@example.org'));
  expect(first).toHaveLength(10);
  expect(first.slice(0, 3)).toEqual(['EMAIL              ID', 'amina@example.org  spk_1', '']);
  expect(first[9]).toMatch(/^\d\d:\d\d:\d\d · q ends$/);
  records = [amina, zoe];
  await pass(29_000);
  await pass(1000);
  expect(lastScreen(await printed('zoe@example.org'))[2]).toBe('zoe@example.org    spk_2');
  expect(server.requests).toHaveLength(2);
  await end(ended);
});

it('is painted again in another size, without asking the service', async () => {
  const talk = { title: 'Queues all the way down, and what is below them', id: 'sub_1' };
  const { run, printed, end, server, io } = await start(() => wholeList([talk]), 80);
  const ended = run('submissions', 'list', '--fields', 'title,id', '--watch');
  expect(lastScreen(await printed('what is below them  sub_1'))).toHaveLength(10);
  Object.assign(io.stdout, { columns: 40, rows: 5 });
  io.stdout.emit('resize');
  const narrow = lastScreen(await printed('…  sub_1'));
  expect(narrow).toHaveLength(5);
  expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(40);
  expect(server.requests).toHaveLength(1);
  await end(ended);
});

it('shows an error of the service in one line below the last result, and asks again', async () => {
  let reply: Reply = wholeList([amina]);
  const { run, printed, pass, end } = await start(() => reply);
  const ended = run('speakers', 'list', '--watch', '--retries', '0');
  await printed('amina');
  reply = { status: 503, json: { detail: 'closed\nfor now' } };
  await pass(30_000);
  const failed = lastScreen(await printed('Error: '));
  expect(failed).toHaveLength(10);
  expect(failed[1]).toContain('amina@example.org');
  expect(failed[9]).toMatch(/^\d\d:\d\d:\d\d · Error: .*503/);
  reply = wholeList([zoe]);
  await pass(30_000);
  const recovered = lastScreen(await printed('zoe'));
  expect(recovered.join()).not.toContain('Error');
  await end(ended);
});

describe('a file of --schedule', () => {
  const table = (...rows: readonly string[]) => `title,room,start,end\n${rows.join('')}`;
  const lunch = 'Lunch,Hall,2026-05-02 12:00+02:00,2026-05-02 13:00+02:00\n';
  const dinner = 'Dinner,Hall,2026-05-02 19:00+02:00,2026-05-02 20:00+02:00\n';

  it('is shown at once when it was changed, replaced or half-written; the service is not asked again', async () => {
    const file = folder.file('schedule.csv');
    writeFileSync(file, table(lunch));
    const { run, printed, end, server } = await start(() => wholeList([]));
    const ended = run('timetable', 'show', '--schedule', file, '--watch', '--timezone', 'Europe/Berlin');
    await printed('Lunch');
    const asked = server.requests.length;
    appendFileSync(file, dinner.slice(0, 12));
    const half = await printed('Error: ');
    expect(lastScreen(half).join('\n')).toContain('Lunch');
    appendFileSync(file, dinner.slice(12));
    expect(lastScreen(await printed('Dinner')).join('\n')).not.toContain('Error');
    writeFileSync(folder.file('new.csv'), table(lunch.replace('Lunch', 'Brunch')));
    renameSync(folder.file('new.csv'), file);
    await printed('Brunch');
    expect(asked).toBeGreaterThan(0);
    expect(server.requests).toHaveLength(asked);
    await end(ended);
  });

  it.each([
    ['standard input', '-'],
    ['a pipe', '/dev/fd/0'],
  ])('cannot be %s', async (_, path) => {
    const { run, screen, server } = await start(() => wholeList([]));
    expect(await run('timetable', 'show', '--schedule', path, '--watch')).toBe(2);
    expect(screen().replaceAll('\n', ' ')).toBe(
      `Error: --watch cannot read --schedule ${path} a second time Fix: pass the name of a file `,
    );
    await server.close();
  });
});

describe('ends', () => {
  it.each([
    ['q', 0, ''],
    ['\u0003', 130, 'Error: interrupted\n'],
  ])('with %j, while the service does not respond', async (key, exitCode, message) => {
    const { run, type, server, isRaw, io, screen, data } = await start(() => ({ hang: true }));
    const ended = run('speakers', 'list', '--watch');
    await server.request(1);
    expect(isRaw()).toBe(true);
    type(key);
    expect([await ended, screen()]).toEqual([exitCode, message]);
    // The other screen is left, with a cursor, and nothing listens any more.
    expect(data().startsWith('\u001b[?1049h')).toBe(true);
    expect(data().endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
    expect([isRaw(), io.stdin.listenerCount('data'), io.stdout.listenerCount('resize')]).toEqual([false, 0, 0]);
    await server.close();
  });

  it('with a signal, and when the terminal is closed', async () => {
    const first = await start(() => wholeList([amina]));
    const stopped = first.run('speakers', 'list', '--watch');
    await first.printed('amina');
    first.stop('SIGTERM');
    expect(await stopped).toBe(143);
    const second = await start(() => wholeList([amina]));
    const closed = second.run('speakers', 'list', '--watch');
    await second.printed('amina');
    second.io.stdin.end();
    expect(await closed).toBe(129);
    await Promise.all([first.server.close(), second.server.close()]);
  });

  it('at once with a mistake in the command line, which it reports on the usual screen', async () => {
    const { run, screen, data, server } = await start(() => wholeList([amina]));
    expect(await run('speakers', 'list', '--watch', '--sort', 'emial')).toBe(2);
    expect(screen()).toMatch(/^Error: .*emial/);
    expect(data().endsWith('\u001b[?1049l')).toBe(true);
    await server.close();
  });
});

it('is refused without a terminal, and for scripts', async () => {
  const env = { PLENARY_BASE_URL: 'http://127.0.0.1:9', PLENARY_TOKEN: 't', PLENARY_EVENT: 'e' };
  expect(await plenary(['speakers', 'list', '--watch'], { env })).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'Error: --watch needs a terminal\nFix: remove --watch, or run the command in a terminal\n',
  });
  const { run, screen, data, server } = await start(() => wholeList([]));
  expect([await run('speakers', 'list', '--watch', '--json'), data()]).toEqual([2, '']);
  expect(screen()).toContain('--watch shows a table on a terminal, and no other format');
  await server.close();
});

it('prints results below each other at a terminal that cannot move its cursor', async () => {
  let records: readonly unknown[] = [amina];
  const { run, printed, pass, end, io, data } = await start(() => wholeList(records));
  Object.assign(io.env, { TERM: 'dumb' });
  const ended = run('speakers', 'list', '--watch');
  await printed('amina');
  await pass(30_000);
  records = [zoe];
  await pass(30_000);
  await printed('zoe');
  await end(ended);
  expect(data()).not.toContain('\u001b');
  // What did not change is not printed again.
  expect(data().match(/amina/g)).toHaveLength(1);
});

it('moves a result that is longer than the terminal', async () => {
  const records = Array.from({ length: 30 }, (_, at) => ({ id: `spk_${at}`, email: `p${at}@example.org` }));
  const { run, printed, type, end } = await start(() => wholeList(records));
  const ended = run('speakers', 'list', '--all', '--watch');
  expect(lastScreen(await printed('of 31')).at(-1)).toContain('lines 1–9 of 31');
  for (const [key, place] of [
    ['\u001b[B', '2–10'],
    [' ', '11–19'],
    ['G', '23–31'],
    ['j', '23–31'],
    ['\u001b[5~', '14–22'],
    ['g', '1–9'],
    ['k', '1–9'],
  ] as const) {
    type(key);
    expect(lastScreen(await printed('of 31')).at(-1)).toContain(`lines ${place} of 31`);
  }
  await end(ended);
});

it.each([
  ['fills the terminal', 4, 'a', ['a', '', '', '09:00 · q ends']],
  ['has at least one line of the result', 1, 'a\nb', ['a', '09:00 · q ends · lines 1–1 of 2 (arrows)']],
])('a screen %s', (_, rows, text, expected) => {
  const painted = screenText({ lines: text.split('\n'), top: 0, status: '09:00', rows, columns: 80 });
  expect(lastScreen(painted)).toEqual(expected);
});

it('keeps the last character of a line that is as wide as the terminal, and nothing of the screen before', () => {
  const paint = (...lines: readonly string[]) => screenText({ lines, top: 0, status: '09:00', rows: 3, columns: 20 });
  const screen = shownText(paint('x'.repeat(20), 'y'.repeat(20)) + paint('ID  sub_123456789012', 'none'), 20);
  expect(screen.split('\n')).toEqual(['ID  sub_123456789012', 'none', '09:00 · q ends']);
});
