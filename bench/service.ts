// Durable creates of the service, beside what HTTP and the same database reach with nothing of
// ours.
import { createAccount } from '../test/support/postgres-stage.ts';
import { startServer } from '../test/support/program.ts';
import { stores } from './databases.ts';
import { createsPerSecond, speakerBody } from './load.ts';
import { bundlePeer, serve } from './processes.ts';
import type { Row } from './row.ts';

const [creates, warmUp] = [15_000, 30_000];
/** PostgreSQL needs more, because a group of creations waits for two round trips. */
const connections: Readonly<Record<string, number>> = { sqlite: 32, postgres: 256 };

export const service = Object.entries(stores).map(
  ([store, openStore]): Row => ({
    name: `service/create-${store}`,
    peer: 'bare server',
    unit: '/s',
    rounds: 5,
    async open() {
      const databases = await openStore();
      const [data, bareData] = [await databases.create('ours'), await databases.create('bare')];
      const { token } = await createAccount(data);
      const [ours, bare] = [
        await serve(data),
        await startServer([await bundlePeer('bare-server'), bareData]),
      ];
      let made = 0;
      const load = (url: string, count: number) =>
        createsPerSecond({
          to: { url, token, event: 'conf' },
          connections: connections[store] ?? 32,
          creates: count,
          nextBody: () => speakerBody(++made),
        });
      // Until Node has compiled everything that a request runs.
      for (const { url } of [ours, bare]) await load(url, warmUp);
      return {
        ours: () => load(ours.url, creates),
        peer: () => load(bare.url, creates),
        async close() {
          await Promise.all([ours, bare].map((server) => server.stop('SIGTERM')));
          await databases.close();
        },
      };
    },
  }),
);
