// The same fault ends a single command and an import of one row with the same exit code.
import { expect, it } from 'vitest';
import { anEvent } from '../support/ids.ts';
import { errorOf, plenary } from '../support/program.ts';
import { type Reply, startScriptedServer, wholeList } from '../support/scripted-server.ts';
import { startServer, type Write } from '../support/servers/server.ts';
import { skippingClock } from '../support/skipping-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs a command against a service with an empty list that replies to each write with `reply`. */
async function exitCode(args: readonly string[], reply: Reply, stdin = ''): Promise<number | null> {
  const server = await startScriptedServer(({ method }) =>
    method === 'GET' ? wholeList([]) : reply,
  );
  const state = temporaryFolder();
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 't',
    PLENARY_EVENT: anEvent,
    PLENARY_STATE_DIR: state.path,
  };
  const result = await plenary(args, { env, stdin, clock: skippingClock() });
  state.remove();
  await server.close();
  return result.exitCode;
}

const detail = [{ type: 'value_error', loc: ['body', 'email'], msg: 'not an address' }];
const refusal = (status: number): Reply => ({ status, json: { detail: 'no' } });

it.each<[string, number, Reply, string?]>([
  ['a value that breaks a limit', 3, refusal(418), 'x'],
  ['400', 3, refusal(400)],
  ['401', 4, refusal(401)],
  ['403', 4, refusal(403)],
  ['404', 5, refusal(404)],
  ['413', 3, refusal(413)],
  ['415', 3, refusal(415)],
  ['418', 1, refusal(418)],
  ['422', 3, { status: 422, json: { detail } }],
  ['429 until the end', 7, refusal(429)],
  ['500 until the end', 7, refusal(500)],
  ['a response that is lost, and no record', 7, { reset: 'after reading' }],
  ['a response without a record', 10, { json: {} }],
])('%s: %i', async (_, expected, reply, email = 'ada@example.org') => {
  expect(await exitCode(['speakers', 'add', '--email', email], reply)).toBe(expected);
  expect(await exitCode(['speakers', 'import', '-', '--yes'], reply, `email\n${email}\n`)).toBe(
    expected,
  );
});

it('an import leaves a record alone that exists, and an addition of it is a conflict', async () => {
  const taken: Reply = { status: 409, json: { detail: 'taken', id: 'spk_7' } };
  expect(await exitCode(['speakers', 'add', '--email', 'ada@example.org'], taken)).toBe(6);
  expect(
    await exitCode(['speakers', 'import', '-', '--yes'], taken, 'email\nada@example.org\n'),
  ).toBe(0);
  expect(await exitCode(['speakers', 'add', '--email', 'ada@example.org'], refusal(409))).toBe(6);
  expect(
    await exitCode(['speakers', 'import', '-', '--yes'], refusal(409), 'email\nada@example.org\n'),
  ).toBe(0);
});

it('rows that fail differently: 9; a creation whose outcome no list shows: 10', async () => {
  const rows = 'email\nada@example.org\nbo@example.org\n';
  let sent = 0;
  const server = await startScriptedServer(({ method }) => {
    return method === 'GET' ? wholeList([]) : refusal(++sent === 1 ? 413 : 409);
  });
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 't', PLENARY_EVENT: anEvent };
  const result = await plenary(['speakers', 'import', '-', '--yes'], { env, stdin: rows });
  expect(result.exitCode).toBe(9);
  await server.close();
  expect(
    await exitCode(
      ['api', 'POST', '/v1/events/e/speakers', '-f', 'email=a@example.org'],
      refusal(500),
    ),
  ).toBe(10);
});

it('a row with two records, because another machine creates it at the same time: 9', async () => {
  const write = ({ method, commit }: Write) => {
    if (method === 'POST') commit();
    return commit();
  };
  const server = await startServer({ name: '', write }, { speakers: [], submissions: [] });
  const env = { PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 'token', PLENARY_EVENT: anEvent };
  const result = await plenary(['speakers', 'import', '-', '--yes', '--json'], {
    env,
    stdin: 'email\nada@x.org\n',
  });
  await server.close();
  expect([result.exitCode, errorOf(result).details]).toMatchObject([
    9,
    [{ line: 2, code: 'duplicate_record' }],
  ]);
});
