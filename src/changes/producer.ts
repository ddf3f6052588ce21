// Owns what a run is given: what makes its changes, how it is sent, and what it reports.
import type { Client } from '../client/client.ts';
import type { RunHeader, Target } from '../runs/entry.ts';
import type { Runs } from '../runs/folder.ts';
import type { WaitOptions } from '../runs/late-requests.ts';
import type { RowFile } from '../runs/row-file.ts';
import type { RunDifference } from '../runs/unfinished.ts';
import type { Part, Scope } from './part.ts';

/** How a run is sent. */
export interface RunOptions extends WaitOptions {
  readonly runs: Runs;
  readonly client: () => Promise<Pick<Client, 'write' | 'pages' | 'concurrency' | 'cancelWaiting'>>;
  /** How many rows may be waiting or in flight. */
  readonly workers: number;
  /** How long after it was sent a request may still take effect: a row in doubt is not sent again sooner. Milliseconds. */
  readonly lateMs: number;
  /** How often rows in doubt are looked up and sent again. */
  readonly retries: number;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly onNotice?: ((notice: RunNotice) => Promise<void>) | undefined;
}

/** What a run reports while it is prepared. */
export type RunNotice =
  | { readonly kind: 'resuming_run'; readonly run: string; readonly startedAt: string }
  /** An earlier run with the same header is unfinished, but its saved rows are damaged: this one replaces it. */
  | { readonly kind: 'damaged_run'; readonly run: string }
  /** An earlier run of this file is unfinished, but differs from this one and is not resumed. */
  | { readonly kind: 'unfinished_run'; readonly run: string; readonly difference: RunDifference }
  /** Rows whose records a recent run has created, and the service does not list; they count as existing. */
  | { readonly kind: 'unlisted_records'; readonly run: string; readonly rows: number; readonly journal: string };

/** Makes the changes of a run. */
export interface Producer<P extends Part> extends Pick<Target, 'event' | 'baseUrl'> {
  /** The kinds of records that it changes: one run at a time does. */
  readonly resources: readonly string[];
  /** Sends nothing, whatever `review` returns. */
  readonly dryRun: boolean;
  /** The run that this one undoes. */
  readonly undoes?: string | undefined;
  /** The run that it continues. Otherwise, an unfinished one with the same header is resumed. */
  readonly resumes?: string | undefined;
  /** Whether the same command makes a new run, because its file says what is to be true. */
  readonly isAlwaysNew?: boolean;
  /** Whether a new run replaces this unfinished one. */
  replaces?(header: RunHeader): boolean;
  /** Reads the rows; those of the run that it continues are filled in afterwards. */
  open(file: RowFile): Promise<readonly P[]>;
  /** Plans the rows of a part that depend on the records of the event, or on earlier parts. */
  plan?(part: P, scope: Scope): Promise<void>;
  /** Whether the last part is sent first, as an undo does. */
  readonly isReversed?: boolean;
  /** Whether a run with refused rows is unfinished: resumed, it sends them again. */
  readonly retriesRefused?: boolean;
  /** Of the run in which the rows are sent. */
  header(run: string): RunHeader;
  /** Called with the plan before anything is sent; if it returns false, nothing is sent. */
  review(plan: RunPlan<P>): Promise<boolean>;
  /** What the journal of a finished run ends with. */
  counts(): object;
  /** Writes the files that report on each row. @param run that has them and can be resumed */
  writeFiles?(run: string): Promise<void>;
  /** Called if it ends with an error, while its rows can still be read. */
  onError?(): Promise<void>;
}

/** What is to be sent. */
export interface RunPlan<P extends Part> {
  readonly parts: readonly P[];
  /** Whether it completes an interrupted run. */
  readonly isResumed: boolean;
}

/** What became of a run. */
export interface Ran<P extends Part> {
  readonly parts: readonly P[];
  /** Undefined if nothing was sent. */
  readonly run: string | undefined;
  /** Whether the plan was carried out, even if there was nothing to send. */
  readonly isWanted: boolean;
  /** What ended it early: a {@link PlenaryError}, or a signal's reason. */
  readonly stoppedBy: unknown;
  /** Whether the run can be resumed. */
  readonly canResume: boolean;
}
