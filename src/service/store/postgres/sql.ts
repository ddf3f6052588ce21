// Owns every SQL statement of the PostgreSQL store except the schema and the lists. Must not run them.
import { blankSpeaker, blankSubmission } from '../records.ts';
import { type TableName, tableColumns } from '../tables.ts';
import type { KindName } from './creation.ts';

export const fieldNames: Readonly<Record<KindName, readonly string[]>> = {
  speakers: Object.keys(blankSpeaker),
  submissions: Object.keys(blankSubmission),
};

/** The statements for one kind of record. */
export function recordStatements(kind: KindName) {
  const fields = fieldNames[kind];
  const columns = ['number', 'id', 'contact', ...fields, 'created_at', 'updated_at'];
  const own = `FROM ${kind} r JOIN events e ON e.seq = r.event WHERE r.id = $1 AND e.organization_id = $2`;
  return {
    columns,
    findCommitted: `SELECT id, created_at FROM ${kind} WHERE id = ANY ($1::text[])`,
    find: `SELECT ${record(fields)} ${own}`,
    findEvent: `SELECT r.event, e.id ${own}`,
    lock: `SELECT r.event, r.number, r.contact, ${milliseconds()} AS now, ${record(fields)} ${own} FOR UPDATE OF r`,
    // $1: the id; then the fields, the time and the contact.
    update: `UPDATE ${kind} SET ${[...fields, 'updated_at', 'contact'].map((column, i) => `${column} = $${i + 2}`).join(', ')}
      WHERE id = $1`,
  } as const;
}

/** The columns in which records are inserted, besides the event. */
export const insertedColumns: Readonly<Record<KindName, readonly string[]>> = {
  speakers: recordStatements('speakers').columns,
  submissions: recordStatements('submissions').columns,
};

/**
 * Inserts what a group creates, and sets the counters. $1: the event; $2 to $5: the counters; $6 to $9: the columns of new
 * contacts; then, for each of these kinds, an array for each column. As one statement, because each has a cost.
 */
export function groupInsertion(kinds: readonly KindName[]): string {
  let parameters = 9;
  const insertions = kinds.map((kind) => {
    const columns = insertedColumns[kind];
    const arrays = columns.map((column) => `$${++parameters}::${typeOf(column)}[]`);
    return `, new_${kind} AS (INSERT INTO ${kind} (event, ${columns.join(', ')})
      SELECT $1::bigint, n.* FROM unnest(${arrays.join(', ')}) AS n)`;
  });
  return `WITH new_contacts AS (INSERT INTO contacts (event, number, address, statuses, tracks)
      SELECT $1::bigint, n.* FROM unnest($6::int[], $7::text[], $8::text[], $9::text[]) AS n)${insertions.join('')}
    UPDATE counters SET speakers = $2, submissions = $3, contacts = $4, last_contact = $5 WHERE event = $1`;
}

/** Whether the event with the number $1 is that of the organization $2 with the id $3. */
export const isOwnEvent = 'EXISTS (SELECT 1 FROM events WHERE seq = $1 AND organization_id = $2 AND id = $3)';

const isOver = 'WHEN w.ends_at <= excluded.ends_at - $3::bigint';
const isCounted = "WHEN (w.counts->$5::text->>'number')::bigint >= $6::bigint";

