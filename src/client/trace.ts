// The events that the client reports while it works, for --debug and for notices. They never hold a token, a header or a body.

/** The attempt that an event is about; `attempt` counts from 1. */
interface TracedAttempt {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly attempt: number;
}

/** One event. Times are milliseconds. */
export type TraceEvent =
  | (TracedAttempt & {
      readonly kind: 'response';
      readonly status: number;
      readonly ms: number;
      readonly requestId: string | undefined;
    })
  | (TracedAttempt & { readonly kind: 'failure'; readonly reason: string; readonly ms: number })
  /** The next attempt follows after `ms`. */
  | (TracedAttempt & { readonly kind: 'retry'; readonly ms: number; readonly reason: string })
  /** The response to a creation was lost; the record is being looked up. */
  | (TracedAttempt & { readonly kind: 'lookup'; readonly reason: string })
  /** The record is not in the list, but may still be created: it is looked up again after `ms`. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The service asked for a pause, or its rate limit is used up: nothing is sent for `ms`. */
  | { readonly kind: 'pause'; readonly ms: number };

/** Receives the events; must not throw. */
export type Trace = (event: TraceEvent) => void;
