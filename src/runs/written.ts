// Reads from a journal what a run has written, and the values that it replaced. Must not know what the rows are.
import { type BeforeChange, type JournalEntry, type RowChange, rowsOf } from './entry.ts';

/** A record that a run has created. */
export interface CreatedRow {
  readonly row: number;
  /** Undefined if the service did not return it. */
  readonly id: string | undefined;
  /** What the run has set by an update, because a creation cannot set it. */
  readonly fields: BeforeChange['fields'];
}

/** What an undo does not take back, and why. */
export interface FinalRow {
  /**
   * `created` and `placed`: the API can neither delete nor unplace. `not_shown`: the service did not return the old
   * values. `not_saved`: an earlier version of the program did not save them.
   */
  readonly kind: 'created' | 'placed' | 'not_shown' | 'not_saved';
  readonly row: number;
  readonly id: string | undefined;
  /** Of `not_shown`. */
  readonly fields?: readonly string[];
}

export interface Written {
  /** What rows have changed, in their order; of a row whose outcome is unknown, what it may have changed. */
  readonly changed: readonly RowChange[];
  readonly created: readonly CreatedRow[];
  /** The rows that have changed a record, and whose old values were not saved. */
  readonly unsaved: readonly { readonly row: number; readonly id: string | undefined }[];
}

interface WrittenRow {
  id?: string | undefined;
  did?: 'created' | 'changed';
  /** What the requests of the row have changed, or may have changed. */
  readonly sent: Record<string, BeforeChange['fields'][string]>;
  resource?: string;
  /** What the next request of the row changes. */
  next?: BeforeChange | undefined;
  isInDoubt: boolean;
}

/** What the run of a journal has written. A row that was sent more than once has the values that its last request replaced. */
export async function readWritten(entries: AsyncIterable<JournalEntry>): Promise<Written> {
  const rows = new Map<number, WrittenRow>();
  for await (const entry of entries) {
    if ('change' in entry) {
      const { change, ...next } = entry;
      const row = rowOf(rows, change);
      settle(row);
      row.next = next;
    } else if ('sending' in entry) {
      for (const number of rowsOf(entry.sending)) {
        const row = rows.get(number);
        if (row?.next !== undefined) row.isInDoubt = true;
      }
    } else if ('unsent' in entry) {
      for (const number of rowsOf(entry.unsent)) forget(rows.get(number));
    } else if ('row' in entry) take(rowOf(rows, entry.row), entry);
  }
  return sorted(rows);
}

function rowOf(rows: Map<number, WrittenRow>, number: number): WrittenRow {
  const row = rows.get(number) ?? { sent: {}, isInDoubt: false };
  rows.set(number, row);
  return row;
}

/** A request without an outcome may have taken effect. */
function settle(row: WrittenRow): void {
  if (row.isInDoubt && row.next !== undefined) apply(row, row.next);
  forget(row);
}

function forget(row: WrittenRow | undefined): void {
  if (row === undefined) return;
  row.next = undefined;
  row.isInDoubt = false;
}

function apply(row: WrittenRow, { resource, id, fields }: BeforeChange): void {
  Object.assign(row.sent, fields);
  Object.assign(row, { resource, id });
}

function take(row: WrittenRow, { did, id }: Extract<JournalEntry, { readonly did: string }>): void {
  if (did === 'failed') forget(row);
  if (did === 'created') row.did = 'created';
  else if (did === 'updated' || did === 'placed') row.did ??= 'changed';
  else return;
  row.id = id ?? row.id;
  settle(row);
}

function sorted(rows: ReadonlyMap<number, WrittenRow>): Written {
  const changed: RowChange[] = [];
  const created: CreatedRow[] = [];
  const unsaved: { row: number; id: string | undefined }[] = [];
  for (const [row, written] of [...rows].sort(([one], [other]) => one - other)) {
    settle(written);
    const { id, did, resource, sent: fields } = written;
    if (did === 'created') created.push({ row, id, fields });
    else if (resource !== undefined && id !== undefined) changed.push({ row, resource, id, fields });
    else if (did === 'changed') unsaved.push({ row, id });
  }
  return { changed, created, unsaved };
}
