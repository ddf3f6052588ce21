// Owns what one check of the doctor finds. Must not print.
import type { DocumentOf } from '../../../contract/document.ts';
import { PlenaryError } from '../../../errors.ts';
import type { doctorReport } from './report-schema.ts';

/** A check as it is printed: without secrets, and with what to do in words. */
export type Finding = DocumentOf<typeof doctorReport>['checks'][number];

export interface Check extends Pick<Finding, 'name' | 'state' | 'message'> {
  /** The fault, or what to do about a note. */
  readonly error?: PlenaryError;
  /** Whether it is as on any machine: people see all such checks on one line. */
  readonly isUsual?: boolean;
}

export function ok(name: Check['name'], message: string, isUsual = false): Check {
  return { name, state: 'ok', message, isUsual };
}

export function failed(name: Check['name'], error: PlenaryError): Check {
  return { name, state: 'failed', message: error.message, error };
}

/** @param error has the fix, if there is one */
export function note(name: Check['name'], message: string, error?: PlenaryError): Check {
  return { name, state: 'note', message, ...(error !== undefined && { error }) };
}

/** A check that passes with a message, and fails with the error that would end a command. */
export async function judge(name: Check['name'], work: () => Promise<string> | string): Promise<Check> {
  try {
    return ok(name, await work());
  } catch (error) {
    return failed(name, expected(error));
  }
}

/** An error of this program. @throws any other, such as the reason of a signal */
export function expected(error: unknown): PlenaryError {
  if (error instanceof PlenaryError) return error;
  throw error;
}

/** What ends a script first: a refused token, an unreachable service, a wrong event, then the configuration. */
const worstFirst = [4, 7, 5, 3, 1, 2];

/** The fault that decides the exit code; undefined without any. */
export function worstOf(checks: readonly Check[]): PlenaryError | undefined {
  const faults = checks.flatMap(({ state, error }) => (state === 'failed' && error !== undefined ? [error] : []));
  const rank = ({ exitCode }: PlenaryError) => worstFirst.indexOf(exitCode);
  return faults.toSorted((a, b) => rank(a) - rank(b))[0];
}
