// The table of faults: list, create and import against each fault of the network and the service, and the judge of what they do.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Evidence, type Run, token, tryFault } from './support/fault-cell.ts';
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

it('the judge objects to what must not be', async () => {
  const fault = faults.find(({ name }) => name.startsWith('reset after'));
  const [right] = fault === undefined ? [] : await tryFault('import', fault, elsewhere.url);
  if (right?.again === undefined) throw new Error('the table has no such cell');
  const { struck, again, wanted } = right;
  const [row = ''] = wanted;
  const says = (run: Partial<Run>): Partial<Evidence> => ({ struck: { ...struck, ...run } });
  const objections = (change: Partial<Evidence>) => judge({ ...right, ...change }).join('\n');
  expect(objections(says({ held: [...struck.held, row] }))).toMatch(`twice: ${row}`);
  expect(objections(says({ held: struck.held.slice(1) }))).toMatch('the service lacks old0');
  expect(objections(says({ held: struck.held.slice(0, 3) }))).toMatch(
    'reports 1 to 3 speakers as created, and the service holds 0',
  );
  expect(objections(says({ exitCode: 7 }))).toMatch('the exit code is 7, not 10');
  expect(objections(says({ stderr: struck.stderr.replace('is unknown', 'is undefined') }))).toMatch('not for people');
  expect(objections(says({ stderr: struck.stderr.replace('is unknown', token) }))).toMatch('contains the token');
  expect(objections({ tookMs: 3_600_000 })).toMatch('it took 3600000 ms');
  expect(objections({ again: { ...again, held: again.held.slice(0, -1) } })).toMatch('does not complete');
});
