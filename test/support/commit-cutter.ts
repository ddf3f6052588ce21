// A TCP proxy before PostgreSQL that cuts a connection at a COMMIT, or at a statement that commits by itself.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** Before the server receives the COMMIT, when it has received it, or when it has sent the result, which is not delivered. */
export type CutMoment = 'before the commit' | 'during the commit' | 'after the commit';

export interface CommitCutter {
  /** The address of a database behind the proxy. */
  address(database: string): string;
  /** Cuts the next `times` connections that commit. @param statement default: COMMIT */
  cut(moment: CutMoment, times?: number, statement?: CommittingStatement): void;
  /** How many cuts are still to come. */
  left(): number;
  close(): Promise<void>;
}

/** How a statement is recognized. */
export interface CommittingStatement {
  /** Bytes of the request. */
  readonly command: string;
  /** Bytes of the result. */
  readonly completed: string;
}

// https://www.postgresql.org/docs/current/protocol-message-formats.html: Query and CommandComplete
const commit: CommittingStatement = { command: 'Q\0\0\0\x0bCOMMIT\0', completed: 'C\0\0\0\x0bCOMMIT\0' };

/** @param folder of the server's Unix socket */
export async function startCommitCutter(folder: string): Promise<CommitCutter> {
  const sockets = new Set<Socket>();
  let moment: CutMoment = 'before the commit';
  let left = 0;
  let { command, completed } = commit;

  const server = createServer((client) => {
    const database = connect(join(folder, '.s.PGSQL.5432'));
    const cut = () => {
      left--;
      client.destroy();
      database.destroy();
    };
    let committing = false;
    client.on('data', (chunk) => {
      const isCommit = left > 0 && !committing && chunk.includes(command);
      if (isCommit && moment === 'before the commit') {
        database.write(chunk.subarray(0, chunk.indexOf(command)), cut);
        return;
      }
      committing ||= isCommit;
      database.write(chunk, () => isCommit && moment === 'during the commit' && cut());
    });
    database.on('data', (chunk) => {
      if (!committing) client.write(chunk);
      else if (moment === 'after the commit' && chunk.includes(completed)) cut();
    });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    address: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    cut(at, times = 1, statement = commit) {
      moment = at;
      ({ command, completed } = statement);
      left = times;
    },
    left: () => left,
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      });
    },
  };
}
