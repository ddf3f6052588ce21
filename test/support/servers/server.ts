// A conference service in memory on a loopback port, whose every habit a kind can replace: paging, envelopes, ids, statuses,
// timing, faults. Knows the specification and HTTP, and nothing of the program.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One kind of server: what it does otherwise than the plainest one. */
export interface Kind {
  readonly name: string;
  /** The id of the n-th record of a resource, from 1; `rec_1` unless given. */
  readonly id?: (number: number) => string | number;
  /** The record as JSON shows it: `{"id": …, …fields}` unless given. */
  readonly show?: (id: string | number, fields: Fields, resource: string) => object;
  /** One page of a list: everything in `data`, with `pagination`, unless given. */
  readonly page?: (list: List) => Answer;
  /** The response to a creation: 201 with the record unless given. */
  readonly created?: (shown: object, resource: string) => Answer;
  /** The response to a change or a placement: 200 with the record unless given. */
  readonly changed?: (shown: object, resource: string) => Answer;
  /** Carries out a write and responds to it: at once, unless given. */
  readonly write?: (write: Write) => Answer | Promise<Answer>;
  /** Responds instead of the API, if it returns a response. */
  readonly intercept?: (request: ApiRequest) => Answer | undefined;
  /** Puts the response on the wire. */
  readonly send?: (answer: Answer, response: ServerResponse, request: IncomingMessage) => void | Promise<void>;
  /** How many lists do not show a new record; infinite hides it for good. */
  readonly hidingLists?: number;
  /** What `--paging` says of it; nothing unless given. */
  readonly paging?: string;
  /** It creates records after it was looked up whether they exist, or never shows them: sending again creates another one. */
  readonly mayCreateTwice?: boolean;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface List {
  readonly resource: string;
  /** All records, as shown. */
  readonly all: readonly object[];
  readonly url: URL;
  /** A parameter of the query or of a search's body. */
  parameter(name: string): string | undefined;
}

export interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: Fields;
  /** 1 for the first request that writes this. */
  readonly attempt: number;
  /** Whether there is a record with the same e-mail address, or the same title. */
  readonly exists: boolean;
  /** Carries it out now, with these fields instead of its own; the response of a server without faults. */
  commit(others?: Fields): Answer;
  /** Carries it out when this happens, and at the latest when the command has ended. */
  commitAfter(event: WriteEvent): void;
}

/** The next list was sent, or this write was sent again. */
type WriteEvent = 'list' | 'attempt';

export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Instead of JSON. */
  readonly text?: string;
  /** What happens to the connection instead of a whole response. */
  readonly fault?: 'reset' | 'cut off';
}

export type AnyServer = Awaited<ReturnType<typeof startServer>>;

interface Late {
  /** Its method, path and body. */
  readonly write: string;
  readonly event: WriteEvent;
  commit(): unknown;
}

export type Resource = 'speakers' | 'submissions';

export interface Stored {
  readonly id: string | number;
  readonly fields: Fields;
  /** How many lists the server had sent when this began to appear in them. */
  readonly listedFrom: number;
}

