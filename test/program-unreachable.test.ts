// What `plenary program apply` reports if the service cannot be reached after everything was applied.
import { expect, it } from 'vitest';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { programStage } from './support/program-stage.ts';

const stage = programStage();
const { service, folder, edit, find } = stage;

it('ends a complete application with a notice that the snapshot is old', async () => {
  const { amina } = await stage.fill();
  const proxy = await startFaultyProxy(service.url, {
    delayMs: () => 0,
    refuses: (method, writes) => method === 'GET' && writes > 0,
  });
  try {
    const env = { PLENARY_EVENT: stage.event(), PLENARY_BASE_URL: proxy.url };
    const program = (verb: string, ...flags: readonly string[]) =>
      service.plenary(['program', verb, folder.path, ...flags], { env });
    await program('pull');
    edit('speakers.csv', ',Amina,', ',Mina,');
    const { exitCode, stdout, stderr } = await program('apply', '--retries', '0');
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain('speakers.csv  0        1        0       0\n');
    expect(stderr).toMatch(/The snapshot was not updated: .*\. Before you edit the files again: plenary program pull /);
    expect(stderr).not.toContain('Error:');
  } finally {
    await proxy.close();
  }
  expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
});
