// Owns how an error is printed: sentences for people, one JSON object for scripts. Never a stack trace.

import { quoted } from '../../contract/amount.ts';
import type { DocumentOf } from '../../contract/document.ts';
import { toKebab } from '../../contract/fields.ts';
import {
  type InputFault,
  InterruptedError,
  type NextStep,
  OutputError,
  PlenaryError,
  stopSignals,
} from '../../errors.ts';
import type { Io } from '../io.ts';
import type { failure } from './error-schema.ts';
import { faultLines } from './fault-lines.ts';
import { escapeUnsafe } from './json.ts';
import { nextCommand, type ServiceFlags } from './next-command.ts';
import type { Paints } from './style.ts';
import { toLine, toLines } from './terminal-text.ts';

/** What failed, where, and what to do. Control characters are stripped. @param flags those of the service that were typed */
export function errorText(error: PlenaryError, { bold, dim, red }: Paints, flags: ServiceFlags): string {
  const lines = [`${red(bold('Error:'))} ${toLines(error.message)}`];
  // Faults reported by the service name its fields. Faults found locally name the flag.
  const nameOf = error.status === undefined ? (field: string) => `--${toKebab(field)}` : (field: string) => field;
  lines.push(...faultLines(error.details, (fault) => faultText(fault, nameOf)).map((line) => `  ${line}`));
  if (error.fix !== undefined) lines.push(`Fix: ${toLine(error.fix)}`);
  for (const { command } of nextSteps(error, flags)) lines.push(`Next: ${bold(toLine(command))}`);
  if (error.requestId !== undefined) lines.push(dim(`Request: ${toLine(error.requestId)}`));
  return `${lines.join('\n')}\n`;
}

/** Faults of the user's file as lines, as an error lists them. */
export function fileFaultLines(faults: readonly InputFault[]): readonly string[] {
  return faultLines(faults, (fault) => faultText(fault, (field) => field));
}

/** The causes of an error, for `--debug`: one line each, without stack traces. */
export function causeLines(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return '';
  const code = 'code' in cause ? ` (${String(cause.code)})` : '';
  return `debug: caused by ${toLine(`${cause.name}${code}: ${cause.message}`)}\n${causeLines(cause)}`;
}

/** `speakers.csv:17 column "E-mail": at least 3 characters`, or `--email: …` if the value did not come from a file. */
function faultText(fault: InputFault, nameOf: (field: string) => string): string {
  const place = [
    fault.file === undefined ? '' : `${fault.file}${fault.line === undefined ? '' : `:${fault.line}`}`,
    fault.sheet === undefined ? '' : `sheet ${quoted(fault.sheet)}`,
    fault.column === undefined ? fieldText(fault, nameOf) : `column ${quoted(fault.column)}`,
  ].filter(Boolean);
  return place.length === 0 ? fault.message : `${place.join(' ')}: ${fault.message}`;
}

function fieldText({ field, file }: InputFault, nameOf: (field: string) => string): string {
  if (field === undefined) return '';
  return file === undefined ? nameOf(field) : field;
}

/** One line of JSON. Its shape is stable, because scripts rely on it. */
export function errorJson(error: PlenaryError, flags: ServiceFlags): string {
  const { code, message, exitCode, status, requestId, retryable, details, fix } = error;
  const shape: DocumentOf<typeof failure>['error'] = {
    code,
    message,
    exitCode,
    status,
    requestId,
    retryable,
    details,
    fix,
    next: nextSteps(error, flags),
  };
  // Standard error is often a terminal even if standard output is not.
  return `${escapeUnsafe(JSON.stringify({ error: shape }))}\n`;
}

/** The commands of an error, completed by the flags of the service that were typed. */
export function nextSteps({ next }: PlenaryError, flags: ServiceFlags): NextStep[] {
  return next.map(({ command }) => ({ command: nextCommand(command, flags) }));
}

/** What ended a command, as an error of the program. */
export function knownError(error: unknown, { stopped }: Pick<Io, 'stopped'>): PlenaryError {
  if (error instanceof PlenaryError) return error;
  return interruption(stopped, error) ?? lackOfFiles(error) ?? new UnexpectedError(error);
}

/** An abort after a signal is reported as the interruption. */
function interruption(stopped: AbortSignal, error: unknown): InterruptedError | undefined {
  const isAbort = error === stopped.reason || (error instanceof Error && error.name === 'AbortError');
  if (!stopped.aborted || !isAbort) return undefined;
  return new InterruptedError(stopSignals.find((signal) => signal === stopped.reason) ?? 'SIGINT');
}

function lackOfFiles(error: unknown): OutputError | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'EMFILE')) return undefined;
  return new OutputError('too many files are open', {
    cause: error,
    fix: 'raise the limit, for example with `ulimit -n 1024`',
  });
}

/** An error that the program did not expect. It shows the original message, for a bug report. */
class UnexpectedError extends PlenaryError {
  readonly code = 'unexpected';

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`unexpected error: ${message}`, {
      cause,
      fix: 'run the command again with --debug, and report this bug with its output',
    });
  }
}
