// Runs the tests that every store must pass on PostgreSQL.
import { describe } from 'vitest';
import { openStore } from '../../src/service/store/open.ts';
import { describeStore } from '../support/conformance/suite.ts';
import { hasPostgres, postgresDatabase } from '../support/shared-postgres.ts';

describe.skipIf(!hasPostgres)('with a server', () => {
  describeStore('PostgreSQL', async () => {
    const { address, remove } = await postgresDatabase();
    return { open: (now) => openStore(address, { create: true, now }), remove };
  });
});