export const statements = {
  findEvent: `SELECT seq, id, organization_id, name, timezone, created_at FROM events
    WHERE organization_id = $1 AND id = $2`,
  counters: `SELECT speakers, submissions, contacts, last_contact FROM counters WHERE event = $1 AND ${isOwnEvent}`,
  lockCounters: `SELECT speakers, submissions, contacts, last_contact, ${milliseconds()} AS now FROM counters
    WHERE event = $1 AND ${isOwnEvent} FOR UPDATE`,
  updateCounters: `UPDATE counters SET speakers = $2, submissions = $3, contacts = $4, last_contact = $5
    WHERE event = $1`,

  // One look-up in an index for each address. Of a table that was not yet analyzed, the planner would read a whole event
  // for `address = ANY ($2)`. While a table is small, it takes each index for as good as the other for `address = a.address`,
  // and the plan stays when the table is large. Only the right index has the order.
  findContacts: `SELECT a.address, c.number, s.id AS speaker FROM unnest($2::text[]) AS a (address)
    JOIN LATERAL (SELECT number, address FROM contacts WHERE event = $1 AND address >= a.address
      ORDER BY address LIMIT 1) AS c ON c.address = a.address
    LEFT JOIN LATERAL (SELECT id, contact FROM speakers WHERE event = $1 AND contact >= c.number
      ORDER BY contact LIMIT 1) AS s ON s.contact = c.number`,
  contactSpeakers: `SELECT s.* FROM unnest($4::int[]) AS a (contact) JOIN LATERAL (
      SELECT contact, id, email, first_name, last_name, speaker_status FROM speakers
      WHERE event = $1 AND contact = a.contact LIMIT 1
    ) AS s ON true WHERE ${isOwnEvent}`,
  contactSubmissions: `SELECT s.* FROM unnest($4::int[]) AS a (contact) JOIN LATERAL (
      SELECT contact, number, id, submitter_email, submitter_first_name, submitter_last_name, status, track_id
      FROM submissions WHERE event = $1 AND contact = a.contact
    ) AS s ON true WHERE ${isOwnEvent} ORDER BY s.number`,

  findKeys: `SELECT k.* FROM unnest($2::text[]) AS a (key) JOIN LATERAL (
      SELECT key, fingerprint, id, created_at FROM idempotency_keys WHERE organization_id = $1 AND key = a.key LIMIT 1
    ) AS k ON true`,
  insertKeys: `INSERT INTO idempotency_keys (organization_id, key, fingerprint, id, created_at)
    SELECT $1, n.*, $5::bigint FROM unnest($2::text[], $3::text[], $4::text[]) AS n`,
  deleteKeys: 'DELETE FROM idempotency_keys WHERE organization_id = $1 AND key = ANY ($2::text[])',
  deleteExpiredKeys: `DELETE FROM idempotency_keys WHERE (organization_id, key) IN (
    SELECT organization_id, key FROM idempotency_keys
    WHERE created_at <= (SELECT coalesce($2::bigint, ${milliseconds()}) - $1::bigint)
    ORDER BY created_at LIMIT 5000 FOR UPDATE SKIP LOCKED)`,

  // An organization, or a token with the same hash, that exists was inserted by an earlier attempt, whose result was lost.
  insertOrganization:
    'INSERT INTO organizations (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
  listOrganizations: 'SELECT id, name FROM organizations ORDER BY created_at, id',
  // Inserts nothing if the organization has an event with that id.
  insertEvent: `INSERT INTO events (id, organization_id, name, timezone, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (organization_id, id) DO NOTHING RETURNING seq`,
  insertCounters: 'INSERT INTO counters (event) VALUES ($1)',
  // Copies wait for each other here.
  lockSchema: 'SELECT version FROM plenary_schema WHERE id = 1 FOR UPDATE',
  insertFilledCounters: `INSERT INTO counters (event, speakers, submissions, contacts, last_contact)
    SELECT n.*, n.contacts FROM unnest($1::bigint[], $2::int[], $3::int[], $4::int[])
      AS n (event, speakers, submissions, contacts)`,
  listEvents: `SELECT id, organization_id, name, timezone, created_at FROM events
    WHERE $1::text IS NULL OR organization_id = $1 ORDER BY seq`,
  insertToken: `INSERT INTO tokens (id, organization_id, name, hash, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (id) DO UPDATE SET hash = excluded.hash WHERE (tokens.organization_id, tokens.hash) = (excluded.organization_id, excluded.hash) RETURNING id`,
  findTokens: `SELECT id, organization_id AS "organizationId", hash FROM tokens
    WHERE id = ANY ($1::text[]) AND revoked_at IS NULL`,
  listTokens: `SELECT id, organization_id, name, created_at, revoked_at FROM tokens
    WHERE $1::text IS NULL OR organization_id = $1 ORDER BY seq`,
  revokeToken: `UPDATE tokens SET revoked_at = coalesce(revoked_at, $1) WHERE id = $2
    RETURNING id, organization_id, name, created_at, revoked_at`,

  readClock: `SELECT ${milliseconds()} AS now`,
  readState: `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    (SELECT version FROM plenary_schema WHERE id = 1) AS version`,

  // Changes no record, and needs the same rights and locks as a write that does.
  heartbeat: `WITH ${['contacts', 'counters', 'matches', 'speakers', 'submissions'].map(unchanged).join(', ')},
      new_keys AS (INSERT INTO idempotency_keys (key) SELECT key FROM idempotency_keys WHERE false)
    INSERT INTO heartbeat (id, text) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET text = excluded.text`,

  // $2: how many requests; $3: the length of a window in milliseconds; $4: the time, or null for the database's clock; $5: the
  // process; $6: the number of its count, which ascends. A count whose result was lost comes again, and then changes nothing.
  // A count need not survive a crash, and must not wait for a standby.
  countRequests: `WITH durability AS (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO rate_windows AS w (organization_id, ends_at, used, counts)
    SELECT $1, t.now + $3::bigint, $2::bigint, ${countOfProcess('$2::bigint')}
    FROM (SELECT coalesce($4::bigint, ${milliseconds()}) AS now) AS t, durability
    ON CONFLICT (organization_id) DO UPDATE SET
      used = CASE ${isOver} THEN excluded.used ${isCounted} THEN w.used ELSE w.used + excluded.used END,
      ends_at = CASE ${isOver} THEN excluded.ends_at ELSE w.ends_at END,
      counts = CASE ${isOver} THEN excluded.counts ${isCounted} THEN w.counts
        ELSE w.counts || ${countOfProcess('w.used + excluded.used')} END
    RETURNING (counts->$5::text->>'used')::bigint AS used, ends_at - coalesce($4::bigint, ${milliseconds()}) AS "resetMs"`,
} as const;

