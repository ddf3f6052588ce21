// Brings a database file to the schema of this version.
import { DatabaseError } from '../../../errors.ts';
import { addressKey } from '../records.ts';
import type { Connection } from './connection.ts';
import { fillPeople } from './people-sql.ts';

/** SQL, or what SQL cannot express. */
type Step = string | ((connection: Connection) => void);

/** The steps, oldest first; step n leads to version n. A released step is never changed; append a new one instead. */
export const migrations: readonly Step[] = [
  `
  CREATE TABLE organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE tokens (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    organization_id TEXT NOT NULL REFERENCES organizations,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    revoked_at TEXT
  ) STRICT;

  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    timezone TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (organization_id, id)
  ) STRICT;

  -- address: the e-mail address as it is compared; null where it is blank.
  CREATE TABLE speakers (
    seq INTEGER PRIMARY KEY,
    event INTEGER NOT NULL REFERENCES events,
    id TEXT NOT NULL UNIQUE,
    address TEXT,
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    company_name TEXT,
    title TEXT,
    about TEXT,
    photo_url TEXT NOT NULL,
    pronouns TEXT NOT NULL,
    linkedin_url TEXT NOT NULL,
    twitter_url TEXT NOT NULL,
    phone TEXT NOT NULL,
    speaker_status TEXT,
    logistics_notes TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX speakers_by_address ON speakers (event, address);
  CREATE INDEX speakers_by_event ON speakers (event);
  CREATE INDEX speakers_by_status ON speakers (event, speaker_status) WHERE speaker_status IS NOT NULL;

  CREATE TABLE submissions (
    seq INTEGER PRIMARY KEY,
    event INTEGER NOT NULL REFERENCES events,
    id TEXT NOT NULL UNIQUE,
    address TEXT,
    title TEXT NOT NULL,
    abstract TEXT NOT NULL,
    submitter_email TEXT NOT NULL,
    submitter_first_name TEXT NOT NULL,
    submitter_last_name TEXT NOT NULL,
    track_id TEXT,
    format_id TEXT,
    status TEXT NOT NULL,
    feedback TEXT NOT NULL,
    room TEXT,
    start TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX submissions_by_event ON submissions (event);
  CREATE INDEX submissions_by_address ON submissions (event, address);
  CREATE INDEX submissions_by_status ON submissions (event, status);
  CREATE INDEX submissions_by_track ON submissions (event, track_id);
  CREATE INDEX submissions_in_program ON submissions (event) WHERE status = 'accepted' OR start IS NOT NULL;

  -- record: the answer to give again. created_at: milliseconds since 1970.
  CREATE TABLE idempotency_keys (
    organization_id TEXT NOT NULL REFERENCES organizations,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    record TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
  `,
  `
  -- Of a record only its id and its time have to be kept, for the request brings the rest again.
  DROP INDEX idempotency_keys_by_age;
  ALTER TABLE idempotency_keys RENAME TO former_keys;
  CREATE TABLE idempotency_keys (
    organization_id TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, key)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO idempotency_keys
    SELECT organization_id, key, fingerprint, json_extract(record, '$.id'),
      CAST(round(1000 * unixepoch(json_extract(record, '$.created_at'), 'subsec')) AS INTEGER)
    FROM former_keys;
  DROP TABLE former_keys;
  `,
  foldAddresses,
  `
  -- contact_since: if the record has joined or left a person's other records, the id of that moment, without a prefix.
  ALTER TABLE speakers ADD COLUMN contact_since TEXT;
  ALTER TABLE submissions ADD COLUMN contact_since TEXT;
  `,
  `
  -- From now on, seq is the number of the event times 2^32, plus the record's number within the event: an event's records
  -- are a range in their order, without an index of their own, and the last number is the total. Nothing is deleted.
  DROP INDEX speakers_by_event;
  DROP INDEX submissions_by_event;
  CREATE TEMP TABLE numbered (seq INTEGER PRIMARY KEY, number INTEGER);
  INSERT INTO numbered SELECT seq, event << 32 | row_number() OVER (PARTITION BY event ORDER BY seq) FROM speakers;
  UPDATE speakers SET seq = (SELECT number FROM numbered WHERE seq = speakers.seq);
  DELETE FROM numbered;
  INSERT INTO numbered SELECT seq, event << 32 | row_number() OVER (PARTITION BY event ORDER BY seq) FROM submissions;
  UPDATE submissions SET seq = (SELECT number FROM numbered WHERE seq = submissions.seq);
  DROP TABLE numbered;

  -- The key of a creation is part of the record that it created: another table would double the cost of a creation.
  ALTER TABLE speakers ADD COLUMN idempotency_key TEXT;
  ALTER TABLE speakers ADD COLUMN fingerprint TEXT;
  ALTER TABLE submissions ADD COLUMN idempotency_key TEXT;
  ALTER TABLE submissions ADD COLUMN fingerprint TEXT;
  UPDATE speakers SET (idempotency_key, fingerprint) = (k.key, k.fingerprint) FROM idempotency_keys k WHERE k.id = speakers.id;
  UPDATE submissions SET (idempotency_key, fingerprint) = (k.key, k.fingerprint)
    FROM idempotency_keys k WHERE k.id = submissions.id;
  DROP TABLE idempotency_keys;
  CREATE INDEX speakers_by_key ON speakers (idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX submissions_by_key ON submissions (idempotency_key) WHERE idempotency_key IS NOT NULL;
  `,
  `
  -- The people of an event, in the order in which they first occur; seq as that of records.
  -- address: null if its records have other addresses now. statuses, tracks: as JSON, how many of its submissions have each.
  CREATE TABLE contacts (
    seq INTEGER PRIMARY KEY,
    event INTEGER NOT NULL REFERENCES events,
    address TEXT,
    statuses TEXT NOT NULL DEFAULT '[]',
    tracks TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  INSERT INTO contacts (seq, event, address)
    SELECT event << 32 | row_number() OVER (PARTITION BY event ORDER BY min(since)), event, address FROM (
      SELECT event, address, coalesce(contact_since, substr(id, 5)) AS since FROM speakers
      UNION ALL SELECT event, address, coalesce(contact_since, substr(id, 5)) FROM submissions
    ) WHERE address IS NOT NULL GROUP BY event, address;
  CREATE UNIQUE INDEX contacts_by_address ON contacts (event, address);
  CREATE INDEX contacts_without_records ON contacts (event) WHERE address IS NULL;

  -- contact: null if the address is blank.
  ALTER TABLE speakers ADD COLUMN contact INTEGER REFERENCES contacts;
  ALTER TABLE submissions ADD COLUMN contact INTEGER REFERENCES contacts;
  UPDATE speakers SET contact = c.seq FROM contacts c WHERE c.event = speakers.event AND c.address = speakers.address;
  UPDATE submissions SET contact = c.seq FROM contacts c WHERE c.event = submissions.event AND c.address = submissions.address;
  DROP INDEX speakers_by_address;
  DROP INDEX speakers_by_status;
  DROP INDEX submissions_by_address;
  DROP INDEX submissions_by_track;
  DROP INDEX submissions_in_program;
  ALTER TABLE speakers DROP COLUMN address;
  ALTER TABLE speakers DROP COLUMN contact_since;
  ALTER TABLE submissions DROP COLUMN address;
  ALTER TABLE submissions DROP COLUMN contact_since;
  CREATE UNIQUE INDEX speakers_by_contact ON speakers (contact);
  CREATE INDEX submissions_by_contact ON submissions (contact);

  -- An index for each set of filters of each list.
  CREATE INDEX submissions_by_track ON submissions (event, track_id) WHERE track_id IS NOT NULL;
  CREATE INDEX submissions_by_status_and_track ON submissions (event, status, track_id) WHERE track_id IS NOT NULL;
  CREATE INDEX sessions ON submissions (event) WHERE start IS NOT NULL;
  CREATE INDEX sessions_by_status ON submissions (event, status) WHERE start IS NOT NULL;
  CREATE INDEX sessions_by_track ON submissions (event, track_id) WHERE start IS NOT NULL;
  CREATE INDEX sessions_by_status_and_track ON submissions (event, status, track_id) WHERE start IS NOT NULL;
  CREATE INDEX content_items ON submissions (event) WHERE (status = 'accepted' OR start IS NOT NULL);
  CREATE INDEX content_items_by_status ON submissions (event, status) WHERE (status = 'accepted' OR start IS NOT NULL);
  CREATE INDEX content_items_by_track ON submissions (event, track_id) WHERE (status = 'accepted' OR start IS NOT NULL);
  CREATE INDEX content_items_by_status_and_track ON submissions (event, status, track_id)
    WHERE (status = 'accepted' OR start IS NOT NULL);

  -- The filters that find speakers or contacts. status, track: '' if it is left out, otherwise '=' and the value.
  CREATE TABLE filters (
    id INTEGER PRIMARY KEY,
    event INTEGER NOT NULL,
    list TEXT NOT NULL,
    status TEXT NOT NULL,
    track TEXT NOT NULL,
    UNIQUE (event, list, status, track)
  ) STRICT;
  -- seq: that of the speaker or the contact.
  CREATE TABLE matches (filter INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (filter, seq)) STRICT, WITHOUT ROWID;
  ${fillPeople};
  `,
  `
  -- A row that is written to find out whether writes are stored.
  CREATE TABLE heartbeat (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  `,
];

