// Commands of rows that the table does not have yet: a read of one record, and a write without
// fields.
import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { afterEach, expect, it } from 'vitest';
import { aSpeaker } from '../../../test/support/ids.ts';
import { testIo } from '../../../test/support/program.ts';
import {
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../../test/support/scripted-server.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { defineEndpoint, type Endpoint } from '../../contract/endpoint.ts';
import { addCommand, addGlobalFlags } from '../declare.ts';
import { endpointCommand } from './endpoint-command.ts';

const speaker = { path: '/v1/speakers/{speaker_id}', resource: 'speakers', example: {} } as const;

const showSpeaker = defineEndpoint({
  ...speaker,
  number: 12,
  title: 'Get Speaker',
  summary: 'Show a speaker.',
  method: 'GET',
  verb: 'show',
  returns: 'record',
});

const inviteSpeaker = defineEndpoint({
  ...speaker,
  number: 13,
  title: 'Invite Speaker',
  summary: 'Invite a speaker.',
  method: 'PUT',
  verb: 'invite',
  returns: 'record',
});

const folder = temporaryFolder();
let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  folder.remove();
});

async function run(endpoint: Endpoint, reply: Reply, ...args: string[]) {
  server = await startScriptedServer([reply]);
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 't0ken',
    PLENARY_CONFIG_DIR: folder.file('config'),
  };
  const output = { stdout: new PassThrough(), stderr: new PassThrough() };
  const io = { ...testIo(), ...output, env };
  const program = new Command('plenary');
  addGlobalFlags(program);
  addCommand(program.command('speakers'), endpointCommand(endpoint), io);
  await program.parseAsync(['speakers', endpoint.verb, ...args], { from: 'user' });
  const [stdout, stderr] = [output.stdout, output.stderr].map((stream) =>
    String(stream.read() ?? ''),
  );
  return {
    stdout,
    stderr,
    requests: server.requests.map(({ method, path, body }) => `${method} ${path} ${body}`),
  };
}

it('prints one record', async () => {
  const { stdout, requests } = await run(
    showSpeaker,
    { json: { data: { id: 'spk_1' } } },
    aSpeaker,
    '--json',
  );
  expect(requests).toEqual([`GET /v1/speakers/${aSpeaker} `]);
  expect(stdout).toBe('{\n  "id": "spk_1"\n}\n');
});

it('refuses a response that holds no record', async () => {
  await expect(run(showSpeaker, { status: 200, text: '' }, aSpeaker)).rejects.toMatchObject({
    code: 'malformed_response',
  });
});

it('offers the flags that fit the row, and no others', () => {
  const flagsOf = (endpoint: Endpoint) => Object.keys(endpointCommand(endpoint).flags);
  expect(flagsOf(showSpeaker)).toEqual(['event', 'query']);
  expect(flagsOf(inviteSpeaker)).toEqual(['event']);
  expect(Object.keys(endpointCommand(inviteSpeaker).arguments)).toEqual(['speaker']);
});
