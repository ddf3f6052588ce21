// Runs the tests that every store must pass on SQLite.
import { describeStore } from '../../../test/support/conformance/suite.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openStore } from './open.ts';

describeStore('SQLite', async () => {
  const folder = temporaryFolder();
  return {
    open: (now) => openStore(folder.file('plenary.db'), { create: true, now }),
    remove: async () => folder.remove(),
  };
});
