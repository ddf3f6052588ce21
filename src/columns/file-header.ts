// Owns what is known of a file's header while its columns are mapped: the file, what the user says
// of its columns, and which of them may mean what. Must not decide it.
import type { Row } from '../files/table.ts';
import type { Cells } from './cell-evidence.ts';
import type { KnownHeader } from './header-fields.ts';
import type { FileKind } from './vocabulary/file-kinds.ts';

export interface FileHeader {
  /** The name of the file, for messages. */
  readonly file: string;
  readonly columns: readonly string[];
  /** The line of the header; 1 if undefined. */
  readonly headerLine?: number | undefined;
  /** What the file has rows of. */
  readonly kind: FileKind;
  /** All rows. */
  readonly rows?: readonly Row[] | undefined;
  /** Whether each record of the format names its cells, as in JSON. */
  readonly hasNamedCells?: boolean | undefined;
  /** The user's mapping: `Column=target` each, or `Column=` to leave the column out. */
  readonly map: readonly string[];
  /** Whether no flag maps the columns of this file, so that they must be renamed instead. */
  readonly mustRename?: boolean | undefined;
}

/**
 * By target, the fields that it fills: a field's name fills that field, and `name` fills the first
 * and the last name.
 */
export type Targets = ReadonlyMap<string, readonly string[]>;

/**
 * By a column's index: the target that the user gives it, or undefined for a column to leave out.
 */
export type UserMapping = ReadonlyMap<number, string | undefined>;

/** A header whose columns are matched to targets. */
export interface MatchableHeader extends FileHeader {
  readonly userMapping: UserMapping;
  readonly targets: Targets;
  /** The first cells of each column; none if there is no sample. */
  readonly cells: readonly Cells[];
  readonly rows: readonly Row[];
  /** Whether this program wrote the file, so that its headers are names of fields. */
  readonly isOwnOutput: boolean;
}

/** A column that may mean a target. */
export interface ColumnMatch extends KnownHeader {
  readonly index: number;
  /** The header. */
  readonly column: string;
  /** The user chose it. */
  readonly isGiven: boolean;
}
