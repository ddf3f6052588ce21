// Sends any bytes to a server as a request, and reads the response to them. Must not know the service.
import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** How long a response may take, in milliseconds. */
const patienceMs = 20_000;

/**
 * The first response that is not 1xx; undefined if the server closes the connection without one.
 * @throws {Error} if there is no response in time
 */
export async function exchange(port: number, request: Buffer): Promise<RawResponse | undefined> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new Error(`no response within ${patienceMs} ms`))), patienceMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      socket.destroy();
      settle();
    };
    const look = (isComplete: boolean) => {
      const found = parseResponse(Buffer.concat(chunks), isComplete);
      if (found !== undefined || isComplete) end(() => resolve(found));
    };
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      look(false);
    });
    socket.on('error', () => look(true));
    socket.on('close', () => look(true));
    // The end of the sending is not the end of the connection: a client that has sent everything still reads.
    socket.write(request);
  });
}

/** Undefined if a part is missing. */
function parseResponse(bytes: Buffer, isComplete: boolean): RawResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return parseResponse(rest, isComplete);
  const headers = new Map(
    lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  const length = headers.get('content-length');
  // The response to a HEAD has the length of a body, and no body.
  if (isComplete) return { status, headers, body: rest };
  return length === undefined || rest.length < Number(length) ? undefined : { status, headers, body: rest };
}
