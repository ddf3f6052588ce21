// A proxy between the program and a service that does to chosen requests what a fault specifies. Must not know what they mean.
import dns from 'node:dns';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { certificate, namedCertificate, privateKey } from '../support/loopback-certificate.ts';
import type { Fault, Reply, Strike } from './fault.ts';
import { type Answer, bytesOf, carryOut, newAgent, takeRequest, type WireRequest } from './wire.ts';

/** Which requests a fault strikes. */
export interface Aim {
  readonly fault: Fault;
  /** Only POST, PUT and PATCH count. */
  readonly ofWrites: boolean;
  /** The first that is struck, from 1. */
  readonly from: number;
  /** How many are struck; `writes` and `all`: every write, or every request, from then on. */
  readonly lasts: number | 'writes' | 'all';
}

/** A request as the proxy saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly isStruck: boolean;
  /** The response of the service; undefined if the request did not reach it. */
  status?: number;
}

export interface FaultProxy {
  /** The base URL: with a name or https if a fault of it needs that. */
  readonly url: string;
  readonly seen: readonly Seen[];
  /** How often an attempt ended only by its time limit. */
  readonly unanswered: () => number;
  /** How many requests arrived where a redirect led: none should. */
  readonly astray: () => number;
  aim(aim: Aim): void;
  /** The fault is gone. */
  heal(): Promise<void>;
  /** Time passes: what was struck often enough works again. */
  pass(): Promise<void>;
  close(): Promise<void>;
}

/** The certificate authority that a command has to trust if the base URL begins with https. */
export const trusted = certificate;

