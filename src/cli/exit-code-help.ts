// Exit codes in help texts, from the one table.
import { type ExitCode, exitCodes } from '../errors.ts';

/** `Exit codes:` and a line for each of these. */
export function exitCodeLines(codes: readonly ExitCode[]): string {
  return ['Exit codes:', ...codes.map((code) => `  ${String(code).padEnd(4)}${exitCodes[code]}`)].join('\n');
}

/** All of them, in order. */
export const allExitCodes = Object.keys(exitCodes).map(Number) as readonly ExitCode[];

/** What any command that talks to the service can end with. */
export const requestExitCodes: readonly ExitCode[] = [0, 1, 2, 3, 4, 5, 7, 130, 143];
