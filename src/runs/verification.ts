// Owns the form in which a check reports whether the service still has what a run wrote. Must not know what the rows are.

/** A value that differs from what the run wrote, or a record that is gone. */
export interface RowDifference {
  readonly row: number;
  readonly id: string;
  /** Of the record: a title or the name of a person. */
  readonly name: string;
  /** Null if the record is gone. */
  readonly field: string | null;
  readonly wrote: unknown;
  readonly now: unknown;
}

export interface Verification {
  /** The numbers after `rows` add up to it. */
  readonly counts: {
    /** How many rows have written something. */
    readonly rows: number;
    readonly same: number;
    readonly different: number;
    /** The service does not list the record. */
    readonly gone: number;
    /** What was written was not saved, or the service does not show it. */
    readonly unknown: number;
  };
  readonly differences: readonly RowDifference[];
}

/** What was found of a row: no difference, some, or undefined if it cannot be known. */
export type RowFinding = readonly RowDifference[] | undefined;

export function summarize(findings: readonly RowFinding[]): Verification {
  const known = findings.filter((finding) => finding !== undefined);
  const gone = known.filter((finding) => finding.some(({ field }) => field === null)).length;
  const same = known.filter((finding) => finding.length === 0).length;
  const different = known.length - same - gone;
  return {
    counts: { rows: findings.length, same, different, gone, unknown: findings.length - known.length },
    differences: known.flat().sort((one, other) => one.row - other.row),
  };
}
