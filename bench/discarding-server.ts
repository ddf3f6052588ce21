// A bare node:http server that reports every creation as successful, stores nothing, and lists nothing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let created = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const [status, body] =
      request.method === 'POST'
        ? [201, `{"id":"record-${++created}"}`]
        : [200, '{"data":[],"pagination":{"totalPages":0}}'];
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, token: 'token' })}\n`);
});
