// Reads from the environment through which proxy a service is reached. Pure; undici decides which
// hosts NO_PROXY excepts.
import { UsageError } from '../errors.ts';
import { type BaseUrl, isLoopback } from './base-url.ts';

export interface ProxySettings {
  /** May contain a user name and a password. */
  readonly url: string;
  /** The variable that configures it. */
  readonly variable: string;
  /** The hosts that are reached directly. */
  readonly except: string;
}

/**
 * The proxy for requests to a service, if the environment configures one. Lower-case names win, as
 * with curl. A loopback address is never proxied: a token for this machine must not leave it.
 * @throws {UsageError} if it is not the address of a proxy; the message does not repeat it, because
 *   it may hold a password
 */
export function proxyFor(
  base: BaseUrl,
  env: Readonly<Record<string, string | undefined>>,
): ProxySettings | undefined {
  const names =
    base.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const variable = names.find((name) => env[name]);
  const text = variable && env[variable];
  if (!variable || !text || isLoopback(base.hostname)) return undefined;
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isDecodable = url !== undefined && !/%(?![\da-f]{2})/i.test(url.username + url.password);
  if (!isDecodable || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${variable} is not the address of an HTTP proxy`, {
      fix: 'set it to an address such as http://proxy.example.org:3128',
    });
  }
  return { url: url.href, variable, except: env.no_proxy || env.NO_PROXY || '' };
}
