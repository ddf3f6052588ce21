// Owns the meaning of each exit code in words, and the list of those that a command's help shows.
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
  7: 'try again later: network error, 429 or 5xx after all retries',
  8: 'changes pending (only with --detailed-exitcode)',
  9: 'partly done: some rows failed',
  10: 'the outcome of a write is unknown',
  129: 'hung up (SIGHUP)',
  130: 'interrupted (SIGINT)',
  143: 'terminated (SIGTERM)',
};

/** The help section for these codes, in ascending order. */
function exitCodeSection(codes: readonly ExitCode[]): string {
  const lines = [...codes].sort((a, b) => a - b).map((code) => `  ${String(code).padEnd(4)}${exitCodes[code]}`);
  return ['Exit codes:', ...lines].join('\n');
}

export function allExitCodes(): string {
  return exitCodeSection(Object.keys(exitCodes).map(Number) as ExitCode[]);
}

/** For a command that only reads settings, with the further codes that it can end with. */
export function localExitCodes(...others: readonly ExitCode[]): string {
  return exitCodeSection([0, 1, 2, 129, 130, 143, ...others]);
}

/** For a command that sends requests, with the further codes that it can end with. */
export function requestExitCodes(...others: readonly ExitCode[]): string {
  return localExitCodes(3, 4, 5, 7, ...others);
}
