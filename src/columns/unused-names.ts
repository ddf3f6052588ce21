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
  const isOpen = resource === 'speakers' && !isNamed && found.length === 0 && !declined.has('name');
  // `Ann Muster <ann@example.org>` has the name.
  return isOpen && !addresses.some((cell) => /\p{L}.*</u.test(cell)) ? possibleNames(options) : found;
}

/** Any column of short texts may hold the names of a file that has no others: the whole ones, else the first and the last ones. */
function possibleNames({ unmapped, cells }: UnusedNamesOptions): readonly UnusedName[] {
  const possible = unmapped.flatMap(({ column, index, suggestion }) => {
    const own = cells[index] ?? [];
    const shape = mayBeUnknown({ index, header: column, cells: own }) ? mayBeNames(own) : undefined;
    const isOther = suggestion !== undefined && !isName(suggestion);
    return shape === undefined || isOther ? [] : [{ column, index, shape }];
  });
  const whole = possible.filter(({ shape }) => shape === 'whole');
  if (whole.length > 0) return whole.map(({ column }) => ({ column, field: 'name', reason: namesInCells }));
  const first = possible.findIndex(({ index }, at) => possible[at + 1]?.index === index + 1);
  const parts = possible.slice(Math.max(first, 0)).slice(0, first < 0 ? 1 : 2);
  const fields = parts.length > 1 ? ['first_name', 'last_name'] : ['name'];
  return parts.map(({ column }, at) => ({ column, field: fields[at] ?? '', reason: namesInCells }));
}

const namesInCells = 'its header is not known, and its cells look like names';

function isName(target: string): boolean {
  return target === 'name' || /(first|last)_name$/.test(target);
}
