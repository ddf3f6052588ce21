// Runs the tests that every store must pass on PostgreSQL.
import { describe } from 'vitest';
import { hasPostgres, postgresDatabase } from '../../../../test/support/shared-postgres.ts';
import { describeStore } from '../conformance.ts';
import { openStore } from '../open.ts';

describe.skipIf(!hasPostgres)('with a server', () => {
  describeStore('PostgreSQL', async () => {
    const { address, remove } = await postgresDatabase();
    return { open: (now) => openStore(address, { create: true, now }), remove };
  });
});
