// A TCP proxy to a PostgreSQL server, which can lose what is sent: at a COMMIT, or on every
// connection that is open. Must not know what else is sent.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What happens to a COMMIT. In the second and the third case the connection of the client ends at
 * once, in the last one never.
 */
export type CommitFate =
  | 'passes'
  | 'is executed, but not reported'
  | 'never arrives'
  | 'is executed in silence';

/**
 * What a network loses without ending a connection: everything, or only what the server sends. What
 * the client sent before has arrived.
 */
export type Silence = 'all' | 'answers';

export type PostgresProxy = Awaited<ReturnType<typeof startPostgresProxy>>;

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  lost?: Silence;
}

/**
 * @param target the path of the server's socket at this moment; undefined if no server can be
 *   reached
 * @param fateOf is called at each COMMIT
 */
export async function startPostgresProxy(
  target: () => string | undefined,
  fateOf: () => CommitFate = () => 'passes',
) {
  const pairs = new Set<Pair>();
  const server = createServer((near) => {
    const path = target();
    if (path === undefined) return void near.destroy();
    const far = connect(path);
    const pair: Pair = { near, far };
    pairs.add(pair);
    for (const end of [near, far]) end.on('error', () => undefined);
    far
      .on('data', (chunk) => pair.lost ?? near.write(chunk))
      .on('close', () => pair.lost ?? near.destroy());
    near
      // The other end of a silent connection does not learn of its end either.
      .on('close', () => pair.lost ?? far.end())
      .on('data', (chunk) => {
        if (pair.lost === 'all') return;
        // The text of a simple query ends with a zero byte.
        const fate = chunk.includes('COMMIT\0') ? fateOf() : 'passes';
        if (fate === 'is executed in silence') pair.lost = 'answers';
        if (fate !== 'never arrives') far.write(chunk);
        if (fate !== 'passes' && pair.lost === undefined) near.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** The address of a database. */
    address: (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    /** From now on, the connections that are open lose this. Later ones do not. */
    silence(lost: Silence) {
      for (const pair of pairs) pair.lost ??= lost;
    },
    close() {
      server.close();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
}
