// An HTTP proxy that passes every request on to one service, whichever host the request names.
import { createServer, request as open } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface ForwardProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The hosts, with port, that the requests and tunnels named. */
  readonly hosts: ReadonlySet<string>;
  close(): void;
}

export async function startForwardProxy(service: string): Promise<ForwardProxy> {
  const { hostname, port } = new URL(service);
  const hosts = new Set<string>();
  const server = createServer((near, response) => {
    const { host, pathname, search } = new URL(near.url ?? '');
    hosts.add(host);
    const { method, headers } = near;
    const far = open({ hostname, port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    near.pipe(far);
  }).on('connect', ({ url }, near) => {
    hosts.add(url ?? '');
    const far = connect(Number(port), hostname, () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n');
      far.pipe(near).pipe(far);
    });
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, hosts, close: () => void server.close().closeAllConnections() };
}
