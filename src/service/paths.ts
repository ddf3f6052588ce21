// The addresses that the service knows, and the methods that each accepts.
import { endpointList } from '../contract/index.ts';

// These need no token.
const openPaths = ['/openapi.json', '/healthz', '/readyz'] as const;

/** The methods of an address, for the header `Allow`; empty if no route has this path. A HEAD comes with each GET. */
export function methodsAt(address: string): readonly string[] {
  const path = address.split('?', 1)[0] as string;
  return known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
}

const known = [
  ...openPaths.map((path) => ({ pattern: exactly(path), methods: withHead('GET') })),
  ...endpointList.map(([, { path, method }]) => ({ pattern: exactly(path), methods: withHead(method) })),
];

function exactly(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function withHead(method: string): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
