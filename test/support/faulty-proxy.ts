// An HTTP proxy that delays requests and responses, and loses some. Must not know what they mean.
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface FaultyProxyOptions {
  /**
   * How long a request, and then its response, are delayed: also if its sender has ended by then.
   */
  readonly delayMs: () => number;
  /** How much longer it is delayed if its sender has ended meanwhile. */
  readonly lateMs?: () => number;
  /**
   * Whether the response to the n-th write, from 1, is dropped with its connection after the
   * service has carried it out.
   */
  readonly loses?: (write: number) => boolean;
  /**
   * Whether a request is reset instead of forwarded, by its method and the number of writes that
   * have arrived, this one included.
   */
  readonly refuses?: (method: string, writes: number) => boolean;
  /** What must happen before a request is forwarded, by the number of writes that have arrived. */
  readonly awaits?: (method: string, writes: number) => Promise<unknown> | undefined;
  /** Request headers to remove, in lower case. */
  readonly strips?: readonly string[];
  /** Is called with each request that has arrived whole. */
  readonly sees?: (method: string, path: string) => void;
  /** Is called with the status of each response, also of one that is dropped. */
  readonly answers?: (status: number) => void;
}

/** Forwards everything to `target`. If that does not respond, the connection is reset. */
export async function startFaultyProxy(target: string, options: FaultyProxyOptions) {
  const {
    delayMs,
    loses = () => false,
    refuses = () => false,
    awaits = () => undefined,
    strips = [],
    lateMs = () => 0,
    sees = () => {},
    answers = () => {},
  } = options;
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<void>>();
  const awaited: { readonly writes: number; readonly resolve: () => void }[] = [];
  let writes = 0;
  let lost = 0;

  const server = createServer((message, response) => {
    const passing = passOn(message, response);
    underWay.add(passing);
    passing.finally(() => underWay.delete(passing));
  });

  async function passOn(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(message).catch(() => undefined);
    // An incomplete request is not forwarded.
    if (body === undefined) return;
    const { method = '', url: path = '' } = message;
    sees(method, path);
    const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
    if (isWrite) writes++;
    for (const waiting of awaited) if (waiting.writes <= writes) waiting.resolve();
    if (refuses(method, writes)) return void message.socket.resetAndDestroy();
    const isLost = isWrite && loses(writes);
    await awaits(method, writes);
    await sleep(delayMs());
    if (message.socket.destroyed) await sleep(lateMs());
    const headers = Object.fromEntries(
      Object.entries(message.headers).filter(([name]) => !strips.includes(name)),
    );
    const onward = request(`${target}${path}`, { method, headers, agent });
    // A connection may break again after its response has begun, when no other listener is left.
    onward.on('error', () => undefined).end(body);
    try {
      const [answer] = await once(onward, 'response');
      const text = await readBody(answer);
      answers(answer.statusCode);
      await sleep(delayMs());
      if (!isLost) return void response.writeHead(answer.statusCode, answer.headers).end(text);
      lost++;
      message.socket.destroy();
    } catch {
      message.socket.resetAndDestroy();
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    /** The number of responses dropped so far. */
    lost: () => lost,
    /** The number of requests so far that change something. */
    writes: () => writes,
    /** Resolves when this many have arrived. */
    written: (count: number) =>
      new Promise<void>((resolve) => {
        if (count <= writes) resolve();
        else awaited.push({ writes: count, resolve });
      }),
    /** Resolves when no request is pending. */
    async atRest() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close() {
      agent.destroy();
      return new Promise<void>((resolve) => {
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
