// The environment of a command that reads a generated file: a folder, and a service whose records never change.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { instantClock } from '../support/instant-clock.ts';
import { type CommandResult, plenary } from '../support/program.ts';
import { type Received, type Reply, startScriptedServer, wholeList } from '../support/scripted-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** In files, instead of the address of the service, so that their bytes and their damages are the same each time. */
export const serviceAddress = 'http://service.invalid';

const changedAt = new Date('2026-05-02T08:00:00Z');

export const token = 'plt_secret_0123456789';

const speakers = [
  { id: 'spk_1', email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace', title: 'Countess' },
  { id: 'spk_2', email: 'bo@example.org', first_name: 'Bo', last_name: 'Li' },
];
const submissions = [
  { id: 'sub_1', title: 'Queues', submitter_email: 'ada@example.org', abstract: 'About queues', status: 'accepted' },
  { id: 'sub_2', title: 'Types', submitter_email: 'bo@example.org', abstract: 'About types', status: 'pending' },
];
const placed = { ...submissions[0], room: 'Aula', start: '2027-05-20T09:30:00+02:00' };

export interface FuzzStage {
  readonly folder: ReturnType<typeof temporaryFolder>;
  /** Writes a file of the folder, with the address of the service. */
  write(name: string, content: Buffer): void;
  /** Removes what earlier commands have left. */
  clear(): void;
  run(args: readonly string[]): Promise<CommandResult>;
  close(): Promise<void>;
}

export async function fuzzStage(): Promise<FuzzStage> {
  const server = await startScriptedServer(respond);
  const folder = temporaryFolder();
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: 'conf',
    PLENARY_TIMEZONE: 'Europe/Berlin',
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  return {
    folder,
    write(name, content) {
      mkdirSync(dirname(folder.file(name)), { recursive: true, mode: 0o700 });
      const text = content.toString('latin1');
      writeFileSync(folder.file(name), Buffer.from(text.replaceAll(serviceAddress, server.url), 'latin1'), {
        mode: 0o600,
      });
      // Messages name the time of a change.
      utimesSync(folder.file(name), changedAt, changedAt);
    },
    clear() {
      rmSync(folder.path, { recursive: true, force: true });
      mkdirSync(folder.path);
    },
    async run(args) {
      const result = await plenary(args, { env, cwd: folder.path, clock: instantClock() });
      const stable = (text: string) => text.replaceAll(server.url, serviceAddress);
      return { ...result, stdout: stable(result.stdout), stderr: stable(result.stderr) };
    },
    async close() {
      await server.close();
      folder.remove();
    },
  };
}

/** Writes get the record that they are about, unchanged. */
function respond({ method, path }: Received): Reply {
  const all = [...speakers, placed, ...submissions];
  if (method === 'POST' && !path.includes('search')) return { status: 201, json: { id: 'new_1' } };
  if (method !== 'GET') return { json: all.find(({ id }) => path.includes(id ?? '-')) ?? { id: 'x' } };
  if (path.includes('/speakers')) return wholeList(speakers);
  return wholeList(path.includes('/sessions') ? [placed] : [placed, submissions[1]]);
}
