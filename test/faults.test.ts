// The table of faults: list, create and import against each fault of the network and the service.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tryFault } from './support/fault-cell.ts';
import { judge } from './support/fault-judge.ts';
import { faults } from './support/fault-table.ts';
import { type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

let elsewhere: ScriptedServer;
beforeAll(async () => {
  elsewhere = await startScriptedServer([]);
});
afterAll(() => elsewhere.close());

// Time limits pass at once, and only when a fault lets them: a busy machine reaches none.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe.each(faults.map((fault) => [fault.name, fault] as const))('%s', (_, fault) => {
  it.each(['list', 'create', 'import'] as const)('%s', async (command) => {
    for (const evidence of await tryFault(command, fault, elsewhere.url)) {
      expect(judge(evidence), `the fault lasts for: ${evidence.lasting}`).toEqual([]);
    }
    expect(elsewhere.requests).toEqual([]);
  });
});
