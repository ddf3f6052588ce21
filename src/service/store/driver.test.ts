// What the log shows of a database that cannot process a request.
import { expect, it } from 'vitest';
import { StoreUnavailable } from './driver.ts';

it('names every address of a host that cannot be reached', () => {
  const cause = new AggregateError([
    new Error('connect ECONNREFUSED ::1:5432'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432'),
  ]);
  expect(new StoreUnavailable('unreachable', cause).cause).toMatchObject({
    message: 'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  });
});
