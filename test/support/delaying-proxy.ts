// A TCP proxy that forwards every byte after a delay, as a long distance would.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DelayingProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  close(): Promise<void>;
}

/** @param delayMs for each direction */
export async function startDelayingProxy(target: string, delayMs: number): Promise<DelayingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    join(near, far);
    join(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function join(from: Socket, to: Socket): void {
    sockets.add(from.setNoDelay(true));
    from
      .on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs))
      .on('error', () => to.destroy())
      .on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
    },
  };
}
