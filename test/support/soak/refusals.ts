// Requests that the service must refuse, each with its status. What they would store has a mark.
import type { Client } from './operations.ts';
import { type Known, refusedMark } from './records.ts';
import type { Call } from './traffic.ts';

export interface Refusal {
  readonly call: Call;
  readonly status: number;
  /** A record that must not change until the response has arrived. */
  readonly taken?: Known;
}

type MakeRefusal = (client: Client, other: Client) => Refusal;

const event = '/v1/events/conf';
const email = 'refused@example.org';
const person = { email, first_name: refusedMark };
const talk = { title: refusedMark, submitter_email: email };

const post = (path: string, body: unknown, { token }: Pick<Client, 'token'>, headers = {}): Call => {
  return { method: 'POST', path: `${event}/${path}`, body, token, headers };
};

const simple: readonly MakeRefusal[] = [
  (client) => ({ call: post('speakers', { first_name: refusedMark }, client), status: 422 }),
  (client) => ({ call: post('speakers', { email, first_name: refusedMark.repeat(20) }, client), status: 422 }),
  (client) => ({ call: post('submissions', { ...talk, track_id: null }, client), status: 422 }),
  (client) => ({ call: post('speakers', `{"email": "${email}", "first_name": "${refusedMark}"`, client), status: 422 }),
  (client) => ({ call: post('submissions', talk, client, { 'idempotency-key': '' }), status: 422 }),
  (client) => ({ call: post('submissions', talk, client, { 'content-type': 'text/plain' }), status: 415 }),
  (client) => ({ call: { ...post('', person, client), path: '/v1/events/unknown/speakers' }, status: 404 }),
  (client) => ({ call: { ...post('speakers', person, client), method: 'DELETE' }, status: 405 }),
  ({ token }) => ({ call: { method: 'PATCH', path: '/v1/speakers/spk_unknown', body: person, token }, status: 404 }),
  ({ token }) => ({ call: { method: 'GET', path: `${event}/speakers?pageSize=101`, token }, status: 422 }),
  () => ({ call: post('speakers', person, { token: 'plt_unknown' }), status: 401 }),
  ({ token }) => ({ call: post('speakers', person, { token: `${token.slice(0, -1)}-` }), status: 401 }),
];

/** They refuse to change a record that exists. */
const ofRecord: readonly ((known: Known, client: Client, other: Client) => Refusal)[] = [
  ({ id, kind }, _, { token }) => ({
    call: { method: 'PATCH', path: `/v1/${kind}/${id}`, body: { title: refusedMark }, token },
    status: 404,
  }),
  ({ id }, { token }) => ({
    call: {
      ...{ method: 'PUT', path: `/v1/sessions/${id.replace('spk', 'sub')}/schedule`, token },
      body: { room: refusedMark },
    },
    status: 422,
  }),
  ({ fields }, client) =>
    'email' in fields
      ? { call: post('speakers', { ...person, email: fields.email }, client), status: 409 }
      : { call: post('submissions', { ...talk, title: '' }, client), status: 422 },
];

/** @param random from 0 to 1 @param other has another organization */
export function refusal(random: () => number, client: Client, other: Client): Refusal {
  // Large bodies are rare, because they take most of the time.
  if (random() < 0.005) {
    return { call: post('speakers', { ...person, about: refusedMark.repeat(150_000) }, client), status: 413 };
  }
  const known = random() < 0.3 ? client.records.take(random() < 0.5 ? 'speakers' : 'submissions') : undefined;
  if (known === undefined) return oneOf(simple, random)(client, other);
  return { ...oneOf(ofRecord, random)(known, client, other), taken: known };
}

export function oneOf<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('there is nothing to choose from');
  return item;
}
