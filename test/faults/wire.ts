// HTTP as bytes: takes requests from a connection, and writes responses as no server would. Must not know faults.
import { Agent, request as open } from 'node:http';

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A response, before it is put on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The first complete request of the bytes, and what follows it; undefined if it is not complete. */
export function takeRequest(bytes: Buffer): { readonly request: WireRequest; readonly rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const from = end + 4;
  const to = from + Number(headers['content-length'] ?? 0);
  if (bytes.length < to) return undefined;
  return { request: { method, path, headers, body: bytes.subarray(from, to) }, rest: bytes.subarray(to) };
}

/** Sends a request to the service. The key that would let the service recognize a second attempt is left out. */
export async function carryOut(target: string, request: WireRequest, agent: Agent): Promise<Answer> {
  const { method, path, body } = request;
  const { host: _, 'idempotency-key': __, connection: ___, ...headers } = request.headers;
  return new Promise((resolve, reject) => {
    const onward = open(`${target}${path}`, { method, headers, agent }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const kept = Object.entries(answer.headers).filter(([name]) => !framing.includes(name));
      resolve({
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(chunks),
      });
    });
    onward.on('error', reject).end(body);
  });
}

const framing = ['content-length', 'transfer-encoding', 'connection', 'keep-alive'];

/** @param length what the head announces, unless it is the body's */
export function headOf({ status, headers, body }: Answer, length = body.length): Buffer {
  const lines = Object.entries({ ...headers, 'content-length': String(length) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`, 'latin1');
}

export function bytesOf(answer: Answer): Buffer {
  return Buffer.concat([headOf(answer), answer.body]);
}

export function answer(status: number, body: string, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: Buffer.from(body) };
}

export const newAgent = () => new Agent({ keepAlive: true });
