// Finds the columns of names that are not used, while nothing else fills their fields. Must not know files. Pure.
import type { Resource } from '../contract/endpoint.ts';
import type { Cells } from './evidence.ts';
import { mayBeNames } from './name-evidence.ts';
import { excludes, mayBeUnknown, type Suggestion } from './suggestions.ts';

/** A column whose cells look like names, or whose header means them although its cells do not fit. */
export interface UnusedName {
  readonly column: string;
  readonly field: string;
  /** For messages: `its cells are numbers, so it is not name`. */
  readonly reason: string;
}

interface UnusedColumn {
  readonly column: string;
  readonly index: number;
  readonly suggestion: string | undefined;
  readonly reason: string | undefined;
  readonly refusedFor: string | undefined;
}

export interface UnusedNamesOptions {
  readonly resource: Resource;
  readonly suggestions: readonly Suggestion[];
  /** The columns that are used. */
  readonly mapped: readonly { readonly target: string }[];
  readonly unmapped: readonly UnusedColumn[];
  readonly cells: readonly Cells[];
  /** The cells of the column of addresses, if there is one. */
  readonly addresses: Cells | undefined;
  /** The targets that no column holds, as the user said. */
  readonly declined?: ReadonlySet<string> | undefined;
}

export function unusedNames(options: UnusedNamesOptions): readonly UnusedName[] {
  const { resource, suggestions, mapped, unmapped, addresses = [], declined = new Set() } = options;
  const isNamed = mapped.some(({ target }) => isName(target));
  const inCells = suggestions.filter(({ target, isInCells }) => isName(target) && isInCells && !isNamed);
  const found = unmapped.flatMap(({ column, index, refusedFor, reason }) => {
    const suggested = inCells.find((one) => one.index === index || one.rivals.includes(index));
    if (suggested !== undefined) return [{ column, field: suggested.target, reason: namesInCells }];
    if (refusedFor === undefined || reason === undefined || inCells.length > 0 || declined.has(refusedFor)) return [];
    const isFilled = mapped.some(({ target }) => target === refusedFor || excludes(target, refusedFor));
    return isName(refusedFor) && !isFilled ? [{ column, field: refusedFor, reason }] : [];
  });
  // `Ann Muster <ann@example.org>` has the name.
  const hasOthers = isNamed || declined.has('name') || addresses.some((cell) => /\p{L}.*</u.test(cell));
  if (resource !== 'speakers' || hasOthers) return found;
  const possible = possibleNames(options);
  // Cells of two words may be names of companies, and beside first names that are known the last ones may be unknown.
  const hasParts = possible.some(({ field }) => field !== 'name');
  return found.length === 0 || (hasParts && inCells.length > 0)
    ? unmapped.flatMap(({ column }) => [...possible, ...found].find((one) => one.column === column) ?? [])
    : found;
}

/**
 * Any column of short texts may hold the names of a file that has no others: columns of whole names, and two beside each
 * other as the first and the last ones.
 */
function possibleNames({ unmapped, cells }: UnusedNamesOptions): readonly UnusedName[] {
  const counts = cells.map((own) => own.filter(Boolean).length);
  // A middle name, which few people have, may be between the two.
  const isSparse = (index: number) => (counts[index] ?? 0) < Math.max(...counts) / 3;
  const full = unmapped.filter(({ index }) => !isSparse(index));
  const possible = full.map(({ column, index, suggestion }) => {
    const own = cells[index] ?? [];
    const shape = mayBeUnknown({ index, header: column, cells: own }) ? mayBeNames(own) : undefined;
    const isOther = suggestion !== undefined && !isName(suggestion);
    return { column, index, shape: isOther ? undefined : shape };
  });
  const isBeside = (index: number, next: number) =>
    cells.slice(index + 1, next).every((_, at) => isSparse(index + 1 + at));
  const isPart = (at: number) => possible[at]?.shape === 'part';
  const first = possible.findIndex(
    ({ index }, at) => isPart(at) && isPart(at + 1) && isBeside(index, possible[at + 1]?.index ?? 0),
  );
  const hasWhole = possible.some(({ shape }) => shape === 'whole');
  const alone = hasWhole || first >= 0 ? -1 : possible.findIndex((_, at) => isPart(at));
  return possible.flatMap(({ column, shape }, at) => {
    const part = first < 0 ? undefined : ['first_name', 'last_name'][at - first];
    const field = part ?? (shape === 'whole' || at === alone ? 'name' : undefined);
    return field === undefined ? [] : [{ column, field, reason: namesInCells }];
  });
}

const namesInCells = 'its header is not known, and its cells look like names';

function isName(target: string): boolean {
  return target === 'name' || /(first|last)_name$/.test(target);
}
