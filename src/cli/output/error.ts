// Owns how an error is printed: sentences for people, one JSON object for scripts. Never a stack
// trace.

import type { DocumentOf } from '../../contract/document.ts';
import {
  InterruptedError,
  type NextStep,
  OutputError,
  PlenaryError,
  stopSignals,
  systemFault,
  UnexpectedError,
} from '../../errors.ts';
import type { Io } from '../io.ts';
import type { failure } from './error-schema.ts';
import { faultLines } from './fault-lines.ts';
import { escapeUnsafe } from './json.ts';
import { nextCommand, type ServiceFlags } from './next-command.ts';
import { sentenceFor } from './shell.ts';
import type { Paints } from './style.ts';
import { toLine, toLines } from './terminal-text.ts';

/**
 * What failed, where, and what to do. Control characters are stripped.
 * @param flags those of the service that were typed
 */
export function errorText(
  error: PlenaryError,
  { bold, dim, red }: Paints,
  flags: ServiceFlags,
): string {
  const lines = [
    `${red(bold('Error:'))} ${toLines(error.message)}`,
    ...faultLines(error.details).map((line) => `  ${line}`),
  ];
  const fix = fixSentence(error, flags);
  if (fix !== undefined) lines.push(`Fix: ${toLine(fix)}`);
  for (const { command } of nextSteps(error, flags)) lines.push(`Next: ${bold(toLine(command))}`);
  if (error.requestId !== undefined) lines.push(dim(`Request: ${toLine(error.requestId)}`));
  return `${lines.join('\n')}\n`;
}

/** The causes of an error, for `--debug`: one line each, without stack traces. */
export function causeLines(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return '';
  const code = 'code' in cause ? ` (${String(cause.code)})` : '';
  return (
    'debug: caused by ' +
    `${toLine(`${cause.name}${code}: ${cause.message}`)}\n${causeLines(cause)}`
  );
}

/** One line of JSON. Its shape is stable, because scripts rely on it. */
export function errorJson(error: PlenaryError, flags: ServiceFlags): string {
  const { code, message, exitCode, status, requestId, retryable, details } = error;
  const shape: DocumentOf<typeof failure>['error'] = {
    code,
    message,
    exitCode,
    status,
    requestId,
    retryable,
    details,
    fix: fixSentence(error, flags),
    next: nextSteps(error, flags),
  };
  // Standard error is often a terminal even if standard output is not.
  return `${escapeUnsafe(JSON.stringify({ error: shape }))}\n`;
}

/** What to do about an error, with its commands in the quotes of the user's shell. */
export function fixSentence(
  { fix }: PlenaryError,
  { shell = 'posix' }: ServiceFlags,
): string | undefined {
  return fix && sentenceFor(shell, fix);
}

/** The commands of an error, completed by the flags of the service that were typed. */
export function nextSteps({ next }: PlenaryError, flags: ServiceFlags): NextStep[] {
  return next.map(({ command }) => ({ command: nextCommand(command, flags) }));
}

/** What ended a command, as an error of the program. */
export function knownError(error: unknown, { stopped }: Pick<Io, 'stopped'>): PlenaryError {
  if (error instanceof PlenaryError) return error;
  return interruption(stopped, error) ?? machineFault(error) ?? unexpected(error);
}

/** An abort after a signal is reported as the interruption. */
function interruption(stopped: AbortSignal, error: unknown): InterruptedError | undefined {
  const isAbort =
    error === stopped.reason || (error instanceof Error && error.name === 'AbortError');
  if (!stopped.aborted || !isAbort) return undefined;
  return new InterruptedError(stopSignals.find((signal) => signal === stopped.reason) ?? 'SIGINT');
}

/** A fault of the machine that no other code has expected. */
function machineFault(error: unknown): OutputError | undefined {
  const { code, path } = Object(error);
  if (!/^(EMFILE|ENFILE|ENOSPC|EDQUOT|EACCES|EPERM|EROFS|EIO)$/.test(code)) return undefined;
  return new OutputError(
    ...systemFault(
      path === undefined ? 'the command cannot continue' : `cannot use ${path}`,
      error,
    ),
  );
}

/** It shows the original message, for a bug report. */
function unexpected(cause: unknown): UnexpectedError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new UnexpectedError(`unexpected error: ${message}`, {
    cause,
    fix: 'run the command again with --debug, and report this bug with its output',
  });
}
