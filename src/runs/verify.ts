// Compares what a run has written with the records of the event: whether the service still has it.
import type { DocumentOf } from '../contract/document.ts';
import { type BeforeChange, type RowChange, writtenValue } from './entry.ts';
import type { CreatedRow, RunEffects } from './history.ts';
import type { rowDifference, verification } from './verify-schema.ts';

export type RowDifference = DocumentOf<typeof rowDifference>;

export type Verification = DocumentOf<typeof verification>;

/** A record as the service lists it. */
export interface SightedRecord {
  readonly id: string;
  readonly name: string;
  /** A field that the service does not show is undefined. */
  readonly values: Readonly<Record<string, unknown>>;
}

type WrittenFields = RowChange | CreatedRow;

/** What was found of a row: no difference, some, or undefined if it cannot be known. */
type RowFinding = readonly RowDifference[] | undefined;

/** Whether a value is still the one that was written. */
export type IsSame = (field: string, now: unknown, wrote: unknown) => boolean;

/** Reads all records once. */
export async function verify(
  { changed, created, unsaved }: RunEffects,
  records: AsyncIterable<SightedRecord> | Iterable<SightedRecord>,
  isSame: IsSame,
): Promise<Verification> {
  const findings: RowFinding[] = [];
  const places = new Map<string, { readonly at: number; readonly written: WrittenFields }>();
  for (const written of [...changed, ...created]) {
    const { row, id } = written;
    const isGone = [{ row, id: id ?? '', name: '', field: null, wrote: null, now: null }];
    const at = findings.push(id === undefined ? undefined : isGone) - 1;
    if (id !== undefined) places.set(id, { at, written });
  }
  for await (const record of records) {
    const place = places.get(record.id);
    if (place !== undefined) findings[place.at] = compare(place.written, record, isSame);
  }
  return summarize([...findings, ...unsaved.map(() => undefined)]);
}

function compare(
  { row, fields }: WrittenFields,
  record: SightedRecord,
  isSame: IsSame,
): RowFinding {
  const found = differences({ row, id: record.id, name: record.name }, fields, record, isSame);
  const hasHidden = Object.keys(fields).some((field) => record.values[field] === undefined);
  return found.length === 0 && hasHidden ? undefined : found;
}

function differences(
  row: Pick<RowDifference, 'row' | 'id' | 'name'>,
  fields: BeforeChange['fields'],
  { values }: SightedRecord,
  isSame: IsSame,
): readonly RowDifference[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const now = values[field];
    const isWritten = isSame(field, now, value.to) || isSame(field, now, writtenValue(value));
    return now === undefined || isWritten ? [] : [{ ...row, field, wrote: value.to, now }];
  });
}

function summarize(findings: readonly RowFinding[]): Verification {
  const known = findings.filter((finding) => finding !== undefined);
  const gone = known.filter((finding) => finding.some(({ field }) => field === null)).length;
  const same = known.filter((finding) => finding.length === 0).length;
  const different = known.length - same - gone;
  return {
    counts: {
      rows: findings.length,
      same,
      different,
      gone,
      unknown: findings.length - known.length,
    },
    differences: known.flat().sort((one, other) => one.row - other.row),
  };
}
