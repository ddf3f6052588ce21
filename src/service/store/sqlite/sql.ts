// Owns every SQL statement of the SQLite store except the schema. Must not run them.
import { blankSpeaker, blankSubmission } from '../records.ts';
import { type TableName, tableColumns } from '../tables.ts';

const speakerColumns = Object.keys(blankSpeaker);
const submissionColumns = Object.keys(blankSubmission);

export type RecordTableName = 'speakers' | 'submissions';

/** Columns with the values that they have unless others are given. */
export type Blanks = Readonly<Record<string, string | null>>;

/**
 * Inserts a record. ?1: the event, ?2: the id, ?3: the address, ?4: the time; then the `given` columns. The other columns
 * are blank. Inserts nothing if the address is taken and occurs once in an event.
 */
export function insertionOf(
  table: RecordTableName,
  { blanks, given, isOnePerAddress }: { blanks: Blanks; given: readonly string[]; isOnePerAddress: boolean },
): string {
  const blank = Object.entries(blanks).filter(([column, value]) => value !== null && !given.includes(column));
  const columns = [
    'seq',
    'event',
    'id',
    'address',
    'created_at',
    'updated_at',
    ...given,
    ...blank.map(([name]) => name),
  ];
  const values = [
    ...[nextSeq(table, '?1'), '?1', '?2', '?3', '?4', '?4'],
    ...given.map((_, i) => `?${i + 5}`),
    ...blank.map(([, value]) => `'${value}'`),
  ];
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})
    ${isOnePerAddress ? 'ON CONFLICT (event, address) DO NOTHING' : ''}`;
}

/** The statements for one kind of record. `columns` are its own fields. */
export function recordStatements(table: RecordTableName, columns: readonly string[]) {
  return {
    find: `SELECT ${record(columns)} FROM ${table} r JOIN events e ON e.seq = r.event
      WHERE r.id = ? AND e.organization_id = ?`,
    findHolder: `SELECT id FROM ${table} WHERE event = ? AND address = ?`,
    findOtherHolder: `SELECT holder.id FROM ${table} r JOIN ${table} holder ON holder.event = r.event
      WHERE r.id = ? AND holder.address = ? AND holder.id <> r.id`,
    update: `UPDATE ${table} SET ${[...columns, 'updated_at'].map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
    updateAddress: `UPDATE ${table} SET address = ?1, contact_since = coalesce(?2, contact_since) WHERE id = ?3`,
  } as const;
}

export const statements = {
  // What the organization ?2 has created with the key ?1 since the time ?3.
  findKey: ['speakers', 'submissions']
    .map(
      (table) => `SELECT id, fingerprint, created_at FROM ${table} WHERE idempotency_key = ?1 AND created_at > ?3
        AND event IN (SELECT seq FROM events WHERE organization_id = ?2)`,
    )
    .join(' UNION ALL '),

  contactSpeaker:
    'SELECT id, email, first_name, last_name, speaker_status FROM speakers WHERE event = ? AND address = ?',
  contactSubmissions: `SELECT id, submitter_email, submitter_first_name, submitter_last_name, status, track_id
    FROM submissions WHERE event = ? AND address = ? ORDER BY seq`,
  // Whether a person has a record besides the one with the id ?3.
  hasOtherRecords: `SELECT EXISTS (SELECT 1 FROM speakers WHERE event = ?1 AND address = ?2 AND id <> ?3)
    OR EXISTS (SELECT 1 FROM submissions WHERE event = ?1 AND address = ?2 AND id <> ?3) AS others`,

  insertOrganization: insertion('organizations', ['id', 'name', 'created_at']),
  listOrganizations: 'SELECT id, name FROM organizations ORDER BY created_at, id',
  // Changes nothing if the organization has an event with that id.
  insertEvent: `${insertion('events', ['id', 'organization_id', 'name', 'timezone', 'created_at'])}
    ON CONFLICT (organization_id, id) DO NOTHING`,
  findEvent: `SELECT seq, id, organization_id, name, timezone, created_at FROM events
    WHERE organization_id = ? AND id = ?`,
  listEvents: `SELECT id, organization_id, name, timezone, created_at FROM events
    WHERE ?1 IS NULL OR organization_id = ?1 ORDER BY seq`,
  findToken: 'SELECT organization_id AS organizationId, hash FROM tokens WHERE id = ? AND revoked_at IS NULL',
  insertToken: insertion('tokens', ['id', 'organization_id', 'name', 'hash', 'created_at']),
  listTokens: `SELECT id, organization_id, name, created_at, revoked_at FROM tokens
    WHERE ?1 IS NULL OR organization_id = ?1 ORDER BY seq`,
  revokeToken: `UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?
    RETURNING id, organization_id, name, created_at, revoked_at`,
} as const;

