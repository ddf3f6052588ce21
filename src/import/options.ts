// Owns the options of an import: how a file is read, how its rows find their records, and where it
// reports on them.

import type { Mapping, MappingOptions } from '../columns/mapping.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Delimiter, RowSource } from '../files/table.ts';
import type { Batch, Matching } from './batch.ts';
import type { OneRowPer } from './paper-rows.ts';
import type { RowSinks } from './row-files.ts';
import type { Submitters } from './submitters.ts';

/** What a run saved. */
export interface SavedRun extends Pick<RowSource, 'file' | 'encoding' | 'sha256'> {
  readonly columns: readonly string[];
  readonly delimiter: Delimiter;
  /** The name of the run. */
  readonly run: string;
}

/** How rows find their records. */
export interface RecordsOptions {
  /** A creation: of speakers or of submissions. */
  readonly endpoint: Endpoint;
  readonly event: string;
  /** How rows find their records; `key` if undefined. */
  readonly matching?: Matching | undefined;
  /**
   * Whether rows without a record are created, if they are matched by `record`: those of a program.
   */
  readonly creates?: boolean | undefined;
  /**
   * Whether the changes have the values that were seen before, so that another value now is a
   * conflict.
   */
  readonly hasBase?: boolean | undefined;
  /** The run that this one undoes. */
  readonly undoes?: string | undefined;
  /** What an empty cell does to an existing record; `keep` if undefined. */
  readonly empty?: 'keep' | 'clear' | undefined;
  /**
   * Whether a status must be a recommended one, or that of a record of the event; unless new ones
   * are allowed.
   */
  readonly checksStatuses?: boolean | undefined;
  readonly allowsNewValues?: boolean | undefined;
  /** Whether the list of a service that hides submitters is whole, however long it is. */
  readonly ignoresListLimit?: boolean | undefined;
}

export interface ImportOptions extends RecordsOptions, RowSinks {
  /** That the run begins in, and that it is merged into; absolute. */
  readonly folder?: string | undefined;
  readonly baseUrl: string;
  readonly source: RowSource | SavedRun;
  /** `Column=field` each. */
  readonly map: readonly string[];
  /** The field of each column that such files usually have. `map` comes before it. */
  readonly usualMap?: Readonly<Record<string, string>> | undefined;
  /** Maps the columns that `map` does not name. */
  readonly mapColumns?: ((options: MappingOptions) => Promise<Mapping>) | undefined;
  /** Words of the user that mean a status. Without it, any text is a status. */
  readonly statusMap?: Readonly<Record<string, string>> | undefined;
  /** The template from which feedback is filled. */
  readonly feedbackTemplate?: { readonly file: string; readonly text: string } | undefined;
  /** The address for rows without one; of submissions only. */
  readonly submitterEmail?: string | undefined;
  /** The hash of the file that `submitters` takes addresses from. */
  readonly speakersSha256?: string | undefined;
  /** Gives addresses to rows of a file without one. The rows that a run saved have them. */
  readonly submitters?: Submitters | undefined;
  /** Finds records by what rows have beside their keys. */
  readonly findExisting?: Batch['findExisting'];
  /** What each row of submissions is; decided by ids and abstracts, if undefined. */
  readonly oneRowPer?: OneRowPer | undefined;
  /** Whether valid rows are sent although others are invalid. */
  readonly skipInvalid: boolean;
  /** How many rows may be invalid or refused. @param rows how many rows there are */
  readonly maxErrors: (rows: number) => number;
}
