// Owns what a run has sent, as part of what a program was. Must not know files.

import type { FieldValues } from '../changes/change.ts';
import type { FileResource } from '../contract/endpoint.ts';
import { isSameCell } from './merge.ts';
import type { ProgramRecord, Records } from './records.ts';

/** The values that a run has sent to the records of a kind, by id. */
interface SentValues {
  get(id: string): FieldValues | undefined;
}

/** What a run has sent. */
export interface Sent {
  /** Undefined for a kind of records to which nothing was sent. */
  readonly values: Readonly<Record<FileResource, SentValues | undefined>>;
  /** Whether the values were in the files, as opposed to another file or the command line. */
  readonly isOfFiles: boolean;
  /** Who speaks in new submissions, by their ids: only the folder saves it. */
  readonly speakers?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** What was sent and is in the service is the new base: the files may have been edited since. */
export function withSent(
  base: Records,
  sent: SentValues,
  service: Records,
  timeZone: string | undefined,
): Records {
  const records = new Map<string, ProgramRecord>(base);
  for (const [id, { values: there }] of service) {
    // Of what the service does not show, what was sent is what it has.
    const agreed = valuesSent(sent, id).filter(([field, value]) =>
      isSameCell(field, value, there[field] ?? value, timeZone),
    );
    if (agreed.length > 0) records.set(id, withValues(base.get(id), agreed));
  }
  return records;
}

/**
 * What a run has created, and nobody has seen: what was not sent is as the service shows it. A
 * record that it does not list yet has not been removed.
 */
export function withShown(base: Records, service: Records): Records {
  const records = new Map<string, ProgramRecord>();
  for (const [id, record] of base) {
    const there = service.get(id)?.values;
    if (record.isUnseen !== true) records.set(id, record);
    else if (there)
      records.set(id, { ...record, sent: record.values, values: { ...there, ...record.values } });
  }
  return records;
}

/** With what a run has created since the files of a base were applied. */
export function withUnseen(base: Records, snapshot: Records = new Map()): Records {
  const unseen = [...snapshot].filter(([, { isUnseen }]) => isUnseen === true);
  return new Map([...unseen, ...base]);
}

/** The records of the service, with what it does not show of what was sent. */
export function withHidden(service: Records, sent: SentValues): Records {
  const records = new Map<string, ProgramRecord>(service);
  for (const [id, record] of service) {
    const hidden = valuesSent(sent, id).filter(([field]) => record.values[field] === undefined);
    if (hidden.length > 0) records.set(id, withValues(record, hidden));
  }
  return records;
}

/** The fields of a record that were sent, and their values as cells have them. */
function valuesSent(sent: SentValues, id: string): readonly (readonly [string, string])[] {
  return Object.entries(sent.get(id) ?? {}).map(([field, value]) => [field, value ?? '']);
}

function withValues(
  record: ProgramRecord | undefined,
  values: ReturnType<typeof valuesSent>,
): ProgramRecord {
  return { ...record, values: { ...record?.values, ...Object.fromEntries(values) } };
}
