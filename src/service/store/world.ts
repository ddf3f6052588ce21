// What all parts of an open store share.
import type { IdSource } from '../ids.ts';
import type { Connection } from './sqlite/connection.ts';

export interface World {
  readonly connection: Connection;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: IdSource;
}
