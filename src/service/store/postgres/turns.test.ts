// A limited number of operations at a time, in the order in which they came.
import { expect, it } from 'vitest';
import { turns } from './turns.ts';

it('lets nobody come between an operation that ends and the one that waits', async () => {
  const { enter } = turns(1, 10_000);
  const leave = await enter();
  const order: string[] = [];
  const second = enter().then((end) => {
    order.push('second');
    return end;
  });
  leave();
  const third = enter().then(() => order.push('third'));
  (await second)();
  await third;
  expect(order).toEqual(['second', 'third']);
});

it('refuses what has waited too long, and continues with the next', async () => {
  const { enter } = turns(1, 1);
  const leave = await enter();
  await expect(enter()).rejects.toMatchObject({ reason: 'overloaded' });
  leave();
  await expect(enter()).resolves.toBeTypeOf('function');
});
