// The mix of requests of a soak: each is sent, its response is checked, and what it acknowledges is remembered.
import { differences, type Fields, type Kind, type Known, type Records } from './records.ts';
import { oneOf, refusal } from './refusals.ts';
import { type Call, nameOf, type Reply, type Traffic } from './traffic.ts';

/** A client of one organization, for its event `conf`. */
export interface Client {
  readonly token: string;
  readonly organizationId: string;
  readonly records: Records;
  readonly repeatable: Creation[];
}

/** A creation with a key, and its first response. */
interface Creation extends Call {
  readonly text: string;
}

export interface MixOptions {
  readonly clients: readonly Client[];
  readonly traffic: Traffic;
  readonly random: () => number;
  /** When an event has this many records, most writes are updates. */
  readonly fullAt: number;
  readonly find: (finding: string) => void;
}

const event = '/v1/events/conf';
const repeatableCreations = 500;
const statuses = ['pending', 'accept_queue', 'accepted', 'decline_queue', 'declined', 'withdrawn'];
const tracks = ['backend', 'frontend', 'people'];
const rooms = ['Main Hall', 'Room 2', 'Zimmer Ä'];

/** @returns what sends the next request of the mix */
export function newMix({ clients, traffic, random, fullAt, find }: MixOptions): () => Promise<void> {
  let unique = 0;
  const mix: readonly (readonly [number, (client: Client) => Promise<void>])[] = [
    [16, updateSpeaker],
    [14, updateSubmission],
    [8, place],
    [22, list],
    [12, search],
    [5, repeat],
    [8, refuse],
    [2, probe],
  ];
  const operations = mix.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation));

  return () => {
    const client = choose(clients);
    const isFull = client.records.count('speakers') + client.records.count('submissions') >= fullAt;
    if (random() < (isFull ? 0.005 : 0.25)) return random() < 0.5 ? createSpeaker(client) : createSubmission(client);
    return choose(operations)(client);
  };

  async function createSpeaker(client: Client): Promise<void> {
    const body = {
      ...{ email: `person-${++unique}@example.org`, first_name: 'Amina', last_name: `Okoye ${unique}` },
      ...{ company_name: random() < 0.5 ? null : 'Queues & Söhne', about: textOf(unique) },
    };
    const call = { method: 'POST', path: `${event}/speakers`, token: client.token, body };
    if (random() < 0.5) return createWithKey(client, 'speakers', call, body);
    const reply = await traffic.send(call);
    // No other client uses this address, so the record was created by an attempt without a response.
    const isOwn = reply?.status === 409 && reply.isRepeated;
    if (isOwn) client.records.add('speakers', { ...body, id: reply.body.id });
    else if (isFine(call, reply, 201, body)) client.records.add('speakers', reply.body);
  }

  async function createSubmission(client: Client): Promise<void> {
    const email = `person-${Math.ceil(random() * (unique + 10))}@example.org`;
    const body = {
      ...{ title: `Talk ${++unique}`, submitter_email: email, abstract: textOf(unique) },
      ...{ submitter_first_name: 'Bo', track_id: choose(tracks), format_id: 'talk' },
    };
    const call = { method: 'POST', path: `${event}/submissions`, token: client.token, body };
    if (random() < 0.8) return createWithKey(client, 'submissions', call, body);
    const reply = await traffic.send(call, 'never');
    if (reply === undefined) client.records.addUncertain(body.title);
    else if (isFine(call, reply, 201, body)) client.records.add('submissions', reply.body);
  }

  /** Now and then, the same request is sent twice at once, perhaps to two processes. */
  async function createWithKey({ records, repeatable }: Client, kind: Kind, call: Call, body: Fields): Promise<void> {
    const keyed = { ...call, headers: { 'idempotency-key': `key-${unique}` } };
    const [reply, second] = await Promise.all([traffic.send(keyed), random() < 0.1 ? traffic.send(keyed) : undefined]);
    if (!isFine(keyed, reply, 201, body)) return;
    if (second !== undefined && second.text !== reply.text) find(`${nameOf(call)}: two responses to one key`);
    records.add(kind, reply.body);
    repeatable.push({ ...keyed, text: reply.text });
    if (repeatable.length > repeatableCreations) repeatable.shift();
  }

  async function repeat({ repeatable }: Client): Promise<void> {
    const creation = repeatable[Math.floor(random() * repeatable.length)];
    if (creation === undefined) return;
    const reply = await traffic.send(creation);
    if (isFine(creation, reply, 201, {}) && !(reply.replayed && reply.text === creation.text)) {
      find(`${nameOf(creation)}: a repeated key got another response`);
    }
  }

  function updateSpeaker(client: Client): Promise<void> {
    const body = choose([
      { title: `Engineer ${++unique}`, pronouns: 'she/her', about: textOf(unique) },
      { first_name: `Amina ${unique}`, speaker_status: choose(statuses) },
      { company_name: null, phone: `+49 30 ${unique}`, logistics_notes: textOf(unique) },
      { email: `moved-${++unique}@example.org` },
    ]);
    return write(client, 'speakers', ({ id }) => ({ method: 'PATCH', path: `/v1/speakers/${id}`, body }), body);
  }

  function updateSubmission(client: Client): Promise<void> {
    const body = choose([
      { status: choose(statuses), feedback: textOf(++unique) },
      { title: `Talk ${++unique}`, abstract: textOf(unique) },
    ]);
    return write(client, 'submissions', ({ id }) => ({ method: 'PATCH', path: `/v1/submissions/${id}`, body }), body);
  }

  function place(client: Client): Promise<void> {
    const hour = String(8 + Math.floor(random() * 10)).padStart(2, '0');
    const body = { room: choose(rooms), start: `2027-05-2${Math.floor(random() * 10)}T${hour}:30:00+00:00` };
    return write(
      client,
      'submissions',
      ({ id }) => ({ method: 'PUT', path: `/v1/sessions/${id}/schedule`, body }),
      body,
    );
  }

  async function write(client: Client, kind: Kind, callFor: (known: Known) => Call, changes: Fields): Promise<void> {
    const known = client.records.take(kind);
    if (known === undefined) return;
    const call = { ...callFor(known), token: client.token };
    const reply = await traffic.send(call, 'later');
    const { updated_at: _, ...unchanged } = known.fields;
    if (isFine(call, reply, 200, { ...unchanged, ...changes })) client.records.change(known, reply.body);
    else client.records.release(known);
  }

  function list(client: Client): Promise<void> {
    const path = choose(['speakers', 'submissions', 'submissions', 'sessions', 'content-items']);
    const filter = filterOf(path !== 'speakers');
    const query = new URLSearchParams(
      Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return read(client, { method: 'GET', path: `${event}/${path}?${query}` }, filter);
  }

  function search(client: Client): Promise<void> {
    const path = choose(['submissions', 'contacts']);
    const body = filterOf(path === 'submissions');
    return read(client, { method: 'POST', path: `${event}/${path}/search`, body }, path === 'contacts' ? {} : body);
  }

  function filterOf(withTrack: boolean) {
    const status = random() < 0.5 ? { status: choose(statuses) } : {};
    const track = withTrack && random() < 0.3 ? { track: choose(tracks) } : {};
    return { ...status, ...track, page: 1 + Math.floor(random() ** 3 * 40), pageSize: choose([10, 25, 100]) };
  }

  async function read(client: Client, call: Call, filter: { status?: string; track?: string }): Promise<void> {
    const askedAt = performance.now();
    const reply = await traffic.send({ ...call, token: client.token });
    if (!isFine(call, reply, 200, {})) return;
    const { data }: { readonly data: readonly Fields[] } = reply.body;
    for (const record of data) {
      const isIn = filter.status === undefined || [record.status, record.speaker_status].includes(filter.status);
      if (!isIn || (filter.track !== undefined && record.track_id !== filter.track)) {
        find(`${nameOf(call)}: ${record.id} does not match the filter`);
      }
    }
    // Contacts and content items have other fields.
    if (/(speakers|submissions|sessions)(\?|\/search)/.test(call.path)) {
      for (const fault of client.records.faultsOf(data, askedAt)) find(fault);
    }
  }

  async function refuse(client: Client): Promise<void> {
    const other = clients[(clients.indexOf(client) + 1) % clients.length] ?? client;
    const { call, status, taken } = refusal(random, client, other);
    isFine(call, await traffic.send(call), status, {});
    if (taken !== undefined) client.records.release(taken);
  }

  async function probe(): Promise<void> {
    const call = { method: 'GET', path: choose(['/healthz', '/openapi.json']) };
    isFine(call, await traffic.send(call), 200, {});
  }

  /** Whether the response has this status and these fields. If not, that is a finding, unless the client has given up. */
  function isFine(call: Call, reply: Reply | undefined, status: number, fields: Fields): reply is Reply {
    if (reply === undefined) return false;
    const wrong = reply.status === status ? differences(fields, reply.body) : [`${reply.status} ${reply.text}`];
    for (const difference of wrong) find(`${nameOf(call)}: ${difference}`);
    return wrong.length === 0;
  }

  function choose<Item>(items: readonly Item[]): Item {
    return oneOf(items, random);
  }
}

/** Text of many lengths, and of several scripts. */
function textOf(seed: number): string {
  return `Über "Queues" №${seed} 発表 `.repeat(1 + (seed % 17));
}
