// Owns the sockets of the double: requests in, answers or breaks out. Must not know paths.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from './database.ts';
import { carryOut, FAILURE, type HttpAnswer, type ReceivedRequest, routeOf } from './http.ts';
import type { Operation } from './operation.ts';

/** A request, as tests see it. */
export interface DoubleRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: ReceivedRequest['headers'];
  /** The value of a JSON body, the text of another one, undefined without a body. */
  readonly body: unknown;
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
  /** Whether a request gets a complete 500, without any effect. */
  failsWith500: (request: DoubleRequest) => boolean;
  /**
   * How long each statement of a request takes, in milliseconds. Above 0, requests race: each
   * statement takes effect alone at the end of its time.
   */
  statementMs: number;
  /** How many rows a query returns at most, as hosts set it; undefined is no limit. */
  mostRows: number | undefined;
  /** Whether the operations exist that the published contract does not have. */
  optionalOperations: boolean;
}

export interface Serving {
  readonly database: Database;
  readonly token: string;
  readonly operations: readonly Operation[];
  readonly switches: Switches;
  /** Where each request is recorded before it is answered. */
  readonly requests: DoubleRequest[];
}

/** Serves on a free port of this computer. */
export async function startServer(serving: Serving) {
  const pending = new Set<Promise<void>>();
  const server = createServer((message, response) => {
    const answering = answer(serving, message, response);
    pending.add(answering);
    answering.finally(() => pending.delete(answering));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async atRest() {
      while (pending.size > 0) await Promise.all(pending);
    },
    close() {
      return new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function answer(
  { database, token, operations, switches, requests }: Serving,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const received = await receive(message);
  // An incomplete request does not reach the server.
  if (received === undefined) return;
  const offered = operations.filter((row) => switches.optionalOperations || !row.isOptional);
  const route = routeOf(offered, received);
  const isWrite = 'operation' in route && route.operation.isWrite;
  const request = recorded(received, requests, isWrite);
  if (switches.ignoresRequest(request)) return void message.socket.resetAndDestroy();
  if (switches.failsWith500(request)) return send(response, FAILURE);
  if ('answer' in route) return send(response, route.answer);
  const { write } = request;
  const isLost = write !== undefined && switches.losesResponse(write, request);
  const reply = await carryOut(database, token, route, received);
  if (isLost) message.socket.destroy();
  else send(response, reply);
}

async function receive(message: IncomingMessage): Promise<ReceivedRequest | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) chunks.push(chunk);
  } catch {
    return undefined;
  }
  const { method = '', url: path = '', headers } = message;
  return { method, path, headers, body: Buffer.concat(chunks) };
}

function recorded(
  { method, path, headers, body }: ReceivedRequest,
  requests: DoubleRequest[],
  isWrite: boolean,
): DoubleRequest {
  const last = requests.findLast(({ write }) => write !== undefined);
  const request = {
    method,
    path,
    headers,
    body: bodyOf(body.toString()),
    number: requests.length + 1,
    write: isWrite ? (last?.write ?? 0) + 1 : undefined,
  };
  requests.push(request);
  return request;
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
  response.writeHead(status, Object.assign({ 'content-length': bytes.length }, headers));
  response.end(bytes);
}
