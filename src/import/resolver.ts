// Owns what the rows of a batch are resolved with: the names of all records, the statuses, and the
// feedback of the template. Must not know which record a row means.

import type { FieldValues } from '../changes/change.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { recordName } from '../columns/record-name.ts';
import { comparedTitle, foldKey, keyText, nameFieldOf } from '../contract/key.ts';
import { type RunRow, rowPlace } from '../runs/row.ts';
import { type Batch, warn } from './batch.ts';
import type { EventRecords } from './event-records.ts';
import type { NoFeedback } from './feedback-template.ts';
import { emptyPlaceholders, type Fault } from './record-faults.ts';
import { statusChecker } from './status-check.ts';

/** How the matches of rows are resolved. */
export interface Resolver {
  readonly batch: Batch;
  /** What is wrong with the status among the values of a row. */
  readonly statusFaults: ReturnType<typeof statusChecker>;
  /** All records by their titles or addresses. */
  readonly byName: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  /** Why a row does not get the feedback of the template. */
  readonly withoutFeedback: Map<RunRow, NoFeedback>;
}

export function createResolver(batch: Batch, event: EventRecords): Resolver {
  return {
    batch,
    statusFaults: statusChecker(batch, event),
    byName: recordsByName(batch, event),
    withoutFeedback: new Map(),
  };
}

/** The fields of a row, with feedback from the template. */
export function withFeedback(
  { batch, withoutFeedback }: Resolver,
  row: RunRow,
  record: RecordData,
  matchedBy: readonly string[],
): { readonly fields: FieldValues } | { readonly faults: readonly Fault[] } {
  const filled = batch.feedbackFor?.(row, record, matchedBy);
  withoutFeedback.delete(row);
  if (filled === undefined) return { fields: row.fields };
  if ('reason' in filled) {
    withoutFeedback.set(row, filled.reason);
    return { fields: row.fields };
  }
  if ('text' in filled) return { fields: { ...row.fields, feedback: filled.text } };
  return { faults: [emptyPlaceholders(filled.empty)] };
}

export function noteFeedback({ batch, withoutFeedback }: Resolver, row: RunRow): void {
  const reason = withoutFeedback.get(row);
  if (reason !== undefined) warn(batch, { ...rowPlace(row), ...reason, field: 'feedback' });
}

function recordsByName(batch: Batch, { all }: EventRecords): Resolver['byName'] {
  const byName = new Map<string, { readonly id: string; readonly name: string }>();
  const nameField = nameFieldOf(batch.endpoint);
  for (const record of all) {
    const id = recordId(record, batch.resource);
    const name = comparedName(nameField, record[nameField]);
    if (id === undefined || name === undefined) continue;
    byName.set(name, { id, name: recordName(batch.resource, record) });
  }
  return byName;
}

function comparedName(nameField: string, value: unknown): string | undefined {
  if (nameField === 'title') return comparedTitle(value);
  const text = keyText(value);
  return text === undefined ? undefined : foldKey(text);
}