/** Starts a server of this kind with these records. */
export async function startServer(kind: Kind, seed: Readonly<Record<Resource, readonly Fields[]>>) {
  const { id: idOf = (number: number) => `rec_${number}`, hidingLists = 0 } = kind;
  const { show = (id, fields) => ({ id, ...fields }), page = wholeList } = kind;
  const { created = createdRecord, changed: changedAnswer = (shown: object) => ({ json: shown }) } = kind;
  const { write: carryOut = ({ commit }: Write) => commit(), send = sendJson } = kind;
  const stored: Record<Resource, Stored[]> = { speakers: [], submissions: [] };
  let late: readonly Late[] = [];
  const writes: string[] = [];
  const attempts = new Map<string, number>();
  let lists = 0;

  function create(resource: Resource, fields: Fields, listedFrom: number): Answer {
    const id = idOf(stored[resource].length + 1);
    const record = { id, fields: { status: 'pending', ...fields }, listedFrom };
    stored[resource].push(record);
    return created(show(id, record.fields, resource), resource);
  }

  function change(resource: Resource, id: string, fields: Fields): Answer {
    const at = stored[resource].findIndex((record) => String(record.id) === id);
    const record = stored[resource][at];
    if (record === undefined) return { status: 404, json: { detail: `no ${resource} ${id}` } };
    const changed = { ...record, fields: { ...record.fields, ...fields } };
    stored[resource][at] = changed;
    return changedAnswer(show(record.id, changed.fields, resource), resource);
  }

  function visible(resource: Resource): readonly Stored[] {
    return stored[resource].filter(({ listedFrom }) => listedFrom <= lists);
  }

  function rows(resource: string): readonly { readonly id: string | number; readonly fields: Fields }[] {
    if (resource === 'speakers' || resource === 'submissions') return visible(resource);
    if (resource === 'contacts') return contacts([...visible('speakers'), ...visible('submissions')]);
    return visible('submissions').filter(({ fields }) => fields.room !== undefined);
  }

  function shown(resource: string): readonly object[] {
    return rows(resource).map(({ id, fields }) => show(id, fields, resource));
  }

  function answer(method: string, url: URL, body: Fields): Answer | Promise<Answer> {
    // A server may serve the API below another path.
    const [, collection = '', id = '', resource = '', last] = url.pathname
      .slice(url.pathname.indexOf('/v1/') + 1)
      .split('/')
      .map(decodeURIComponent);
    if (method === 'GET' || last === 'search') {
      const all = shown(resource);
      const parameter = (name: string) => url.searchParams.get(name) ?? (name in body ? String(body[name]) : undefined);
      const found = page({ resource, all, url, parameter });
      lists++;
      commitLate(({ event }) => event === 'list');
      return found;
    }
    const commit = (others: Fields = {}) => {
      const fields = { ...body, ...others };
      if (method === 'POST') return create(resource as Resource, fields, lists + hidingLists);
      return change(collection === 'speakers' ? 'speakers' : 'submissions', id, fields);
    };
    writes.push(`${method} ${url.pathname}`);
    const write = `${method} ${url.pathname} ${JSON.stringify(body)}`;
    const attempt = count(write);
    commitLate((each) => each.event === 'attempt' && each.write === write);
    const exists = method === 'POST' && stored[resource as Resource].some(({ fields }) => isSame(fields, body));
    const commitAfter = (event: WriteEvent) => {
      late = [...late, { write, event, commit }];
    };
    return carryOut({ method, path: url.pathname, body, attempt, exists, commit, commitAfter });
  }

  function commitLate(isDue: (write: Late) => boolean): void {
    const due = late.filter(isDue);
    late = late.filter((each) => !due.includes(each));
    for (const { commit } of due) commit();
  }

  function count(name: string): number {
    const number = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, number);
    return number;
  }

  for (const fields of seed.speakers) create('speakers', fields, 0);
  for (const fields of seed.submissions) create('submissions', fields, 0);

  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message.on('error', () => {})) chunks.push(chunk);
    const { method = '', url: target = '' } = message;
    const url = new URL(target, `http://${message.headers.host}`);
    const text = Buffer.concat(chunks).toString();
    const intercepted = kind.intercept?.({ method, url });
    const found = intercepted ?? (await answer(method, url, text === '' ? {} : JSON.parse(text)));
    if (found.fault === undefined) await send(found, response, message);
    else fail(found, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    /** What the service has stored, by resource; a record created twice appears twice. */
    stored: stored as Readonly<Record<Resource, readonly Stored[]>>,
    /** The records of a complete list, as shown now. */
    listed: shown,
    /** The methods and paths of all writes so far. */
    writes: writes as readonly string[],
    /** The id of the n-th record, from 1. */
    id: (number: number) => String(idOf(number)),
    /** Carries out what was delayed. */
    endCommand: () => commitLate(() => true),
    /** Stops listening, and ends the connections that are idle. */
    refuse: () => void server.close(),
    async accept() {
      // Another program may have been given the port meanwhile.
      while (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening').catch(() => undefined);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The headers and the bytes of a response. */
export function bytesOf({ json, text, headers }: Answer): { readonly headers: Record<string, string>; body: Buffer } {
  const body = Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json)));
  return { headers: { ...(body.length > 0 && { 'content-type': 'application/json' }), ...headers }, body };
}

export function sendJson(answer: Answer, response: ServerResponse): void {
  const { headers, body } = bytesOf(answer);
  response.writeHead(answer.status ?? 200, { ...headers, 'content-length': body.length }).end(body);
}

function fail(answer: Answer, response: ServerResponse): void {
  const { socket } = response;
  if (answer.fault === 'reset') socket?.resetAndDestroy();
  if (answer.fault !== 'cut off') return;
  const { headers, body } = bytesOf(answer);
  response.writeHead(answer.status ?? 200, { ...headers, 'content-length': body.length });
  response.write(body.subarray(0, body.length / 2), () => socket?.destroy());
}

function wholeList({ all }: List): Answer {
  const paging = { currentPage: 1, pageSize: 100, totalPages: 1, totalResults: all.length };
  return { json: { data: all, pagination: paging } };
}

function createdRecord(shown: object): Answer {
  return { status: 201, json: shown };
}

function isSame(a: Fields, b: Fields): boolean {
  return a.title === b.title && a.email === b.email && a.submitter_email === b.submitter_email;
}

/** One for each e-mail address. */
function contacts(people: readonly Stored[]): readonly { readonly id: string; readonly fields: Fields }[] {
  const emails = new Set(people.map(({ fields }) => fields.email ?? fields.submitter_email));
  return [...emails].map((email, at) => ({ id: `contact_${at + 1}`, fields: { email } }));
}