/** Which of the optional filters a request has. */
export interface Filtered {
  readonly status: boolean;
  readonly track: boolean;
}

interface Listing {
  readonly table: RecordTableName;
  readonly columns: string;
  /** The rows are named `r`. */
  readonly where: string;
  readonly status: string;
  readonly track: string;
  readonly join?: string;
}

const submissionListing: Listing = {
  table: 'submissions',
  columns: record(submissionColumns),
  where: '',
  status: ' AND r.status = :status',
  track: ' AND r.track_id = :track',
};

/** The listings that read one table, and what the filters mean there. */
export const listings = {
  speakers: {
    table: 'speakers',
    columns: record(speakerColumns),
    where: '',
    status: ' AND r.speaker_status = :status',
    // A speaker belongs to the tracks of their submissions.
    track: ` AND EXISTS (SELECT 1 FROM submissions s
      WHERE s.event = r.event AND s.address = r.address AND s.track_id = :track)`,
  },
  submissions: submissionListing,
  sessions: { ...submissionListing, where: ' AND r.start IS NOT NULL' },
  contentItems: {
    ...submissionListing,
    columns: `r.id, e.id AS event_id, r.title, r.abstract, r.track_id, r.format_id, r.status, r.room, r.start,
      r.submitter_first_name, r.submitter_last_name, p.first_name, p.last_name`,
    where: " AND (r.status = 'accepted' OR r.start IS NOT NULL)",
    join: 'LEFT JOIN speakers p ON p.event = r.event AND p.address = r.address',
  },
} as const satisfies Record<string, Listing>;

/** One page of a listing, oldest first. An index finds the rows of the page, and only these are read. */
export function pageOf(name: keyof typeof listings, filtered: Filtered): string {
  const { table, columns, join = '' }: Listing = listings[name];
  const page = isRange(name, filtered)
    ? `SELECT seq FROM ${table} WHERE seq > (:event << 32) + :offset AND seq <= (:event << 32) + :offset + :limit`
    : `${selection(name, 'r.seq', filtered)} ORDER BY r.seq LIMIT :limit OFFSET :offset`;
  return `WITH page AS (${page})
    SELECT ${columns} FROM page JOIN ${table} r ON r.seq = page.seq JOIN events e ON e.seq = r.event ${join}
    ORDER BY page.seq`;
}

export function countOf(name: keyof typeof listings, filtered: Filtered): string {
  if (!isRange(name, filtered)) return selection(name, 'count(*) AS total', filtered);
  const { table }: Listing = listings[name];
  return `SELECT coalesce(max(seq), :event << 32) - (:event << 32) AS total FROM ${table} WHERE ${inEvent('seq', ':event')}`;
}

/** Whether a listing has all records of a table: then a page is a range, and the last number is the total. */
function isRange(name: keyof typeof listings, { status, track }: Filtered): boolean {
  return (name === 'speakers' || name === 'submissions') && !status && !track;
}

function selection(name: keyof typeof listings, what: string, { status, track }: Filtered): string {
  const listing: Listing = listings[name];
  const filters = `${status ? listing.status : ''}${track ? listing.track : ''}`;
  // No index has the speakers of a track.
  const event = name === 'speakers' && !status ? inEvent('r.seq', ':event') : 'r.event = :event';
  return `SELECT ${what} FROM ${listing.table} r WHERE ${event}${listing.where}${filters}`;
}

function nextSeq(table: RecordTableName, event: string): string {
  return `(SELECT coalesce(max(seq), ${event} << 32) + 1 FROM ${table} WHERE ${inEvent('seq', event)})`;
}

/** Whether a record belongs to an event, by its seq. */
function inEvent(seq: string, event: string): string {
  return `${seq} > ${event} << 32 AND ${seq} < (${event} + 1) << 32`;
}

/** The addresses of an event's people, in the order in which they first occur. */
export function contactPage(filtered: Filtered): string {
  return `${people(filtered)} ORDER BY min(since) LIMIT :limit OFFSET :offset`;
}

export function contactCount(filtered: Filtered): string {
  return `SELECT count(*) AS total FROM (${people(filtered)})`;
}

// Ids ascend, after a prefix of four characters.
const since = 'coalesce(contact_since, substr(id, 5)) AS since';

