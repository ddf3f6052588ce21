// The ceiling of the service: durable creates with only `node:http` and the database, without
// tokens, checks or a log. Its argument is a file for SQLite, or the address of a PostgreSQL
// database.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'libsql';
import pg from 'pg';

const columns = ['id', 'email', 'first_name', 'last_name', 'created_at'] as const;
type Speaker = Readonly<Record<(typeof columns)[number], string>>;
type Commit = (speakers: readonly Speaker[]) => Promise<void>;

const [data = ''] = process.argv.slice(2);
const tables = (integer: string, seq: string) => `
  CREATE TABLE speakers (
    seq ${seq} PRIMARY KEY, event ${integer} NOT NULL, id TEXT NOT NULL UNIQUE, email TEXT NOT NULL,
    first_name TEXT NOT NULL, last_name TEXT NOT NULL, created_at TEXT NOT NULL
  );
  CREATE UNIQUE INDEX speakers_by_address ON speakers (event, email);
  CREATE INDEX speakers_by_event ON speakers (event);
`;

/** A transaction of prepared statements. */
async function openFile(): Promise<Commit> {
  const database = new Database(data);
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${tables('INTEGER', 'INTEGER')}`,
  );
  const insert = database.prepare(
    `INSERT INTO speakers (event, ${columns.join(', ')}) VALUES (1, ?, ?, ?, ?, ?)`,
  );
  const [begin, commit] = [database.prepare('BEGIN IMMEDIATE'), database.prepare('COMMIT')];
  return async (speakers) => {
    begin.run();
    for (const speaker of speakers) insert.run(...columns.map((column) => speaker[column]));
    commit.run();
  };
}

/** One prepared statement, which is its own transaction. */
async function openServer(): Promise<Commit> {
  const client = new pg.Client(data);
  await client.connect();
  await client.query(tables('INTEGER', 'BIGINT GENERATED ALWAYS AS IDENTITY'));
  const text = `INSERT INTO speakers (event, ${columns.join(', ')})
    SELECT 1, * FROM unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')})`;
  return async (speakers) => {
    await client.query({
      name: 'insert',
      text,
      values: columns.map((column) => speakers.map((speaker) => speaker[column])),
    });
  };
}

interface Create {
  readonly speaker: Speaker;
  readonly response: ServerResponse;
}

const commit = await (/^postgres:/.test(data) ? openServer() : openFile());
let group: Create[] = [];
let isCommitting = false;
let created = 0;

/**
 * Commits all creates of one turn of the event loop together, and then those that arrived
 * meanwhile, as the service does.
 */
async function commitGroups(): Promise<void> {
  while (group.length > 0) {
    const creates = group;
    group = [];
    await commit(creates.map(({ speaker }) => speaker));
    for (const { speaker, response } of creates) {
      const body = JSON.stringify(speaker);
      response.writeHead(201, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    }
  }
  isCommitting = false;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const fields = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const stamps = {
      id: `spk_${String(++created).padStart(12, '0')}`,
      created_at: new Date().toISOString(),
    };
    group.push({ speaker: { ...fields, ...stamps }, response });
    if (isCommitting) return;
    isCommitting = true;
    setImmediate(commitGroups);
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
