// Imports into a failing server: the right rows, the right exit code, and no duplicates.
import { describe, expect, it } from 'vitest';
import { broken, busy, createdTitles, done, html, notDone, start, startWith, titles } from './support/fault-trial.ts';
import { type Reply, startScriptedServer } from './support/scripted-server.ts';
import { type Mishap, type Mishaps, smallWorld } from './support/small-world.ts';

// Concurrent, because most of the time is waiting.
describe.concurrent('every row is created once, exit code 0, with', () => {
  it.for<[string, (title: unknown) => Mishap]>([
    ['a 429 without Retry-After', () => notDone(busy)],
    ['a 500, the work not done', () => notDone(broken)],
    ['a 500, the work done', () => done(broken)],
    ['a reset, the work not done', () => notDone({ reset: 'after reading' })],
    ['a reset, the work done', () => done({ reset: 'after reading' })],
    ['half a response', () => done({ status: 201, half: '{"id": "created-' })],
    ['half a JSON', () => done({ status: 201, text: '{"id": "created-' })],
    ['HTML with 200, the work not done', () => notDone({ status: 200, text: html })],
    ['HTML with 200, the work done', () => done({ status: 200, text: html })],
    ['bytes that are not HTTP', () => done({ raw: 'SSH-2.0-OpenSSH_9.6\r\n' })],
  ])('%s to the first sending of every fourth row', async ([, mishap], test) => {
    const hit = new Set<unknown>();
    const onCreate: Mishaps['onCreate'] = (_, { title }) => {
      if (Number(String(title).split(' ')[1]) % 4 !== 0 || hit.has(title)) return undefined;
      hit.add(title);
      return mishap(title);
    };
    const { world, run } = await start(test, { onCreate });
    expect(await run()).toMatchObject({ exitCode: 0, counts: { rows: 40, failed: 0, unknown: 0 } });
    expect(createdTitles(world)).toEqual(titles.toSorted());
    expect(hit.size).toBe(10);
  });

  it.for<[string, typeof notDone]>([
    ['not done', notDone],
    ['done', done],
  ])('a response that never comes, the work %s', async ([, how], test) => {
    const onCreate: Mishaps['onCreate'] = (number) => (number === 7 || number === 23 ? how({ hang: true }) : undefined);
    const { world, run } = await start(test, { onCreate });
    expect(await run()).toMatchObject({ exitCode: 0, counts: { rows: 40, failed: 0, unknown: 0 } });
    expect(createdTitles(world)).toEqual(titles.toSorted());
  });

  it('a reset before the body is read', async (test) => {
    const world = smallWorld();
    let posts = 0;
    const early = (method: string): Reply | undefined =>
      method === 'POST' && ++posts % 10 === 0 ? { reset: 'before reading' } : undefined;
    const { run } = await startWith(test, () => startScriptedServer(world.script, early));
    expect(await run()).toMatchObject({ exitCode: 0, counts: { rows: 40, created: 40 } });
    expect(createdTitles(world)).toEqual(titles.toSorted());
  });

  it('a 429 with Retry-After, which pauses all workers', async (test) => {
    const asks: Reply = { ...busy, headers: { 'retry-after': '1' } };
    let pausedUntil = 0;
    const onCreate: Mishaps['onCreate'] = (number) => {
      if (number === 8) pausedUntil = Date.now() + 900;
      return Date.now() < pausedUntil ? notDone(asks) : undefined;
    };
    const { world, run } = await start(test, { onCreate });
    expect(await run('--concurrency', '4')).toMatchObject({ exitCode: 0, counts: { created: 40 } });
    expect(createdTitles(world)).toEqual(titles.toSorted());
    // The refused request, and those in flight at that time.
    expect(world.sent()).toBeLessThanOrEqual(40 + 4);
  });

  it('a list that fails twice', async (test) => {
    const { world, run } = await start(test, { onList: (number) => (number <= 2 ? broken : undefined) });
    expect(await run()).toMatchObject({ exitCode: 0, counts: { created: 40 } });
    expect(createdTitles(world)).toEqual(titles.toSorted());
  });
});

