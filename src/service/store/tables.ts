// Owns the tables of version 1, the same in every database. A later version changes them in a step
// of its own.

/** Creates them. */
export const createTables: readonly string[] = [
  `CREATE TABLE organizations (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL
  )`,

  // seq: the order in which rows were added, here and in events.
  `CREATE TABLE tokens (
    seq INTEGER NOT NULL UNIQUE,
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    created_at TEXT NOT NULL,
    revoked_at TEXT
  )`,

  // last_speaker, last_submission, last_choice: the numbers of its newest records.
  `CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    timezone TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_speaker INTEGER NOT NULL,
    last_submission INTEGER NOT NULL,
    last_choice INTEGER NOT NULL,
    has_lists INTEGER NOT NULL,
    UNIQUE (organization_id, id)
  )`,

  // Rooms, tracks and formats. event, here and below: the seq of its event.
  `CREATE TABLE choices (
    event INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    UNIQUE (event, name_key, kind)
  )`,

  // number: a creation takes it while it holds the lock of the event, so numbers are in the order
  // of commits. idempotency_key and fingerprint: of the request that created the record.
  `CREATE TABLE speakers (
    event INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    company_name TEXT,
    title TEXT,
    about TEXT,
    photo_url TEXT,
    pronouns TEXT,
    linkedin_url TEXT,
    twitter_url TEXT,
    phone TEXT,
    speaker_status TEXT,
    logistics_notes TEXT,
    address TEXT,
    sort_key TEXT NOT NULL,
    name_key TEXT NOT NULL,
    search_text TEXT NOT NULL,
    has_photo INTEGER NOT NULL,
    has_bio INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    idempotency_key TEXT,
    fingerprint TEXT,
    PRIMARY KEY (event, number)
  )`,
  'CREATE UNIQUE INDEX speakers_by_address ON speakers (event, address)',
  `CREATE UNIQUE INDEX speakers_by_key ON speakers (idempotency_key)
    WHERE idempotency_key IS NOT NULL`,
  'CREATE INDEX speakers_in_order ON speakers (event, sort_key, number)',
  'CREATE INDEX speakers_by_status ON speakers (event, speaker_status, sort_key, number)',
  'CREATE INDEX speakers_by_photo ON speakers (event, has_photo, name_key, number)',
  'CREATE INDEX speakers_by_bio ON speakers (event, has_bio, name_key, number)',

  `CREATE TABLE submissions (
    event INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    abstract TEXT NOT NULL,
    status TEXT NOT NULL,
    feedback TEXT NOT NULL,
    submitter_email TEXT NOT NULL,
    submitter_first_name TEXT NOT NULL,
    submitter_last_name TEXT NOT NULL,
    track_id TEXT,
    format_id TEXT,
    room_id TEXT,
    starts_at TEXT,
    ends_at TEXT,
    sort_key TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    idempotency_key TEXT,
    fingerprint TEXT,
    PRIMARY KEY (event, number)
  )`,
  `CREATE UNIQUE INDEX submissions_by_key ON submissions (idempotency_key)
    WHERE idempotency_key IS NOT NULL`,
  'CREATE INDEX submissions_in_order ON submissions (event, sort_key, number)',
  'CREATE INDEX submissions_by_status ON submissions (event, status, sort_key, number)',
  'CREATE INDEX submissions_by_track ON submissions (event, track_id, sort_key, number)',
  `CREATE INDEX submissions_by_room ON submissions (event, room_id, starts_at)
    WHERE room_id IS NOT NULL`,
];
