// A TCP proxy to a PostgreSQL server, which can lose what is sent at a COMMIT. Must not know what
// else is sent.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens to a COMMIT. In the last two cases the connection of the client ends at once. */
export type CommitFate = 'passes' | 'is executed, but not reported' | 'never arrives';

/**
 * @param target the path of the server's socket at this moment; undefined if no server can be
 *   reached
 * @param fateOf is called at each COMMIT
 */
export async function startPostgresProxy(
  target: () => string | undefined,
  fateOf: () => CommitFate = () => 'passes',
) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const path = target();
    if (path === undefined) return void near.destroy();
    const far = connect(path);
    const ends = [near, far];
    for (const one of ends) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => sockets.delete(one));
    }
    far.on('data', (chunk) => near.write(chunk)).on('close', () => near.destroy());
    near
      .on('close', () => far.end())
      .on('data', (chunk) => {
        // The text of a simple query ends with a zero byte.
        const fate = chunk.includes('COMMIT\0') ? fateOf() : 'passes';
        if (fate !== 'never arrives') far.write(chunk);
        if (fate !== 'passes') near.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** The address of a database. */
    address: (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    close() {
      server.close();
      for (const one of sockets) one.destroy();
    },
  };
}
