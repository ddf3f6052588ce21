// Private PostgreSQL servers, each in a folder of its own.
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
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
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { temporaryFolder } from './temporary-folder.ts';

const debian = '/usr/lib/postgresql';

/**
 * The folder of the newest installed version's programs; undefined if PostgreSQL is not installed.
 */
export const postgresPrograms: string | undefined = existsSync(debian)
  ? readdirSync(debian)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(debian, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

/** PostgreSQL refuses to run as root. Any other user of the system will do. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export type PostgresServer = ReturnType<typeof serverAt>;

export interface ServerSettings {
  /** Listens on this port of 127.0.0.1 too. */
  readonly port?: number;
  /** Settings as `name=value`. */
  readonly configuration?: readonly string[];
}

/** A temporary folder for servers: they run as another user. */
export function serverFolder() {
  const folder = temporaryFolder();
  chmodSync(folder.path, 0o755);
  return folder;
}

/** Creates and starts a server whose data, socket and log are in a folder. */
export async function startPostgres(
  folder: string,
  settings: ServerSettings = {},
): Promise<PostgresServer> {
  const data = join(folder, 'data');
  createFolder(folder);
  await program(
    'initdb',
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    folder,
  );
  return startExisting(folder, settings);
}

/** Creates and starts a standby of a server. */
export async function startStandby(
  folder: string,
  primary: PostgresServer,
): Promise<PostgresServer> {
  createFolder(folder);
  const connection = `host=${primary.folder} port=${primary.port || 5432} user=postgres`;
  await program(
    'pg_basebackup',
    ['-D', join(folder, 'data'), '-d', connection, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    folder,
  );
  return startExisting(folder, {});
}

/** Starts a server on data that exists. */
async function startExisting(folder: string, settings: ServerSettings): Promise<PostgresServer> {
  const { port = 0, configuration = ['fsync=off', 'full_page_writes=off'] } = settings;
  const all = [
    `unix_socket_directories=${folder}`,
    ...(port === 0 ? ['listen_addresses='] : ['listen_addresses=127.0.0.1', `port=${port}`]),
    'max_connections=200',
    'shared_buffers=32MB',
    ...configuration,
  ];
  const flags = all.flatMap((setting) => ['-c', setting]);
  const log = openSync(join(folder, 'server.log'), 'a');
  const child = spawn(
    join(postgresPrograms ?? '', 'postgres'),
    ['-D', join(folder, 'data'), ...flags],
    {
      ...user,
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  child.unref();
  const server = serverAt(folder, port);
  await until(() => server.query('SELECT 1'), folder);
  return server;
}

/** A server that runs, or is starting, in a folder. @param port 0 if it does not listen on one */
export function serverAt(folder: string, port = 0) {
  /** The address of one of its databases. */
  const address = (database: string) =>
    port === 0
      ? `postgres:///${database}?host=${encodeURIComponent(folder)}&user=postgres`
      : `postgres://postgres@127.0.0.1:${port}/${database}`;
  const query = async (
    text: string,
    database = 'postgres',
  ): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ host: folder, port: port || 5432, user: 'postgres', database });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    folder,
    /** The path of its Unix socket. */
    socket: join(folder, `.s.PGSQL.${port || 5432}`),
    port,
    address,
    query,
    createDatabase: async (name: string) =>
      void (await query(`CREATE DATABASE ${name} TEMPLATE template0`)),
    /** Locks a table of a database until it is released. */
    async lock(table: string, database: string) {
      const client = new pg.Client({
        host: folder,
        port: port || 5432,
        user: 'postgres',
        database,
      });
      await client.connect();
      await client.query(`BEGIN; LOCK TABLE ${table}`);
      return { release: () => client.end() };
    },
    /** Ends all of its processes at once. */
    async kill() {
      const pid = processOf(folder) ?? missing(folder);
      for (const own of withChildren(pid)) signal(own, 'SIGKILL');
      while (isRunning(pid)) await delay(5);
    },
    /** Freezes all of its processes, or lets them continue. */
    freeze(isFrozen: boolean) {
      const pid = processOf(folder) ?? missing(folder);
      for (const own of withChildren(pid)) signal(own, isFrozen ? 'SIGSTOP' : 'SIGCONT');
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Stops the server in a folder, if one runs, and removes the folder. */
export async function removePostgres(folder: string): Promise<void> {
  const pid = processOf(folder);
  if (pid !== undefined) {
    signal(pid, 'SIGQUIT');
    while (isRunning(pid)) await delay(20);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Writes a file that only the server can read. */
export function writeForServer(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
}

async function until(isReady: () => Promise<unknown>, folder: string): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    try {
      await isReady();
      return;
    } catch (error) {
      if (performance.now() > end) {
        throw new Error(
          `PostgreSQL did not start: ${readFileSync(join(folder, 'server.log'), 'utf8')}`,
          {
            cause: error,
          },
        );
      }
      await delay(50);
    }
  }
}

function createFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
}

/** Meanwhile, what a test measures goes on. */
async function program(name: string, args: readonly string[], folder: string): Promise<void> {
  await promisify(execFile)(join(postgresPrograms ?? '', name), args, { ...user, cwd: folder });
}

function processOf(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

/** A process, which comes first, so that it starts no more of them, and its children. */
function withChildren(pid: number): readonly number[] {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return [pid, ...children.trim().split(/\s+/).map(Number)];
}

function missing(folder: string): never {
  throw new Error(`no server runs in ${folder}`);
}

function isRunning(pid: number): boolean {
  return signal(pid, 0);
}

/** Returns false if the process has ended. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
