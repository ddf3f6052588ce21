// Answers the lines of standard input that are no message, which the package of the protocol drops:
// an agent would wait for an answer. Must not know the tools.
import { StringDecoder } from 'node:string_decoder';
import { isRecord } from '../../../client/response.ts';
import type { Io } from '../../io.ts';
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from './protocol.ts';

/** @returns what stops it */
export function refuseLines({ stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>): () => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const read = (chunk: Buffer) => {
    const text = decoder.write(chunk);
    if (!text.includes('\n')) {
      rest += text;
      return;
    }
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const refusal = refusalOf(line);
      if (refusal !== undefined) stdout.write(`${JSON.stringify(refusal)}\n`);
    }
  };
  stdin.on('data', read);
  return () => void stdin.off('data', read);
}

/** The response that JSON-RPC 2.0 §5.1 defines; undefined for a message. */
function refusalOf(line: string): object | undefined {
  if (line.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return response(null, { code: -32_700, message: 'Parse error: the line is not JSON' });
  }
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value))
    return undefined;
  const id = isRecord(value) ? value.id : undefined;
  const isId = typeof id === 'string' || typeof id === 'number';
  const message = 'Invalid Request: it is not a JSON-RPC 2.0 message';
  return response(isId ? id : null, { code: -32_600, message });
}

function response(id: string | number | null, error: object): object {
  return { jsonrpc: '2.0', id, error };
}
