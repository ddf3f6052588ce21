// What a service may list beside its records: a missing operation is no error, a doubtful list is.
import { expect, it } from 'vitest';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import type { Reply } from '../../test/support/scripted-server.ts';
import { openEventLists } from './event-lists.ts';

async function roomsOf(reply: Reply, nextReply = reply) {
  const { client } = await scriptedClient(({ path }) =>
    path.includes('page=1&') ? reply : nextReply,
  );
  return openEventLists(async () => client, 'demo').rooms();
}

const hall = { id: 'r1', name: 'Hall', order: 0, capacity: 300 };

it('reads the rooms of the public server', async () => {
  const rooms = await roomsOf({ json: { data: [hall], page: 1, pageSize: 100, total: 1 } });
  expect(rooms).toEqual([{ id: 'r1', name: 'Hall', minutes: undefined, capacity: 300 }]);
});

it.each<[string, Reply]>([
  ['a 404', { status: 404, json: { detail: 'Not Found' } }],
  ['a 405', { status: 405, json: { detail: 'Method Not Allowed' } }],
  ['a web page', { text: '<html>Welcome</html>' }],
])('a service that answers with %s lists no rooms', async (_, reply) => {
  expect(await roomsOf(reply)).toBeUndefined();
});

it.each<[string, Reply, Reply?]>([
  ['has a higher total', { json: { data: [hall], total: 2 } }],
  ['continues by a cursor', { json: { data: [hall], next_cursor: 'x' } }],
  ['has no second page', { json: { data: [hall] } }, { status: 404, json: {} }],
])('a list of rooms that %s is refused', async (_, reply, nextReply) => {
  const error = await rejection(roomsOf(reply, nextReply));
  expect(error.message).toContain('the list of rooms may be incomplete: ');
});
