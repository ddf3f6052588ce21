// An answer that is not a success: status, `detail`, and headers where it needs them.
import type { ValidationError } from '../contract/validation-error.ts';

/** Thrown anywhere below a route; the app turns it into the answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) {
    super(`refused with ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** 422 with every fault that was found. */
export function invalid(faults: readonly ValidationError[]): Refusal {
  return new Refusal(422, { detail: faults });
}

/** 404: it does not exist, or belongs to another organization; nobody can tell which. */
export function notFound(what: 'Event' | 'Speaker' | 'Submission'): Refusal {
  return new Refusal(404, { detail: `${what} not found` });
}
