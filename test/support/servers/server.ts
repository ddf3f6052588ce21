// A conference service in memory on a loopback port, whose pages, responses and faults a kind can
// replace. Knows the specification and HTTP, and nothing of the program.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One kind of server: what it does otherwise than the plainest one. */
export interface Kind {
  readonly name: string;
  /** The record as JSON shows it: `{"id": …, …fields}` unless given. */
  readonly show?: (id: string, fields: Fields) => object;
  /** One page of a list: everything in `data`, with a total, unless given. */
  readonly page?: (list: List) => Answer;
  /** The response to a change or a placement: 200 with the record unless given. */
  readonly changed?: (shown: object) => Answer;
  /** Carries out a write and responds to it: at once, unless given. */
  readonly write?: (write: Write) => Answer | Promise<Answer>;
  /** Responds instead of the API, if it returns a response. */
  readonly intercept?: (request: ApiRequest) => Answer | undefined;
  /** Puts the response on the wire. */
  readonly send?: (
    answer: Answer,
    response: ServerResponse,
    request: IncomingMessage,
  ) => void | Promise<void>;
  /** How many lists do not show a new record; infinite hides it for good. */
  readonly hidingLists?: number;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface List {
  readonly resource: string;
  /** All records, as shown. */
  readonly all: readonly object[];
  /** A parameter of the query or of a search's body. */
  parameter(name: string): string | undefined;
}

export interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: Fields;
  /** Whether there is now a record with the same e-mail address, or the same title. */
  readonly exists: boolean;
  /**
   * Carries it out now, with these fields instead of its own; the response of a server without
   * faults.
   */
  commit(others?: Fields): Answer;
}

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

const nowhere = { room: undefined, start: undefined };

const listed = ['speakers', 'submissions', 'sessions', 'contacts', 'content-items'];

export type AnyServer = Awaited<ReturnType<typeof startServer>>;

export type Resource = 'speakers' | 'submissions';

export interface Stored {
  readonly id: string;
  readonly fields: Fields;
  /** How many lists the server had sent when this began to appear in them. */
  readonly listedFrom: number;
}

/** Starts a server of this kind with these records. */
export async function startServer(kind: Kind, seed: Readonly<Record<Resource, readonly Fields[]>>) {
  const { hidingLists = 0, page = wholeList } = kind;
  const { show = (id, fields) => ({ id, ...fields }) } = kind;
  const { changed: changedAnswer = (shown: object) => ({ json: shown }) } = kind;
  const { write: carryOut = ({ commit }: Write) => commit(), send = sendJson } = kind;
  const stored: Record<Resource, Stored[]> = { speakers: [], submissions: [] };
  const writes: string[] = [];
  let lists = 0;

  function create(resource: Resource, fields: Fields, listedFrom: number): Answer {
    const id = `rec_${stored[resource].length + 1}`;
    const record = { id, fields: { status: 'pending', ...fields }, listedFrom };
    stored[resource].push(record);
    return { status: 201, json: show(id, record.fields) };
  }

  function change(resource: Resource, id: string, fields: Fields): Answer {
    const at = stored[resource].findIndex((record) => record.id === id);
    const record = stored[resource][at];
    if (record === undefined) return { status: 404, json: { detail: `no ${resource} ${id}` } };
    const changed = { ...record, fields: { ...record.fields, ...fields } };
    stored[resource][at] = changed;
    return changedAnswer(show(record.id, changed.fields));
  }

  function visible(resource: Resource): readonly Stored[] {
    return stored[resource].filter(({ listedFrom }) => listedFrom <= lists);
  }

  function rows(resource: string): readonly Omit<Stored, 'listedFrom'>[] {
    if (resource === 'speakers' || resource === 'submissions') return visible(resource);
    if (resource === 'contacts')
      return contacts([...visible('speakers'), ...visible('submissions')]);
    return visible('submissions').filter(({ fields }) => fields.room !== undefined);
  }

  function shown(resource: string): readonly object[] {
    return rows(resource).map(({ id, fields }) => show(id, fields));
  }

  function answer(method: string, url: URL, body: Fields): Answer | Promise<Answer> {
    // A server may serve the API below another path.
    const [, collection = '', id = '', resource = '', last] = url.pathname
      .slice(url.pathname.indexOf('/v1/') + 1)
      .split('/')
      .map(decodeURIComponent);
    // It has the eleven endpoints, and takes sessions out of the schedule.
    if (method === 'GET' && !listed.includes(resource))
      return { status: 404, json: { detail: 'Not Found' } };
    if (method === 'GET' || last === 'search') {
      const all = shown(resource);
      const parameter = (name: string) =>
        url.searchParams.get(name) ?? (name in body ? String(body[name]) : undefined);
      lists++;
      return page({ resource, all, parameter });
    }
    const commit = (others: Fields = {}) => {
      const fields = { ...(method === 'DELETE' ? nowhere : body), ...others };
      if (method === 'POST') return create(resource as Resource, fields, lists + hidingLists);
      return change(collection === 'speakers' ? 'speakers' : 'submissions', id, fields);
    };
    writes.push(`${method} ${url.pathname}`);
    return carryOut({
      method,
      path: url.pathname,
      body,
      get exists() {
        const others = method === 'POST' ? stored[resource as Resource] : [];
        return others.some(({ fields }) => isSame(fields, body));
      },
      commit,
    });
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
    /** Somebody else creates a record. */
    add: (resource: Resource, fields: Fields): void => void create(resource, fields, lists),
    /** Somebody else changes a record; fields that are undefined are removed. */
    edit: (resource: Resource, id: string, fields: Fields): void =>
      void change(resource, id, fields),
    /** The records of a complete list, as shown now. */
    listed: shown,
    /** The methods and paths of all writes so far. */
    writes: writes as readonly string[],
    /** Stops listening, and ends the connections that are idle. */
    refuse: () => void server.close(),
    async accept() {
      // Another program may have been given the port meanwhile.
      while (!server.listening)
        await once(server.listen(port, '127.0.0.1'), 'listening').catch(() => undefined);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The headers and the bytes of a response. */
export function bytesOf({ json, text, headers }: Answer): {
  readonly headers: Record<string, string>;
  body: Buffer;
} {
  const body = Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json)));
  return {
    headers: { ...(body.length > 0 && { 'content-type': 'application/json' }), ...headers },
    body,
  };
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
  return { json: { data: all, page: 1, pageSize: 100, total: all.length } };
}

function isSame(a: Fields, b: Fields): boolean {
  return a.title === b.title && a.email === b.email && a.submitter_email === b.submitter_email;
}

/** One for each e-mail address. */
function contacts(people: readonly Stored[]): readonly Omit<Stored, 'listedFrom'>[] {
  const emails = new Set(people.map(({ fields }) => fields.email ?? fields.submitter_email));
  return [...emails].map((email, at) => ({ id: `contact_${at + 1}`, fields: { email } }));
}
