// Access: tokens, their revocation, and the separation of organizations.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';
import { administration } from './administration.ts';
import { openStore } from './store/open.ts';
import { newToken } from './tokens.ts';

const service = sharedLoopbackService();
const speakers = '/v1/events/conf/speakers';

const refused = { detail: 'Missing or invalid API token' };

it('reads the JSON of a request, then its token, and checks its fields after that', async () => {
  const headers = { 'content-type': 'application/json' };
  const send = (body: string) => fetch(service.url + speakers, { method: 'POST', headers, body });
  const bare = await send('{"email":7}');
  expect([bare.status, await bare.json()]).toEqual([401, refused]);
  expect((await send('not json')).status).toBe(422);
});

it('refuses a token that is malformed or unknown, or has a wrong secret', async () => {
  const { token } = service;
  const forged = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
  for (const wrong of [
    'x',
    `${token}0`,
    newToken().token,
    forged,
    token.toUpperCase(),
    `${token}, ${token}`,
  ]) {
    const { status, body } = await service.call('GET', speakers, undefined, {
      'x-access-token': wrong,
    });
    expect([status, body]).toEqual([401, refused]);
  }
});

it('accepts another token until another process revokes it', async () => {
  const { id, token } = await service.administration.issueToken('ci');
  const headers = { 'x-access-token': token };
  expect((await service.call('GET', speakers, undefined, headers)).status).toBe(200);
  const elsewhere = await openStore(service.path);
  const revoked = await administration(elsewhere, service.path).revokeToken(id);
  await elsewhere.close();
  expect(revoked).toMatchObject({ id, name: 'ci', revoked_at: expect.any(String) });
  expect((await service.call('GET', speakers, undefined, headers)).status).toBe(401);
});

it('stores only hashes of tokens', async () => {
  const { id, token } = await service.administration.issueToken('shown once');
  const listed = JSON.stringify(await service.administration.listTokens());
  expect(listed).not.toContain(token.slice(-32));
  expect(listed).not.toMatch(/hash/);
  const stored = service.stored();
  expect(stored).toContain(id);
  expect(stored).toContain('shown once');
  expect(stored).not.toContain(token.slice(-32));
});

it('compares hashes in constant time', async () => {
  const compared: (readonly [number, number])[] = [];
  const { timingSafeEqual } = crypto;
  const spied = vi.spyOn(crypto, 'timingSafeEqual').mockImplementation((one, other) => {
    compared.push([one.byteLength, other.byteLength]);
    return timingSafeEqual(one, other);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spied.mockRestore();
    syncBuiltinESMExports();
  });
  const wrong = service.token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  // A token whose id is unknown takes as long as one with a wrong secret.
  for (const token of [service.token, wrong, newToken().token]) {
    await service.call('GET', speakers, undefined, { 'x-access-token': token });
    expect(compared.splice(0)).toEqual([[32, 32]]);
  }
});

it('shows nothing without a token', async () => {
  await service.call('POST', speakers, { email: 'sesame@example.org', about: 'sesame' });
  const open = ['/', '/docs', '/openapi.json', '/healthz', '/readyz'].map(
    (path) => [path, 200] as const,
  );
  for (const [path, status] of [...open, [speakers, 401] as const, ['/nowhere', 404] as const]) {
    const bare = await fetch(service.url + path);
    expect([path, bare.status]).toEqual([path, status]);
    const shown = `${JSON.stringify([...bare.headers])} ${await bare.text()}`;
    // The speaker, the organization, and the event's time zone.
    expect(shown, path).not.toMatch(/sesame|Tests|Berlin/i);
  }
});
