// Owns which statuses are refused: unknown words, and values that are probably misspelled. Must not
// know requests.

import type { FieldValues } from '../changes/change.ts';
import { keyText } from '../contract/key.ts';
import { isRecommended, statuses } from '../contract/statuses.ts';
import { type Batch, reject } from './batch.ts';
import type { EventRecords } from './event-records.ts';
import { type Fault, newStatus, unknownStatus } from './record-faults.ts';

/** @returns a function that finds what is wrong with the status among the values of a row */
export function statusChecker(batch: Batch, { all }: EventRecords) {
  const { endpoint, statusWords, checksStatuses, allowsNewValues } = batch;
  const ofRecords = statuses[endpoint.resource];
  const seen = new Set(all.flatMap((record) => keyText(record[ofRecords.field]) ?? []));
  return (values: FieldValues): readonly Fault[] => {
    const status = values[ofRecords.field];
    if (!checksStatuses || status == null || seen.has(status)) return [];
    if (isRecommended(ofRecords, status)) return [];
    const isUnknown = statusWords !== undefined && statusWords.statusOf(status) === undefined;
    if (isUnknown) return [unknownStatus(ofRecords.field, status)];
    return allowsNewValues ? [] : [newStatus(endpoint, status, seen)];
  };
}

/** Rejects the rows of new records that have such a status. */
export function rejectNewStatuses(batch: Batch, event: EventRecords): void {
  const statusFaults = statusChecker(batch, event);
  for (const row of batch.rows.in('create')) {
    const faults = statusFaults(row.fields);
    if (faults.length > 0) reject(batch, row, faults);
  }
}