describe.concurrent('it stops early, and resumes when it is run again, with', () => {
  // A row that got 503 may have been created nevertheless.
  it.for<[number, number]>([
    [429, 7],
    [503, 10],
  ])('nothing but %s: exit code %s', async ([status, code], test) => {
    // Without Retry-After, the program would retry for longer than a test should take.
    const reply: Reply = { status, headers: { 'retry-after': '0.2' }, json: { detail: 'not now' } };
    let isDown = true;
    const { world, run, follow } = await start(test, { onCreate: () => (isDown ? notDone(reply) : undefined) });
    const { exitCode, next } = await run('--retries', '0', '--concurrency', '4');
    expect(exitCode).toBe(code);
    expect(world.created).toEqual([]);
    expect(world.sent()).toBeLessThan(40);
    expect(next).toEqual([{ command: expect.stringMatching(/^plenary runs resume \S+$/) }]);
    isDown = false;
    const resumed = await follow(next?.[0]?.command ?? '');
    expect(resumed).toMatchObject({ exitCode: 0, counts: { rows: 40, created: 40 } });
    expect(createdTitles(world)).toEqual(titles.toSorted());
  });

  it('a redirect to another server, which is not followed: exit code 1', async (test) => {
    const elsewhere = await startScriptedServer(() => ({ status: 201, json: { id: 'stolen' } }));
    test.onTestFinished(() => elsewhere.close());
    const moved: Reply = { status: 307, headers: { location: `${elsewhere.url}/v1/events/e/submissions` }, text: '' };
    let isMoved = true;
    const { world, run } = await start(test, { onCreate: () => (isMoved ? notDone(moved) : undefined) });
    expect((await run('--concurrency', '4')).exitCode).toBe(1);
    expect(world.sent()).toBeLessThanOrEqual(10 + 4);
    expect(elsewhere.requests).toEqual([]);
    isMoved = false;
    expect(await run()).toMatchObject({ exitCode: 0, counts: { rows: 40, created: 40 } });
    expect(createdTitles(world)).toEqual(titles.toSorted());
  });

  it.for<[string, Reply]>([
    ['HTML instead of the list', { text: html }],
    ['half a list', { text: '{"data": [' }],
    ['a redirect of the list', { status: 302, headers: { location: '/login' }, text: '' }],
  ])('%s: nothing is sent, exit code 1', async ([, reply], test) => {
    let isDown = true;
    const { world, run } = await start(test, { onList: () => (isDown ? reply : undefined) });
    expect((await run()).exitCode).toBe(1);
    expect(world.sent()).toBe(0);
    isDown = false;
    expect(await run()).toMatchObject({ exitCode: 0, counts: { rows: 40, created: 40 } });
    expect(createdTitles(world)).toEqual(titles.toSorted());
  });
});

describe.concurrent('rows that are not created are reported:', () => {
  it('one row that gets a redirect fails, and the others are created: exit code 9', async (test) => {
    const moved: Reply = { status: 307, headers: { location: 'http://127.0.0.1:9/' }, text: '' };
    const onCreate: Mishaps['onCreate'] = (_, { title }) => (title === 'Talk 20' ? notDone(moved) : undefined);
    const { world, run } = await start(test, { onCreate });
    const { exitCode, counts, rejects } = await run();
    expect({ exitCode, counts }).toMatchObject({ exitCode: 9, counts: { rows: 40, created: 39, failed: 1 } });
    expect(rejects).toMatchObject([{ row: 20, line: 21 }]);
    expect(createdTitles(world)).toEqual(titles.filter((title) => title !== 'Talk 20').toSorted());
  });

  it.for<[string, typeof done]>([
    ['done', done],
    ['not done', notDone],
  ])(
    'a lost response that cannot be looked up, the work %s, is unknown until it can: exit code 10',
    async ([, how], test) => {
      let isDown = true;
      let wasLost = false;
      const { world, run } = await start(test, {
        onCreate: (number) => {
          wasLost ||= number === 20;
          return isDown && number === 20 ? how({ reset: 'after reading' }) : undefined;
        },
        onList: () => (isDown && wasLost ? broken : undefined),
      });
      // Long, because on a busy machine a request of another row may take a second, and be lost as well.
      const { exitCode, counts, rejects } = await run('--retries', '1', '--timeout', '5s');
      expect({ exitCode, counts }).toMatchObject({ exitCode: 10, counts: { rows: 40, created: 39, unknown: 1 } });
      expect(rejects).toHaveLength(1);
      isDown = false;
      expect(await run()).toMatchObject({ exitCode: 0, counts: { rows: 40, unknown: 0, failed: 0 } });
      expect(createdTitles(world)).toEqual(titles.toSorted());
    },
  );
});
