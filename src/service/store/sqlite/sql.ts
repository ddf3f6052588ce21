// Owns every SQL statement of the SQLite store except the schema. Must not run them.
import { type TableName, tableColumns } from '../tables.ts';

export type RecordTableName = 'speakers' | 'submissions';

/** Columns with the values that they have unless others are given. */
export type Blanks = Readonly<Record<string, string | null>>;

/**
 * Inserts a record. ?1: the event, ?2: the id, ?3: the contact, ?4: the time; then the `given` columns. The other columns
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
    'contact',
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
    ${isOnePerAddress ? 'ON CONFLICT (contact) DO NOTHING' : ''}`;
}

/** The statements for one kind of record. `columns` are its own fields. */
export function recordStatements(table: RecordTableName, columns: readonly string[]) {
  return {
    find: `SELECT ${record(columns)} FROM ${table} r JOIN events e ON e.seq = r.event
      WHERE r.id = ? AND e.organization_id = ?`,
    findPlace: `SELECT seq, event, contact FROM ${table} WHERE id = ?`,
    findHolder: `SELECT id FROM ${table} WHERE contact = ?`,
    findOtherHolder: `SELECT r.id FROM contacts c JOIN ${table} r ON r.contact = c.seq
      WHERE c.event = ? AND c.address = ? AND r.id <> ?`,
    update: `UPDATE ${table} SET ${[...columns, 'updated_at', 'contact'].map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
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

  contactSpeaker: 'SELECT id, email, first_name, last_name, speaker_status FROM speakers WHERE contact = ?',
  contactSubmissions: `SELECT id, submitter_email, submitter_first_name, submitter_last_name, status, track_id
    FROM submissions WHERE contact = ? ORDER BY seq`,

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

/** The number of a new row: that of the event times 2^32, plus the row's number within the event. */
export function nextSeq(table: RecordTableName | 'contacts', event: string): string {
  return `(SELECT coalesce(max(seq), ${event} << 32) + 1 FROM ${table} WHERE ${inEvent('seq', event)})`;
}

/** Whether a row belongs to an event, by its seq. */
export function inEvent(seq: string, event: string): string {
  return `${seq} > ${event} << 32 AND ${seq} < (${event} + 1) << 32`;
}

/** Each table as rows that belong to no store, with the columns and the order that copies have. */
export const tableSelections: Readonly<Record<TableName, string>> = {
  organizations: `SELECT ${tableColumns.organizations.join(', ')} FROM organizations ORDER BY id`,
  tokens: `SELECT ${tableColumns.tokens.join(', ')} FROM tokens ORDER BY seq`,
  events: `SELECT ${tableColumns.events.join(', ')} FROM events ORDER BY seq`,
  contacts: `SELECT e.organization_id, e.id AS event_id, c.address
    FROM contacts c CROSS JOIN events e ON e.seq = c.event WHERE c.address IS NOT NULL ORDER BY c.seq`,
  speakers: wholeTable('speakers'),
  submissions: wholeTable('submissions'),
  idempotency_keys: `${keysOf('speakers')} UNION ALL ${keysOf('submissions')} ORDER BY organization_id, key`,
};

export const heartbeatInsertion = 'INSERT OR REPLACE INTO heartbeat (id, text) VALUES (1, ?)';

export function tableCount(table: TableName): string {
  return `SELECT count(*) AS total FROM (${tableSelections[table].replace(/ ORDER BY .*$/s, '')})`;
}

/** Each inserts a row as the selections above return it. */
export const tableInsertions: Readonly<Record<TableName, readonly string[]>> = {
  organizations: [namedInsertion('organizations', tableColumns.organizations)],
  tokens: [namedInsertion('tokens', tableColumns.tokens)],
  events: [namedInsertion('events', tableColumns.events)],
  contacts: [
    `INSERT INTO contacts (seq, event, address) SELECT ${nextSeq('contacts', 'e.seq')}, e.seq, :address
      FROM events e WHERE e.organization_id = :organization_id AND e.id = :event_id`,
  ],
  speakers: [recordInsertion('speakers')],
  submissions: [recordInsertion('submissions')],
  // A key is part of the record that it created.
  idempotency_keys: ['speakers', 'submissions'].map(
    (table) => `UPDATE ${table} SET idempotency_key = :key, fingerprint = :fingerprint WHERE id = :id`,
  ),
};

function wholeTable(table: RecordTableName): string {
  const own = ownColumns(table).map((column) => (column === 'address' ? 'c.address' : `r.${column}`));
  // The order of the tables in the join keeps the order of the rows.
  return `SELECT e.organization_id, e.id AS event_id, ${own.join(', ')} FROM ${table} r
    CROSS JOIN events e ON e.seq = r.event LEFT JOIN contacts c ON c.seq = r.contact ORDER BY r.seq`;
}

function keysOf(table: RecordTableName): string {
  return `SELECT e.organization_id, r.idempotency_key AS key, r.fingerprint, r.id,
      CAST(round(1000 * unixepoch(r.created_at, 'subsec')) AS INTEGER) AS created_at
    FROM ${table} r JOIN events e ON e.seq = r.event WHERE r.idempotency_key IS NOT NULL`;
}

function recordInsertion(table: RecordTableName): string {
  const own = ownColumns(table).filter((column) => column !== 'address');
  return `INSERT INTO ${table} (seq, event, contact, ${own.join(', ')})
    SELECT ${nextSeq(table, 'e.seq')}, e.seq, (SELECT seq FROM contacts WHERE event = e.seq AND address = :address),
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

/** The columns of a record that is named `r`, of the event `e`. */
export function record(columns: readonly string[]): string {
  const own = columns.map((column) => `r.${column}`).join(', ');
  return `r.id, e.id AS event_id, ${own}, r.created_at, r.updated_at`;
}
