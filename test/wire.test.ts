// Every command on the wire, with a server scripted by hand from the specification: method, path,
// headers and body byte for byte, and every form of response that the specification allows.
import { afterEach, describe, expect, it } from 'vitest';
import { anEvent } from './support/ids.ts';
import { type CommandResult, plenary } from './support/program.ts';
import {
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';
import { specification } from './support/specification.ts';

let server: ScriptedServer;
afterEach(() => server.close());

async function against(replies: Script, ...args: string[]): Promise<CommandResult> {
  server = await startScriptedServer(replies);
  // With an event, a placement is checked before it is sent.
  const event = args[1] === 'place' ? '' : anEvent;
  const env = {
    PLENARY_BASE_URL: `${server.url}/conference/`,
    PLENARY_TOKEN: 't0ken',
    PLENARY_EVENT: event,
  };
  return plenary(args, { env });
}

describe('every command', () => {
  it.each(specification)('$command', async ({ command, args, request, body, response }) => {
    const { status, json } = response;
    const reply = json === undefined ? { status, text: '' } : { status, json };
    const { exitCode, stdout, stderr } = await against(
      [reply],
      ...command.split(' '),
      ...args,
      '--json',
    );
    const notice =
      json === undefined ? 'The service accepted the request and returned no record.\n' : '';
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: notice });
    const printed = json !== undefined && 'data' in json ? json.data : json;
    expect(stdout).toBe(printed === undefined ? '' : `${JSON.stringify(printed, null, 2)}\n`);
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([request]);
    const { headers, body: sent } = await server.request(1);
    expect(sent).toBe(body);
    expect(headers).toMatchObject({ 'x-access-token': 't0ken', accept: 'application/json' });
    expect(headers['content-type']).toBe(body === '' ? undefined : 'application/json');
    expect(headers['idempotency-key'] !== undefined).toBe(status === 201);
  });
});

describe('a list is read', () => {
  const record = { id: 'spk_1', email: 'a@b', constructor_note: '…', nested: { kept: [1, 2] } };

  it('as a bare array, with unknown fields untouched', async () => {
    // The response reports no total: page 2 is requested as well, and is page 1 again.
    const { exitCode, stdout, stderr } = await against(
      () => ({ json: [record] }),
      'speakers',
      'list',
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual([record]);
    expect(stderr).toBe('');
    expect(server.requests.length).toBe(2);
  });

  it('with any status in 2xx', async () => {
    const { exitCode } = await against(
      [{ status: 206, json: { data: [record], total: 1 } }],
      'speakers',
      'list',
    );
    expect(exitCode).toBe(0);
  });

  it('into a CSV header with the fields of every page', async () => {
    const page = (n: number, record: object) => ({
      json: { data: [record], page: n, totalPages: 2, total: 2 },
    });
    const pages = [page(1, { id: 'a' }), page(2, { id: 'b', extra: 'kept' })];
    const { stdout } = await against(pages, 'speakers', 'list', '-o', 'csv');
    expect(stdout).toBe('id,extra\na,\nb,kept\n');
  });

  it('into CSV cells that no spreadsheet reads as formulas', async () => {
    const reply = { json: { data: [{ id: '=cmd()', n: '+1', m: 'a,b', s: -1 }], total: 1 } };
    const { stdout } = await against([reply], 'speakers', 'list', '-o', 'csv');
    expect(stdout).toBe("id,n,m,s\n'=cmd(),'+1,\"a,b\",'-1\n");
  });
});
