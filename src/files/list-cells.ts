// Reads a cell that is an array of texts in JSON, as some systems write lists into CSV (`["Hall
// A","Hall B"]`). Pure.
import type { Elements } from './table.ts';

/**
 * The elements of such cells, by index; undefined if there are none. The cells stay as they are in
 * the file.
 */
export function elementsIn(cells: readonly string[]): Elements | undefined {
  const lists = cells.flatMap((cell, index) => {
    const list = listIn(cell);
    return list === undefined ? [] : [[index, list] as const];
  });
  return lists.length === 0 ? undefined : new Map(lists);
}

function listIn(cell: string): readonly string[] | undefined {
  if (!/^\s*\[\s*"/.test(cell)) return undefined;
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) && value.every((element) => typeof element === 'string')
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
