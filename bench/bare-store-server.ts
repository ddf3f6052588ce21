// The ceiling of the benchmark: durable creates with only `node:http` and the database, without tokens, checks or a log.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'libsql';

const [path = ''] = process.argv.slice(2);
const database = new Database(path);
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE speakers (
    seq INTEGER PRIMARY KEY, event INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, email TEXT NOT NULL,
    first_name TEXT NOT NULL, last_name TEXT NOT NULL, created_at TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX speakers_by_address ON speakers (event, email);
  CREATE INDEX speakers_by_event ON speakers (event);
`);
const insert = database.prepare(
  'INSERT INTO speakers (event, id, email, first_name, last_name, created_at) VALUES (1, ?, ?, ?, ?, ?)',
);
const begin = database.prepare('BEGIN IMMEDIATE');
const commit = database.prepare('COMMIT');

interface Create {
  readonly record: Record<string, string>;
  readonly response: ServerResponse;
}

let group: Create[] = [];
let created = 0;

/** Commits all creates of one turn of the event loop together, as the service does. */
function commitGroup(): void {
  const creates = group;
  group = [];
  begin.run();
  for (const { record } of creates) {
    insert.run(record.id, record.email, record.first_name, record.last_name, record.created_at);
  }
  commit.run();
  for (const { record, response } of creates) {
    const body = JSON.stringify(record);
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const given = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const record = { ...given, id: `spk_${String(++created).padStart(12, '0')}`, created_at: new Date().toISOString() };
    if (group.push({ record, response }) === 1) setImmediate(commitGroup);
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, token: '' })}\n`);
});
