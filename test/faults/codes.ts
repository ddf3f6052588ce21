// The exit codes that commands end with, by what is known of the requests: as README and docs/importing.md say, not as observed.

/** If it passes, if it lasts for writes alone, if it lasts for all requests. */
type Code = readonly [passes: number, writes: number, all: number];

/** By what a command does: it reads, or creates or changes one record, or several. A change has no further effect if it is repeated. */
export interface Codes {
  readonly reads: readonly [passes: number, lasts: number];
  readonly creation: Code;
  readonly change: Code;
  readonly creations: Code;
  readonly changes: Code;
}

/** The service is not reached: nothing was sent. */
export const unsent: Codes = {
  reads: [0, 7],
  creation: [0, 7, 7],
  change: [0, 7, 7],
  creations: [0, 7, 7],
  changes: [0, 7, 7],
};
/** Only the list shows whether it was carried out. A change of one record is not looked up: it can be repeated. */
export const lostBefore: Codes = {
  reads: [0, 7],
  creation: [0, 10, 10],
  change: [0, 7, 7],
  creations: [0, 10, 10],
  changes: [0, 10, 10],
};
export const lostAfter: Codes = {
  reads: [0, 7],
  creation: [0, 0, 10],
  change: [0, 7, 7],
  creations: [0, 0, 10],
  changes: [0, 0, 10],
};
/** The service reports its own failure: what the list does not show was not carried out. */
export const failedBefore: Codes = { ...lostBefore, creation: [0, 7, 10], creations: [0, 7, 10], changes: [0, 7, 10] };
/** A response that cannot be read is not asked for again. */
export const unreadableBefore: Codes = {
  reads: [1, 1],
  creation: [0, 10, 10],
  change: [10, 10, 10],
  creations: [0, 10, 10],
  changes: [0, 10, 10],
};
export const unreadableAfter: Codes = {
  reads: [1, 1],
  creation: [0, 0, 10],
  change: [0, 0, 10],
  creations: [0, 0, 10],
  changes: [0, 0, 10],
};
export const redirected: Codes = {
  reads: [1, 1],
  creation: [1, 1, 1],
  change: [1, 1, 1],
  creations: [9, 9, 9],
  changes: [9, 9, 9],
};
export const harmless: Codes = {
  reads: [0, 0],
  creation: [0, 0, 0],
  change: [0, 0, 0],
  creations: [0, 0, 0],
  changes: [0, 0, 0],
};
export const denied: Codes = {
  reads: [4, 4],
  creation: [4, 4, 4],
  change: [4, 4, 4],
  creations: [4, 4, 4],
  changes: [4, 4, 4],
};
