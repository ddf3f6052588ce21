// Services that are killed, or whose database is, while clients create records: what was
// acknowledged is stored, once.
import { describe, expect, it } from 'vitest';
import { besideCluster } from '../support/postgres-cluster.ts';
import { audit, createAccount, startServiceProcess } from '../support/postgres-stage.ts';
import type { ChildServer } from '../support/program.ts';
import { startRetryingLoad } from '../support/retrying-load.ts';
import { emptyPostgresDatabase, hasPostgres } from '../support/shared-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** How many records are acknowledged before and after each kill. */
const between = 200;

describe.concurrent('two services on one database lose nothing', () => {
  it('on SQLite, when one after the other is killed', async () => {
    const folder = temporaryFolder();
    await expectNothingLost(folder.file('plenary.db'), 2, killService).finally(folder.remove);
  });

  it.skipIf(!hasPostgres)('on PostgreSQL, when one after the other is killed', async () => {
    const { address, remove } = await emptyPostgresDatabase();
    await expectNothingLost(address, 2, killService);
    await remove();
  });

  it.skipIf(!hasPostgres)(
    'when the primary is killed, and the synchronous standby that it lost takes over',
    () =>
      besideCluster((data, cluster) =>
        expectNothingLost(data, 1, () => cluster.failOver('killed', 0)),
      ),
  );
});

type Disturb = (services: ChildServer[], data: string, kill: number) => Promise<void>;

const killService: Disturb = async (services, data, kill) => {
  await services[kill]?.stop('SIGKILL');
  services[kill] = await startServiceProcess(data);
};

async function expectNothingLost(data: string, kills: number, disturb: Disturb): Promise<void> {
  const { token, organizationId } = await createAccount(data);
  const services = await Promise.all([startServiceProcess(data), startServiceProcess(data)]);
  try {
    const load = startRetryingLoad(() => services.map(({ url }) => url), token);
    for (let kill = 0; kill < kills; kill++) {
      await load.more(between);
      await disturb(services, data, kill);
      await load.more(between);
    }
    await load.stop();
    expect(load.faults).toEqual([]);
    expect(await audit(data, organizationId, load.acknowledged)).toMatchObject({
      lost: 0,
      duplicates: 0,
    });
  } finally {
    await Promise.all(services.map((service) => service.stop('SIGKILL')));
  }
}
