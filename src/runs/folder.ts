// Owns the folder of all runs: a folder for each, with its journal and, while they are needed, its
// rows. Must not know what is sent.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../client/clock.ts';
import { createPrivateFolder } from '../create-folder.ts';
import { JournalError, NotFoundError, systemFault } from '../errors.ts';
import {
  journalVersion,
  type NewRun,
  parseEntry,
  type RunHeader,
  runName,
  type Target,
} from './entry.ts';
import { createJournal, type Journal, resumeJournal } from './journal.ts';
import { parseJson } from './json-lines.ts';
import { type Lock, takeLock } from './lock.ts';
import { readEntries, readHeader } from './read-journal.ts';
import type { RunRow } from './row.ts';
import { savedVersion, saveRows } from './saved-rows.ts';
import { cannotWrite } from './write-error.ts';

export interface RunSummary {
  readonly header: RunHeader;
  /** Of its file, if the ids of records that the run has created were written into it since. */
  readonly fileSha256: string | undefined;
  /** Undefined while something is left to do. */
  readonly ended:
    | { readonly at: string; readonly counts: Readonly<Record<string, number>> }
    | undefined;
}

export interface Runs {
  /** The folder of a new run, which is created when that begins. */
  create(): RunFolder;
  /** All runs whose journal can be read, the oldest first. */
  list(): Promise<readonly RunSummary[]>;
  /** The names of all runs, the newest first, without reading their journals. */
  names(): Promise<readonly string[]>;
  /** An error for each run whose journal cannot be read. */
  damaged(): Promise<readonly JournalError[]>;
  /**
   * @throws {NotFoundError} if no run has this name
   * @throws {JournalError} if its journal cannot be read
   */
  find(run: string): Promise<RunSummary>;
  folder(run: string): RunFolder;
  /**
   * @param patienceMs how long to block this process while another one holds the lock
   * @throws {BusyError} if another process works on the target
   */
  lock(target: Target, patienceMs?: number): Lock;
  /**
   * Lets one command at a time add to a file.
   * @throws {BusyError} if another process does
   */
  lockFile(path: string): Lock;
}

export interface RunFolder {
  readonly run: string;
  readonly journalPath: string;
  readonly rowsPath: string;
  /** Shows that a process works on the run. @throws {BusyError} if another process does */
  lock(): Lock;
  /** Saves what the run is to do, and then begins its journal. @throws {JournalError} */
  begin(
    header: NewRun & Pick<RunHeader, 'command' | 'rows'>,
    rows: Iterable<RunRow>,
  ): Promise<Journal>;
  /** @throws {JournalError} */
  resume(): Promise<Journal>;
  /** @throws {JournalError} if the header of the journal is damaged */
  entries(): ReturnType<typeof readEntries>;
  /**
   * Marks the run as ended because another run sends its remaining rows; does not change
   * `untouchedMs`.
   * @throws {JournalError}
   */
  supersede(counts: object): Promise<void>;
  /**
   * How many milliseconds ago its journal was last written to, or its last request left. If that
   * is in the future, the clock was set back since: it counts as now, once.
   */
  untouchedMs(): Promise<number>;
  /** Saves the hash of its file after ids were written into it. @throws {JournalError} */
  followFile(sha256: string): void;
  /** Removes the rows and the lock: a run that has ended needs neither. */
  removeRows(): Promise<void>;
}

const fileHashName = 'file.sha256';

const dayMs = 24 * 60 * 60 * 1000;
const savedMs = 30 * dayMs;
// A folder without a journal belongs to a run that is just beginning, or that was killed then.
const beginningMs = dayMs;

/**
 * @param directory created with the first run, accessible to its owner only
 */
export function openRuns(directory: string, clock: Clock): Runs {
  // Several parts of a command read all runs, and one that has ended does not change.
  const ended = new Map<string, RunSummary>();

  async function readRuns() {
    return Promise.all(
      (await runNames(directory)).map(async (run) => ended.get(run) ?? (await readAgain(run))),
    );
  }

  async function readAgain(run: string) {
    const summary = await readRun(directory, run);
    if (summary !== undefined && 'ended' in summary && summary.ended !== undefined)
      ended.set(run, summary);
    return summary;
  }

  return {
    create() {
      const time = new Date(clock.date())
        .toISOString()
        .slice(0, 19)
        .replace(/[-:]/g, '')
        .replace('T', '-');
      return folderOf(directory, `${time}-${randomBytes(4).toString('hex')}`, clock);
    },
    async list() {
      const runs = await readRuns();
      return runs
        .filter((run): run is RunSummary => run !== undefined && !(run instanceof JournalError))
        .sort(
          (one, other) => Date.parse(one.header.startedAt) - Date.parse(other.header.startedAt),
        );
    },
    names: async () => (await runNames(directory)).toReversed(),
    async damaged() {
      return (await readRuns()).filter((run) => run instanceof JournalError);
    },
    async find(run) {
      const exists = (await runNames(directory)).includes(run);
      const summary = exists ? await readRun(directory, run) : undefined;
      if (summary instanceof JournalError) throw summary;
      if (summary !== undefined) return summary;
      throw new NotFoundError(`there is no run ${run}`, {
        fix: 'choose a run from the list',
        next: [{ command: 'plenary runs list' }],
      });
    },
    folder: (run) => folderOf(directory, run, clock),
    lock({ resource, event, baseUrl }, patienceMs) {
      const what = `another run that sends ${resource} to ${event}`;
      return takeLock(lockFor(directory, [resource, event, baseUrl]), { what }, patienceMs);
    },
    lockFile: (path) =>
      takeLock(lockFor(directory, [path]), { what: `another command that writes ${path}` }),
  };
}

