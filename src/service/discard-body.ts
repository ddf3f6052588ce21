// Reads the rest of a request's body without keeping it. Closing a connection with unread data resets it, and the client
// would lose the response.
import type { IncomingMessage } from 'node:http';

const mostBytes = 64 * 1024 * 1024;
const longestMs = 10_000;

/** Calls `then` when the body has ended, or after 64 MiB or 10 seconds; at once if nothing is left to read. */
export function discardBody(request: IncomingMessage, then: () => void): void {
  if (request.complete || request.destroyed || !hasBody(request)) {
    then();
    return;
  }
  let left = mostBytes;
  const timer = setTimeout(finish, longestMs);
  request.on('data', count).once('end', finish).once('close', finish);

  function count({ length }: Buffer): void {
    left -= length;
    if (left < 0) finish();
  }

  function finish(): void {
    clearTimeout(timer);
    request.off('data', count).off('end', finish).off('close', finish);
    then();
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
