// The journal of a run: which rows are about to be sent, and what became of them. It knows files, and no service.
//
// An append-only file of one JSON object a line: the header, then `sending` (durable before the first of its rows leaves),
// `row` with what became of it, `unsent` (taken back), and `ended`. A row with an intent and no end is in doubt.
import { type FileHandle, open, truncate, unlink } from 'node:fs/promises';
import { JournalError } from '../errors.ts';
import { readJsonLines } from './json-lines.ts';

/** First and last row, both included. */
export type RowRange = readonly [first: number, last: number];

/** What became of a row that was sent, or was to be. */
export interface RowEnd {
  readonly row: number;
  readonly did: 'created' | 'updated' | 'placed' | 'skipped' | 'failed';
  readonly id?: string | undefined;
  /** Why it failed. */
  readonly message?: string;
}

/** What a journal tells, line by line; its header comes by itself. */
export type JournalEntry =
  | { readonly sending: readonly RowRange[]; readonly verb: string; readonly at: number }
  | { readonly unsent: readonly RowRange[] }
  | RowEnd
  | { readonly ended: string; readonly counts: unknown };

export interface Journal {
  /** Resolves once it is on disk that these rows, in ascending order, are about to be sent. @param verb their endpoint's @throws {JournalError} */
  intend(rows: readonly number[], verb: string): Promise<void>;
  /** They were not sent after all. */
  release(rows: readonly number[]): void;
  /** Written soon; were it lost, the row would be in doubt, and looked up. */
  settle(end: RowEnd): void;
  /** Nothing is left to be done. */
  finish(counts: unknown): void;
  /** Writes what is not written yet. @throws {JournalError} */
  close(): Promise<void>;
}

/** Makes a journal; its header is on disk when the promise resolves. @throws {JournalError} */
export async function createJournal(path: string, header: object, now: () => number): Promise<Journal> {
  const handle = await open(path, 'wx', 0o600).catch((cause) => {
    throw cannotWrite(path, cause);
  });
  const journal = startJournal(handle, path, now);
  journal.write(header);
  try {
    await journal.sync();
  } catch (error) {
    // Without its header it would be nobody's.
    await handle.close();
    await unlink(path);
    throw error;
  }
  return journal;
}

/** Goes on with one that a run has left. @throws {JournalError} */
export async function resumeJournal(path: string, now: () => number): Promise<Journal> {
  try {
    await cutTornLine(path);
    return startJournal(await open(path, 'a'), path, now);
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
}

/** The whole lines of a journal, the header first. A line that a crash cut off at the end is left out. */
export async function* readJournal(path: string): AsyncGenerator<unknown> {
  for await (const value of readJsonLines(path)) {
    if (value === undefined) return;
    yield value;
  }
}

interface Writer extends Journal {
  write(value: object): void;
  /** Resolves when all that was written is on disk. @throws {JournalError} */
  sync(): Promise<void>;
}

function startJournal(handle: FileHandle, path: string, now: () => number): Writer {
  let pending = '';
  let waiting: Waiting[] = [];
  let isDraining = false;
  let broken: JournalError | undefined;

  // One write at a time, with all that has gathered since the last one.
  async function drain(): Promise<void> {
    while (pending !== '' || waiting.length > 0) {
      const text = pending;
      const served = waiting;
      pending = '';
      waiting = [];
      try {
        if (broken !== undefined) throw broken;
        await handle.appendFile(text);
        if (served.length > 0) await handle.datasync();
        for (const { resolve } of served) resolve();
      } catch (cause) {
        // After a failed write the end of the file is unknown, so nothing more is written.
        broken ??= cannotWrite(path, cause);
        for (const { reject } of served) reject(broken);
      }
    }
    isDraining = false;
  }

  function wake(): void {
    if (isDraining) return;
    isDraining = true;
    queueMicrotask(drain);
  }

  function write(value: object): void {
    pending += `${JSON.stringify(value)}\n`;
    wake();
  }

  function sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      wake();
    });
  }

  return {
    write,
    sync,
    intend(rows, verb) {
      write({ sending: toRanges(rows), verb, at: now() });
      return sync();
    },
    release(rows) {
      if (rows.length > 0) write({ unsent: toRanges(rows) });
    },
    settle: write,
    finish: (counts) => write({ ended: new Date(now()).toISOString(), counts }),
    async close() {
      await sync().finally(() => handle.close());
    },
  };
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: JournalError) => void;
}

/** `[3, 4, 5, 9]` → `[[3, 5], [9, 9]]` */
export function toRanges(rows: readonly number[]): RowRange[] {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges;
}

/** A crash may have cut the last line off; what is appended must begin a line of its own. */
async function cutTornLine(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, 1024 * 1024));
    await handle.read(tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf(0x0a) + 1;
    if (end < tail.length) await truncate(path, size - tail.length + end);
  } finally {
    await handle.close();
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EROFS: 'the disk is read-only',
};

/** What a full disk and the like amount to; nothing is lost by it. */
export function cannotWrite(path: string, cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new JournalError(`cannot write ${path}: ${why}`, {
    cause,
    fix: `${code === 'ENOSPC' || code === 'EDQUOT' ? 'make room there, or name' : 'name'} another folder in PLENARY_STATE_DIR, and run the same command again: what was done is found`,
  });
}
