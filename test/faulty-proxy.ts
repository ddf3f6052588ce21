// An HTTP proxy between a client and a service that delays requests and loses answers; it knows nothing of what they mean.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FaultyProxyOptions {
  /** How long a request is on its way; it arrives even when its sender is gone by then. */
  readonly delayMs: () => number;
  /** Whether the answer to the n-th POST, from 1, is dropped with its connection, the work having been done. */
  readonly loses?: (post: number) => boolean;
  /** Request headers that are taken off on the way, in lower case. */
  readonly strips?: readonly string[];
}

export interface FaultyProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The answers dropped so far. */
  readonly lost: () => number;
  close(): Promise<void>;
}

/** Passes everything on to `target`. Where that does not answer, the connection is reset. */
export async function startFaultyProxy(target: string, options: FaultyProxyOptions): Promise<FaultyProxy> {
  const { delayMs, loses = () => false, strips = [] } = options;
  const agent = new Agent({ keepAlive: true });
  let posts = 0;
  let lost = 0;

  const server = createServer(async (message, response) => {
    const body = await readBody(message).catch(() => undefined);
    // Half a request does not arrive.
    if (body === undefined) return;
    const isLost = message.method === 'POST' && loses(++posts);
    await new Promise((resolve) => setTimeout(resolve, delayMs()));
    const headers = Object.fromEntries(Object.entries(message.headers).filter(([name]) => !strips.includes(name)));
    const onward = request(`${target}${message.url}`, { method: message.method, headers, agent });
    onward.on('error', () => message.socket.resetAndDestroy());
    onward.on('response', (answer) => {
      if (!isLost) return pass(answer, message, response);
      answer.resume().on('end', () => {
        lost++;
        message.socket.destroy();
      });
    });
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    lost: () => lost,
    close() {
      agent.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function pass(answer: IncomingMessage, { socket }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.on('error', () => socket.resetAndDestroy());
  answer.pipe(response);
}
