// Requests that the service carries out after the client has given up: no row is created twice.
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { busy, createdTitles, doneLater, notDone, start, titles } from './support/fault-trial.ts';
import type { Mishaps } from './support/small-world.ts';

it.concurrent('a reset connection whose request takes effect a moment later', async (test) => {
  const onCreate: Mishaps['onCreate'] = (number) =>
    number === 38 || number === 40 ? doneLater({ reset: 'after reading' }) : undefined;
  const { world, run } = await start(test, { onCreate });
  expect(await run()).toMatchObject({ exitCode: 0, counts: { rows: 40, failed: 0, unknown: 0 } });
  world.end();
  expect(createdTitles(world)).toEqual(titles.toSorted());
});

it.concurrent('killed after a long pause, with a row in flight: the row is not sent again while it may still arrive', async (test) => {
  let underWay = () => {};
  const isUnderWay = new Promise<void>((resolve) => {
    underWay = resolve;
  });
  const onCreate: Mishaps['onCreate'] = (number) => {
    if (number === 39) return notDone({ ...busy, headers: { 'retry-after': '2' } });
    if (number !== 40) return undefined;
    underWay();
    return doneLater({ hang: true });
  };
  const { world, run, begin } = await start(test, { onCreate });
  const first = begin('--concurrency', '1');
  await isUnderWay;
  first.kill('SIGKILL');
  await once(first, 'close');
  expect(await run('--concurrency', '1')).toMatchObject({ exitCode: 0, counts: { rows: 40 } });
  world.end();
  expect(createdTitles(world)).toEqual(titles.toSorted());
});