/**
 * Computes the addresses of all records again, after the rule by which they are compared has changed. If two speakers of
 * an event now have the same address, the one that already has the new form keeps it, otherwise the older one. The other
 * speaker keeps the old form, which no new record matches, and so remains a contact of its own until the e-mail address
 * is changed.
 */
function foldAddresses(connection: Connection): void {
  for (const [table, email] of [
    ['speakers', 'email'],
    ['submissions', 'submitter_email'],
  ] as const) {
    const update = connection.run(`UPDATE OR IGNORE ${table} SET address = ? WHERE seq = ?`);
    // An address of visible ASCII characters has the same form under every rule.
    const rows = connection.many<{ seq: number; email: string }>(
      `SELECT seq, ${email} AS email FROM ${table} WHERE ${email} GLOB '*[^!-~]*' ORDER BY seq`,
    );
    for (const { seq, email } of rows.all([])) update.run([addressKey(email), seq]);
  }
}

// "Plen": identifies the file as Plenary's, in the field that SQLite reserves for it.
const applicationId = 0x506c656e;

/**
 * Migrates the file in one transaction. An empty file becomes a new database.
 * @throws DatabaseError for a file of another program or of a newer version, which is not changed
 */
export function migrate(connection: Connection, path: string, steps: readonly Step[] = migrations): void {
  // Usually there is nothing to do, and then no lock is taken.
  if (versionOf(connection, path, steps) === steps.length) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have migrated while this one waited for the lock.
    const version = versionOf(connection, path, steps);
    for (const step of steps.slice(version)) run(step, connection);
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}; COMMIT`);
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function run(step: Step, connection: Connection): void {
  if (typeof step === 'string') connection.exec(step);
  else step(connection);
}

function versionOf(connection: Connection, path: string, steps: readonly Step[]): number {
  const owner = connection.pragma('application_id');
  const version = connection.pragma('user_version');
  if (owner !== applicationId && !(owner === 0 && version === 0 && isEmpty(connection))) {
    throw new DatabaseError(`${path} is a database of another program`, { advice: { kind: 'choose_database' } });
  }
  if (version > steps.length) {
    throw new DatabaseError(
      `${path} was written by a newer version of Plenary (its schema has version ${version}; this program supports up to ${steps.length})`,
      { advice: { kind: 'upgrade' } },
    );
  }
  return version;
}

function isEmpty(connection: Connection): boolean {
  return connection.one<{ total: number }>('SELECT count(*) AS total FROM sqlite_schema').get([])?.total === 0;
}