/** @param strike what will go wrong: it decides what the base URL looks like */
export async function startProxy(target: string, strike: Strike): Promise<FaultProxy> {
  const isSecure = strike.at === 'connection' && strike.is !== 'refused';
  const agent = newAgent();
  const sockets = new Set<Socket>();
  const seen: Seen[] = [];
  let aim: Aim | undefined;
  let counted = 0;
  let struck = 0;
  let unanswered = 0;
  let astray = 0;

  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    if (!isSecure) return serve(socket, socket);
    const is = aim?.fault.strike.at === 'connection' ? aim.fault.strike.is : undefined;
    if (is === 'plain') {
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      return;
    }
    const cert = is === 'untrusted' ? namedCertificate : certificate;
    const secure = new TLSSocket(socket, { isServer: true, cert, key: privateKey });
    serve(
      secure.on('error', () => socket.destroy()),
      socket,
    );
  });
  const other = createServer((socket) => {
    astray++;
    socket.destroy();
  });
  const port = await listen(server, 0);
  const elsewhere = `http://127.0.0.1:${await listen(other, 0)}`;
  const name = `service-${port}.test`;
  if (strike.at === 'name') names.set(name, (answer) => resolveName(answer));

  function serve(stream: Duplex, socket: Socket): void {
    let bytes: Buffer = Buffer.alloc(0);
    let isBusy = false;
    const next = async () => {
      for (;;) {
        const taken = isBusy ? undefined : takeRequest(bytes);
        if (taken === undefined) return;
        bytes = taken.rest;
        isBusy = true;
        await handle(taken.request, stream, socket);
        isBusy = false;
      }
    };
    stream.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      void next();
    });
  }

  async function handle(request: WireRequest, stream: Duplex, socket: Socket): Promise<void> {
    const { method, path } = request;
    const isStruck = strikes(request);
    const entry: Seen = { method, path, isStruck };
    seen.push(entry);
    const { strike } = aim?.fault ?? {};
    if (isStruck && strike?.at === 'request') {
      if (strike.is === 'reset') socket.resetAndDestroy();
      else socket.end();
      return;
    }
    const instead = isStruck && strike?.at === 'response' && !strike.isCarriedOut && strike.reply({ path, elsewhere });
    if (instead) return put(instead, stream, socket);
    const own = await carryOut(target, request, agent).catch(() => undefined);
    if (own === undefined) return void socket.destroy();
    entry.status = own.status;
    if (isStruck && strike?.at === 'response' && strike.isCarriedOut) {
      return put(strike.reply({ path, elsewhere }, own), stream, socket);
    }
    await putOwn(own, stream);
  }

  /** The response that comes before a refused connection ends its own. */
  async function putOwn(own: Answer, stream: Duplex): Promise<void> {
    if (!isNext('refused')) return void stream.write(bytesOf(own));
    server.close();
    stream.end(bytesOf({ ...own, headers: { ...own.headers, connection: 'close' } }));
  }

  function isNext(is: 'refused'): boolean {
    const strike = aim?.fault.strike;
    return strike?.at === 'connection' && strike.is === is && counted >= (aim?.from ?? 0) - 1 && server.listening;
  }

  function strikes({ method }: WireRequest): boolean {
    if (aim === undefined) return false;
    const isWrite = method !== 'GET' && method !== 'HEAD';
    if (!aim.ofWrites || isWrite) counted++;
    if (counted < aim.from || aim.fault.strike.at === 'connection' || aim.fault.strike.at === 'name') return false;
    if (aim.lasts === 'all') return true;
    if (aim.ofWrites && !isWrite) return false;
    if (typeof aim.lasts === 'number' && struck >= aim.lasts) return false;
    struck++;
    return true;
  }

  async function put({ bytes, end, trickle }: Reply, stream: Duplex, socket: Socket): Promise<void> {
    if (aim?.fault.isSlow === true) unanswered++;
    if (end === 'reset') return void socket.resetAndDestroy();
    if (bytes.length > 0) stream.write(bytes);
    if (end === 'close') return void stream.end();
    for (const byte of trickle ?? []) {
      if (socket.destroyed) return;
      stream.write(Buffer.from([byte]));
      await sleep(1000, undefined, { ref: false });
    }
  }

  function resolveName(answer: (error: Error | null) => void): void {
    const strike = aim?.fault.strike;
    const isOver = typeof aim?.lasts === 'number' && struck >= aim.lasts;
    if (aim === undefined || strike?.at !== 'name' || isOver) {
      answer(null);
      return;
    }
    struck++;
    if (strike.is === 'slow') {
      unanswered++;
      setTimeout(() => answer(null), 10_000).unref();
    } else answer(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }));
  }

  async function startListening(): Promise<void> {
    if (!server.listening) await listen(server, port);
  }

  return {
    url: `http${isSecure ? 's' : ''}://${strike.at === 'name' ? name : '127.0.0.1'}:${port}`,
    seen,
    unanswered: () => unanswered,
    astray: () => astray,
    aim(next) {
      aim = next;
      [counted, struck, unanswered] = [0, 0, 0];
      // What the program has connected already would not meet the fault.
      for (const socket of sockets) socket.destroy();
      if (isNext('refused')) server.close();
    },
    async heal() {
      aim = undefined;
      for (const socket of sockets) socket.destroy();
      await startListening();
    },
    async pass() {
      if (typeof aim?.lasts !== 'number' || server.listening) return;
      aim = undefined;
      await startListening();
    },
    async close() {
      names.delete(name);
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      server.close();
      other.close();
    },
  };
}

/** Another program may have been given the port meanwhile; the system gives it back soon. */
async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, '127.0.0.1', () => {
          server.off('error', reject);
          resolve();
        });
      });
      return (server.address() as AddressInfo).port;
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(20);
    }
  }
}

type AnswerName = (error: Error | null) => void;

/** The names that only these proxies have. */
const names = new Map<string, (answer: AnswerName) => void>();
const { lookup } = dns;
dns.lookup = Object.assign((name: string, ...rest: readonly unknown[]): void => {
  const known = names.get(name);
  const callback = rest.at(-1);
  if (known === undefined || typeof callback !== 'function') return void Reflect.apply(lookup, dns, [name, ...rest]);
  const isAll = Object(rest[0]).all === true;
  const found = isAll ? [[{ address: '127.0.0.1', family: 4 }]] : ['127.0.0.1', 4];
  known((error) => (error === null ? callback(null, ...found) : callback(error)));
}, lookup);
