// Reads the address of a PostgreSQL database. Pure; must not connect.
import { UsageError } from '../../../errors.ts';

/** How a connection is protected, as libpq names it. */
export type TlsMode = 'disable' | 'require' | 'verify-ca' | 'verify-full';

export interface Host {
  /** A name, an IP address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

export interface PostgresAddress {
  /** In the order in which they are tried. */
  readonly hosts: readonly Host[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  /** Undefined: verified, except on this machine. */
  readonly tls: TlsMode | undefined;
  /** The path of a file with certificates, in place of those that Node trusts. */
  readonly rootCertificate: string | undefined;
  /** Whether the server must accept writes: a standby is passed over. */
  readonly readWrite: boolean;
  /** The largest number of connections of one process. */
  readonly poolSize: number;
}

const scheme = /^[\s"']*postgres(?:ql)?:/i;

/** Whether this is meant as an address, however mistyped: it may contain a password, and is no name of a file. */
export function isPostgresAddress(data: string): boolean {
  const isPath = /^(?:\.{1,2}[\\/]|[a-z]:[\\/])/i.test(data);
  return scheme.test(data) || (!isPath && /:.*@/s.test(data));
}

/** Whether an address, however mistyped, contains a password, which would show in the list of processes if it were an argument. */
export function containsPassword(address: string): boolean {
  return /:.*@|[?&]password=/is.test(address.replace(scheme, ''));
}

/**
 * The address without its password, and without parameters.
 * @throws UsageError if it cannot be read, because it is unknown then where its password ends
 */
export function redacted(address: string): string {
  if (!isPostgresAddress(address)) return address;
  // The address of another kind of database, which is refused when it is opened.
  if (!scheme.test(address)) return address.replace(/^.*@/s, '');
  const { userinfo, hosts, database } = partsOf(address);
  const [user = ''] = userinfo.split(':');
  return `postgres://${user === '' ? '' : `${user}@`}${hosts}${database === '' ? '' : `/${database}`}`;
}

/**
 * Reads `postgres://user@host:port,host:port/database?parameter=value`. What it leaves out comes from the variables of
 * libpq (PGHOST, PGUSER, PGPASSWORD and so on).
 * @throws UsageError, which does not repeat a password
 */
export function parseAddress(address: string, env: NodeJS.ProcessEnv = process.env): PostgresAddress {
  const { userinfo, hosts, database, parameters } = partsOf(address);
  for (const name of parameters.keys()) {
    if (!known.includes(name)) {
      // After a password with an unencoded &, this is a part of it.
      const shown = parameters.has('password') ? '' : ` ${JSON.stringify(name)}`;
      throw new UsageError(`unknown parameter${shown} in the address of the database`, {
        fix: `use only ${known.join(', ')}`,
      });
    }
  }
  const [user, password] = userinfo.split(/:(.*)/s).map(decoded);
  const given = parameters.get('host') ?? (hosts === '' ? (env.PGHOST ?? 'localhost') : hosts);
  return {
    hosts: given.split(',').map((host) => hostOf(host, parameters.get('port') ?? env.PGPORT ?? '5432')),
    user: parameters.get('user') ?? (user || env.PGUSER),
    password: parameters.get('password') ?? (password || env.PGPASSWORD),
    database: decoded(database) || env.PGDATABASE,
    tls: oneOf('sslmode', tlsModes, parameters.get('sslmode') ?? env.PGSSLMODE),
    rootCertificate: parameters.get('sslrootcert') ?? env.PGSSLROOTCERT,
    readWrite:
      oneOf('target_session_attrs', sessions, parameters.get('target_session_attrs') ?? env.PGTARGETSESSIONATTRS) !==
      'any',
    poolSize: wholeNumber('pool_size', parameters.get('pool_size') ?? '10'),
  };
}

/** What protects the connection to a host: verified TLS, unless the address says otherwise or the host is this machine. */
export function tlsFor({ host }: Host, tls: TlsMode | undefined): TlsMode {
  if (host.startsWith('/')) return 'disable';
  return tls ?? (isLoopback(host) ? 'disable' : 'verify-full');
}

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
const sessions = ['read-write', 'primary', 'any'] as const;
const known = ['host', 'port', 'user', 'password', 'sslmode', 'sslrootcert', 'target_session_attrs', 'pool_size'];

interface Parts {
  readonly userinfo: string;
  readonly hosts: string;
  readonly database: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const form =
  'write it as postgres://user@host:5432/database; in a password, / ? # & @ : are written %2F %3F %23 %26 %40 %3A';

// The URL standard allows one host only.
function partsOf(address: string): Parts {
  if (/^\s*["']/.test(address)) {
    throw new UsageError('the address of the database is in quotes', {
      fix: 'remove them: they are a part of the value, which a shell would have removed',
    });
  }
  const [, authority, database = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(?:\/([^@?#]*))?(?:\?([^@#]*))?$/i.exec(address.trim()) ?? [];
  // Its text is not repeated, because it may contain a password.
  if (authority === undefined) throw new UsageError('the address of the database cannot be read', { fix: form });
  const at = authority.lastIndexOf('@');
  const hosts = authority.slice(at + 1);
  if (hosts !== '') for (const host of hosts.split(',')) hostOf(host, '5432');
  return {
    userinfo: authority.slice(0, Math.max(at, 0)),
    hosts,
    database,
    parameters: new Map(new URLSearchParams(query)),
  };
}

function hostOf(text: string, otherwise: string): Host {
  const [, bracketed, name, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = decoded(bracketed ?? name ?? '');
  // In user:password,host the text would be a password.
  if (host === '') throw new UsageError('the address of the database has a host that cannot be read', { fix: form });
  return { host, port: wholeNumber('port', port ?? otherwise) };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError('the address of the database has a % that begins no encoded character', {
      fix: 'write a percent sign as %25',
    });
  }
}

function oneOf<Value extends string>(
  name: string,
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  if (text === undefined) return undefined;
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new UsageError(`${name}=${text} is not supported in the address of the database`, {
    fix: `use ${values.join(', ')}`,
  });
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number >= 1 && number <= 65_535) return number;
  throw new UsageError(`${name}=${text} in the address of the database is not a number from 1 to 65535`, {
    fix: `set ${name} to such a number`,
  });
}
