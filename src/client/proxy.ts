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
  /** NO_PROXY: hosts that are reached directly. */
  readonly except: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the environment configures. Lower-case names win, as with curl. A loopback address is never proxied: a
 * token for this machine must not leave it.
 * @throws {UsageError} if it is not the address of a proxy; the message does not repeat it, because it may hold a password
 */
export function proxyFor(base: BaseUrl, env: Environment): ProxySettings | undefined {
  const names = base.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((each) => env[each]);
  if (name === undefined || isLoopback(base.hostname)) return undefined;
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
    except: exceptions(env.no_proxy || env.NO_PROXY || ''),
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

// undici understands `*` only alone.
function exceptions(hosts: string): string {
  return hosts.split(/[,\s]+/).includes('*') ? '*' : hosts;
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
