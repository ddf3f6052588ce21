// Owns the journal of a run: the file that records which rows are about to be sent, and their
// outcomes. Must not know the service. It has one JSON object per line, and is only appended to:
// the header, then `change` (what an update replaces) and `sending` (an intent; both are durable
// before the first of its rows is sent), `row` with its outcome, `unsent`, and `ended`. Each line
// ends with its number and a check of it, so that a damaged or missing line is noticed.
import { fdatasync, utimesSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Clock } from '../client/clock.ts';
import type { JournalError } from '../errors.ts';
import { type RowOutcome, type SentChange, toRanges } from './entry.ts';
import { numberedLine, readLines, readNumbered } from './json-lines.ts';
import { cannotWrite } from './write-error.ts';

/** Where what becomes of rows in doubt is recorded, while they are sent. */
export type OutcomeLog = Pick<Journal, 'recordOutcome'>;

export interface Journal {
  /**
   * Resolves once it is on disk that these rows, in ascending order, are about to be sent.
   * @param verb their endpoint's
   * @param changes what they change, by row, so that it can be undone
   * @throws {JournalError}
   */
  recordIntent(
    rows: readonly number[],
    verb: string,
    changes?: readonly SentChange[],
  ): Promise<void>;
  /**
   * A request leaves now, which may be long after its intent was written. The time of the file
   * shows it, so that a later run knows until when the request may take effect.
   * @throws {JournalError}
   */
  readonly showSending: () => void;
  /** They were not sent after all. */
  recordUnsent(rows: readonly number[]): void;
  /**
   * Written soon. If a crash loses it, the row is in doubt, and looked up when the run is resumed.
   */
  recordOutcome(outcome: RowOutcome): void;
  /** Nothing is left to do. */
  recordEnd(counts: object): void;
  /** Writes the entries that are not written yet. @throws {JournalError} */
  flush(): Promise<void>;
  /** The same, for the last time. @throws {JournalError} */
  close(): Promise<void>;
}

/** The methods of a file that a journal uses. */
export type JournalFile = Pick<files.FileHandle, 'appendFile' | 'datasync' | 'close'>;

/** The clock and the file system of a journal. */
export interface JournalOptions {
  readonly clock: Clock;
  readonly open?: (path: string, flags: string, mode?: number) => Promise<JournalFile>;
}

/**
 * A file whose `datasync` also works under Yarn's Plug'n'Play, which replaces FileHandle and does
 * not implement its own.
 */
async function openFile(path: string, flags: string, mode?: number): Promise<JournalFile> {
  const handle = await files.open(path, flags, mode);
  return {
    appendFile: (data) => handle.appendFile(data),
    datasync: () => promisify(fdatasync)(handle.fd),
    close: () => handle.close(),
  };
}

/** Creates a journal; its header is on disk when the promise resolves. @throws {JournalError} */
export async function createJournal(
  path: string,
  header: object,
  options: JournalOptions,
): Promise<Journal> {
  const { clock, open = openFile } = options;
  const file = await open(path, 'wx', 0o600).catch((cause) => {
    throw cannotWrite(path, cause);
  });
  const log = startLog(file, path, clock, 0);
  write(log, header);
  try {
    await sync(log);
  } catch (error) {
    await file.close();
    throw error;
  }
  return journalOf(log);
}

/**
 * Appends to the journal of an earlier run, after removing what a crash left at its end.
 * @throws {JournalError}
 */
