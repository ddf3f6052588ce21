// A double of the public server, in memory, for tests: what reference-server.md describes. Must not know the program.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTENT_OPERATIONS } from './content-items.ts';
import { Database } from './database.ts';
import { carryOut, FAILURE, type HttpAnswer, type ReceivedRequest, routeOf } from './http.ts';
import { OPTIONAL_OPERATIONS } from './optional-operations.ts';
import { PLACEMENT_OPERATIONS } from './placement.ts';
import { SPEAKER_OPERATIONS } from './speakers.ts';
import { type State, stateOf } from './state.ts';
import { SUBMISSION_OPERATIONS } from './submissions.ts';
import { type NewEvent, type Web, webInterface } from './web.ts';

export interface DoubleOptions {
  /** Milliseconds since 1970, for the stamps of records; the computer's time unless given. */
  readonly now?: () => number;
  /** What the event of the handle is called, and when it is. */
  readonly event?: Partial<NewEvent>;
  readonly rooms?: readonly string[];
  readonly tracks?: readonly string[];
  /** Names with their minutes. */
  readonly formats?: Readonly<Record<string, number>>;
  readonly switches?: Partial<Switches>;
}

/** A request, as tests see it. */
export interface DoubleRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  /** The value of a JSON body, the text of another one, undefined without a body. */
  readonly body: unknown;
  readonly headers: ReceivedRequest['headers'];
  /** Its number among all requests, from 1. */
  readonly number: number;
  /** Its number among the requests that change something, from 1; undefined for the others. */
  readonly write: number | undefined;
}

/** What a test can change while the server runs. */
export interface Switches {
  /** Whether the n-th write, from 1, has its effect, and then its connection breaks. */
  losesResponse: (write: number, request: DoubleRequest) => boolean;
  /** Whether the connection of a request breaks before it has any effect. */
  ignoresRequest: (request: DoubleRequest) => boolean;
  /** Whether a request is a complete 500 without an effect. */
  failsWith500: (request: DoubleRequest) => boolean;
  /** How long each statement of a request takes, in milliseconds; above 0, requests race. */
  statementMs: number;
  /** How many rows a query returns at most, as hosts set it; undefined is no limit. */
  mostRows: number | undefined;
  /** Whether the operations exist that the published contract does not have. */
  optionalOperations: boolean;
}

const DEFAULT_EVENT: NewEvent = {
  name: 'DevConf 2027',
  slug: 'devconf',
  timezone: 'Europe/Berlin',
  startsOn: '2027-05-20',
  endsOn: '2027-05-21',
};
const DEFAULT_ROOMS = ['Main Hall', 'Lighthouse', 'Workshop 1'];
const DEFAULT_TRACKS = ['Backend', 'Frontend', 'Community'];
const DEFAULT_FORMATS = { Talk: 30, Workshop: 90, Keynote: 45 };

/** The default of hosts of this server. */
const HOSTED_ROWS = 1_000;

const OPERATIONS = [
  OPTIONAL_OPERATIONS,
  SPEAKER_OPERATIONS,
  SUBMISSION_OPERATIONS,
  CONTENT_OPERATIONS,
  PLACEMENT_OPERATIONS,
].flat();

export interface Double {
  readonly url: string;
  readonly token: string;
  /** The id of the event that exists from the start. */
  readonly eventId: string;
  /** The program's settings for this server. */
  readonly env: Readonly<Record<'PLENARY_BASE_URL' | 'PLENARY_TOKEN' | 'PLENARY_EVENT', string>>;
  /** All requests so far, in the order in which they arrived. */
  readonly requests: readonly DoubleRequest[];
  /**
   * How many requests had this method and path.
   * @param path a text has the path without its query, `{…}` for any segment
   */
  count(method: string, path: string | RegExp): number;
  /** What the server knows, also where /v1 does not show it. */
  readonly state: State;
  readonly switches: Switches;
  /** What people do in the web interface. */
  readonly web: Web;
  /** Resolves when no request is pending. */
  atRest(): Promise<void>;
  close(): Promise<void>;
}

