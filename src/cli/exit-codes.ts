// Owns the meaning of each exit code in words, and which ones a command can end with.
import type { ExitCode } from '../errors.ts';

/** `plenary help exit-codes` prints these. Which error ends with which code is in errors.ts. */
export const exitCodes: Readonly<Record<ExitCode, string>> = {
  0: 'success, or nothing to do',
  1: 'unexpected error, or the output cannot be written',
  2: 'usage or configuration error; or an answer is needed and there is no terminal',
  3: 'invalid input, found locally or by the service (422)',
  4: 'no token, or access refused (401, 403)',
  5: 'not found (404)',
  6: 'conflict: 409, schedule clash or stale plan',
  7: 'try again later: network error, 429 or 5xx after all retries, or another run in progress',
  8: 'changes pending (only with --detailed-exitcode)',
  9: 'partly done: some rows failed',
  10: 'the outcome of a write is unknown',
  129: 'hung up (SIGHUP)',
  130: 'interrupted (SIGINT), or canceled at a question',
  143: 'terminated (SIGTERM)',
};

const everyCommand: readonly ExitCode[] = [0, 1, 2, 129, 130, 143];
const everyRequest: readonly ExitCode[] = [3, 4, 5, 7];

/**
 * The codes of a command, in ascending order.
 * @param others that it can end with besides those of any such command
 */
export function exitCodesOf(
  sends: 'none' | 'read' | 'write',
  others: readonly ExitCode[],
): readonly ExitCode[] {
  return [...everyCommand, ...(sends === 'none' ? [] : everyRequest), ...others].toSorted(
    (a, b) => a - b,
  );
}

/** Those that not every command, or every command that sends requests, can end with. */
export function particularCodes(codes: readonly ExitCode[]): readonly ExitCode[] {
  return codes.filter((code) => !everyCommand.includes(code) && !everyRequest.includes(code));
}

/** @param codes all unless given */
export function exitCodeItems(
  codes = Object.keys(exitCodes).map(Number) as readonly ExitCode[],
): readonly (readonly [code: string, meaning: string])[] {
  return codes.map((code) => [String(code), exitCodes[code]] as const);
}
