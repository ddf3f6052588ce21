// Owns the decision to stop a run whose writes keep failing in the same way.
import type { PlenaryError } from '../errors.ts';

const enoughAlike = 10;
// Each of these writes has used all of its attempts.
const enoughUnsent = 3;

export interface FailureWatch {
  /** Whether the service has accepted any write. */
  readonly hasSucceeded: boolean;
  succeeded(): void;
  /** The service refused a row. @throws the error, if the first ten responses are the same refusal */
  refused(error: PlenaryError): void;
  /** The outcome of a write is unknown. @throws the error, if it occurs for the tenth time in a row, unless the service accepts the writes */
  lost(error: PlenaryError, loss: string): void;
  /** No attempt reached the service. @throws the error, if it occurs for the third time in a row */
  unsent(error: PlenaryError): void;
}

export function createFailureWatch(): FailureWatch {
  let hasSucceeded = false;
  let kind = '';
  let count = 0;

  function add(error: PlenaryError): void {
    const details = error.details.map(({ field, message }) => [field, message]);
    const next = JSON.stringify([error.code, error.status, details]);
    count = next === kind ? count + 1 : 1;
    kind = next;
  }

  return {
    get hasSucceeded() {
      return hasSucceeded;
    },
    succeeded() {
      hasSucceeded = true;
      count = 0;
    },
    refused(error) {
      add(error);
      if (!hasSucceeded && count === enoughAlike) throw error;
    },
    lost(error, loss) {
      // A complete response that confirms the write costs no time, and shows no fault of the row.
      if (loss === 'confirmed' && error.code !== 'network') return;
      add(error);
      if (count === enoughAlike) throw error;
    },
    unsent(error) {
      add(error);
      if (count >= enoughUnsent) throw error;
    },
  };
}
