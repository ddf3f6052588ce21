// Owns what a command gives a run, and what a run has: its changes, how they are sent, and what
// became of them.
import type { Client } from '../client/client.ts';
import type { Clock } from '../client/clock.ts';
import type { PlenaryError } from '../errors.ts';
import type { NewRun, RunHeader, Target } from './entry.ts';
import type { Runs } from './folder.ts';
import type { Part, Scope } from './part.ts';
import type { RunDifference } from './unfinished.ts';

/** How a command sends. */
export interface RunSending {
  readonly runs: Runs;
  readonly client: () => Promise<Pick<Client, 'write' | 'pages' | 'concurrency' | 'cancelWaiting'>>;
  readonly clock: Clock;
  /** How many rows may be waiting or in flight. */
  readonly workers: number;
  /**
   * How long after it was sent a request may still take effect: a row in doubt is not sent again
   * sooner. Milliseconds.
   */
  readonly lateMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the length of a wait, in milliseconds. */
  readonly onWait?: ((ms: number) => Promise<void>) | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly onNotice?: ((notice: RunNotice) => Promise<void>) | undefined;
}

/** How a command carries out a task. */
export interface Running<P extends Part> extends RunSending {
  /** As it is typed, without the program's name: its run remembers it. */
  readonly command: string;
  /** Sends nothing, whatever `review` returns. */
  readonly dryRun: boolean;
  /** Called with the plan before anything is sent; if it returns false, nothing is sent. */
  readonly review: (run: Run<P>) => Promise<boolean>;
  /**
   * Called when everything was sent, before the run is marked as ended: if it returns false, or a
   * kill comes first, a resume calls it again.
   */
  readonly finish?: (run: Run<P>) => Promise<boolean>;
}

/** What a run reports while it is prepared. */
export type RunNotice =
  | { readonly kind: 'resuming_run'; readonly run: string; readonly startedAt: string }
  /** The run that is to be resumed has nothing left to do. */
  | { readonly kind: 'ended_run'; readonly run: string }
  /**
   * An earlier run with the same header is unfinished, but its saved rows are damaged or of another
   * version: this one replaces it.
   */
  | { readonly kind: 'damaged_run'; readonly run: string }
  /** Lines of the journal of the run that is resumed are damaged. */
  | {
      readonly kind: 'damaged_lines';
      readonly lines: readonly number[];
      readonly journal: string;
    }
  /** An earlier run of this file is unfinished, but differs from this one and is not resumed. */
  | { readonly kind: 'unfinished_run'; readonly run: string; readonly difference: RunDifference }
  /**
   * Rows whose records a recent run has created, and the service does not list; they count as
   * existing.
   */
  | {
      readonly kind: 'unlisted_records';
      readonly run: string;
      readonly rows: number;
      readonly journal: string;
    }
  /**
   * Rows whose records a recent run has created, and that are listed under another title or
   * address by now; they count as existing.
   */
  | {
      readonly kind: 'renamed_records';
      readonly run: string;
      readonly lines: readonly number[];
    }
  /** A file that reports on the rows could not be written, and nothing was sent. */
  | { readonly kind: 'unwritten_file'; readonly reason: string };

/** What a command gives a run. */
export interface RunTask<P extends Part> extends Pick<Target, 'event' | 'baseUrl'> {
  /** The kinds of records that it changes, in one order for all runs: one run at a time does. */
  readonly resources: readonly string[];
  /** The run that this one undoes. */
  readonly undoes?: string | undefined;
  /** The run that it continues. Otherwise, an unfinished one with the same header is resumed. */
  readonly resumes?: string | undefined;
  /** Whether the same command begins a new run, because its file says what is to be true. */
  readonly isAlwaysNew?: boolean;
  /** Whether a run with refused rows is unfinished: resumed, it sends them again. */
  readonly retriesRefused?: boolean;
  /** Whether a new run replaces this unfinished one. */
  replaces?(header: RunHeader): boolean;
  /** Reads the rows; those of the run that it continues replace them. */
  open(sending: RunSending): Promise<readonly P[]>;
  /** Why the rows may not be sent, as far as is known before the event is read. */
  refusal?(parts: readonly P[]): PlenaryError | undefined;
  /** Plans the rows of a part that depend on the records of the event, or on earlier parts. */
  plan?(part: P, scope: Scope, sending: RunSending): Promise<void>;
  /**
   * Decides which rows of a part of a new run are not sent although their records would change;
   * called once all parts are planned.
   */
  refuse?(part: P): void;
  /** Of a new run. */
  header(parts: readonly P[]): NewRun;
  /** What the journal of a finished run ends with. */
  counts(parts: readonly P[]): object;
  /**
   * Writes the files that report on each row.
   * @param run that has the rows and can be resumed; undefined if nothing was sent
   */
  writeFiles?(parts: readonly P[], run: string | undefined): Promise<void>;
}

/** What a run has: its rows and, in the end, what became of it. */
export interface Run<P extends Part> {
  /** In the order in which they are sent; an undo sends the last one first. */
  readonly parts: readonly P[];
  /** Whether it completes an interrupted run. */
  readonly isResumed: boolean;
  /** Of the run that it completes. */
  readonly header?: RunHeader | undefined;
  /** Its name; undefined if nothing was sent. */
  readonly run?: string | undefined;
  /** Whether the plan was carried out, even if there was nothing to send. */
  readonly isWanted: boolean;
  /** What ended it early: a {@link PlenaryError}, or a signal's reason. */
  readonly stoppedBy?: unknown;
  /** Whether the run can be resumed. */
  readonly canResume: boolean;
}

/** A task, and how it is sent. */
export interface TaskSending<P extends Part> extends Running<P> {
  readonly task: RunTask<P>;
  /** Writes the files that report on each row; only the first call does. */
  writeFiles(run?: string): Promise<void>;
}
