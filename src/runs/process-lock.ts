// Owns the lock of systems without file locks: a file that names the process that holds it. Must not know what is locked.
//
// Each process that wants the lock first creates a file with a name of its own, and then looks for the files of others.
// Of two processes, at least one finds the other's file and gives up, so both never hold the lock. No name is used twice,
// so that removing the file of a process that has ended cannot hit another one.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  /** `holder` is undefined for a lock file that is only being written. */
  | { readonly isHeld: true; readonly file: string; readonly holder: Holder | undefined };

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
  const own = `${path}.${randomUUID()}`;
  writeFileSync(own, JSON.stringify(thisProcess()), { flag: 'wx', mode: 0o600 });
  const release = () => rmSync(own, { force: true });
  for (const file of lockFiles(path)) {
    if (file === own) continue;
    const held = heldBy(file);
    if (held !== undefined) {
      release();
      return held;
    }
    rmSync(file, { force: true });
  }
  return { isHeld: false, release };
}

function lockFiles(path: string): readonly string[] {
  const prefix = `${basename(path)}.`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dirname(path), name));
}

// A process that is killed between creating its file and writing it leaves an empty one.
const writingMs = 10_000;

/** Undefined if the process that created the file has ended. */
function heldBy(file: string): Extract<ProcessLock, { isHeld: true }> | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const holder = readHolder(file);
  if (holder === undefined) return Date.now() - found.mtimeMs > writingMs ? undefined : { isHeld: true, file, holder };
  return isAlive(holder) ? { isHeld: true, file, holder } : undefined;
}

function readHolder(file: string): Holder | undefined {
  try {
    const { pid, host, started } = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? { pid, host: String(host), started: String(started) } : undefined;
  } catch {
    return undefined;
  }
}

/** A process of another machine cannot be examined, so it counts as alive. */
function isAlive({ pid, host, started }: Holder): boolean {
  if (host !== hostname()) return true;
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
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

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
