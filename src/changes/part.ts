// Owns what a run does to the records of one kind: how its rows find them, and when they may not be sent.
import type { Client } from '../client/client.ts';
import type { Journal } from '../runs/journal.ts';
import type { ChangeSet } from './change-set.ts';
import type { Ledger } from './ledger.ts';
import type { OutcomeWords } from './outcomes.ts';

/** How the records of an event are read. */
export interface Scope {
  readonly client: Pick<Client, 'pages'>;
  readonly signal?: AbortSignal | undefined;
}

export interface Part {
  readonly set: ChangeSet;
  readonly words: OutcomeWords;
  /** Whether another value than the planned one is a conflict. */
  readonly hasBase: boolean;
  /** Whether a record that exists already is left alone. */
  readonly skipsExisting: boolean;
  /** Whether to save the id of each record with its row; this takes time and space. */
  readonly saveIds: boolean;
  /** How many rows may be invalid or refused. @param rows how many the run has */
  readonly maxErrors: (rows: number) => number;
  /** Continues with the rows that a run has saved. */
  use(ledger: Ledger): void;
  /**
   * Reads the records of the event, and decides what becomes of each row.
   * @param journal while the rows are sent: only those whose outcome is unknown are looked up
   * @throws {PlenaryError} if that cannot be decided; the signal's reason
   */
  find(scope: Scope, journal?: Pick<Journal, 'recordOutcome'>): Promise<void>;
  /** Decides what becomes of a row whose record another run has created, although the service does not list it. */
  takeExisting?(row: number, id: string | undefined): void;
  /** Called before its rows are sent, when those of earlier parts are done. @throws {PlenaryError} */
  prepare?(scope: Scope): Promise<void>;
  /** Called when all of its rows are done: looks whether the service shows them. */
  confirm?(scope: Scope): Promise<void>;
}

/** How many rows a part has, without those that are left out. */
export function rowsIn({ set: { ledger } }: Pick<Part, 'set'>): number {
  return ledger.size - ledger.count('left-out');
}

/** Whether a part has something to send. */
export function hasChanges({ set: { ledger } }: Pick<Part, 'set'>): boolean {
  return ledger.count('create', 'update') > 0;
}

/** Whether every row of a part was sent; a row that was refused is done. */
export function isDone({ set: { ledger } }: Pick<Part, 'set'>): boolean {
  return ledger.count('create', 'update', 'doubt', 'contested') === 0;
}
