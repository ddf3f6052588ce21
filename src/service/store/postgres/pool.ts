// Owns the connections to PostgreSQL: the only use of pg. Must not know what is sent.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import pgpass from 'pgpass';
import type { ConnectionUse } from '../store.ts';
import { type Host, type PostgresAddress, tlsFor } from './address.ts';

export interface Pool {
  connect(): Promise<pg.PoolClient>;
  readonly use: () => ConnectionUse;
  /** From now on, what is sent on this connection goes out in one piece, at the end of this turn. */
  sendTogether(client: pg.Client): void;
  /** Whether a commit on this connection was canceled while it waited for a synchronous standby. */
  isUnconfirmed(client: pg.ClientBase): boolean;
  end(): Promise<void>;
}

const connectMs = 3000;
// https://www.postgresql.org/docs/current/errcodes-appendix.html: a warning; the statements of this store cause no other.
const warning = '01000';

/** A pool whose connections lead to the first host that can be reached and, if so required, accepts writes. */
export function poolOf(address: PostgresAddress): Pool {
  const { hosts, readWrite } = address;
  let current = 0;
  const settings: pg.PoolConfig = {
    user: address.user,
    database: address.database,
    application_name: 'plenary',
    max: address.poolSize,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  };
  const unconfirmed = new WeakSet<pg.ClientBase>();
  const ssl = hosts.map((host) => tlsOptions(host, address));

  class HostClient extends pg.Client {
    constructor() {
      const { host = 'localhost', port = 5432 } = hosts[current] ?? {};
      const password = address.password ?? (() => passwordFromFile({ ...address, host, port }));
      super({ ...settings, host, port, ssl: ssl[current] ?? false, password });
      // Without a listener, the end of an idle connection would end the process.
      this.on('error', () => undefined);
      this.on('notice', ({ code }) => {
        if (code === warning) unconfirmed.add(this);
      });
    }
  }

  const pool = new pg.Pool({ ...settings, Client: HostClient, ...{ verify } });
  pool.on('error', () => undefined);
  const use = () => {
    const { totalCount, idleCount, waitingCount } = pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  };
  return { connect, use, sendTogether, isUnconfirmed: (client) => unconfirmed.has(client), end: () => pool.end() };

  async function connect(): Promise<pg.PoolClient> {
    const tried = current;
    try {
      return await pool.connect();
    } catch (error) {
      if (current === tried) current = (current + 1) % hosts.length;
      throw error;
    }
  }

  /** Called for each new connection, before it is used. */
  function verify(client: pg.ClientBase, done: (error?: Error) => void): void {
    if (!readWrite) {
      done();
      return;
    }
    client.query<{ transaction_read_only: string }>('SHOW transaction_read_only').then(
      ({ rows }) => done(rows[0]?.transaction_read_only === 'off' ? undefined : new StandbyError()),
      (error: Error) => done(error),
    );
  }
}

function sendTogether(client: pg.Client): void {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The server is a standby. */
class StandbyError extends Error {
  readonly code = '25006';
}

function tlsOptions(host: Host, { tls, rootCertificate }: PostgresAddress): ConnectionOptions | false {
  const mode = tlsFor(host, tls);
  if (mode === 'disable') return false;
  return {
    rejectUnauthorized: mode !== 'require',
    ...(rootCertificate !== undefined && { ca: readFileSync(rootCertificate, 'utf8') }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}

/** From the file that PGPASSFILE names, or ~/.pgpass. */
function passwordFromFile(connection: pgpass.Connection): Promise<string> {
  return new Promise((resolve) => pgpass(connection, (password) => resolve(password ?? '')));
}

/** 64-bit integers here are counts and times, which a number holds exactly. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format ?? 'text');
}

const int8 = 20;
