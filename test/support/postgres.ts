// A private PostgreSQL server for the tests of a run: started by the first test that needs it, stopped when the run ends.
import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const debian = '/usr/lib/postgresql';

/** The folder of the newest installed version's programs; undefined if PostgreSQL is not installed. */
export const postgresPrograms: string | undefined = existsSync(debian)
  ? readdirSync(debian)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(debian, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

/** PostgreSQL refuses to run as root. Any other user of the system will do. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface PostgresServer {
  /** The folder of its Unix socket. */
  readonly folder: string;
  /** 0 if it does not listen on a port. */
  readonly port: number;
  /** The address of one of its databases. */
  address(database: string): string;
  createDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  query(text: string): Promise<readonly Record<string, unknown>[]>;
  /** As a power failure would. */
  kill(): void;
}

export interface ServerSettings {
  /** Listens on this port of 127.0.0.1 too. */
  readonly port?: number;
  /** Lines of postgresql.conf. */
  readonly configuration?: readonly string[];
}

/** Creates and starts a server whose data, socket and log are in a folder. */
export async function startPostgres(folder: string, settings: ServerSettings = {}): Promise<PostgresServer> {
  const data = join(folder, 'data');
  createFolder(folder);
  program(
    'initdb',
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    folder,
  );
  return startExisting(folder, settings);
}

/** Starts a server on data that exists. */
async function startExisting(folder: string, settings: ServerSettings = {}): Promise<PostgresServer> {
  const { port = 0, configuration = ['fsync = off', 'full_page_writes = off'] } = settings;
  const lines = [
    `unix_socket_directories = '${folder}'`,
    port === 0 ? "listen_addresses = ''" : `listen_addresses = '127.0.0.1'\nport = ${port}`,
    'max_connections = 200',
    'shared_buffers = 32MB',
    ...configuration,
  ];
  writeFileSync(join(folder, 'data', 'plenary.conf'), `${lines.join('\n')}\n`);
  const main = join(folder, 'data', 'postgresql.conf');
  if (!readFileSync(main, 'utf8').includes('plenary.conf')) {
    writeFileSync(main, "include 'plenary.conf'\n", { flag: 'a' });
  }
  const log = openSync(join(folder, 'server.log'), 'a');
  const child = spawn(join(postgresPrograms ?? '', 'postgres'), ['-D', join(folder, 'data')], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const server = serverAt(folder, port);
  await until(() => server.query('SELECT 1'), folder);
  return server;
}

function serverAt(folder: string, port: number) {
  const address = (database: string) =>
    port === 0
      ? `postgres:///${database}?host=${encodeURIComponent(folder)}&user=postgres`
      : `postgres://postgres@127.0.0.1:${port}/${database}`;
  const query = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ host: folder, port: port || 5432, user: 'postgres', database: 'postgres' });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    folder,
    port,
    address,
    query,
    createDatabase: async (name: string, template = 'template0') => {
      await query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    },
    dropDatabase: async (name: string) => void (await query(`DROP DATABASE ${name} WITH (FORCE)`)),
    kill: () => process.kill(processOf(folder) ?? Number.NaN, 'SIGQUIT'),
  };
}

/** Stops the server in a folder, if one runs, and removes the folder. */
export async function removePostgres(folder: string): Promise<void> {
  const pid = processOf(folder);
  if (pid !== undefined) {
    process.kill(pid, 'SIGQUIT');
    while (isRunning(pid)) await delay(20);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Writes a file that only the server can read. */
export function writeForServer(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
}

/** The server that the tests of this run share. */
export async function sharedPostgres(folder: string): Promise<PostgresServer> {
  const target = join(folder, 'shared');
  try {
    mkdirSync(`${target}.starting`);
  } catch {
    // Another worker starts it.
    const server = serverAt(target, 0);
    await until(() => server.query('SELECT 1'), target);
    return server;
  }
  return startPostgres(target);
}

async function until(isReady: () => Promise<unknown>, folder: string): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    try {
      await isReady();
      return;
    } catch (error) {
      if (performance.now() > end) {
        throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, 'server.log'), 'utf8')}`, {
          cause: error,
        });
      }
      await delay(50);
    }
  }
}

function createFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
}

function program(name: string, args: readonly string[], folder: string): void {
  execFileSync(join(postgresPrograms ?? '', name), args, { ...user, cwd: folder, stdio: 'pipe' });
}

function processOf(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
