// The service as an operator runs it: a process that prints its address, and exits cleanly.
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/service/store/open.ts';
import { plenary, startPlenary, startTestService } from '../support/program.ts';
import { folderForEach } from '../support/stage.ts';

const folder = folderForEach();

/** Starts the built service on a new database, and waits for its addresses. */
async function serving(...flags: readonly string[]) {
  const data = folder.file('plenary.db');
  const { token, organization } = JSON.parse(
    (await plenary(['service', 'init', '--data', data, '--json'])).stdout,
  );
  await plenary([
    'service',
    'event',
    'add',
    '--data',
    data,
    '--id',
    'conf',
    '--name',
    'Conf',
    '--timezone',
    'UTC',
  ]);
  const server = startPlenary([
    'serve',
    '--data',
    data,
    '--port',
    '0',
    '--json',
    '--quiet',
    ...flags,
  ]);
  onTestFinished(() => void server.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const { url, metricsUrl }: { url: string; metricsUrl: string } = JSON.parse(String(line));
  const statusOf = async (path: string) => (await fetch(url + path)).status;
  return {
    data,
    token,
    organization,
    server,
    exit: once(server, 'exit'),
    url,
    metricsUrl,
    statusOf,
  };
}

describe('plenary serve', () => {
  it('listens on this machine only', async () => {
    const { server, exit, url, metricsUrl } = await serving('--metrics-port', '0');
    const isReachable = (host: string, address: string) => {
      const socket = connect(Number(new URL(address).port), host);
      return once(socket, 'connect')
        .then(() => true)
        .catch(() => false)
        .finally(() => socket.destroy());
    };
    // Another address of this machine, at which a service for everybody would listen as well.
    const hosts = ['127.0.0.1', process.platform === 'linux' ? '127.0.0.2' : '::1'];
    const attempts = [url, metricsUrl].flatMap((address) =>
      hosts.map((host) => isReachable(host, address)),
    );
    expect(await Promise.all(attempts)).toEqual([true, false, true, false]);
    server.kill('SIGINT');
    expect(await exit).toEqual([0, null]);
  });

  it('completes every creation that is in progress at SIGTERM', async () => {
    const { data, token, organization, server, exit, url } = await serving();
    const emails = Array.from({ length: 20 }, (_, index) => `speaker-${index}@example.org`);
    const headers = {
      'x-access-token': token,
      'content-type': 'application/json',
      expect: '100-continue',
    };
    const creates = emails.map(() =>
      request(`${url}/v1/events/conf/speakers`, { method: 'POST', headers }),
    );
    // The service sends "100 Continue" when it has received a request's head.
    await Promise.all(creates.map((create) => once(create, 'continue')));
    server.kill('SIGTERM');
    const answers = creates.map((create) => once(create, 'response'));
    creates.forEach((create, index) => {
      create.end(JSON.stringify({ email: emails[index] }));
    });
    const statuses = (await Promise.all(answers)).map(([answer]) => answer.resume().statusCode);
    expect(statuses).toEqual(emails.map(() => 201));
    expect(await exit).toEqual([0, null]);

    const store = await openStore(data);
    const scope = { organizationId: organization.id, eventId: 'conf' };
    const stored = await store.listSpeakers(scope, { page: 1, pageSize: 100 });
    await store.close();
    expect(stored?.records.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
  });

  it('serves for the time of --drain after the signal, and is not ready', async () => {
    const { server, exit, statusOf } = await serving('--drain', '3s');
    expect(await statusOf('/readyz')).toBe(200);
    server.kill('SIGTERM');
    while ((await statusOf('/readyz')) === 200);
    expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200]);
    expect(await exit).toEqual([0, null]);
  });

  it('ends at once with a second signal', async () => {
    const { server, exit, statusOf } = await serving('--drain', '1h');
    server.kill('SIGTERM');
    while ((await statusOf('/readyz')) === 200);
    server.kill('SIGTERM');
    expect(await exit).toEqual([null, 'SIGTERM']);
  });

  it('advises what to do if there is no database', async () => {
    const data = folder.file('no such.db');
    const { exitCode, stderr } = await plenary(['serve', '--data', data, '--port', '0']);
    expect(stderr).toContain(`there is no database ${data}`);
    expect(stderr).toContain(`Next: plenary service init --data '${data}'`);
    expect(exitCode).toBe(2);
  });

  it('names the organization in the next step if the database has several', async () => {
    const data = folder.file('shared.db');
    await plenary(['service', 'init', '--data', data]);
    const { stderr } = await plenary(['service', 'init', '--data', data]);
    const next = /^ {2}plenary (service event add .*) --name DevConf/m.exec(stderr)?.[1] ?? '';
    const { exitCode } = await plenary([
      ...next.split(' '),
      '--name',
      'DevConf',
      '--timezone',
      'Europe/Berlin',
    ]);
    expect(next).toContain(' --organization org_');
    expect(exitCode).toBe(0);
  });

  it('refuses an empty file, and does not fill it', async () => {
    const data = folder.file('empty.db');
    writeFileSync(data, '');
    const { exitCode, stderr } = await plenary(['serve', '--data', data, '--port', '0']);
    expect(stderr).toContain(`${data} is empty, so it is not a database`);
    expect(exitCode).toBe(2);
    expect(readFileSync(data, 'utf8')).toBe('');
  });

  it.each([
    [['--port', '99999'], '--port 99999'],
    [['--port', 'http'], '--port http'],
    [['--rate-limit', 'often'], '"often" is not a rate'],
    [['--metrics-port', '70000'], '--metrics-port 70000'],
    [['--drain', '15'], '--drain 15: the unit is missing'],
  ])('refuses %j', async (flags, message) => {
    const { exitCode, stderr } = await plenary([
      'serve',
      '--data',
      folder.file('none.db'),
      ...flags,
    ]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('enforces a rate limit, which the client then respects', async () => {
    const service = await startTestService('--rate-limit', '2/1s');
    for (const email of ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org']) {
      expect(await service.plenary(['speakers', 'add', '--email', email])).toMatchObject({
        exitCode: 0,
      });
    }
    await service.stop();
  });
});

describe('plenary service', () => {
  it('leaves no file behind if init fails', async () => {
    const { exitCode, stderr } = await plenary([
      'service',
      'init',
      '--data',
      folder.file('new.db'),
      '--name',
      ' ',
    ]);
    expect(stderr).toContain('the name of the organization is empty');
    expect(exitCode).toBe(2);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('issues, lists and revokes tokens while the service runs', async () => {
    const service = await startTestService();
    const data = ['--data', service.data, '--json'];
    const issued = JSON.parse(
      (await service.plenary(['service', 'token', 'issue', '--name', 'CI', ...data])).stdout,
    );
    expect(issued).toEqual({
      id: expect.any(String),
      name: 'CI',
      token: expect.stringMatching(/^plt_/),
    });
    const list = (token: string) =>
      service.plenary(['speakers', 'list'], { env: { PLENARY_TOKEN: token } });
    expect(await list(issued.token)).toMatchObject({ exitCode: 0 });

    const tokens = await service.plenary(['service', 'token', 'list', ...data]);
    expect(JSON.parse(tokens.stdout)).toMatchObject([
      { name: 'first token' },
      { id: issued.id, name: 'CI', revokedAt: null },
    ]);
    expect(tokens.stdout).not.toContain(issued.token);

    expect(await service.plenary(['service', 'token', 'revoke', issued.id, ...data])).toMatchObject(
      { exitCode: 0 },
    );
    expect(await list(issued.token)).toMatchObject({ exitCode: 4 });
    expect(await list(service.token)).toMatchObject({ exitCode: 0 });
    await service.stop();
  });
});
