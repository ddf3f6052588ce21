// Tells whether a malformed row of a reject file has been mended since it was written: in the file it stands in form. Pure.
import { hash } from 'node:crypto';
import { isRejectColumn } from '../columns/own-output.ts';

/** What a reject file's message ends in for a row that had no sound form. @param cells the user's own */
export function markOf(cells: readonly string[]): string {
  return `(as it stood: ${hash('sha256', JSON.stringify(cells)).slice(0, 8)})`;
}

/** @param columns of a file that may be a reject file @returns whether a row still stands as it was rejected */
export function unmendedIn(columns: readonly string[]): (cells: readonly string[]) => boolean {
  const message = columns.indexOf('_message');
  const own = columns.flatMap((column, index) => (isRejectColumn(column) ? [] : [index]));
  if (message < 0) return () => false;
  return (cells) => cells[message]?.endsWith(markOf(own.map((index) => cells[index] ?? ''))) === true;
}
