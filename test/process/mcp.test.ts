// `plenary mcp` as a process: how it ends.
import { expect, it, onTestFinished } from 'vitest';
import { agentStage, spawnAgent } from '../support/mcp-agent.ts';
import { startScriptedServer } from '../support/scripted-server.ts';

const { service } = agentStage();

it('ends with its standard input, and with a signal, also while a call waits', async () => {
  const server = await startScriptedServer(() => ({ hang: true }));
  onTestFinished(server.close);
  const env = { ...service.env, PLENARY_BASE_URL: server.url };
  const ends = { close: 130, stop: 143 } as const;
  for (const [at, end] of (['close', 'stop'] as const).entries()) {
    const spawned = spawnAgent([], { env });
    await spawned.initialize();
    spawned.send(
      '{"jsonrpc":"2.0","id":70,"method":"tools/call","params":{"name":"speakers_list",' +
        '"arguments":{}}}',
    );
    await server.request(at + 1);
    expect(await spawned[end]()).toBe(0);
    expect(await spawned.line()).toBeUndefined();
    expect(spawned.log()).toContain(`speakers_list: exit code ${ends[end]}, `);
  }
});
