// What is reported if a service has no events.
import { expect, it } from 'vitest';
import { NotFoundError } from '../errors.ts';
import { findEvent } from './event-access.ts';

it('names what adds an event to a service without any', async () => {
  const client: Parameters<typeof findEvent>[0] = { async *pages() {} };
  const error = await findEvent(client, 'devconf').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NotFoundError);
  expect(error).toMatchObject({
    message: 'the service has no event "devconf": it has no events',
    fix:
      'add an event in the web interface of the service, or with `plenary service event add` ' +
      'if it is `plenary serve`',
  });
});
