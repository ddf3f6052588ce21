// Owns the statements that write and find single rows. Must not run them.
import { blankSpeaker, choiceKinds, type SubmissionText } from './record-fields.ts';

/** The kinds of records, by their tables. */
export type KindName = 'speakers' | 'submissions';

const speakerFields = Object.keys(blankSpeaker);
const submissionTexts = Object.keys({
  title: true,
  abstract: true,
  status: true,
  feedback: true,
  submitter_email: true,
  submitter_first_name: true,
  submitter_last_name: true,
} satisfies Record<SubmissionText, true>);

/** The columns that an update of a record writes. */
export const written = {
  speakers: [
    ...speakerFields,
    'address',
    'sort_key',
    'name_key',
    'search_text',
    'has_photo',
    'has_bio',
    'updated_at',
  ],
  submissions: [
    ...submissionTexts,
    'track_id',
    'format_id',
    'room_id',
    'starts_at',
    'ends_at',
    'sort_key',
    'updated_at',
  ],
} as const satisfies Readonly<Record<KindName, readonly string[]>>;

const created = ['event', 'number', 'id', 'created_at', 'idempotency_key', 'fingerprint'];

/** All columns of each table. */
export const columns = {
  organizations: ['id', 'name', 'created_at'],
  tokens: ['seq', 'id', 'organization_id', 'name', 'hash', 'created_at', 'revoked_at'],
  events: [
    'seq',
    'organization_id',
    'id',
    'name',
    'timezone',
    'created_at',
    'last_speaker',
    'last_submission',
    'last_choice',
    'has_lists',
  ],
  choices: ['event', 'kind', 'id', 'position', 'name', 'name_key', 'minutes'],
  speakers: [...created, ...written.speakers],
  submissions: [...created, ...written.submissions],
} as const;

/** What is read of records that are named `r`, of the event `e`. */
export const selected: Readonly<Record<KindName, string>> = {
  speakers: named('r', ['id', ...speakerFields, 'created_at', 'updated_at']),
  submissions: [
    named('r', ['id', 'number', ...submissionTexts, 'created_at', 'updated_at']),
    named('r', ['starts_at', 'ends_at']),
    'e.id AS event_id',
    ...choiceKinds.map((kind) => `${kind}.id AS ${kind}_id, ${kind}.name AS ${kind}_name`),
    'format.minutes AS format_minutes',
  ].join(', '),
};

/** What has to be joined to the records. */
export const joined: Readonly<Record<KindName, string>> = {
  speakers: '',
  submissions: choiceKinds
    .map((kind) => `LEFT JOIN choices ${kind} ON ${kind}.id = r.${kind}_id`)
    .join(' '),
};

/** The seq of the event ?2 of the organization ?1. */
export const ownEvent = '(SELECT seq FROM events WHERE organization_id = ?1 AND id = ?2)';

const choice = 'id, kind, name, minutes';
const token = 'id, organization_id, name, created_at, revoked_at';
const selectEvents =
  'SELECT id, organization_id, name, timezone, created_at, has_lists FROM events';

const listedEvents = `FROM events WHERE id IN (SELECT value FROM json_each(?1))
    AND organization_id IN (SELECT value FROM json_each(?2))`;

function recordStatements(kind: KindName) {
  const ofOwner = `FROM ${kind} r JOIN events e ON e.seq = r.event ${joined[kind]}
    WHERE r.id = ?1 AND e.organization_id = ?2`;
  const changes = written[kind].map((name, i) => `${name} = ?${i + 2}`);
  return {
    find: `SELECT ${selected[kind]} ${ofOwner}`,
    findForUpdate: `SELECT ${selected[kind]}, r.event ${ofOwner} FOR UPDATE OF r`,
    findLocked: findingLocked(kind),
    findEvents: `SELECT r.id, e.organization_id AS "organizationId", e.id AS "eventId"
      FROM ${kind} r JOIN events e ON e.seq = r.event
      WHERE r.id IN (SELECT value FROM json_each(?1))`,
    insert: insertion(kind, columns[kind]),
    update: `UPDATE ${kind} SET ${changes.join(', ')} WHERE id = ?1`,
    forgetKey: `UPDATE ${kind} SET idempotency_key = NULL WHERE idempotency_key = ?1`,
  };
}

/** Those of one record. */
export const records = {
  speakers: recordStatements('speakers'),
  submissions: recordStatements('submissions'),
};

