// A process that holds the write lock of a database file until `release`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface LockHolder {
  /** Resolves when the lock is free. */
  release(): Promise<void>;
}

const program = `
  const database = new (require('libsql'))(process.argv[1]);
  database.exec('PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE');
  process.stdout.write('held');
  process.stdin.resume().once('end', () => database.exec('ROLLBACK'));
`;

export async function holdLock(path: string): Promise<LockHolder> {
  const child = spawn(process.execPath, ['-e', program, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    release: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
