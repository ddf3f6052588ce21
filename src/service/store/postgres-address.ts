// Reads the address of a PostgreSQL database as far as pg does not: what is shown of it, and what
// is refused.
import { readFileSync } from 'node:fs';
import { systemFault, UsageError } from '../../errors.ts';

const scheme = /^[\s"']*postgres(?:ql)?:/i;
const files = ['sslrootcert', 'sslcert', 'sslkey'];
const known = ['host', 'port', 'user', 'password', 'sslmode', ...files, 'application_name'];
/** Those that pg knows. Without verification: the first two. */
const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * Whether this is meant as an address, however mistyped: it may contain a password, and is no name
 * of a file.
 */
export function isPostgresAddress(data: string): boolean {
  const isPath = /^(?:\.{1,2}[\\/]|[a-z]:[\\/])/i.test(data);
  return scheme.test(data) || (!isPath && /:.*@/s.test(data));
}

/**
 * Whether an address, however mistyped, contains a password, which would show in the list of
 * processes if it were an argument.
 */
export function containsPassword(address: string): boolean {
  return /:.*@|[?&]password=/is.test(address.replace(scheme, ''));
}

/**
 * The address without its password and parameters; anything but an address stays as it is.
 * @throws UsageError if it cannot be read, because it is unknown then where its password ends
 */
export function redacted(address: string): string {
  if (!isPostgresAddress(address)) return address;
  // The address of another kind of database, which is refused when it is opened.
  if (!scheme.test(address)) return address.replace(/^.*@/s, '');
  const { username, hostname, port, pathname, searchParams } = parsed(address);
  // pg prefers the parameters. Before an @, it would be a password.
  const host = searchParams.get('host')?.replace(/^.*@/s, '').replaceAll('/', '%2F') || hostname;
  const place = [host, searchParams.get('port') || port].filter(Boolean).join(':');
  return `postgres://${username === '' ? '' : `${username}@`}${place}${pathname}`;
}

/**
 * What pg needs to connect. It takes what the address leaves out from the variables of libpq
 * (PGHOST, PGPASSWORD and so on). The connection has verified TLS, unless `sslmode` says otherwise
 * or the server is on this machine.
 * @throws UsageError, which does not repeat a password
 */
export function connectionOf(
  address: string,
  env: NodeJS.ProcessEnv = process.env,
): { readonly connectionString: string; readonly ssl?: true } {
  const { hostname, searchParams } = parsed(address);
  for (const name of searchParams.keys()) {
    if (!known.includes(name)) {
      // After a password with an unencoded &, this is a part of it.
      const shown = searchParams.has('password') ? '' : ` ${JSON.stringify(name)}`;
      throw new UsageError(`unknown parameter${shown} in the address of the database`, {
        fix: `use only ${known.join(', ')}`,
      });
    }
  }
  // pg takes the last one.
  if (searchParams.size > new Set(searchParams.keys()).size) {
    throw new UsageError('the address of the database has a parameter twice', {
      fix: 'keep one of both',
    });
  }
  checkTls(searchParams);
  const host = searchParams.get('host') ?? (hostname || env.PGHOST || 'localhost');
  if (host.includes(',')) {
    throw new UsageError('the address of the database has several hosts', {
      fix: 'give one address that always leads to the server that accepts writes',
    });
  }
  // With any other word in PGSSLMODE, pg either does the same or does without TLS.
  const isChosen =
    Boolean(searchParams.get('sslmode')) || /^(?:disable|no-verify)$/.test(env.PGSSLMODE ?? '');
  return { connectionString: address.trim(), ...(!isChosen && !isLocal(host) && { ssl: true }) };
}

/** pg takes an unknown mode for verify-full, and does not name the parameter of a missing file. */
function checkTls(parameters: URLSearchParams): void {
  const mode = parameters.get('sslmode');
  if (mode && !sslModes.includes(mode)) {
    const text = JSON.stringify(mode);
    throw new UsageError(`unknown sslmode ${text} in the address of the database`, {
      fix: `use one of ${sslModes.join(', ')}; the first two do not verify the server`,
    });
  }
  for (const name of files) {
    const path = parameters.get(name);
    if (path) checkFile(name, path);
  }
}

function checkFile(name: string, path: string): void {
  try {
    readFileSync(path);
  } catch (cause) {
    const what = `cannot read ${JSON.stringify(path)}, the ${name} of the database`;
    throw new UsageError(...systemFault(what, cause, `name a readable file with ${name}=FILE`));
  }
}

function isLocal(host: string): boolean {
  return /^(?:\/.*|%2f.*|localhost|\[?::1\]?|127\.\d+\.\d+\.\d+)$/i.test(host);
}

const form =
  'write it as postgres://user@host:5432/database; in a password, / ? # & @ : are written %2F ' +
  '%3F %23 %26 %40 %3A';

/** Its text is in no message, because it may contain a password. */
function parsed(address: string): URL {
  if (/^\s*["']/.test(address)) {
    throw new UsageError('the address of the database is in quotes', {
      fix: 'remove them: they are a part of the value, which a shell would have removed',
    });
  }
  const text = address.trim();
  const url = /^postgres(?:ql)?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  // Behind the host, an @ is that of a password with an unencoded character.
  const isRead =
    url !== undefined &&
    url.hash === '' &&
    !/@/.test(url.pathname + url.search) &&
    isDecodable(text);
  if (!isRead) throw new UsageError('the address of the database cannot be read', { fix: form });
  return url;
}

function isDecodable(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}
