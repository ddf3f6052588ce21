// Owns which rows of a list a page has. Pure.

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** How many records are before a page. */
export function offsetOf({ page, pageSize }: Page): number {
  return Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER);
}
