// `plenary doctor`: what it finds wrong with the clock and the connection to the service.
import { describe, expect, it, onTestFinished } from 'vitest';
import { doctorStage, scripted } from './support/doctor-stage.ts';
import { startForwardProxy } from './support/forward-proxy.ts';
import { wholeList } from './support/scripted-server.ts';

const { service, doctor } = doctorStage();

describe('doctor and the clock', () => {
  it.each([
    ['a minute and a half late', 90_000, {}, 'failed', /^(88|89|90) s behind the clock of the service$/],
    ['a minute and a half early', -90_000, {}, 'failed', /^(88|89|90) s ahead of the clock of the service$/],
    ['half a minute late', 30_000, {}, 'ok', /^(28|29|30) s behind the clock of the service$/],
    ['right, if the response is from a cache', -90_000, { age: '90' }, 'ok', /^agrees with that of the service$/],
  ])('is %s', async (_, differenceMs, headers, state, message) => {
    const { url } = await scripted(() => ({
      ...wholeList([]),
      headers: { date: new Date(Date.now() + differenceMs).toUTCString(), ...headers },
    }));
    const { exitCode, found } = await doctor({ PLENARY_BASE_URL: url });
    expect(found('clock')).toMatchObject({ state, message: expect.stringMatching(message) });
    expect(exitCode).toBe(state === 'failed' ? 2 : 0);
  });
});

describe('doctor and the network', () => {
  it('names the proxy without its password, and uses it', async () => {
    const proxy = await startForwardProxy(service.url);
    onTestFinished(() => proxy.close());
    const address = proxy.url.replace('://', '://ada:pass-word@');
    const env = { PLENARY_BASE_URL: 'http://program.test', http_proxy: address };
    const { exitCode, stdout, stderr, found } = await doctor(env, '--insecure-http');
    expect(exitCode).toBe(0);
    expect(found('proxy').message).toBe(`${proxy.url.replace('http://', '')} (http_proxy)`);
    expect(found('tls').message).toContain('unencrypted');
    expect(found('token').message).toBe('from PLENARY_TOKEN; accepted');
    expect([...proxy.hosts]).toEqual(['program.test']);
    expect(stdout + stderr).not.toMatch(/pass-word|ada/);
    const excepted = await doctor({ ...env, NO_PROXY: '.test' }, '--insecure-http', '--offline');
    expect(excepted.found('proxy').message).toMatch(/ \(http_proxy\), except for the hosts in NO_PROXY: \.test$/);
  });

  it('refuses a malformed proxy without repeating it', async () => {
    const env = { PLENARY_BASE_URL: 'https://program.test', HTTPS_PROXY: 'socks5://ada:pass-word@x' };
    const { exitCode, stdout, found } = await doctor(env);
    expect(exitCode).toBe(2);
    expect(found('proxy').message).toBe('HTTPS_PROXY is not the address of an HTTP proxy');
    expect(found('service').message).toBe('not checked: proxy failed');
    expect(stdout).not.toContain('pass-word');
  });

  it.each([
    [{ NODE_EXTRA_CA_CERTS: '/nowhere.pem' }, [], 'failed', 'cannot read /nowhere.pem: no such file or folder'],
    [{}, ['--ca-cert', '/nowhere.pem'], 'failed', 'cannot read /nowhere.pem: no such file or folder'],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, [], 'failed', /^certificates are not checked/],
    [{}, [], 'ok', 'the well-known certificates'],
  ])('checks certificates: %j %j', async (env, flags, state, message) => {
    const { found } = await doctor({ PLENARY_BASE_URL: 'https://program.test', ...env }, '--offline', ...flags);
    expect(found('tls').state).toBe(state);
    expect(found('tls').message).toMatch(message);
  });

  it('refuses to send the token unencrypted', async () => {
    const { exitCode, found, names } = await doctor({ PLENARY_BASE_URL: 'http://program.test' });
    expect({ exitCode, failed: names('failed') }).toEqual({ exitCode: 2, failed: ['tls'] });
    expect(found('service').message).toBe('not checked: tls failed');
  });

  it('sends nothing with --offline', async () => {
    const { url, requests } = await scripted([]);
    const { exitCode, found } = await doctor({ PLENARY_BASE_URL: url }, '--offline');
    expect(exitCode).toBe(0);
    for (const name of ['service', 'access', 'clock']) {
      expect(found(name)).toMatchObject({ state: 'note', message: 'not checked: --offline' });
    }
    expect(requests).toEqual([]);
  });
});