/** The path of a lock that is named for what it protects, in the folder of all runs. */
function lockFor(directory: string, names: readonly string[]): string {
  createFolder(directory);
  const name = createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16);
  return join(directory, `${name}.lock`);
}

function folderOf(directory: string, run: string, clock: Clock): RunFolder {
  const path = join(directory, run);
  const journalPath = join(path, 'journal.ndjson');
  const rowsPath = join(path, 'rows.ndjson');
  const fileHashPath = join(path, fileHashName);
  const lockPath = join(path, 'lock');
  return {
    run,
    journalPath,
    rowsPath,
    lock() {
      const next = [{ command: `plenary runs show ${run}` }];
      return takeLock(lockPath, { what: `run ${run}`, next });
    },
    async begin(header, rows) {
      createFolder(path);
      await prune(directory, clock.date());
      try {
        const startedAt = new Date(clock.date()).toISOString();
        const begun = { journal: journalVersion, run, startedAt, savedVersion, ...header };
        return await createJournal(
          journalPath,
          { ...begun, savedSha256: saveRows(rowsPath, rows, begun) },
          { clock },
        );
      } catch (error) {
        await rm(path, { recursive: true, force: true });
        throw error;
      }
    },
    resume: () => resumeJournal(journalPath, { clock }),
    async untouchedMs() {
      const date = clock.date();
      const ms = date - (await stat(journalPath)).mtimeMs;
      if (ms < 0) await utimes(journalPath, date / 1000, date / 1000);
      return Math.max(0, ms);
    },
    entries: () => readEntries(journalPath),
    async supersede(counts) {
      const { atime, mtime } = await stat(journalPath);
      const journal = await resumeJournal(journalPath, { clock });
      journal.recordEnd(counts);
      await journal.close();
      await utimes(journalPath, atime, mtime);
    },
    followFile(sha256) {
      try {
        writeFileSync(fileHashPath, sha256, { mode: 0o600 });
      } catch (cause) {
        throw cannotWrite(fileHashPath, cause);
      }
    },
    async removeRows() {
      for (const file of [rowsPath, fileHashPath, lockPath]) await rm(file, { force: true });
    },
  };
}

/** Accessible to its owner only. @throws {JournalError} */
function createFolder(path: string): void {
  try {
    createPrivateFolder(path);
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
}

async function runNames(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch((cause) => {
    // Before the first run, there is no folder.
    if (['ENOENT', 'ENOTDIR'].includes(cause.code)) return [];
    throw new JournalError(...systemFault(`cannot read ${directory}`, cause));
  });
  return names.filter((name) => runName.test(name)).sort();
}

/** Undefined for a folder whose run was not begun. */
async function readRun(
  directory: string,
  run: string,
): Promise<RunSummary | JournalError | undefined> {
  const path = join(directory, run, 'journal.ndjson');
  if (!existsSync(path)) return undefined;
  try {
    const header = await readHeader(path);
    if (header === undefined) return undefined;
    if (header.run !== run)
      return new JournalError(`${path}:1: the header is that of run ${header.run}`);
    const file = join(directory, run, fileHashName);
    const fileSha256 = await readFile(file, 'utf8').catch(() => undefined);
    return { header, fileSha256, ended: await readEnd(path) };
  } catch (error) {
    if (error instanceof JournalError) return error;
    return new JournalError(...systemFault(`cannot read ${path}`, error));
  }
}

/**
 * Reads only the last whole line, because a journal may be long. Undefined if that is not the end
 * of the run.
 */
async function readEnd(path: string): Promise<RunSummary['ended']> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, 4096));
    await handle.read(tail, 0, tail.length, size - tail.length);
    // After its last line feed there is nothing, or a line that a crash cut off.
    const line = tail.toString('utf8').split('\n').at(-2) ?? '';
    if (!line.startsWith('{"ended"')) return undefined;
    // A line that is not JSON is reported when the whole journal is read.
    const entry = parseEntry(parseJson(line));
    return typeof entry === 'object' && 'ended' in entry
      ? { at: entry.ended, counts: entry.counts }
      : undefined;
  } finally {
    await handle.close();
  }
}

/** Removes expired runs. */
async function prune(directory: string, now: number): Promise<void> {
  for (const run of await runNames(directory)) {
    const path = join(directory, run);
    const journal = await stat(join(path, 'journal.ndjson')).catch(() => undefined);
    const touched = journal ?? (await stat(path).catch(() => undefined));
    if (touched === undefined) continue;
    if (now - touched.mtimeMs > (journal === undefined ? beginningMs : savedMs))
      await rm(path, { recursive: true, force: true });
  }
}
