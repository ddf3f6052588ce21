// Decides which record of an event each row means. It sees the rows and the records of one kind
// together, because a record belongs to one row. Pure: it knows neither requests nor files.
import { type RecordData, recordId } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { grouped } from '../contract/grouped.ts';
import { keyText } from '../contract/key.ts';
import { isMasked } from '../contract/private-fields.ts';
import type { Change } from './change.ts';
import { type By, keyMark, textsOf } from './names.ts';

/**
 * What a row means.
 *
 * - `none`: no record has its id, its key or its title
 * - `one`: this record, and no other row means it
 * - `open`: these rows name these records, and which one belongs to which row is unknown
 */
export type Match<Row> =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly by: By; readonly record: RecordData }
  | {
      readonly kind: 'open';
      readonly by: By;
      readonly rows: readonly Row[];
      readonly records: readonly RecordData[];
    };

export interface MatchTerms {
  /** Creates the records. */
  readonly endpoint: Endpoint;
  /** Of each record that a row may mean. */
  readonly records: readonly RecordData[];
  /** Which fields of a key the service shows in any record. */
  readonly shown: ReadonlySet<string>;
  /** Whether a row may mean a record that has its title and shows another key. */
  readonly matchesTitles: boolean;
  /** The ids of records that this computer has created, by the mark of the key of their row. */
  readonly created: ReadonlyMap<string, string>;
}

/**
 * Matches rows with records: by their ids; then by their keys, or, of records that do not show
 * them, by what this computer has created; and else by their titles. A record that was created for
 * another row is not that of a title.
 */
export function matchRecords<Row extends Pick<Change, 'names'>>(
  rows: readonly Row[],
  terms: MatchTerms,
): ReadonlyMap<Row, Match<Row>> {
  const matches = new Map<Row, Match<Row>>();
  const listed = indexRecords(terms);
  for (const row of rows) {
    const match = certainMatch(row, listed, terms);
    if (match !== undefined) matches.set(row, match);
  }
  const claimed = new Set(
    [...matches.values()].flatMap((match) => (match.kind === 'one' ? [match.record] : [])),
  );
  const titled = rows.filter((row) => !matches.has(row) && row.names.title !== undefined);
  const titleOf = ({ names }: Row) => JSON.stringify([names.key !== undefined, names.title]);
  for (const group of grouped(titled, titleOf).values()) {
    const match = matchTitle(group, claimed, listed, terms);
    for (const row of group) matches.set(row, match);
  }
  for (const row of rows) if (!matches.has(row)) matches.set(row, { kind: 'none' });
  return withoutShared(matches);
}

/** Whether a record may have any key, because the service does not show a field of it. */
export function isKeyHidden(
  record: RecordData,
  {
    endpoint: { key = [] },
    shown,
  }: { readonly endpoint: Pick<Endpoint, 'key'>; readonly shown: ReadonlySet<string> },
): boolean {
  return key.some((field) => isFieldHidden(record, field, shown));
}

/** Where other records show a field, one that leaves it empty has no value. */
function isFieldHidden(record: RecordData, field: string, shown: ReadonlySet<string>): boolean {
  const value = record[field];
  if (value === undefined) return true;
  const text = keyText(value);
  return text === undefined ? !shown.has(field) : !showsText(field, text);
}

/** The fields of a key that a record shows. */
export function shownKeyFields(
  { key = [] }: Pick<Endpoint, 'key'>,
  record: RecordData,
): readonly string[] {
  return key.filter((field) => showsText(field, keyText(record[field])));
}

/** A masked address is hidden from this token. */
function showsText(field: string, text: string | undefined): boolean {
  return text !== undefined && !isMasked(field, text);
}

function indexRecords({ endpoint, records, created }: MatchTerms) {
  const byId = new Map<string, RecordData>();
  const byKey = new Map<string, RecordData[]>();
  const byTitle = new Map<string, RecordData[]>();
  for (const record of records) {
    const id = recordId(record, endpoint.resource);
    if (id !== undefined) byId.set(id, record);
    for (const key of textsOf('key', endpoint, record)) addTo(byKey, key, record);
    for (const title of textsOf('title', endpoint, record)) addTo(byTitle, title, record);
  }
  // The marks of the rows for which this computer has created records, by their ids.
  const owners = new Map([...created].map(([mark, id]) => [id, mark]));
  return { byId, byKey, byTitle, owners };
}

/** A match by an id or a key; undefined if there is none. */
function certainMatch<Row extends Pick<Change, 'names'>>(
  row: Row,
  { byId, byKey }: ReturnType<typeof indexRecords>,
  terms: MatchTerms,
): Match<Row> | undefined {
  const { id, key } = row.names;
  if (id !== undefined) {
    const record = byId.get(id);
    return record === undefined ? { kind: 'none' } : { kind: 'one', by: 'id', record };
  }
  if (key === undefined) return undefined;
  for (const rowKey of [key, ...(row.names.otherKeys ?? [])]) {
    const createdId = terms.created.get(keyMark(rowKey));
    const created = createdId === undefined ? undefined : byId.get(createdId);
    if (created !== undefined && isKeyHidden(created, terms)) {
      return { kind: 'one', by: 'key', record: created };
    }
    const [record, ...others] = byKey.get(rowKey) ?? [];
    if (record === undefined) continue;
    if (others.length === 0) return { kind: 'one', by: 'key', record };
    return { kind: 'open', by: 'key', rows: [row], records: [record, ...others] };
  }
  return undefined;
}

/** What the rows with one title mean: either all of them have a key, or none. */
function matchTitle<Row extends Pick<Change, 'names'>>(
  rows: readonly Row[],
  claimed: ReadonlySet<RecordData>,
  { byTitle, owners }: ReturnType<typeof indexRecords>,
  terms: MatchTerms,
): Match<Row> {
  const { resource } = terms.endpoint;
  const { title, key: rowKey } = rows[0]?.names ?? {};
  const mayBe = (record: RecordData) => {
    if (!isKeyHidden(record, terms)) return terms.matchesTitles;
    // Without a key, a row may mean any record of its title.
    if (rowKey === undefined) return true;
    const id = recordId(record, resource);
    return !claimed.has(record) && (id === undefined || !owners.has(id));
  };
  const records = title === undefined ? [] : (byTitle.get(title) ?? []).filter(mayBe);
  const [record] = records;
  if (record === undefined) return { kind: 'none' };
  if (rows.length === 1 && records.length === 1) return { kind: 'one', by: 'title', record };
  return { kind: 'open', by: 'title', rows, records };
}

/** Of two rows with one record it is unknown which one is meant. */
function withoutShared<Row>(matches: ReadonlyMap<Row, Match<Row>>): ReadonlyMap<Row, Match<Row>> {
  const rowsOf = new Map<RecordData, Row[]>();
  for (const [row, match] of matches) if (match.kind === 'one') addTo(rowsOf, match.record, row);
  const open = (row: Row, match: Match<Row>): Match<Row> => {
    if (match.kind !== 'one') return match;
    const { by, record } = match;
    const rows = rowsOf.get(record) ?? [row];
    return rows.length === 1 ? match : { kind: 'open', by, rows, records: [record] };
  };
  return new Map(Array.from(matches, ([row, match]) => [row, open(row, match)]));
}

function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
