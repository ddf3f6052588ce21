// Says which proxy the environment asks for, if any. Pure; the proxying itself is undici's.
import { type Base, isLoopback } from './base-url.ts';

/** The proxy's address. Lower case wins, as with curl. A loopback address is never proxied: a token for this host must not leave it. */
export function proxyFor(base: Base, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const uri = base.protocol === 'https:' ? env.https_proxy || env.HTTPS_PROXY : env.http_proxy || env.HTTP_PROXY;
  const noProxy = env.no_proxy || env.NO_PROXY || '';
  if (!uri || isLoopback(base.hostname) || excepts(noProxy, base)) return undefined;
  return uri.includes('://') ? uri : `http://${uri}`;
}

function excepts(noProxy: string, { hostname, port }: Base): boolean {
  return noProxy.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase().replace(/^\*?\./, '')) ?? [];
    if (name === '' || (onlyPort !== undefined && Number(onlyPort) !== port)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}
