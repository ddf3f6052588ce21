// Owns what a run has sent, as part of what a program was. Must not know files.

import type { FieldValues } from '../changes/change.ts';
import type { FileResource } from '../contract/endpoint.ts';
import { isSameCell } from './merge.ts';
import type { ProgramRecord, Records } from './records.ts';

/** The values that a run has sent, by the id of their record. */
export type SentValues = Readonly<
  Record<FileResource, { get(id: string): FieldValues | undefined } | undefined>
>;

/** What a run has sent. */
export interface Sent {
  readonly values: SentValues;
  /** Whether the values were in the files, as opposed to another file or the command line. */
  readonly isOfFiles: boolean;
  /** Who speaks in new submissions, by their ids: only the folder saves it. */
  readonly speakers?: ReadonlyMap<string, readonly string[]> | undefined;
}

interface SentRecords {
  /** Undefined without any. */
  readonly sent: SentValues[FileResource];
  readonly service: Records;
}

/** What was sent and is in the service is the new base: the files may have been edited since. */
export function withSent(
  base: Records,
  { sent, service }: SentRecords,
  timeZone: string | undefined,
): Records {
  if (sent === undefined) return base;
  const records = new Map<string, ProgramRecord>(base);
  for (const [id, { values: there }] of service) {
    const entries = Object.entries(sent.get(id) ?? {}).map(
      ([field, value]) => [field, value ?? ''] as const,
    );
    // Of what the service does not show, what was sent is what it has.
    const agreed = entries.filter(([field, value]) =>
      isSameCell(field, value, there[field] ?? value, timeZone),
    );
    const before = base.get(id);
    if (agreed.length > 0)
      records.set(id, { ...before, values: { ...before?.values, ...Object.fromEntries(agreed) } });
  }
  return records;
}

/** The records of the service, with what it does not show of what was sent. */
export function withHidden({ sent, service }: SentRecords): Records {
  if (sent === undefined) return service;
  const records = new Map<string, ProgramRecord>(service);
  for (const [id, record] of service) {
    const hidden = Object.entries(sent.get(id) ?? {}).flatMap(([field, value]) =>
      record.values[field] === undefined ? [[field, value ?? ''] as const] : [],
    );
    if (hidden.length > 0)
      records.set(id, { ...record, values: { ...record.values, ...Object.fromEntries(hidden) } });
  }
  return records;
}
