// Tells from how writes fail whether there is any use in sending more of them.
import type { PlenaryError } from '../errors.ts';

const enoughAlike = 10;
// Each has used up all of its attempts.
const enoughUnsent = 3;

export interface FailureWatch {
  /** Whether the service has taken any write. */
  readonly hasSucceeded: boolean;
  succeeded(): void;
  /** The service declined a row. @throws the error, where the first ten answers of all are alike and such */
  refused(error: PlenaryError): void;
  /** Nobody knows whether the service has a row. @throws the error, where it is the tenth in a row and alike */
  lost(error: PlenaryError): void;
  /** The service took a row at no attempt. @throws the error, where it is the third in a row and alike */
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
    lost(error) {
      add(error);
      if (count === enoughAlike) throw error;
    },
    unsent(error) {
      add(error);
      if (count >= enoughUnsent) throw error;
    },
  };
}
