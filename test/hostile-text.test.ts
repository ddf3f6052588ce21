// What a service sends is shown without characters that a terminal interprets or a spreadsheet runs.
import { afterEach, expect, it } from 'vitest';
import { plenary } from './support/program.ts';
import { type Reply, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function against(reply: Reply, ...args: readonly string[]) {
  server = await startScriptedServer(() => reply);
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: 'devconf' };
  return plenary([...args, '--retries', '0'], { env });
}

/** C0 (but the line break), DEL, C1 and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const record = {
  id: 'spk_1',
  '=cmd|calc': 'formula',
  'red\u001b[31m': 'CSI',
  'link\u001b]8;;https://evil.example\u0007here': 'OSC 8',
  'clip\u001b]52;c;aGk=\u0007board': 'OSC 52',
  'c1\u009b31mname': 'C1',
  'ab\u202ecd': 'bidirectional',
};
const names = "id,'=cmd|calc,red,linkhere,clipboard,c1name,abcd";

it('names of fields in the header of CSV', async () => {
  const { exitCode, stdout } = await against({ json: { data: [record] } }, 'speakers', 'list', '-o', 'csv');
  expect(exitCode).toBe(0);
  expect(stdout).toBe(`${names}\nspk_1,formula,CSI,OSC 8,OSC 52,C1,bidirectional\n`);
  const chosen = await against({ json: { data: [record] } }, 'speakers', 'list', '-o', 'csv', '--fields', '=cmd|calc');
  expect(chosen.stdout).toBe("'=cmd|calc\nformula\n");
});

it('names of fields in the error about an unknown one, and in a table', async () => {
  const { exitCode, stderr } = await against({ json: { data: [record] } }, 'speakers', 'list', '--fields', 'emial');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    /^Error: unknown field: --fields emial\nFix: did you mean email\? \(the fields are first_name, /,
  );
  expect(stderr).toContain(`${names.replace(/^id,'/, '').replaceAll(',', ', ')})\n`);
  const table = await against({ json: { data: [{ 'a\u001b]52;c;aGk=\u0007b': '\u009b31mx' }] } }, 'speakers', 'list');
  expect(table.stdout).toMatch(/^AB\n/);
  expect(table.stdout).not.toMatch(unsafe);
});

it('the id of a record that is found after a lost response', async () => {
  const evil = { id: 'x\u001b[2J\u009b2J', email: 'ada@example.org' };
  server = await startScriptedServer(({ method }) =>
    method === 'POST' ? { reset: 'after reading' } : { json: { data: [evil] } },
  );
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'plt_t', PLENARY_EVENT: 'devconf' };
  const add = ['speakers', 'add', '--email', 'ada@example.org', '--json', '--timeout', '300ms'];
  const { stderr } = await plenary(add, { env });
  expect(stderr).not.toMatch(unsafe);
});

it('an error in words and as JSON, with its request id and its commands', async () => {
  const refused: Reply = {
    status: 409,
    headers: { 'x-request-id': 'req\u009b31m' },
    json: { detail: 'taken\u009b31m \u202eby', id: 'spk\u009b' },
  };
  const inWords = await against(refused, 'speakers', 'update', 'x\u009b', '--title', 'CTO');
  expect(inWords.stderr).toContain('conflict (409)');
  expect(inWords.stderr).not.toMatch(unsafe);
  const asJson = await against(refused, 'speakers', 'update', 'x\u009b', '--title', 'CTO', '--json');
  expect(asJson.stderr).not.toMatch(unsafe);
  // Escaped, not lost.
  expect(JSON.parse(asJson.stderr).error.requestId).toBe('req\u009b31m');
});
