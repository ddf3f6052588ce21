// Starts the real service on a loopback port with a database of its own, to be called over plain
// HTTP.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { administration } from '../../src/service/administration.ts';
import { type ServiceOptions, startService } from '../../src/service/listen.ts';
import { openStore } from '../../src/service/store/open.ts';
import type { OpenOptions } from '../../src/service/store/store.ts';
import { responseCheck } from './response-schemas.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type LoopbackService = Awaited<ReturnType<typeof startLoopbackService>>;
export type LoopbackResponse = Awaited<ReturnType<LoopbackService['call']>>;

/** A service with one organization and its event `conf` in Europe/Berlin. */
export async function startLoopbackService(
  options: ServiceOptions & Pick<OpenOptions, 'now' | 'patienceMs'> = {},
) {
  const folder = temporaryFolder();
  const path = folder.file('plenary.db');
  const { now, patienceMs } = options;
  const store = await openStore(path, {
    create: true,
    ...(now && { now }),
    ...(patienceMs && { patienceMs }),
  });
  const operator = administration(store, path, options.now);
  const { token } = await operator.createOrganization('Tests');
  await operator.addEvent({ id: 'conf', name: 'Conf', timezone: 'Europe/Berlin' });
  const service = await startService(store, options);
  const check = responseCheck(options.isStrict ?? false);
  /** All bytes of the database, as text. */
  const stored = () => ['', '-wal'].map((suffix) => readFileSync(path + suffix, 'latin1')).join('');
  return { url: service.url, token, store, administration: operator, path, call, stored, stop };

  /** A string is sent unchanged, anything else as JSON. A body that is no JSON is not parsed. */
  async function call(
    method: string,
    target: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const hasBody = body !== undefined;
    const response = await fetch(service.url + target, {
      method,
      headers: {
        'x-access-token': token,
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const parsed = isJson && text !== '' ? JSON.parse(text) : undefined;
    if (method !== 'HEAD') check({ method, target, status: response.status, body: parsed });
    return { status: response.status, headers: response.headers, text, body: parsed };
  }

  async function stop(): Promise<void> {
    await service.close();
    await store.close();
    folder.remove();
  }
}

/** One service for all tests of the file. */
export function sharedLoopbackService(
  options: Parameters<typeof startLoopbackService>[0] = {},
): LoopbackService {
  let service: LoopbackService;
  beforeAll(async () => {
    service = await startLoopbackService(options);
  });
  afterAll(() => service.stop());
  // It begins to exist after the file has been read.
  return new Proxy({} as LoopbackService, { get: (_, name) => Reflect.get(service, name) });
}

/** The token of a second organization. */
export async function anotherToken(service: LoopbackService): Promise<string> {
  const { token } = await service.administration.createOrganization('Others');
  return token;
}
