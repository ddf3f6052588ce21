// Owns what a run does to the records of one kind: how its rows find them, what messages call them,
// and when they may not be sent.

import type { Body } from '../changes/change.ts';
import type { Client, RecordData } from '../client/client.ts';
import type { Endpoint, Operation, Resource } from '../contract/endpoint.ts';
import type { PlenaryError } from '../errors.ts';
import type { RecordMemory, RowOutcome } from './entry.ts';
import type { OutcomeLog } from './journal.ts';
import { isCounted, type RowFault, type RunRow } from './row.ts';
import { countedRows, type Rows } from './rows.ts';

/** How the records of an event are read. */
export interface Scope {
  readonly client: Pick<Client, 'pages'>;
  readonly signal?: AbortSignal | undefined;
  /**
   * The ids of the records of a kind that this computer has created, by the mark of the key of
   * their row.
   */
  readonly created?: (resource: string) => Promise<ReadonlyMap<string, string>>;
  /** What this computer has written to records of a kind, by id. */
  readonly memory?: (resource: string) => Promise<ReadonlyMap<string, RecordMemory>>;
}

export interface Part {
  readonly resource: Resource;
  readonly event: string;
  readonly rows: Rows;
  /** Creates a record; sessions are not created, but placed. */
  readonly endpoint?: Endpoint;
  /** Updates a record, or places a session. */
  readonly update: Endpoint;
  /** Takes away what `update` sets, in rows whose values are all null; a service may lack it. */
  readonly removal?: Operation;
  /** The faults of rows whose values remain, because the service lacks the removal. */
  remains?: readonly RowFault[];
  /**
   * Whether rows change existing records: one that is there, but not listed, is not left alone in
   * silence.
   */
  readonly changesRecords?: boolean;
  /** What the journal says of an update. */
  readonly did: Extract<RowOutcome['did'], 'updated' | 'placed'>;
  /** The fields that a creation cannot set; a new record gets them by an update. */
  readonly updateOnly: readonly string[];
  /**
   * Whether the service reports of a creation if its idempotency key was new: then no other machine
   * creates it again.
   */
  honorsKeys?: boolean;
  readonly words: OutcomeWords;
  /** Whether another value than the planned one is a conflict. */
  readonly hasBase: boolean;
  /** How many rows may be invalid or refused. @param rows how many the run has */
  readonly maxErrors: (rows: number) => number;
  /** Continues with the rows that a run has saved: what they want is decided. */
  use(saved: readonly RunRow[]): void;
  /**
   * Reads the records of the event, and decides what becomes of each row.
   * @throws {PlenaryError} if that cannot be decided; the signal's reason
   */
  find(scope: Scope): Promise<void>;
  /**
   * Reads them again while rows are sent, and decides what became of those that are unknown.
   * @throws as `find`
   */
  lookUp(scope: Scope, journal: OutcomeLog): Promise<void>;
  /** Whether the event has a record with this id, as far as its list was read. */
  readonly isListed?: ((id: string) => boolean) | undefined;
  /** The updates of rows in waves that the service accepts; undefined if any order is right. */
  order?(rows: readonly RunRow[]): readonly (readonly OrderedUpdate[])[];
  /**
   * The updates that cannot be sent because of rows that remain, each with the row that it would
   * need to be gone.
   */
  held?(
    rows: readonly RunRow[],
    remaining: readonly RunRow[],
  ): readonly { readonly row: RunRow; readonly holder: RunRow }[];
  /**
   * Called before its rows are sent, when those of earlier parts are done.
   * @throws {PlenaryError}
   */
  prepare?(scope: Scope): Promise<void>;
  /**
   * Called with each record that the run creates, as the service returns it.
   * @throws {PlenaryError} to stop the run
   */
  created?(record: RecordData): void;
  /** Called when its rows were sent: looks whether the service shows those that are done. */
  confirm?(scope: Scope): Promise<void>;
  /** What the service then shows otherwise. */
  unconfirmed?: readonly RowFault[];
}

/** An update of one wave, which needs only updates of earlier waves. */
export interface OrderedUpdate {
  readonly row: RunRow;
  readonly fields: Body;
  /** Whether another update of the row follows, which sets its own values. */
  readonly isInterim: boolean;
  /** What must be done before. */
  readonly after: readonly OrderedUpdate[];
}

/** What is wrong with rows that were sent, in words. */
export interface OutcomeWords {
  /** The service has refused the row. */
  refused(row: RunRow, error: PlenaryError): readonly RowFault[];
  /** The service cannot take away what the row is about, or what the holder is about. */
  remaining?(row: RunRow, holder: RunRow | undefined): RowFault;
  /** It is unknown whether the request took effect. */
  doubtful(row: RunRow, isCreation: boolean, error: PlenaryError): RowFault;
  /** The error that stops the run because the service fails to create its first record. */
  failed?(row: RunRow, error: PlenaryError): PlenaryError;
  /** The error that stops the run. @param rows how many are invalid or were refused */
  tooMany(rows: number): PlenaryError;
}

/** How many rows a part has, as far as they are counted. */
export function rowsIn({ rows }: Pick<Part, 'rows'>): number {
  return countedRows(rows);
}

/** Whether its file is applied, and changes nothing. */
export function isIdle({ rows }: Pick<Part, 'rows'>): boolean {
  return rows.length > 0 && rows.count('untouched') === rows.length;
}

/** How many rows of its file these are: one with several people is a row of the part for each. */
export function fileRowsIn({ rows }: Pick<Part, 'rows'>): number {
  const numbers = new Set<number>();
  for (const { row, state } of rows) if (isCounted(state)) numbers.add(row);
  return numbers.size;
}

/** Whether every row of a part was sent; a row that was refused is done. */
export function isDone({ rows }: Pick<Part, 'rows'>): boolean {
  return rows.count('create', 'update', 'unknown') === 0;
}

/** The rows whose records have interim values: their own were not sent yet, or were refused. */
export function interimRows({ rows }: Pick<Part, 'rows'>): readonly RunRow[] {
  const open = [...rows.in('update', 'unknown', 'failed')];
  return open.filter(({ note }) => note.interim?.isDone === true);
}
