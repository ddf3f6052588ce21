// Owns the errors that stand for another one: they have its code, and with that its exit code.
import { type ErrorData, PlenaryError } from '../errors.ts';

/** What failed was printed already for people, such as in a list of checks. */
export class ReportedError extends PlenaryError {
  readonly code: PlenaryError['code'];

  /** @param worst of what failed: it decides the exit code, and is the error for scripts */
  constructor(worst: PlenaryError) {
    super(worst.message, worst);
    this.code = worst.code;
  }
}

/** Another error, with what only its catcher knows. */
export class ExplainedError extends PlenaryError {
  readonly code: PlenaryError['code'];

  /** @param more replaces what the error has */
  constructor(error: PlenaryError, more: Pick<ErrorData, 'details' | 'fix' | 'next' | 'summary'>) {
    const { message, status, requestId, retryable, details, fix, next, summary, cause } = error;
    super(message, {
      status,
      requestId,
      retryable,
      details: more.details ?? details,
      fix: more.fix ?? fix,
      next: more.next ?? next,
      summary: more.summary ?? summary,
      cause,
    });
    this.code = error.code;
  }
}
