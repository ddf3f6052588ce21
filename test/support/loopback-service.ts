// For tests: the real service on a loopback port and a database of its own, spoken to in plain HTTP.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceOptions, startService } from '../../src/service/listen.ts';
import { openStore } from '../../src/service/store/sqlite/store.ts';
import type { Administration, Store } from '../../src/service/store/store.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body's text, byte for byte. */
  readonly text: string;
  /** Parsed; undefined where there is no text. */
  readonly body: ReturnType<JSON['parse']>;
}

export interface TestService {
  readonly url: string;
  readonly token: string;
  readonly store: Store & Administration;
  /** The database file. */
  readonly path: string;
  /** A string is sent as it stands, anything else as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  stop(): Promise<void>;
}

/** A service with one organization and its event `conf` in Europe/Berlin. */
export async function startTestService(options: ServiceOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-service-'));
  const path = join(folder, 'plenary.db');
  const store = openStore(path, { create: true, ...(options.now && { now: options.now }) });
  const { token } = await store.createOrganization('Tests');
  await store.addEvent({ id: 'conf', name: 'Conf', timezone: 'Europe/Berlin' });
  const service = await startService(store, options);
  return { url: service.url, token, store, path, call, stop };

  async function call(method: string, target: string, body?: unknown, headers: Record<string, string> = {}) {
    const hasBody = body !== undefined;
    const response = await fetch(service.url + target, {
      method,
      headers: { 'x-access-token': token, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  async function stop(): Promise<void> {
    await service.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An organization of its own beside the first, with its token. */
export async function anotherToken({ store }: TestService): Promise<string> {
  const { token } = await store.createOrganization('Others');
  return token;
}
