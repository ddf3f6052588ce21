// A response that is not a success: its status, its `detail`, and any headers.
import { errorAt, faults, type ValidationError } from '../contract/validation-error.ts';

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

/** 422 with these faults; with one only, if an input is nested too deep to be repeated. */
export function invalid(found: readonly ValidationError[]): Refusal {
  try {
    JSON.stringify(found);
  } catch {
    return new Refusal(422, { detail: [errorAt(['body'], faults.jsonInvalid('nested too deep'), {})] });
  }
  return new Refusal(422, { detail: found });
}

/** 404. A record of another organization gets the same response as one that does not exist. */
export function notFound(what: 'Event' | 'Speaker' | 'Submission'): Refusal {
  return new Refusal(404, { detail: `${what} not found` });
}
