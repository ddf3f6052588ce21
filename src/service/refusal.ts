// A response that is not a success: its status, its `detail`, and any headers.
import type { ValidationError } from '../contract/validation-error.ts';

/** Thrown by anything that a route calls; becomes the response. */
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

/** 422 with these faults. */
export function invalid(faults: readonly ValidationError[]): Refusal {
  return new Refusal(422, { detail: faults });
}

/** 404. A record of another organization gets the same response as one that does not exist. */
export function notFound(what: 'Event' | 'Speaker' | 'Submission'): Refusal {
  return new Refusal(404, { detail: `${what} not found` });
}
