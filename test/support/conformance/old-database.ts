// A database from before the tables had a version, as that checkout of the program filled it.
import type { Driver, SqlValue } from '../../../src/service/store/driver.ts';

export const time = '2026-01-02T03:04:05.678Z';
export const later = '2026-02-03T04:05:06.000Z';

/** Creates the tables, with records, in an empty database. */
export async function createOld(driver: Driver): Promise<void> {
  await driver.transaction(async (query) => {
    for (const table of oldTables) await query(table);
    for (const [table, row] of oldRows) {
      const names = Object.keys(row);
      const values = names.map((_, i) => `?${i + 1}`);
      await query(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`,
        Object.values(row),
      );
    }
    await query("INSERT INTO plenary_schema (form) VALUES ('6fc4391b20533249')");
  });
}

export function oldEvent(id: string) {
  return {
    id,
    organization_id: 'org_1',
    name: `Name of ${id}`,
    timezone: 'Europe/Berlin',
    created_at: time,
  };
}

/** The tables as the last checkout without a version created them. */
const oldTables = [
  'CREATE TABLE organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL)',
  `CREATE TABLE tokens (seq INTEGER NOT NULL UNIQUE, id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations, name TEXT NOT NULL,
    hash TEXT NOT NULL, created_at TEXT NOT NULL, revoked_at TEXT)`,
  `CREATE TABLE events (seq INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations, id TEXT NOT NULL, name TEXT NOT NULL,
    timezone TEXT NOT NULL, created_at TEXT NOT NULL, last_number INTEGER NOT NULL,
    UNIQUE (organization_id, id))`,
  `CREATE TABLE speakers (
    event INTEGER NOT NULL, number INTEGER NOT NULL, address TEXT, id TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL, first_name TEXT NOT NULL, last_name TEXT NOT NULL, company_name TEXT,
    title TEXT, about TEXT, photo_url TEXT NOT NULL, pronouns TEXT NOT NULL,
    linkedin_url TEXT NOT NULL, twitter_url TEXT NOT NULL, phone TEXT NOT NULL,
    speaker_status TEXT, logistics_notes TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    idempotency_key TEXT, fingerprint TEXT, PRIMARY KEY (event, number))`,
  'CREATE UNIQUE INDEX speakers_by_address ON speakers (event, address)',
  `CREATE UNIQUE INDEX speakers_by_key ON speakers (idempotency_key)
    WHERE idempotency_key IS NOT NULL`,
  'CREATE INDEX speakers_by_status ON speakers (event, speaker_status, number)',
  `CREATE TABLE submissions (
    event INTEGER NOT NULL, number INTEGER NOT NULL, address TEXT, id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL, submitter_email TEXT NOT NULL, abstract TEXT NOT NULL,
    submitter_first_name TEXT NOT NULL, submitter_last_name TEXT NOT NULL, track_id TEXT,
    format_id TEXT, status TEXT NOT NULL, feedback TEXT NOT NULL, room TEXT, start TEXT,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, idempotency_key TEXT, fingerprint TEXT,
    PRIMARY KEY (event, number))`,
  'CREATE INDEX submissions_by_address ON submissions (event, address, number, status, track_id)',
  `CREATE UNIQUE INDEX submissions_by_key ON submissions (idempotency_key)
    WHERE idempotency_key IS NOT NULL`,
  'CREATE INDEX submissions_by_status ON submissions (event, status, number)',
  'CREATE INDEX submissions_by_track ON submissions (event, track_id, number, address)',
  'CREATE INDEX sessions ON submissions (event, number) WHERE start IS NOT NULL',
  `CREATE INDEX content_items ON submissions (event, number)
    WHERE (status = 'accepted' OR start IS NOT NULL)`,
  'CREATE TABLE plenary_schema (form TEXT NOT NULL)',
];

type Row = Readonly<Record<string, SqlValue>>;

const stamps = { created_at: time, updated_at: later };

/** What a speaker had who was created with an address alone. */
const oldSpeaker: Row = {
  event: 1,
  first_name: '',
  last_name: '',
  photo_url: '',
  pronouns: '',
  linkedin_url: '',
  twitter_url: '',
  phone: '',
  ...stamps,
};

const oldTalk: Row = {
  event: 1,
  title: 'Talk',
  abstract: '',
  submitter_first_name: '',
  submitter_last_name: '',
  status: 'pending',
  feedback: '',
  ...stamps,
};

const oldRows: readonly (readonly [table: string, row: Row])[] = [
  ['organizations', { id: 'org_1', name: 'One', created_at: time }],
  ...[null, later].map((revoked_at, i): [string, Row] => [
    'tokens',
    {
      seq: i + 1,
      id: `tok_${i + 1}`,
      organization_id: 'org_1',
      name: 'Token',
      hash: 'hash',
      created_at: time,
      revoked_at,
    },
  ]),
  ['events', { seq: 1, ...oldEvent('conf'), last_number: 1009 }],
  ['events', { seq: 2, ...oldEvent('empty'), last_number: 0 }],
  [
    'speakers',
    {
      ...oldSpeaker,
      number: 1,
      id: 'spk_1',
      email: 'Amina@Example.org',
      address: 'amina@example.org',
      speaker_status: 'waitlist',
      phone: '1',
      idempotency_key: 'hashed',
      fingerprint: 'print',
    },
  ],
  [
    'speakers',
    {
      ...oldSpeaker,
      number: 3,
      id: 'spk_3',
      email: 'bo@example.org',
      address: 'bo@example.org',
      first_name: 'Bo',
      about: 'Ships.',
    },
  ],
  ['speakers', { ...oldSpeaker, number: 7, id: 'spk_blank', email: '', company_name: '' }],
  ['submissions', { ...oldTalk, number: 2, id: 'sub_2', submitter_email: 'amina@example.org' }],
  [
    'submissions',
    {
      ...oldTalk,
      number: 6,
      id: 'sub_blank',
      submitter_email: ' ',
      status: 'declined',
      track_id: '',
    },
  ],
  [
    'submissions',
    {
      ...oldTalk,
      number: 8,
      id: 'sub_4',
      title: ' Talk ',
      abstract: '日本語',
      feedback: 'F',
      submitter_email: 'CY@example.org',
      submitter_first_name: ' Cy ',
      track_id: 'Backend',
      format_id: 'talk',
      status: 'accepted',
      room: 'Main Hall',
      start: '2027-05-20T09:30:00.250+02:00',
    },
  ],
  [
    'submissions',
    {
      ...oldTalk,
      number: 9,
      id: 'sub_5',
      submitter_email: 'mistyped',
      track_id: ' backend',
      status: 'waitlist',
      room: 'main hall',
      start: '2027-05-20T09:45:00+02:00',
    },
  ],
  // More than a batch.
  ...Array.from({ length: 1000 }, (_, i): [string, Row] => {
    const email = `p${i}@example.org`;
    const row = { number: 10 + i, id: `spk_p${i}`, email, address: email };
    return ['speakers', { ...oldSpeaker, ...row }];
  }),
];
