// Owns a bounded list of the faults in a file's rows. Must not word them, nor know what the rows
// are for.
import type { InputFault } from '../errors.ts';

/** How many faults are listed; a file may have one in each of a million rows. */
export const listedFaults = 1000;

/**
 * The first faults of a file. If a kind of fault occurs in more rows than are listed, the first one
 * has the `count` of all.
 * @returns also how many there are, listed or not
 */
export function listFaults<Fault extends InputFault>(
  faults: Iterable<Fault>,
): { readonly listed: readonly Fault[]; readonly total: number } {
  const listed: Fault[] = [];
  const counts = new Map<string, { readonly first: number; count: number; listed: number }>();
  let total = 0;
  for (const fault of faults) {
    total++;
    const key = faultKind(fault);
    const sameKind = counts.get(key);
    const isListed = listed.length < listedFaults;
    if (sameKind !== undefined) {
      sameKind.count++;
      if (isListed) sameKind.listed++;
    } else if (isListed) counts.set(key, { first: listed.length, count: 1, listed: 1 });
    if (isListed) listed.push(fault);
  }
  for (const { first, count, listed: shown } of counts.values()) {
    const fault = listed[first];
    if (fault !== undefined && count > shown) listed[first] = { ...fault, count };
  }
  return { listed, total };
}

/** The same for faults of a kind: the same problem in the same column of the same file. */
export function faultKind({ file, sheet, column, field, code, message }: InputFault): string {
  const place = column === undefined ? { field } : { column };
  return JSON.stringify([file, sheet, place, code ?? message]);
}
