// Asks a server to cancel what it does for a connection.
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';

// @types/pg does not know these.
declare module 'pg' {
  interface Client {
    /** The server's process for this connection, and the key that a request to cancel must have. */
    readonly processID: number;
    readonly secretKey: number;
  }
  interface Connection {
    connect(port: number, host: string): void;
    connect(socket: string): void;
    requestSsl(): void;
    cancel(processID: number, secretKey: number): void;
  }
}

const longestMs = 3000;

/**
 * Resolves when the server has passed the request to its process, or cannot be reached. pg's own Client.cancel cancels a
 * single query only, and not one of several that were sent together.
 */
export async function cancel(client: pg.Client, tls: ConnectionOptions | false): Promise<void> {
  const { host, port, processID, secretKey } = client;
  const connection = new pg.Connection({ ssl: tls });
  await new Promise<void>((resolve) => {
    const send = () => connection.cancel(processID, secretKey);
    const late = setTimeout(resolve, longestMs);
    connection
      .on('connect', () => (tls ? connection.requestSsl() : send()))
      .on('sslconnect', send)
      .on('error', () => undefined)
      // The server sends nothing, and closes the connection.
      .on('end', () => {
        clearTimeout(late);
        resolve();
      });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
  connection.stream.destroy();
}
