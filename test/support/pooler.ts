// PgBouncer in transaction mode before a PostgreSQL server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const program = '/usr/sbin/pgbouncer';

export const hasPooler = existsSync(program);

export interface Pooler {
  /** The address of a database behind it. */
  address(database: string): string;
  stop(): Promise<void>;
}

/** @param folder for its files @param server the folder of the server's Unix socket */
export async function startPooler(folder: string, server: string): Promise<Pooler> {
  const configuration = join(folder, 'pooler.ini');
  const users = join(folder, 'users.txt');
  const lines = [
    '[databases]',
    `* = host=${server} port=5432`,
    '[pgbouncer]',
    'listen_addr =',
    `unix_socket_dir = ${folder}`,
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    // Fewer than there are clients, so that two of them share a connection.
    'default_pool_size = 2',
  ];
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(configuration, `${lines.join('\n')}\n`);
  // Like the server, it refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...user, configuration], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await listening(join(folder, '.s.PGSQL.6432'));
  return {
    address: (database) => `postgres:///${database}?host=${encodeURIComponent(folder)}&port=6432&user=postgres`,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function listening(path: string): Promise<void> {
  for (let i = 0; i < 500; i++) {
    const socket = connect(path);
    const isOpen = await new Promise((resolve) =>
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false)),
    );
    socket.destroy();
    if (isOpen) return;
    await delay(10);
  }
  throw new Error('PgBouncer did not start');
}
