// What a fault is: what happens to which request. Must not know commands.
import type { Codes } from './codes.ts';
import type { Answer } from './wire.ts';

export interface Fault {
  readonly name: string;
  /** What happens, in a sentence. */
  readonly sentence: string;
  readonly strike: Strike;
  /** How often it strikes if it passes: fewer times than a request is repeated. One that is permanent never passes. */
  readonly times?: number | 'permanent';
  /** Whether requests end by their time limit. */
  readonly isSlow?: boolean;
  /** What the message of a command that only reads contains, if it lasts. */
  readonly reason: string;
  readonly codes: Codes;
}

/** Where it happens. */
export type Strike =
  /** The name of the service: not known, or known after the time limit. */
  | { readonly at: 'name'; readonly is: 'unknown' | 'slow' }
  /** Nothing listens, or something else does. */
  | { readonly at: 'connection'; readonly is: 'refused' | 'plain' | 'untrusted' }
  /** The connection ends before the service has the request. */
  | { readonly at: 'request'; readonly is: 'reset' | 'cut' }
  /** Something else responds, unless there is no reply. */
  | { readonly at: 'response'; readonly isCarriedOut: false; readonly reply: (at: Place) => Reply | undefined }
  /** The service carries out the request, and its answer arrives otherwise. */
  | { readonly at: 'response'; readonly isCarriedOut: true; readonly reply: (at: Place, own: Answer) => Reply };

/** The request's path, and the address of another service. */
export interface Place {
  readonly path: string;
  readonly elsewhere: string;
}

export interface Reply {
  readonly bytes: Buffer;
  /** What happens to the connection after these bytes; it stays open unless given. */
  readonly end?: 'close' | 'reset';
  /** A byte a second, after these. */
  readonly trickle?: Buffer;
}
