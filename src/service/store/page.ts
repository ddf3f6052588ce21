// Owns what a page of a list is. Must not know what is listed.

/** Which page is asked for. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface ListPage<T> {
  readonly records: readonly T[];
  /** Of all pages. */
  readonly total: number;
}

/** How many records are before a page. */
export function offsetOf({ page, pageSize }: PageRequest): number {
  return Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER);
}