/** The tables whose rows belong to an event. In copies, their first two columns refer to it. */
export const eventTables = ['contacts', 'speakers', 'submissions'] as const satisfies readonly TableName[];
export type EventTable = (typeof eventTables)[number];

const otherTableOrder: Readonly<Record<Exclude<TableName, EventTable>, string>> = {
  organizations: 'id',
  tokens: 'seq',
  events: 'seq',
  idempotency_keys: 'organization_id, key',
};

/** Each table as rows that belong to no store, with the columns and the order that copies have. */
export const tableSelections: Readonly<Record<TableName, string>> = {
  organizations: otherSelection('organizations'),
  tokens: otherSelection('tokens'),
  events: otherSelection('events'),
  contacts: eventSelection('contacts', 'r.address'),
  speakers: eventSelection('speakers', 'c.address'),
  submissions: eventSelection('submissions', 'c.address'),
  idempotency_keys: otherSelection('idempotency_keys'),
};

/** Inserts rows, given as an array for each column. In place of an event's organization and id come its `seq` and the row's number. */
export const tableInsertions: Readonly<Record<TableName, string>> = {
  organizations: otherInsertion('organizations'),
  tokens: otherInsertion('tokens'),
  events: `${otherInsertion('events')} RETURNING seq, organization_id, id`,
  contacts: `INSERT INTO contacts (event, number, address)
    SELECT n.* FROM unnest($1::bigint[], $2::int[], $3::text[]) AS n`,
  speakers: personalInsertion('speakers'),
  submissions: personalInsertion('submissions'),
  idempotency_keys: otherInsertion('idempotency_keys'),
};

function otherSelection(table: Exclude<TableName, EventTable>): string {
  return `SELECT ${tableColumns[table].join(', ')} FROM ${table} ORDER BY ${otherTableOrder[table]}`;
}

function eventSelection(table: EventTable, address: string): string {
  const own = columnsOfEventTable(table).map((column) => (column === 'address' ? address : `r.${column}`));
  const people = table === 'contacts' ? '' : 'LEFT JOIN contacts c ON c.event = r.event AND c.number = r.contact';
  return `SELECT e.organization_id, e.id AS event_id, ${own.join(', ')}
    FROM ${table} r JOIN events e ON e.seq = r.event ${people} ORDER BY r.event, r.number`;
}

// Rows are inserted in the order of the arrays, so that generated numbers ascend in it.
function otherInsertion(table: Exclude<TableName, EventTable>): string {
  const columns = tableColumns[table];
  const isNumber = (column: string) => table === 'idempotency_keys' && column === 'created_at';
  const arrays = columns.map((column, i) => `$${i + 1}::${isNumber(column) ? 'bigint' : 'text'}[]`);
  return `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map((column) => `n.${column}`).join(', ')}
    FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS n (${columns.join(', ')}, place) ORDER BY n.place`;
}

function personalInsertion(table: KindName): string {
  const given = columnsOfEventTable(table);
  const stored = given.filter((column) => column !== 'address');
  const arrays = given.map((_, i) => `$${i + 3}::text[]`);
  return `INSERT INTO ${table} (event, number, contact, ${stored.join(', ')})
    SELECT n.event, n.number, c.number, ${stored.map((column) => `n.${column}`).join(', ')}
    FROM unnest($1::bigint[], $2::int[], ${arrays.join(', ')}) AS n (event, number, ${given.join(', ')})
    LEFT JOIN contacts c ON c.event = n.event AND c.address = n.address`;
}

function columnsOfEventTable(table: EventTable): readonly string[] {
  return tableColumns[table].filter((column) => column !== 'organization_id' && column !== 'event_id');
}

/** The columns of a record that is named `r`, of the event `e`. */
export function record(fields: readonly string[]): string {
  return `r.id, e.id AS event_id, ${fields.map((field) => `r.${field}`).join(', ')}, r.created_at, r.updated_at`;
}

function unchanged(table: string): string {
  return `new_${table} AS (INSERT INTO ${table} (event) SELECT event FROM ${table} WHERE false),
      changed_${table} AS (UPDATE ${table} SET event = event WHERE false)`;
}

function typeOf(column: string): string {
  return column === 'number' || column === 'contact' ? 'int' : 'text';
}

/** The last count of the process: its number, and how many requests there were in the window with it. */
function countOfProcess(used: string): string {
  return `jsonb_build_object($5::text, jsonb_build_object('number', $6::bigint, 'used', ${used}))`;
}

/** The time of the database's clock, in milliseconds since 1970: the same for all processes. */
function milliseconds(): string {
  return 'CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)';
}
