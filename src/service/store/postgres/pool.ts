// Owns the connections to PostgreSQL: the only use of pg. Must not know what is sent.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import pgpass from 'pgpass';
import { DatabaseError, UsageError } from '../../../errors.ts';
import type { ConnectionUse } from '../store.ts';
import { type Host, type PostgresAddress, tlsFor } from './address.ts';
import { cancel } from './cancel.ts';

export interface Pool {
  /** The largest number of connections. */
  readonly size: number;
  connect(): Promise<pg.PoolClient>;
  readonly use: () => ConnectionUse;
  /** From now on, what is sent on this connection goes out in one piece, at the end of this turn. */
  sendTogether(client: pg.Client): void;
  /** Whether a commit on this connection was canceled while it waited for a synchronous standby. */
  isUnconfirmed(client: pg.ClientBase): boolean;
  /**
   * Whether the server itself ends a statement outside of a transaction that takes too long. It does unless there is a
   * pooler between, which does not pass on the settings of a session.
   */
  limitsStatements(): boolean;
  /** The server has not answered on this connection: it and the older ones may be lost, and are not used for further work. */
  distrust(client: pg.ClientBase): void;
  /** Asks the server to cancel what it does for this connection. Resolves when the server has done so, or cannot be reached. */
  cancel(client: pg.ClientBase): Promise<void>;
  /** The number of the server's process for this connection. */
  processOf(client: pg.ClientBase): number;
  /** Closes a connection, and then lets the pool have another one in its place. */
  remove(client: pg.PoolClient): Promise<void>;
  end(): Promise<void>;
}

/** What the server enforces, in milliseconds. A statement ends in time for its error to arrive, and a wait for a lock before it. */
export const serverLimits = { statement_timeout: 4500, lock_timeout: 1500 };

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

const connectMs = 3000;
// A server ends a connection at once.
const endMs = 500;
// The function of the server that warns of it (src/backend/replication/syncrep.c). The code 01000 is that of any warning, for
// example of a trigger's, and the text is in the language of the server.
const waitsForStandby = 'SyncRepWaitForLSN';

/** A pool whose connections lead to the first host that can be reached and, if so required, accepts writes. */
export function poolOf(address: PostgresAddress): Pool {
  const { hosts, readWrite, poolSize: size } = address;
  let current = 0;
  let hasLimits = true;
  // Of connections: increased when those that exist are no longer trusted.
  let generation = 0;
  const settings: pg.PoolConfig = {
    user: address.user,
    database: address.database,
    application_name: 'plenary',
    max: size,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  };
  const unconfirmed = new WeakSet<pg.ClientBase>();
  const tls = hosts.map((host) => tlsOptions(host, address));

  class HostClient extends pg.Client {
    readonly generation = generation;
    readonly tls = tls[current] ?? false;

    constructor() {
      const { host = 'localhost', port = 5432 } = hosts[current] ?? {};
      const password = address.password || (() => passwordFromFile({ ...address, host, port, user: this.user }));
      super({ ...settings, ...(hasLimits && serverLimits), host, port, ssl: tls[current] ?? false, password });
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
  return {
    size,
    connect,
    use,
    sendTogether,
    isUnconfirmed: (client) => unconfirmed.has(client),
    limitsStatements: () => hasLimits,
    distrust: (client) => {
      if (ofHost(client).generation === generation) generation++;
    },
    cancel: (client) => cancel(ofHost(client), ofHost(client).tls),
    processOf: (client) => ofHost(client).processID,
    remove,
    end: () => pool.end(),
  };

  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      const tried = current;
      const hadLimits = hasLimits;
      try {
        const client = await pool.connect();
        if (ofHost(client).generation === generation) return client;
        client.connection.stream.destroy();
        client.release(true);
      } catch (error) {
        if (hadLimits && isUnsupported(error)) {
          hasLimits = false;
          continue;
        }
        if (current === tried) current = (current + 1) % hosts.length;
        throw error;
      }
    }
  }

  /** Called for each new connection, before it is used. */
  function verify(client: pg.ClientBase, done: (error?: Error) => void): void {
    // @types/pg does not know that a query can have a time limit of its own.
    const query = { text: readServer, query_timeout: connectMs };
    client.query<Server>(query).then(
      ({ rows: [server] }) => {
        // A pooler may accept the settings of a session, and ignore them.
        if (server?.statementMs !== serverLimits.statement_timeout) hasLimits = false;
        const { host, port } = ofHost(client);
        done(server?.isReadOnly && readWrite ? new ReadOnlyError(`${host}:${port}`, server.isStandby) : undefined);
      },
      (error: Error) => done(error),
    );
  }

  function ofHost(client: pg.ClientBase): HostClient {
    if (client instanceof HostClient) return client;
    throw new TypeError('the connection is not of this pool');
  }
}

async function remove(client: pg.PoolClient): Promise<void> {
  const { stream } = client.connection;
  const late = setTimeout(() => stream.destroy(), endMs);
  await client.end();
  clearTimeout(late);
  client.release(true);
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

interface Server {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly statementMs: number;
}

const readServer = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  (1000 * extract(epoch FROM current_setting('statement_timeout')::interval))::int AS "statementMs"`;

/** The server takes no writes from this user. */
class ReadOnlyError extends Error {
  readonly code = '25006';

  constructor(server: string, isStandby: boolean) {
    super(
      isStandby
        ? `the server ${server} is a standby`
        : `the server ${server} accepts only reads: default_transaction_read_only is on for this user, this database or the server`,
    );
  }
}

/** Whether a pooler has refused a setting of the session. */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '08P01';
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
