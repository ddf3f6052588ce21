// Exit codes in help texts, from the one table.
import { type ExitCode, exitCodes } from '../errors.ts';

/** `Exit codes:` and a line for each, in order. */
function exitCodeLines(codes: readonly ExitCode[]): string {
  const lines = [...codes].sort((a, b) => a - b).map((code) => `  ${String(code).padEnd(4)}${exitCodes[code]}`);
  return ['Exit codes:', ...lines].join('\n');
}

/** All there are. */
export function allExitCodes(): string {
  return exitCodeLines(Object.keys(exitCodes).map(Number) as ExitCode[]);
}

/** Those of any command that reads settings: it can fail, be misused, or be stopped; and what else it can end with. */
export function localExitCodes(...others: readonly ExitCode[]): string {
  return exitCodeLines([0, 1, 2, 130, 143, ...others]);
}

/** Those of any command that talks to the service, and what else it can end with. */
export function requestExitCodes(...others: readonly ExitCode[]): string {
  return localExitCodes(3, 4, 5, 7, ...others);
}
