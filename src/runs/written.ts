// Reads from journals what a run has written, and the values that it replaced. Must not know what the rows are.
import { type BeforeChange, type JournalEntry, type RowChange, rowsOf } from './entry.ts';
import { type RowFile, type SavedList, savedList } from './row-file.ts';

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

export interface RunEffects {
  /** What rows have changed, in their order; of a row whose outcome is unknown, what it may have changed. */
  readonly changed: SavedList<RowChange>;
  readonly created: SavedList<CreatedRow>;
  /** The rows that have changed a record, and whose old values were not saved. */
  readonly unsaved: readonly { readonly row: number; readonly id: string | undefined }[];
}

/** Where values are saved until they are asked for: texts of many rows do not fit into memory. */
export type FieldStore = Pick<RowFile, 'append' | 'read'>;

/** Saves which fields have a value, and no text. */
export function createTextlessStore(): FieldStore {
  const saved: BeforeChange['fields'][] = [];
  return {
    append(value) {
      const fields = Object.entries(value as BeforeChange['fields']).map(([field, { from, to }]) => {
        return [field, { from: typeof from === 'string' ? '' : from, to: to === null ? null : '' }] as const;
      });
      return saved.push(Object.fromEntries(fields)) - 1;
    },
    read: (at) => saved[at],
  };
}

interface WrittenRow {
  readonly number: number;
  id?: string | undefined;
  did?: 'created' | 'changed';
  /** Where it is saved what the requests of the row have changed, or may have changed. */
  readonly sent: number[];
  resource?: string;
  /** What the next request of the row changes. */
  next?: { readonly resource: string; readonly id: string; readonly saved: number } | undefined;
  isInDoubt: boolean;
}

/**
 * What a run has written. A record that was sent more than once has the values that its last request replaced.
 * @param entries of the run, or of a part of it
 * @param first the number of the first row: rows are counted from it
 * @param store is used for as long as the result is
 */
export async function readWritten(
  entries: AsyncIterable<JournalEntry>,
  store: FieldStore,
  first = 1,
): Promise<RunEffects> {
  return sorted(await readRows(entries, first, store), store);
}

async function readRows(
  entries: AsyncIterable<JournalEntry>,
  first: number,
  store: FieldStore,
): Promise<readonly WrittenRow[]> {
  const rows = new Map<number, WrittenRow>();
  const rowOf = (number: number) => {
    const row = rows.get(number) ?? { number: number - first + 1, sent: [], isInDoubt: false };
    rows.set(number, row);
    return row;
  };
  for await (const entry of entries) {
    if ('change' in entry) {
      const { change, resource, id, fields } = entry;
      const row = rowOf(change);
      resolveDoubt(row);
      row.next = { resource, id, saved: store.append(fields) };
    } else if ('sending' in entry) {
      for (const number of rowsOf(entry.sending)) {
        const row = rows.get(number);
        if (row?.next !== undefined) row.isInDoubt = true;
      }
    } else if ('unsent' in entry) {
      for (const number of rowsOf(entry.unsent)) forget(rows.get(number));
    } else if ('row' in entry) take(rowOf(entry.row), entry);
  }
  for (const row of rows.values()) resolveDoubt(row);
  return [...rows.values()].sort((one, other) => one.number - other.number);
}

/** A request without an outcome may have taken effect. */
function resolveDoubt(row: WrittenRow): void {
  if (row.isInDoubt && row.next !== undefined) {
    const { resource, id, saved } = row.next;
    row.sent.push(saved);
    Object.assign(row, { resource, id });
  }
  forget(row);
}

function forget(row: WrittenRow | undefined): void {
  if (row === undefined) return;
  row.next = undefined;
  row.isInDoubt = false;
}

function take(row: WrittenRow, { did, id }: Extract<JournalEntry, { readonly did: string }>): void {
  if (did === 'failed') forget(row);
  if (did === 'created') row.did = 'created';
  else if (did === 'updated' || did === 'placed') row.did ??= 'changed';
  else return;
  row.id = id ?? row.id;
  resolveDoubt(row);
}

function sorted(rows: readonly WrittenRow[], store: FieldStore): RunEffects {
  const isCreated = ({ did }: WrittenRow) => did === 'created';
  const isChanged = ({ did, resource, id }: WrittenRow) =>
    did !== 'created' && resource !== undefined && id !== undefined;
  const fieldsOf = ({ sent }: WrittenRow): BeforeChange['fields'] =>
    Object.assign({}, ...sent.map((saved) => store.read(saved)));
  return {
    changed: savedList(rows.filter(isChanged), (row) => {
      const { number, resource = '', id = '' } = row;
      return { row: number, resource, id, fields: fieldsOf(row) };
    }),
    created: savedList(rows.filter(isCreated), (row) => ({ row: row.number, id: row.id, fields: fieldsOf(row) })),
    unsaved: rows.filter((row) => row.did === 'changed' && !isChanged(row)).map(({ number: row, id }) => ({ row, id })),
  };
}