function people({ status, track }: Filtered): string {
  const conditions = [
    ...(status ? ['sum(status = :status) > 0'] : []),
    ...(track ? ['sum(track_id = :track) > 0'] : []),
  ];
  const having = conditions.length === 0 ? '' : `HAVING ${conditions.join(' AND ')}`;
  return `SELECT address FROM (
      SELECT address, ${since}, speaker_status AS status, NULL AS track_id FROM speakers WHERE ${inEvent('seq', ':event')}
      UNION ALL
      SELECT address, ${since}, status, track_id FROM submissions WHERE ${inEvent('seq', ':event')}
    ) WHERE address IS NOT NULL GROUP BY address ${having}`;
}

/** Each table as rows that belong to no store, with the columns and the order that copies have. */
export const tableSelections: Readonly<Record<TableName, string>> = {
  organizations: `SELECT ${tableColumns.organizations.join(', ')} FROM organizations ORDER BY id`,
  tokens: `SELECT ${tableColumns.tokens.join(', ')} FROM tokens ORDER BY seq`,
  events: `SELECT ${tableColumns.events.join(', ')} FROM events ORDER BY seq`,
  contacts: `SELECT e.organization_id, e.id AS event_id, p.address FROM (
      SELECT event, address, ${since} FROM speakers UNION ALL SELECT event, address, ${since} FROM submissions
    ) p JOIN events e ON e.seq = p.event WHERE p.address IS NOT NULL GROUP BY e.seq, p.address ORDER BY e.seq, min(p.since)`,
  speakers: wholeTable('speakers'),
  submissions: wholeTable('submissions'),
  idempotency_keys: `${keysOf('speakers')} UNION ALL ${keysOf('submissions')} ORDER BY organization_id, key`,
};

export function tableCount(table: TableName): string {
  return `SELECT count(*) AS total FROM (${tableSelections[table].replace(/ ORDER BY .*$/s, '')})`;
}

/** The places of an event's contacts while a copy is written. This schema has no table of contacts. */
export const createContactPlaces = `CREATE TEMP TABLE contact_places (
  place INTEGER PRIMARY KEY, organization_id TEXT, event_id TEXT, address TEXT, UNIQUE (organization_id, event_id, address))`;

/** Each inserts a row as the selections above return it. */
export const tableInsertions: Readonly<Record<TableName, readonly string[]>> = {
  organizations: [namedInsertion('organizations', tableColumns.organizations)],
  tokens: [namedInsertion('tokens', tableColumns.tokens)],
  events: [namedInsertion('events', tableColumns.events)],
  contacts: [namedInsertion('contact_places', tableColumns.contacts)],
  speakers: [recordInsertion('speakers')],
  submissions: [recordInsertion('submissions')],
  // A key is part of the record that it created.
  idempotency_keys: ['speakers', 'submissions'].map(
    (table) => `UPDATE ${table} SET idempotency_key = :key, fingerprint = :fingerprint WHERE id = :id`,
  ),
};

function wholeTable(table: RecordTableName): string {
  const own = ownColumns(table).map((column) => `r.${column}`);
  // The order of the tables in the join keeps the order of the rows.
  return `SELECT e.organization_id, e.id AS event_id, ${own.join(', ')}
    FROM ${table} r CROSS JOIN events e ON e.seq = r.event ORDER BY r.seq`;
}

function keysOf(table: RecordTableName): string {
  return `SELECT e.organization_id, r.idempotency_key AS key, r.fingerprint, r.id,
      CAST(round(1000 * unixepoch(r.created_at, 'subsec')) AS INTEGER) AS created_at
    FROM ${table} r JOIN events e ON e.seq = r.event WHERE r.idempotency_key IS NOT NULL`;
}

// A place sorts before the id of any moment, so that later contacts follow those that were copied.
function recordInsertion(table: RecordTableName): string {
  const own = ownColumns(table);
  return `INSERT INTO ${table} (seq, event, contact_since, ${own.join(', ')})
    SELECT ${nextSeq(table, 'e.seq')}, e.seq, (SELECT printf('%016d', place) FROM contact_places
      WHERE organization_id = :organization_id AND event_id = :event_id AND address = :address),
    ${own.map((column) => `:${column}`).join(', ')}
    FROM events e WHERE e.organization_id = :organization_id AND e.id = :event_id`;
}

function ownColumns(table: RecordTableName): readonly string[] {
  return tableColumns[table].filter((column) => column !== 'organization_id' && column !== 'event_id');
}

function namedInsertion(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`;
}

function insertion(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

function record(columns: readonly string[]): string {
  const own = columns.map((column) => `r.${column}`).join(', ');
  return `r.id, e.id AS event_id, ${own}, r.created_at, r.updated_at`;
}
