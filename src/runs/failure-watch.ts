// Decides when failures of writes stop a run. Must not know rows.
import { MalformedResponseError, type PlenaryError } from '../errors.ts';

/** Decides to stop a run whose writes keep failing in the same way. */
export function createFailureWatch() {
  let hasSucceeded = false;
  let kind = '';
  let count = 0;

  function add({ code, status, details }: PlenaryError): void {
    const next = JSON.stringify([
      code,
      status,
      details.map(({ field, message }) => [field, message]),
    ]);
    count = next === kind ? count + 1 : 1;
    kind = next;
  }

  return {
    /** Whether the service has accepted any write. */
    hasSucceeded: () => hasSucceeded,
    succeeded(): void {
      hasSucceeded = true;
      count = 0;
    },
    /**
     * The service refused a row.
     * @throws the error, if the first ten responses are the same refusal
     */
    refused(error: PlenaryError): void {
      add(error);
      if (!hasSucceeded && count === enoughAlike) throw error;
    },
    /**
     * The outcome of a write is unknown.
     * @throws the error, if it occurs for the tenth time in a row
     */
    lost(error: PlenaryError): void {
      // A complete response costs no time, and shows no fault of the row.
      if (error instanceof MalformedResponseError) return;
      add(error);
      if (count === enoughAlike) throw error;
    },
    /**
     * No attempt reached the service.
     * @throws the error, if it occurs for the third time in a row
     */
    unsent(error: PlenaryError): void {
      add(error);
      if (count >= enoughUnsent) throw error;
    },
  };
}

const enoughAlike = 10;
// Each of these writes has used all of its attempts.
const enoughUnsent = 3;
