// A server that replies as a test scripts it, and records its requests. Must not know the program.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body's text; empty if there was none. */
  readonly body: string;
}

interface ReplyOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
}

export type Reply =
  /** As application/json; status 200 unless given. */
  | (ReplyOptions & { readonly json: unknown })
  /** A body of any kind, without a content type unless given. */
  | (ReplyOptions & { readonly text: string })
  /** The first half of a body, then the connection breaks. */
  | (ReplyOptions & { readonly half: string })
  /** Bytes instead of an HTTP response. */
  | { readonly raw: string }
  /** The connection is reset after the headers, or after the whole request. */
  | { readonly reset: 'before reading' | 'after reading' }
  /** No response, ever. */
  | { readonly hang: true };

/** All records of a list, as a service reports them that does not divide lists. */
export function wholeList(records: readonly unknown[]): Reply {
  return { json: { data: records, total: records.length } };
}

/**
 * One reply for each request in turn, or a function of the request (then always read) and its
 * number, from 1.
 */
export type Script = readonly Reply[] | ((request: Received, number: number) => Reply);

export type ScriptedServer = Awaited<ReturnType<typeof startScriptedServer>>;

/**
 * A request beyond the script gets a 418, which no client treats as a success or repeats.
 * @param early replies as soon as the method is known; undefined leaves the request to the script
 */
export async function startScriptedServer(
  script: Script,
  early: (method: string) => Reply | undefined = () => undefined,
) {
  const requests: Received[] = [];
  const awaited: { readonly number: number; readonly resolve: (request: Received) => void }[] = [];
  let started = 0;

  const server = createServer(async (message, response) => {
    const number = ++started;
    const known =
      early(message.method ?? '') ??
      (typeof script === 'function' ? undefined : script[number - 1]);
    const isReset = known !== undefined && 'reset' in known && known.reset === 'before reading';
    const received = await receive(message, isReset);
    requests.push(received);
    for (const waiting of awaited) if (waiting.number <= requests.length) waiting.resolve(received);
    const scripted = known ?? (typeof script === 'function' ? script(received, number) : undefined);
    await reply(
      scripted ?? { status: 418, text: `request ${number} is not in the script` },
      message,
      response,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    /** All requests so far, in the order in which they arrived. */
    requests: requests as readonly Received[],
    /** Resolves when the n-th request (from 1) has arrived. */
    request(number: number): Promise<Received> {
      const received = requests[number - 1];
      if (received !== undefined) return Promise.resolve(received);
      return new Promise((resolve) => awaited.push({ number, resolve }));
    },
    close() {
      return new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function receive(message: IncomingMessage, unread: boolean): Promise<Received> {
  const chunks: Buffer[] = [];
  // A client may abort in the middle.
  if (!unread) for await (const chunk of message.on('error', () => {})) chunks.push(chunk);
  const { method = '', url: path = '', headers } = message;
  return { method, path, headers, body: Buffer.concat(chunks).toString() };
}

async function reply(
  reply: Reply,
  { socket }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if ('hang' in reply) return;
  if ('reset' in reply) return void socket.resetAndDestroy();
  if ('raw' in reply) return void socket.end(reply.raw);
  const { status = 200, headers = {}, delayMs = 0 } = reply;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if ('half' in reply) {
    response.writeHead(status, {
      'content-type': 'application/json',
      ...headers,
      'content-length': reply.half.length * 2,
    });
    return void response.write(reply.half, () => socket.destroy());
  }
  const [type, body] =
    'json' in reply
      ? [{ 'content-type': 'application/json' }, JSON.stringify(reply.json)]
      : [{}, reply.text];
  response.writeHead(status, { ...type, ...headers }).end(body);
}
