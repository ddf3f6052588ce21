// Compares what a run has written to speakers or submissions with the records of the event.
import type { Client, RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { recordName } from '../columns/record-name.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { isSameValue } from '../contract/likeness.ts';
import type { BeforeChange, RowChange } from '../runs/entry.ts';
import type { SavedList } from '../runs/row-file.ts';
import { type RowDifference, type RowFinding, summarize, type Verification } from '../runs/verification.ts';
import type { CreatedRow, RunEffects } from '../runs/written.ts';
import { listRecords } from './match.ts';

interface VerifyOptions {
  readonly client: Pick<Client, 'pages'>;
  /** The creation of the records. */
  readonly endpoint: Endpoint;
  readonly event: string;
}

type WrittenFields = RowChange | CreatedRow;

/** Reads all records of the event once. Only differences are in memory. */
export async function verifyRecords(
  { changed, created, unsaved }: RunEffects,
  { client, endpoint, event }: VerifyOptions,
): Promise<Verification> {
  const findings: RowFinding[] = [];
  const places = new Map<string, { readonly at: number; readonly read: () => WrittenFields | undefined }>();
  for (const rows of [changed, created] as readonly SavedList<WrittenFields>[]) {
    for (const [index, { row, id }] of numbered(rows)) {
      const isGone = [{ row, id: id ?? '', name: '', field: null, wrote: null, now: null }];
      const at = findings.push(id === undefined ? undefined : isGone) - 1;
      if (id !== undefined) places.set(id, { at, read: () => rows.at(index) });
    }
  }
  for await (const record of listRecords({ endpoint, event }, { client })) {
    const place = places.get(recordId(record, endpoint.resource) ?? '');
    const written = place?.read();
    if (place !== undefined && written !== undefined) findings[place.at] = compare(endpoint, written, record);
  }
  return summarize([...findings, ...unsaved.map(() => undefined)]);
}

function* numbered<T>(values: Iterable<T>): IterableIterator<[index: number, value: T]> {
  let index = 0;
  for (const value of values) yield [index++, value];
}

function compare({ resource }: Endpoint, { row, id = '', fields }: WrittenFields, record: RecordData): RowFinding {
  const differences = differencesOf({ row, id, name: recordName(resource, record) }, fields, record);
  const hasHidden = Object.keys(fields).some((field) => record[field] === undefined);
  return differences.length === 0 && hasHidden ? undefined : differences;
}

function differencesOf(
  row: Pick<RowDifference, 'row' | 'id' | 'name'>,
  fields: BeforeChange['fields'],
  record: RecordData,
): readonly RowDifference[] {
  return Object.entries(fields).flatMap(([field, { to: wrote }]) => {
    const now = record[field];
    return now === undefined || isSameValue(field, now, wrote) ? [] : [{ ...row, field, wrote, now }];
  });
}
