// Runs the tests that every store must pass on SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '../../../test/support/conformance/suite.ts';
import { openStore } from './open.ts';

describeStore('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-conformance-'));
  return {
    open: (now) => openStore(join(folder, 'plenary.db'), { create: true, now }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
});
