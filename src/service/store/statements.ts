// Owns the statements that write and find single rows. Must not run them.
import { kinds } from './record-fields.ts';

export type KindName = keyof typeof kinds;

export const fieldNames: Readonly<Record<KindName, readonly string[]>> = {
  speakers: Object.keys(kinds.speakers.blank),
  submissions: Object.keys(kinds.submissions.blank),
};

const ownEvent = '(SELECT seq FROM events WHERE organization_id = ?1 AND id = ?2)';

/** The columns of a record that is named `r`, of the event `e`. */
export function recordColumns(kind: KindName): string {
  const own = fieldNames[kind].map((name) => `r.${name}`).join(', ');
  return `r.id, e.id AS event_id, ${own}, r.created_at, r.updated_at`;
}

function recordStatements(kind: KindName) {
  const stamps = ['created_at', 'updated_at', 'idempotency_key', 'fingerprint'];
  const columns = ['event', 'number', 'address', 'id', ...fieldNames[kind], ...stamps];
  const own = `FROM ${kind} r JOIN events e ON e.seq = r.event WHERE r.id = ?1 AND e.organization_id = ?2`;
  return {
    columns,
    find: `SELECT ${recordColumns(kind)} ${own}`,
    findForUpdate: `SELECT ${recordColumns(kind)}, r.event ${own} FOR UPDATE OF r`,
    // The records of an event with addresses.
    findHolders: `SELECT address, id FROM ${kind} WHERE event = ${ownEvent} AND address IN (SELECT value FROM json_each(?3))`,
    // ?1: the event.
    findOtherHolder: `SELECT id FROM ${kind} WHERE event = ?1 AND address = ?2 AND id <> ?3`,
    insert: insertion(kind, columns),
    forgetKey: `UPDATE ${kind} SET idempotency_key = NULL WHERE idempotency_key = ?1`,
    update: `UPDATE ${kind} SET ${['address', ...fieldNames[kind], 'updated_at'].map((name, i) => `${name} = ?${i + 2}`).join(', ')}
      WHERE id = ?1`,
  };
}

export const records = { speakers: recordStatements('speakers'), submissions: recordStatements('submissions') };

export const statements = {
  // Locks the event until the transaction ends, so that numbers are in the order of commits. ?3: how many are taken.
  takeNumbers: `UPDATE events SET last_number = last_number + ?3 WHERE organization_id = ?1 AND id = ?2
    RETURNING seq, last_number`,
  findKeys: ['speakers', 'submissions']
    .map(
      (kind) => `SELECT '${kind}' AS kind, idempotency_key AS key, fingerprint, id, created_at FROM ${kind}
        WHERE idempotency_key IN (SELECT value FROM json_each(?1))`,
    )
    .join(' UNION ALL '),

  insertOrganization:
    'INSERT INTO organizations (id, name, created_at) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO NOTHING',
  listOrganizations: 'SELECT id, name FROM organizations ORDER BY created_at, id',
  insertEvent: `INSERT INTO events (seq, id, organization_id, name, timezone, created_at, last_number)
    VALUES (${nextSeq('events')}, ?1, ?2, ?3, ?4, ?5, 0) ON CONFLICT (organization_id, id) DO NOTHING RETURNING id`,
  findEvent: `SELECT id, organization_id, name, timezone, created_at FROM events WHERE organization_id = ?1 AND id = ?2`,
  // A token with the same hash was inserted by an earlier attempt.
  insertToken: `INSERT INTO tokens (seq, id, organization_id, name, hash, created_at)
    VALUES (${nextSeq('tokens')}, ?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO UPDATE SET hash = excluded.hash
    WHERE tokens.organization_id = excluded.organization_id AND tokens.hash = excluded.hash RETURNING id`,
  findToken: 'SELECT organization_id AS "organizationId", hash FROM tokens WHERE id = ?1 AND revoked_at IS NULL',
  revokeToken: `UPDATE tokens SET revoked_at = coalesce(revoked_at, ?1) WHERE id = ?2
    RETURNING id, organization_id, name, created_at, revoked_at`,
} as const;

/** All events or tokens, or those of the organization ?1. */
export function listOf(table: 'events' | 'tokens', isOfOrganization: boolean): string {
  const columns = { events: 'name, timezone, created_at', tokens: 'name, created_at, revoked_at' };
  return `SELECT id, organization_id, ${columns[table]} FROM ${table}
    ${isOfOrganization ? 'WHERE organization_id = ?1' : ''} ORDER BY seq`;
}

export function insertion(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, i) => `?${i + 1}`).join(', ')})`;
}

function nextSeq(table: string): string {
  return `(SELECT coalesce(max(seq), 0) + 1 FROM ${table})`;
}
