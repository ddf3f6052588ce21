// Compares what a run has written with the records of the event: whether the service still has it.

import { type FieldChange, writtenValue } from '../changes/change.ts';
import { compareField, shownValue } from '../client/records.ts';
import type { DocumentOf } from '../contract/document.ts';
import type { RunEffects, WrittenRow } from './history.ts';
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

/** Reads all records once. */
export async function verify(
  { changed, created, unsaved }: RunEffects,
  records: AsyncIterable<SightedRecord> | Iterable<SightedRecord>,
): Promise<Verification> {
  // Of each row: no difference, some, or undefined if it cannot be known.
  const findings: ReturnType<typeof differencesOf>[] = [];
  const places = new Map<string, { readonly at: number; readonly written: WrittenRow }>();
  for (const written of [...changed, ...created]) {
    const { row, id } = written;
    const isGone = [{ row, id: id ?? '', name: '', field: null, wrote: null, now: null }];
    const at = findings.push(id === undefined ? undefined : isGone) - 1;
    if (id !== undefined) places.set(id, { at, written });
  }
  for await (const record of records) {
    const place = places.get(record.id);
    if (place !== undefined) findings[place.at] = differencesOf(place.written, record);
  }
  return summarize([...findings, ...unsaved.map(() => undefined)]);
}

function differencesOf(
  { row, fields }: WrittenRow,
  record: SightedRecord,
): readonly RowDifference[] | undefined {
  const { id, name, values } = record;
  const compared = Object.entries(fields).map(([field, value]) => {
    return { field, value, is: compareWritten(values, field, value) };
  });
  const differing = compared.filter(({ is }) => is === 'differs');
  if (differing.length === 0 && compared.some(({ is }) => is === 'hidden')) return undefined;
  return differing.map(({ field, value }) => {
    return { row, id, name, field, wrote: value.to, now: shownValue(values, field) };
  });
}

/** The service may have made another value of what was written. */
function compareWritten(values: SightedRecord['values'], field: string, value: FieldChange) {
  const asSent = compareField(values, field, value.to);
  return asSent === 'differs' ? compareField(values, field, writtenValue(value)) : asSent;
}

function summarize(findings: readonly (readonly RowDifference[] | undefined)[]): Verification {
  const compared = findings.filter((finding) => finding !== undefined);
  const gone = compared.filter((finding) => finding.some(({ field }) => field === null)).length;
  const same = compared.filter((finding) => finding.length === 0).length;
  const different = compared.length - same - gone;
  return {
    counts: {
      rows: findings.length,
      same,
      different,
      gone,
      unknown: findings.length - compared.length,
    },
    differences: compared.flat().sort((one, other) => one.row - other.row),
  };
}
