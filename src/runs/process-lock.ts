// Owns the lock of systems without file locks: a file whose name names the process that holds it. Must not know what is locked.
//
// Each process that wants the lock first creates a file of its own, and then looks for the files of others. Of two
// processes, the one that creates its file later finds the other's file and gives up, so both never hold the lock. The
// file is empty: its name appears at once and whole, so that it is never read while it is being written. It is removed
// only by its process, or after that has ended. No name is used twice, so that a removal cannot hit another process.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** The process that holds a lock. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When it started, in the units of the system, because a later process may have its number. Empty if unknown. */
  readonly started: string;
}

export type ProcessLock =
  | { readonly isHeld: false; release(): void }
  | { readonly isHeld: true; readonly file: string; readonly holder: Holder };

// Two processes that look at the same time both give up, and a process that only checks the lock holds it for a moment.
const timeoutMs = 100;

/** Takes the lock of a path, unless a living process holds it. @throws the system's error if the file cannot be created */
export function takeProcessLock(path: string): ProcessLock {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    const lock = tryToTake(path);
    if (!lock.isHeld || Date.now() > giveUpAt) return lock;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + 10 * Math.random());
  }
}

function tryToTake(path: string): ProcessLock {
  const own = lockFileOf(path, thisProcess());
  writeFileSync(own, '', { flag: 'wx', mode: 0o600 });
  const release = () => rmSync(own, { force: true });
  for (const { file, holder } of lockFiles(path)) {
    if (file === own) continue;
    if (isAlive(holder)) {
      release();
      return { isHeld: true, file, holder };
    }
    rmSync(file, { force: true });
  }
  return { isHeld: false, release };
}

/** A new name: `x.lock.4711-86400-3f0c….host`. */
export function lockFileOf(path: string, { pid, started, host }: Holder): string {
  return `${path}.${pid}-${started}-${randomUUID().replaceAll('-', '')}.${encodeURIComponent(host)}`;
}

function lockFiles(path: string): readonly { readonly file: string; readonly holder: Holder }[] {
  const prefix = `${basename(path)}.`;
  return readdirSync(dirname(path)).flatMap((name) => {
    if (!name.startsWith(prefix)) return [];
    const [, pid, started = '', host = ''] = /^(\d+)-(\d*)-[0-9a-f]+\.(.*)$/.exec(name.slice(prefix.length)) ?? [];
    if (pid === undefined) return [];
    return [{ file: join(dirname(path), name), holder: { pid: Number(pid), started, host: decodeURIComponent(host) } }];
  });
}

/** A process of another machine cannot be examined, so it counts as alive. */
function isAlive({ pid, host, started }: Holder): boolean {
  if (host !== thisHost()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is another user's.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const now = startOf(pid);
  return now !== 'ended' && (now === '' || started === '' || now === started);
}

export function thisProcess(): Holder {
  return { pid: process.pid, host: thisHost(), started: startOf(process.pid) };
}

// A name of a file has at most 255 bytes.
const thisHost = () => hostname().slice(0, 60);

/** From /proc/PID/stat, where the name of the process, which may contain spaces, is in parentheses (proc_pid_stat(5)). */
function startOf(pid: number): string {
  try {
    const text = readFileSync(join('/proc', String(pid), 'stat'), 'utf8');
    const [state, ...others] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; its parent has not noticed yet.
    return state === 'Z' ? 'ended' : (others[18] ?? '');
  } catch {
    return '';
  }
}
