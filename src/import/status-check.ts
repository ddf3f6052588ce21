// Owns which statuses are refused: unknown words, and values that are probably misspelled. Must not
// know requests.

import type { FieldValues } from '../changes/change.ts';
import { keyText } from '../contract/key.ts';
import { isRecommended, statuses } from '../contract/statuses.ts';
import { type Batch, reject } from './batch.ts';
import type { EventRecords } from './event-records.ts';
import { type Fault, newStatus, unknownStatus } from './record-faults.ts';

export interface StatusCheck {
  /** What is wrong with the status among the values of a row. */
  faultsIn(values: FieldValues): readonly Fault[];
  /** Rejects the rows of new records that have such a status. */
  rejectCreations(): void;
}

export function createStatusCheck(batch: Batch, { all }: EventRecords): StatusCheck {
  const { endpoint, statusWords, rows, checksStatuses, allowsNewValues } = batch;
  const ofRecords = statuses[endpoint.resource];
  const seen = new Set(all.flatMap((record) => keyText(record[ofRecords.field]) ?? []));

  function faultsIn(values: FieldValues): readonly Fault[] {
    const status = values[ofRecords.field];
    if (!checksStatuses || status == null || seen.has(status)) return [];
    if (isRecommended(ofRecords, status)) return [];
    const isUnknown = statusWords !== undefined && statusWords.statusOf(status) === undefined;
    if (isUnknown) return [unknownStatus(ofRecords.field, status)];
    return allowsNewValues ? [] : [newStatus(endpoint, status, seen)];
  }

  return {
    faultsIn,
    rejectCreations() {
      for (const row of rows.in('create')) {
        const faults = faultsIn(row.fields);
        if (faults.length > 0) reject(batch, row, faults);
      }
    },
  };
}
