// Redirects: none is followed, and the error says what to correct.
import { expect, it } from 'vitest';
import { rejection, scriptedClient } from '../../test/support/scripted-client.ts';
import { listSpeakers } from '../contract/speakers.ts';
import { readBaseUrl } from './base-url.ts';
import { toError } from './failure-error.ts';

const list = '/v1/events/demo/speakers';
const moved = (baseUrl: string) => ({ advice: { kind: 'change_base_url', baseUrl } });
const checked = { fix: 'check that the base URL is the address of the API, including any path prefix' };
const elsewhere = (status: number, target: string) =>
  `the service redirects (${status}) to ${target}; the token was not sent there`;

it.each([
  [301, `https://program.example${list}?page=2`, moved('https://program.example')],
  [308, `http://program.example/new${list}/`, moved('http://program.example/new')],
  [302, 'https://login.example/?next=/v1', checked],
  [307, 'javascript:alert(1)', checked],
  [307, 'http://[', checked],
])('%i to %s', async (status, location, help) => {
  const { client, server } = await scriptedClient([{ status, headers: { location }, text: '' }]);
  const error = await rejection(client.page(listSpeakers, { path: { event_id: 'demo' } }));
  expect(error).toMatchObject({ exitCode: 1, message: elsewhere(status, location), ...help });
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['/new/v1/events/demo/speakers', '/new'],
  ['/v1/events/demo/speakers', ''],
])('suggests the base URL with or without a prefix: %s', async (location, prefix) => {
  const old = prefix === '' ? '/old' : '';
  const { server } = await scriptedClient([{ status: 308, headers: { location }, text: '' }]);
  const origin = `http://127.0.0.1:${server.port}`;
  const { client } = await scriptedClient([], { baseUrl: `${origin}${old}` });
  const error = await rejection(client.page(listSpeakers, { path: { event_id: 'demo' } }));
  expect(error).toMatchObject(moved(`${origin}${prefix}`));
});

it('says that the same path has a slash at its end', async () => {
  const { client } = await scriptedClient([{ status: 301, headers: { location: `${list}/` }, text: '' }]);
  expect(await rejection(client.page(listSpeakers, { path: { event_id: 'demo' } }))).toMatchObject({
    message: `the service redirects (301) to the same path with a slash at its end: ${list}/`,
    fix: 'correct --base-url, or let the server accept paths without a slash at their end',
  });
});

it('never suggests to leave https', () => {
  const request = { method: 'GET', path: list, repeatable: true };
  const headers = { location: `http://program.example${list}` };
  const response = { status: 301, headers, requestId: undefined, body: undefined };
  const base = readBaseUrl('https://program.example');
  const error = toError({ kind: 'error_response', response }, { base, request, attempts: 1 });
  expect(error).toMatchObject({ ...checked, advice: undefined });
});
