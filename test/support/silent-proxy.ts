// A TCP proxy before PostgreSQL that can lose everything that is sent, without closing a connection.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

export interface SilentProxy {
  readonly port: number;
  /** From now on, what is sent on a connection is lost, and what is sent on it later as well. */
  cut(): void;
  /** Connections that lost nothing, and new ones, work again. */
  restore(): void;
  /** How many connections have lost something. */
  lost(): number;
  close(): Promise<void>;
}

/** @param folder of the server's Unix socket @param serverPort by which its socket is named */
export async function startSilentProxy(folder: string, serverPort = 5432): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  let isCut = false;

  const server = createServer((client) => {
    const database = connect(join(folder, `.s.PGSQL.${serverPort}`));
    const forward = (from: Socket, to: Socket) => {
      sockets.add(from);
      from
        .on('data', (chunk) => {
          if (isCut) silent.add(client);
          if (!silent.has(client)) to.write(chunk);
        })
        .on('error', () => to.destroy())
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
    };
    forward(client, database);
    forward(database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
    },
    restore() {
      isCut = false;
    },
    lost: () => silent.size,
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
    },
  };
}