export async function startDouble(options: DoubleOptions = {}): Promise<Double> {
  const switches = Object.assign(defaultSwitches(), options.switches);
  const database = new Database({
    now: options.now ?? Date.now,
    statementMs: () => switches.statementMs,
    mostRows: () => switches.mostRows,
  });
  const web = webInterface(database, () => eventId);
  const eventId = addProgram(web, options);
  const token = `dais_${randomBytes(16).toString('hex')}`;
  const requests: DoubleRequest[] = [];
  const pending = new Set<Promise<void>>();
  let writes = 0;

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await receive(message);
    // An incomplete request does not reach the server.
    if (received === undefined) return;
    const operations = OPERATIONS.filter((row) => switches.optionalOperations || !row.isOptional);
    const route = routeOf(operations, received);
    const isWrite = 'operation' in route && route.operation.isWrite;
    if (isWrite) writes++;
    const write = isWrite ? writes : undefined;
    const request = requestOf(received, requests.length + 1, write);
    requests.push(request);
    if (switches.ignoresRequest(request)) return void message.socket.resetAndDestroy();
    const isLost = write !== undefined && switches.losesResponse(write, request);
    const answer = switches.failsWith500(request)
      ? FAILURE
      : 'answer' in route
        ? route.answer
        : await carryOut(database, token, route, received);
    if (isLost) message.socket.destroy();
    else send(response, answer);
  }

  const server = createServer((message, response) => {
    const serving = serve(message, response);
    pending.add(serving);
    serving.finally(() => pending.delete(serving));
  });
  const url = await listen(server);

  return {
    url,
    token,
    eventId,
    env: {
      PLENARY_BASE_URL: url,
      PLENARY_TOKEN: token,
      PLENARY_EVENT: eventId,
    },
    requests,
    count: (method, path) => requests.filter((request) => isTo(request, method, path)).length,
    state: stateOf(database),
    switches,
    web,
    async atRest() {
      while (pending.size > 0) await Promise.all(pending);
    },
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function defaultSwitches(): Switches {
  return {
    losesResponse: () => false,
    ignoresRequest: () => false,
    failsWith500: () => false,
    statementMs: 0,
    mostRows: HOSTED_ROWS,
    optionalOperations: true,
  };
}

/** The event with its rooms, tracks and formats. */
function addProgram(web: Web, options: DoubleOptions): string {
  const eventId = web.addEvent(Object.assign({}, DEFAULT_EVENT, options.event));
  for (const room of options.rooms ?? DEFAULT_ROOMS) web.addRoom(room, undefined, eventId);
  for (const track of options.tracks ?? DEFAULT_TRACKS) web.addTrack(track, eventId);
  for (const [format, minutes] of Object.entries(options.formats ?? DEFAULT_FORMATS)) {
    web.addFormat(format, minutes, eventId);
  }
  return eventId;
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function receive(message: IncomingMessage): Promise<ReceivedRequest | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) chunks.push(chunk);
  } catch {
    return undefined;
  }
  const { method = '', url: path = '', headers } = message;
  return { method, path, headers, body: Buffer.concat(chunks).toString() };
}

function requestOf(
  { method, path, headers, body }: ReceivedRequest,
  number: number,
  write: number | undefined,
): DoubleRequest {
  return { method, path, headers, body: bodyOf(body), number, write };
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  const bytes = Buffer.from(body);
  // The server says nothing about connections, and leaves them open.
  response.removeHeader('connection');
  response.writeHead(status, Object.assign({ 'content-length': bytes.length }, headers)).end(bytes);
}

function isTo(request: DoubleRequest, method: string, path: string | RegExp): boolean {
  if (request.method !== method) return false;
  if (path instanceof RegExp) return path.test(request.path);
  const [sent = ''] = request.path.split('?');
  const segments = sent.split('/');
  const expected = path.split('/');
  return (
    segments.length === expected.length &&
    expected.every((name, index) => name.startsWith('{') || name === segments[index])
  );
}