/** All others. */
export const statements = {
  // Change nothing, and fail if a request could not write: the tables are locked, or a right is
  // missing.
  useTables: [
    ...['choices', 'speakers', 'submissions'].map(
      (table) => `INSERT INTO ${table} SELECT * FROM ${table} WHERE 1 = 0`,
    ),
    ...['events', 'organizations', 'speakers', 'submissions'].map(
      (table) => `UPDATE ${table} SET id = id WHERE 1 = 0`,
    ),
    'SELECT id FROM tokens WHERE 1 = 0',
  ],
  // Until the transaction ends, nobody else creates a record of the event, or places a session.
  lockEvent: `SELECT seq, id, organization_id, has_lists, last_speaker, last_submission, last_choice
    FROM events WHERE organization_id = ?1 AND id = ?2 FOR UPDATE`,
  // Locks some of the events ?1 of the organizations ?2, and selects those that others have locked.
  findLockedEvents: `WITH free AS (SELECT seq ${listedEvents} FOR UPDATE SKIP LOCKED)
    SELECT organization_id AS "organizationId", id AS "eventId" ${listedEvents}
    AND seq NOT IN (SELECT seq FROM free)`,
  findLockedOrganizations: findingLocked('organizations', 'NO KEY UPDATE'),
  // A row that refers to it can be inserted meanwhile: a token, or an event.
  lockOrganization: 'SELECT id FROM organizations WHERE id = ?1 FOR NO KEY UPDATE',
  storeNumbers: `UPDATE events SET last_speaker = ?2, last_submission = ?3, last_choice = ?4
    WHERE seq = ?1`,
  findKeys: ['speakers', 'submissions']
    .map(
      (
        kind,
      ) => `SELECT '${kind}' AS kind, idempotency_key AS key, fingerprint, id, number, created_at
        FROM ${kind} WHERE idempotency_key IN (SELECT value FROM json_each(?1))`,
    )
    .join(' UNION ALL '),
  // The addresses of these that speakers of an event have.
  findAddresses: `SELECT address FROM speakers
    WHERE event = ?1 AND address IN (SELECT value FROM json_each(?2))`,
  findOtherHolder: 'SELECT id FROM speakers WHERE event = ?1 AND address = ?2 AND id <> ?3',
  // ?2: ids, and names in lower case.
  findChoices: `SELECT ${choice} FROM choices
    WHERE event = ?1 AND name_key IN (SELECT value FROM json_each(?2))
    UNION SELECT ${choice} FROM choices
    WHERE event = ?1 AND id IN (SELECT value FROM json_each(?2))`,
  insertChoice: insertion('choices', columns.choices),
  // Another session than ?5 that takes a room at some time from ?3 to ?4.
  findOccupant: `SELECT number FROM submissions
    WHERE event = ?1 AND room_id = ?2 AND starts_at < ?4 AND ends_at > ?3 AND id <> ?5
    AND status IN ('accepted', 'accept_queue') ORDER BY starts_at LIMIT 1`,

  listChoices: `SELECT ${choice}, position FROM choices
    WHERE event = ${ownEvent} AND kind = ?3 ORDER BY position, name`,
  findTrack: `SELECT id FROM choices
    WHERE event = ${ownEvent} AND kind = 'track' AND (id = ?3 OR name_key = ?4)`,
  countUses: `SELECT count(*) AS total FROM submissions
    WHERE event = ?1 AND (room_id = ?2 OR track_id = ?2 OR format_id = ?2)`,
  deleteChoice: 'DELETE FROM choices WHERE id = ?1',
  // With the values of an insertion.
  updateChoice: `UPDATE choices SET position = ?4, name = ?5, name_key = ?6, minutes = ?7
    WHERE event = ?1 AND kind = ?2 AND id = ?3`,
  changeEvent: `UPDATE events SET name = coalesce(?2, name), timezone = coalesce(?3, timezone)
    WHERE seq = ?1`,
  countSessions: `SELECT count(*) AS total FROM submissions
    WHERE event = ?1 AND starts_at IS NOT NULL`,
  ownLists: 'UPDATE events SET has_lists = 1 WHERE seq = ?1',

  insertOrganization: `INSERT INTO organizations (id, name, created_at) VALUES (?1, ?2, ?3)
    ON CONFLICT (id) DO NOTHING`,
  listOrganizations: 'SELECT id, name FROM organizations ORDER BY created_at, id',
  insertEvent: `INSERT INTO events (seq, id, organization_id, name, timezone, created_at,
      last_speaker, last_submission, last_choice, has_lists)
    VALUES (${nextSeq('events')}, ?1, ?2, ?3, ?4, ?5, 0, 0, 0, 0)
    ON CONFLICT (organization_id, id) DO NOTHING RETURNING id`,
  findEvent: `${selectEvents} WHERE organization_id = ?1 AND id = ?2`,
  // Of the organization ?1, or of all if it is null.
  listEvents: `${selectEvents} WHERE organization_id = ?1 OR ?1 IS NULL ORDER BY seq`,
  // A token with the same hash was inserted by an earlier attempt.
  insertToken: `INSERT INTO tokens (seq, id, organization_id, name, hash, created_at)
    VALUES (${nextSeq('tokens')}, ?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (id) DO UPDATE SET hash = excluded.hash
    WHERE tokens.organization_id = excluded.organization_id AND tokens.hash = excluded.hash
    RETURNING id`,
  listTokens: `SELECT ${token} FROM tokens
    WHERE organization_id = ?1 OR ?1 IS NULL ORDER BY seq`,
  findToken: `SELECT organization_id AS "organizationId", hash FROM tokens
    WHERE id = ?1 AND revoked_at IS NULL`,
  revokeToken: `UPDATE tokens SET revoked_at = coalesce(revoked_at, ?1) WHERE id = ?2
    RETURNING ${token}`,
} as const;

/** Inserts a row with these columns, in this order. */
export function insertion(table: string, names: readonly string[]): string {
  const values = names.map((_, i) => `?${i + 1}`);
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`;
}

/** Locks the rows with the ids ?1, except those that others have locked, and selects these. */
function findingLocked(table: string, strength = 'UPDATE'): string {
  const listed = `FROM ${table} WHERE id IN (SELECT value FROM json_each(?1))`;
  return `WITH free AS (SELECT id ${listed} FOR ${strength} SKIP LOCKED)
    SELECT id ${listed} AND id NOT IN (SELECT id FROM free)`;
}

function named(table: string, names: readonly string[]): string {
  return names.map((name) => `${table}.${name}`).join(', ');
}

function nextSeq(table: string): string {
  return `(SELECT coalesce(max(seq), 0) + 1 FROM ${table})`;
}
