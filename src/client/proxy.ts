// Reads from the environment through which proxy a request goes. Pure; proxied.ts connects.
import { UsageError } from '../errors.ts';
import { type BaseUrl, isLoopback } from './base-url.ts';

export interface ProxySettings {
  /** Without a user name and a password. */
  readonly address: string;
  /** `proxy.example.org:3128`, for messages. */
  readonly host: string;
  /** The value of Proxy-Authorization. */
  readonly authorization: string | undefined;
  /** The variable that configures it. */
  readonly variable: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a service, if the environment configures one and does not except the host. Lower-case names win, as with
 * curl. A loopback address is never proxied: a token for this machine must not leave it.
 * @throws {UsageError} if it is not the address of a proxy; the message does not repeat it, because it may hold a password
 */
export function proxyFor(base: BaseUrl, env: Environment): ProxySettings | undefined {
  const names = base.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((each) => env[each]);
  if (name === undefined || isLoopback(base.hostname)) return undefined;
  if (isExcepted(base, env.no_proxy || env.NO_PROXY || '')) return undefined;
  const text = env[name] ?? '';
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${name} is not the address of an HTTP proxy`, {
      fix: 'set it to an address such as http://proxy.example.org:3128',
    });
  }
  const { protocol, host, hostname, port, username, password } = url;
  return {
    address: `${protocol}//${host}`,
    host: `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`,
    authorization: username === '' && password === '' ? undefined : basic(username, password),
    variable: name,
  };
}

/** A proxy did not pass a request on: it could not be reached, or answered with this status. */
export class ProxyError extends Error {
  readonly host: string;
  readonly status: number | undefined;

  constructor({ host }: ProxySettings, reason: { readonly status?: number; readonly cause?: unknown }) {
    super('the proxy failed', { cause: reason.cause });
    this.name = 'ProxyError';
    this.host = host;
    this.status = reason.status;
  }
}

/** Whether NO_PROXY names a host, a domain above it, or all hosts; with a port, only for that port. */
function isExcepted({ hostname, port }: BaseUrl, exceptions: string): boolean {
  return exceptions.split(/[,\s]+/).some((entry) => {
    const [, name = '', ownPort] = /^(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (ownPort !== undefined && Number(ownPort) !== port) return false;
    const domain = name.replace(/^\*?\./, '');
    return name === '*' || (domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`)));
  });
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

// A percent sign that was meant literally cannot be decoded.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
