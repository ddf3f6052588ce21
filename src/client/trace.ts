// What the client says about its work while it is at it: for --debug and for notices. Never a token, a header or a body.

/** The request an event is about; `attempt` counts from 1. */
interface Attempted {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly attempt: number;
}

/** One thing that happened. Times are milliseconds. */
export type TraceEvent =
  | (Attempted & {
      readonly kind: 'answer';
      readonly status: number;
      readonly ms: number;
      readonly requestId: string | undefined;
    })
  | (Attempted & { readonly kind: 'failure'; readonly reason: string; readonly ms: number })
  /** The next attempt follows after `ms`. */
  | (Attempted & { readonly kind: 'retry'; readonly ms: number; readonly reason: string })
  /** A creation's answer was lost; what became of it is being looked up. */
  | (Attempted & { readonly kind: 'lookup'; readonly reason: string })
  /** The service asked for a pause, or its pace limit is used up: nothing leaves for `ms`. */
  | { readonly kind: 'pause'; readonly ms: number };

/** Takes what happened; must not throw. */
export type Trace = (event: TraceEvent) => void;
