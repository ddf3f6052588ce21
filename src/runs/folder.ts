// The folder of runs: one folder each, with its journal and, while they are needed, its rows. It does not know what is imported.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { cannotWrite, createJournal, type Journal, readJournal, resumeJournal } from './journal.ts';
import { type Lock, takeLock } from './lock.ts';

/** Where the rows of a run go. One run at a time works on a target. */
export interface Target {
  readonly resource: string;
  readonly event: string;
  readonly baseUrl: string;
}

/** Whether two runs go to the same place. */
export function isSameTarget(one: Target, other: Target): boolean {
  return one.resource === other.resource && one.event === other.event && one.baseUrl === other.baseUrl;
}

/** The first line of a journal: all that is needed to go on with the run. */
export interface RunHeader extends Target {
  readonly journal: 1;
  readonly run: string;
  readonly startedAt: string;
  /** As the user named it. */
  readonly file: string;
  /** How many there are to be done, folded and invalid ones included. */
  readonly rows: number;
  /** Of the file's bytes, in hexadecimal. */
  readonly sha256: string;
  /** How its rows are read and what is done with them; another set makes another run. */
  readonly options: unknown;
}

export interface RunSummary {
  readonly header: RunHeader;
  /** Undefined while something is left to be done. */
  readonly ended: { readonly at: string; readonly counts: Readonly<Record<string, number>> } | undefined;
}

export interface Runs {
  /** A folder for a run to come. */
  prepare(): Promise<RunFolder>;
  /** All runs, the oldest first. */
  list(): Promise<readonly RunSummary[]>;
  /** @throws {UsageError} where there is none of this name */
  find(run: string): Promise<RunSummary>;
  folder(run: string): RunFolder;
  /** @throws {ConflictError} where another process works on the target */
  lock(target: Target): Lock;
}

export interface RunFolder {
  readonly run: string;
  readonly journalPath: string;
  readonly rowsPath: string;
  /** Shows that a process works on the run. @throws {ConflictError} where another does */
  lock(): Lock;
  /** @throws {JournalError} */
  begin(header: RunHeader): Promise<Journal>;
  /** @throws {JournalError} */
  resume(): Promise<Journal>;
  entries(): AsyncIterable<unknown>;
  /** Another run does what is left of it; when it was last written to stays as it was. @throws {JournalError} */
  supersede(counts: unknown): Promise<void>;
  /** When its journal was last written to, in milliseconds since 1970. */
  touchedAt(): Promise<number>;
  /** Takes over the rows of another folder. */
  adoptRows(other: RunFolder): Promise<void>;
  /** A run that has ended needs its rows no more, nor a lock. */
  forgetRows(): Promise<void>;
  /** A folder without a journal is of no use. */
  removeUnlessBegun(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;
const keptMs = 30 * dayMs;
// A folder without a journal belongs to a run that is still reading, or that was killed while it did.
const readingMs = dayMs;

/** @param directory made when a run is prepared, for its owner alone @param now in milliseconds */
export function openRuns(directory: string, now: () => number): Runs {
  return {
    async prepare() {
      const run = `${new Date(now()).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(4).toString('hex')}`;
      await mkdir(join(directory, run), { recursive: true, mode: 0o700 }).catch((cause) => {
        throw cannotWrite(directory, cause);
      });
      await prune(directory, now());
      return folderOf(directory, run, now);
    },
    list: () => listRuns(directory),
    async find(run) {
      const found = (await listRuns(directory)).find(({ header }) => header.run === run);
      if (found !== undefined) return found;
      throw new UsageError(`there is no run ${run}`, { advice: { kind: 'list_runs' } });
    },
    folder: (run) => folderOf(directory, run, now),
    lock({ resource, event, baseUrl }) {
      const name = createHash('sha256')
        .update(JSON.stringify([resource, event, baseUrl]))
        .digest('hex')
        .slice(0, 16);
      return takeLock(join(directory, `${name}.lock`), `another run that sends ${resource} to ${event}`);
    },
  };
}

function folderOf(directory: string, run: string, now: () => number): RunFolder {
  const path = join(directory, run);
  const journalPath = join(path, 'journal.ndjson');
  const rowsPath = join(path, 'rows.ndjson');
  const lockPath = join(path, 'lock');
  return {
    run,
    journalPath,
    rowsPath,
    lock: () => takeLock(lockPath, `run ${run}`),
    begin: (header) => createJournal(journalPath, header, now),
    resume: () => resumeJournal(journalPath, now),
    touchedAt: async () => (await stat(journalPath)).mtimeMs,
    entries: () => readJournal(journalPath),
    async supersede(counts) {
      const { atime, mtime } = await stat(journalPath);
      const journal = await resumeJournal(journalPath, now);
      journal.finish(counts);
      await journal.close();
      await utimes(journalPath, atime, mtime);
    },
    async adoptRows(other) {
      await rename(other.rowsPath, rowsPath);
    },
    async forgetRows() {
      for (const file of [rowsPath, lockPath]) await rm(file, { force: true });
    },
    async removeUnlessBegun() {
      if (!existsSync(journalPath)) await rm(path, { recursive: true, force: true });
    },
  };
}

async function listRuns(directory: string): Promise<readonly RunSummary[]> {
  const runs = await Promise.all((await runNames(directory)).map((run) => summarize(directory, run)));
  return runs.filter((run) => run !== undefined);
}

async function runNames(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => /^\d{8}-\d{6}-[\da-f]{8}$/.test(name)).sort();
}

/** Undefined for a folder without a journal. */
async function summarize(directory: string, run: string): Promise<RunSummary | undefined> {
  const path = join(directory, run, 'journal.ndjson');
  const edges = await readEdges(path).catch(() => undefined);
  if (edges === undefined || !isHeader(edges.first)) return undefined;
  return { header: edges.first, ended: readEnd(edges.last) };
}

/** The first and the last whole line; what is between may be long. */
async function readEdges(path: string): Promise<{ first: unknown; last: unknown }> {
  let first: unknown;
  for await (const value of readJournal(path)) {
    first = value;
    break;
  }
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, 4096));
    await handle.read(tail, 0, tail.length, size - tail.length);
    // After its last line feed there is nothing, or a line that a crash cut off.
    const line = tail.toString('utf8').split('\n').at(-2) ?? '';
    return { first, last: line.startsWith('{"ended"') ? JSON.parse(line) : undefined };
  } finally {
    await handle.close();
  }
}

function isHeader(value: unknown): value is RunHeader {
  return typeof value === 'object' && value !== null && 'journal' in value && value.journal === 1;
}

function readEnd(value: unknown): RunSummary['ended'] {
  if (typeof value !== 'object' || value === null || !('ended' in value) || !('counts' in value)) return undefined;
  return { at: String(value.ended), counts: value.counts as Record<string, number> };
}

/** Takes away what is past its time. */
async function prune(directory: string, now: number): Promise<void> {
  for (const run of await runNames(directory)) {
    const path = join(directory, run);
    const journal = await stat(join(path, 'journal.ndjson')).catch(() => undefined);
    const rows = await stat(join(path, 'rows.ndjson')).catch(() => undefined);
    const touched = journal ?? rows ?? (await stat(path).catch(() => undefined));
    if (touched === undefined) continue;
    if (now - touched.mtimeMs > (journal === undefined ? readingMs : keptMs))
      await rm(path, { recursive: true, force: true });
  }
}
