// Owns the lock of systems without file locks: a file that names the process that holds it. Must not know what is locked.
//
// The lock files of a path are numbered, and the highest number counts. A process that finds the highest one abandoned
// creates the next one, and gives it up if a higher one exists by then. So two processes never take over the same lock.
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

/** Takes the lock of a path, unless a living process holds it. @throws the system's error if the file cannot be created */
export function takeProcessLock(path: string, self = thisProcess()): ProcessLock {
  const before = highestNumber(path);
  const held = before === 0 ? undefined : heldBy(`${path}.${before}`);
  if (held !== undefined) return held;
  const file = `${path}.${before + 1}`;
  const taken: ProcessLock = { isHeld: true, file, holder: undefined };
  try {
    writeFileSync(file, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return taken;
    throw error;
  }
  if (highestNumber(path) > before + 1) {
    rmSync(file, { force: true });
    return taken;
  }
  if (before > 0) rmSync(`${path}.${before}`, { force: true });
  return { isHeld: false, release: () => rmSync(file, { force: true }) };
}

/** 0 if there is none. */
function highestNumber(path: string): number {
  const prefix = `${basename(path)}.`;
  const numbers = readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)));
  return Math.max(0, ...numbers);
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
