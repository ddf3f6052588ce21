// A TCP proxy before service processes: each new connection leads to the next one that is ready, as with a load balancer.
import { get } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Balancer {
  readonly url: string;
  /** The addresses of the services from now on. Connections to others stay open. */
  use(urls: readonly string[]): void;
  close(): void;
}

const checkEveryMs = 200;
// While the database fails over, a service takes 5 to 7 seconds to respond.
const checkMs = 8000;

export async function startBalancer(): Promise<Balancer> {
  const sockets = new Set<Socket>();
  const notReady = new Set<string>();
  let urls: readonly string[] = [];
  let turn = 0;

  const server = createServer((client) => {
    // If no service reports that it is ready, one of them explains why.
    const ready = urls.filter((url) => !notReady.has(url));
    const choice = ready.length > 0 ? ready : urls;
    const url = choice[turn++ % choice.length];
    if (url === undefined) return void client.on('error', () => undefined).destroy();
    const service = connect(Number(new URL(url).port), '127.0.0.1');
    join(client, service);
    join(service, client);
    client.pipe(service).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(others) {
      const added = others.filter((url) => !urls.includes(url));
      urls = others;
      for (const url of added) check(url);
    },
    close() {
      urls = [];
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };

  function join(socket: Socket, other: Socket): void {
    sockets.add(socket);
    socket
      .setNoDelay(true)
      .on('error', () => other.destroy())
      .on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
  }

  /** Until the service is not in the list. */
  async function check(url: string): Promise<void> {
    while (urls.includes(url)) {
      if (await isReady(url)) notReady.delete(url);
      else notReady.add(url);
      await delay(checkEveryMs);
    }
  }
}

/** Whether a service responds in time that it can store a write. */
export function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const check = get(`${url}/readyz`, { agent: false, timeout: checkMs }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode === 200));
    });
    check.on('timeout', () => check.destroy()).on('error', () => resolve(false));
  });
}
