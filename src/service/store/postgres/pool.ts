// Owns the connections to PostgreSQL: the only use of pg. Must not know what is sent.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import pgpass from 'pgpass';
import { DatabaseError, UsageError } from '../../../errors.ts';
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

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

const connectMs = 3000;
// The function of the server that warns of it (src/backend/replication/syncrep.c). The code 01000 is that of any warning, for
// example of a trigger's, and the text is in the language of the server.
const waitsForStandby = 'SyncRepWaitForLSN';

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
      const password = address.password || (() => passwordFromFile({ ...address, host, port, user: this.user }));
      super({ ...settings, host, port, ssl: ssl[current] ?? false, password });
      // Without a listener, the end of an idle connection would end the process.
      this.on('error', () => undefined);
      this.on('notice', ({ routine }) => {
        if (routine === waitsForStandby) unconfirmed.add(this);
      });
    }

    /** The pool connects with a callback. Without this, pg leaves the socket open when it gives up. */
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      if (callback === undefined) return super.connect();
      super.connect((error: Error | null) => {
        const { stream } = this.connection;
        const wasLost = stream.destroyed;
        if (error !== null) stream.destroy();
        (callback as (error: Error | null) => void)(
          error !== null && !wasLost && isOfClient(error) ? new ConnectError(error) : error,
        );
      });
      return undefined;
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

/** This side has given up a connection that was not lost: another attempt would end in the same way. */
class ConnectError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Whether pg itself has thrown it: neither the server nor the system has. */
function isOfClient(error: Error): boolean {
  return error.constructor === Error && !('code' in error);
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
    ...(rootCertificate !== undefined && { ca: certificatesIn(rootCertificate) }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}

function certificatesIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UsageError(
      `cannot read the certificates of sslrootcert: ${cause instanceof Error ? cause.message : cause}`,
      {
        fix: 'set sslrootcert in the address of the database, or PGSSLROOTCERT, to a file that can be read',
        cause,
      },
    );
  }
}

/** From the file that PGPASSFILE names, or ~/.pgpass. Called if the server wants a password. */
function passwordFromFile(connection: pgpass.Connection): Promise<string> {
  const { user, host, port } = connection;
  return new Promise((resolve, reject) =>
    pgpass(connection, (password) => {
      if (password) return resolve(password);
      const whose = user === undefined ? '' : ` of the user ${user}`;
      reject(
        new DatabaseError(`the server at ${host}:${port} wants a password${whose}, and none is given`, {
          fix: 'set PGPASSWORD, or add a line to ~/.pgpass or the file that PGPASSFILE names, or write the password into the address in PLENARY_DATA',
        }),
      );
    }),
  );
}

/** 64-bit integers here are counts and times, which a number holds exactly. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format ?? 'text');
}

const int8 = 20;
