// Words the error for a file of a run that cannot be written.
import { JournalError, systemFault } from '../errors.ts';

/** No row is lost: the run can be resumed. */
export function cannotWrite(path: string, cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const [message, { fix }] = systemFault(`cannot write ${path}`, cause);
  return new JournalError(message, {
    cause,
    fix: `${remedyFor(code) ?? fix}, then run the same command again; completed rows are skipped`,
  });
}

/** Undefined if another folder would not help. */
function remedyFor(code: string): string | undefined {
  const elsewhere = 'set PLENARY_STATE_DIR to another folder';
  if (code === 'ENOSPC' || code === 'EDQUOT') return `free some space there, or ${elsewhere}`;
  return code === 'EMFILE' || code === 'ENFILE' ? undefined : elsewhere;
}
