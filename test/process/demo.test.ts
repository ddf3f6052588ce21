// The demo's processes: what they receive of the user's environment and of the demo's token.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { startDemoService } from '../../src/cli/commands/demo/service.ts';
import { testIo } from '../support/program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * In the place of the program: notes its arguments and environment, and prints what the demo reads.
 */
const recorder = `
  const { appendFileSync } = require('node:fs');
  const args = process.argv.slice(2);
  const { PLENARY_TOKEN: token, PLENARY_CONFIG_DIR: config } = process.env;
  appendFileSync(process.argv[1] + '.log', JSON.stringify({ args, title: process.title, token, config }) + '\\n');
  if (args[1] === 'init') console.log('{"token":"plt_of-the-demo"}');
  if (args[0] === 'serve') { console.log('{"url":"http://127.0.0.1:9"}'); setInterval(() => {}, 1000); }
`;

it('never receive the token as an argument', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const program = folder.file('recorder.cjs');
  writeFileSync(program, recorder);
  const env = {
    ...process.env,
    PLENARY_TOKEN: 'plt_of-the-user',
    PLENARY_CONFIG_DIR: folder.file('config'),
  };
  const io = { ...testIo(), env, self: [process.execPath, program] as const };
  const conference = { id: 'conf', name: 'Conf', timezone: 'UTC', formats: ['talk=40'] };
  const service = await startDemoService(io, conference, folder.path);
  await service.run(['speakers', 'list'], 'captured');
  await service.stop();
  const lines = readFileSync(`${program}.log`, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).args[0])).toEqual([
    'service',
    'service',
    'serve',
    'speakers',
  ]);
  expect(lines[1]).toContain('"--format","talk=40"');
  for (const line of lines) {
    const { args, title, config } = JSON.parse(line);
    expect(`${args} ${title}`).not.toContain('plt_');
    expect(config).not.toBe(folder.file('config'));
  }
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    args: ['speakers', 'list'],
    token: 'plt_of-the-demo',
  });
});
