// Compares what a run has written to speakers or submissions with the records of the event.
import type { Client, RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { recordName } from '../columns/record-name.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { BeforeChange } from '../runs/entry.ts';
import { type RowDifference, type RowFinding, summarize, type Verification } from '../runs/verification.ts';
import type { Written } from '../runs/written.ts';
import { isSameValue } from './compare.ts';
import { listRecords } from './match.ts';

interface VerifyOptions {
  readonly client: Pick<Client, 'pages'>;
  /** The creation of the records. */
  readonly endpoint: Endpoint;
  readonly event: string;
}

/** Reads all records of the event once. */
export async function verifyRecords(
  { changed, created, unsaved }: Written,
  { client, endpoint, event }: VerifyOptions,
): Promise<Verification> {
  const rows = [...changed, ...created];
  const wanted = new Set(rows.map(({ id }) => id));
  const found = new Map<string, RecordData>();
  for await (const record of listRecords({ endpoint, event }, { client })) {
    const id = recordId(record, endpoint.resource);
    if (id !== undefined && wanted.has(id)) found.set(id, record);
  }
  const findings = rows.map(({ row, id, fields }): RowFinding => {
    if (id === undefined) return undefined;
    const record = found.get(id);
    if (record === undefined) return [{ row, id, name: '', field: null, wrote: null, now: null }];
    const differences = differencesOf({ row, id, name: recordName(endpoint.resource, record) }, fields, record);
    const hasHidden = Object.keys(fields).some((field) => record[field] === undefined);
    return differences.length === 0 && hasHidden ? undefined : differences;
  });
  return summarize([...findings, ...unsaved.map(() => undefined)]);
}

function differencesOf(
  row: Pick<RowDifference, 'row' | 'id' | 'name'>,
  fields: BeforeChange['fields'],
  record: RecordData,
): readonly RowDifference[] {
  return Object.entries(fields).flatMap(([field, { to: wrote }]) => {
    const now = record[field];
    return now === undefined || isSameValue(now, wrote, field) ? [] : [{ ...row, field, wrote, now }];
  });
}
