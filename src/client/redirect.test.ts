// Redirects: none is followed, and the error says what to correct.
import { expect, it } from 'vitest';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import { listSpeakers } from '../contract/endpoints.ts';

const list = '/v1/events/demo/speakers';
const checked = { fix: 'check that the base URL is the address of the API, including any path prefix' };
const elsewhere = (status: number, target: string) =>
  `the service redirects (${status}) to ${target}; the token was not sent there`;

it.each([
  [301, `https://program.example${list}?page=2`],
  [308, `http://program.example/new${list}/`],
  [302, 'https://login.example/?next=/v1'],
  [307, 'javascript:alert(1)'],
  [307, 'http://['],
])('%i to %s', async (status, location) => {
  const { client, server } = await scriptedClient([{ status, headers: { location }, text: '' }]);
  const error = await rejection(client.page(listSpeakers, { path: { event_id: 'demo' } }));
  expect(error).toMatchObject({ exitCode: 1, message: elsewhere(status, location), ...checked });
  expect(server.requests).toHaveLength(1);
});
