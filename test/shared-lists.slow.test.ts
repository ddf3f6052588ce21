// Lists of several services on one PostgreSQL database, while others create records.
import { describe, expect, it } from 'vitest';
import { startServiceProcess } from './support/postgres-stage.ts';
import { hasPostgres, postgresDatabase } from './support/shared-postgres.ts';
import { walkLists, walkSequence } from './support/walk-trial.ts';

describe.skipIf(!hasPostgres)('all pages of a list, while others create records', () => {
  it('have each record once, which pages in the order of a sequence have not', async () => {
    const { address: data, remove } = await postgresDatabase();
    const services = await Promise.all([startServiceProcess(data), startServiceProcess(data)]);
    const urls = services.map(({ url }) => url);
    expect(await walkLists(urls, { data, walks: 10 })).toMatchObject({ withDuplicates: 0, withGaps: 0 });
    await Promise.all(services.map((service) => service.kill('SIGTERM')));

    const control = await walkSequence(
      { data, walks: 3000 },
      ({ withDuplicates, withGaps }) => withDuplicates + withGaps > 0,
    );
    expect(control.withDuplicates + control.withGaps).toBeGreaterThan(0);
    await remove();
  });
});