export async function resumeJournal(
  path: string,
  { clock, open = openFile }: JournalOptions,
): Promise<Journal> {
  try {
    let length = 0;
    let lastNumber: number | undefined;
    for await (const { end, text } of readLines(path)) {
      length = end;
      lastNumber = readNumbered(text)?.number ?? lastNumber;
    }
    if (length < (await files.stat(path)).size) await files.truncate(path, length);
    return journalOf(startLog(await open(path, 'a'), path, clock, lastNumber));
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
}

function journalOf(log: Log): Journal {
  const { clock, file } = log;
  return {
    recordIntent(rows, verb, changes = []) {
      for (const { row, ...change } of changes) write(log, { change: row, ...change });
      write(log, { sending: toRanges(rows), verb, at: clock.date() });
      return sync(log);
    },
    showSending: () => showTime(log),
    recordUnsent(rows) {
      if (rows.length > 0) write(log, { unsent: toRanges(rows) });
    },
    recordOutcome: (outcome) => write(log, outcome),
    recordEnd: (counts) => write(log, { ended: new Date(clock.date()).toISOString(), counts }),
    flush: () => sync(log),
    async close() {
      await sync(log).finally(() => file.close());
    },
  };
}

/** The file of a journal, with what is not on disk yet. */
interface Log {
  readonly file: JournalFile;
  readonly path: string;
  readonly clock: Clock;
  /** Of the last line; undefined for a journal whose lines have no checks. */
  lastNumber: number | undefined;
  /** When the time that the file shows was set, by the clock. */
  writtenAt: number;
  /** The lines that are not written yet. */
  pending: string;
  /** Who waits until these lines are on disk. */
  waiting: {
    readonly resolve: () => void;
    readonly reject: (error: JournalError) => void;
  }[];
  isDraining: boolean;
  stopCollecting: () => void;
  /** Why writing failed. */
  broken: JournalError | undefined;
}

function startLog(
  file: JournalFile,
  path: string,
  clock: Clock,
  lastNumber: number | undefined,
): Log {
  return {
    file,
    path,
    clock,
    lastNumber,
    writtenAt: Number.NEGATIVE_INFINITY,
    pending: '',
    waiting: [],
    isDraining: false,
    stopCollecting() {},
    broken: undefined,
  };
}

function write(log: Log, value: object): void {
  if (log.lastNumber !== undefined) log.lastNumber++;
  const { lastNumber: number } = log;
  log.pending += `${number === undefined ? JSON.stringify(value) : numberedLine(value, number)}\n`;
  wake(log);
}

/** At most once a second: while outcomes arrive, the file is written to anyway. */
function showTime(log: Log): void {
  const now = log.clock.now();
  if (now - log.writtenAt < preciseMs) return;
  try {
    const seconds = log.clock.date() / 1000;
    utimesSync(log.path, seconds, seconds);
  } catch (cause) {
    throw cannotWrite(log.path, cause);
  }
  log.writtenAt = now;
}

const preciseMs = 1000;

/** Resolves when everything written so far is on disk. @throws {JournalError} */
function sync(log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    log.waiting.push({ resolve, reject });
    log.stopCollecting();
    wake(log);
  });
}

function wake(log: Log): void {
  if (log.isDraining) return;
  log.isDraining = true;
  queueMicrotask(() => drain(log));
}

// One write at a time, with all entries that were added since the last one: a write for each
// outcome would take longer than sending its row.
async function drain(log: Log): Promise<void> {
  while (log.pending !== '' || log.waiting.length > 0) {
    if (log.waiting.length === 0) await collect(log);
    const text = log.pending;
    const served = log.waiting;
    log.pending = '';
    log.waiting = [];
    try {
      if (log.broken !== undefined) throw log.broken;
      if (text !== '') {
        await log.file.appendFile(text);
        log.writtenAt = log.clock.now();
      }
      if (served.length > 0) await log.file.datasync();
      for (const { resolve } of served) resolve();
    } catch (cause) {
      // After a failed write the end of the file is unknown, so nothing more is written.
      log.broken ??= cannotWrite(log.path, cause);
      for (const { reject } of served) reject(log.broken);
    }
  }
  log.isDraining = false;
}

const collectMs = 5;

/** Lets further entries arrive until somebody waits for them. */
function collect(log: Log): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, collectMs);
    log.stopCollecting = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
