// Owns how an answer that is too long is shortened: lists and texts lose their ends. Pure.

/** What is left of what, by the list or the object that it is in. */
type Cuts = Map<object, Map<string, Cut>>;

interface Cut {
  readonly left: number;
  readonly whole: number;
  readonly unit: 'entries' | 'characters';
}

/**
 * Shortens lists and texts, the longest first, until the value fits.
 * @param parts `data`, and the notices about it @param most characters @returns what was shortened, in words
 */
export function shorten(parts: unknown, most: number): readonly string[] {
  const cuts: Cuts = new Map();
  // The notices of the program are shortened last.
  while (sizeOf(parts) > most && (shortenOnce(parts, cuts, ['data']) || shortenOnce(parts, cuts))) {}
  return cutsIn(parts, cuts, '');
}

/** Of its JSON. */
function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** A list as short as this is kept, and its entries are shortened: it may have an entry for each file. */
const fewEntries = 10;

/** Texts as short as this are kept. */
const fewCharacters = 500;

/** Halves what is longest. @param only of these parts @returns false if nothing can be shortened */
function shortenOnce(value: unknown, cuts: Cuts, only?: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const entries = Object.entries(value).filter(([place]) => only?.includes(place) !== false);
  const sized = entries.map(([place, part]) => ({ place, part, size: sizeOf(part) }));
  const parts = sized.toSorted((one, other) => other.size - one.size);
  const isList = Array.isArray(value);
  const isManyParts = isList && value.length > fewEntries && (parts[0]?.size ?? 0) < sizeOf(value) / 2;
  for (const { place, part } of isManyParts ? [] : parts) {
    if (typeof part === 'string' && part.length > fewCharacters) {
      // Half of a pair is no character.
      const text = part.slice(0, Math.floor(part.length / 2)).replace(/[\ud800-\udbff]$/, '');
      record(cuts, value, place, { left: text.length, whole: part.length, unit: 'characters' });
      Object.assign(value, { [place]: text });
      return true;
    }
    if (shortenOnce(part, cuts)) return true;
  }
  if (!isList || value.length === 0) return false;
  const whole = value.length;
  value.length = Math.floor(whole / 2);
  record(cuts, value, 'length', { left: value.length, whole, unit: 'entries' });
  return true;
}

function record(cuts: Cuts, holder: object, place: string, cut: Cut): void {
  const known = cuts.get(holder) ?? new Map<string, Cut>();
  cuts.set(holder, known.set(place, { ...cut, whole: known.get(place)?.whole ?? cut.whole }));
}

/** Of what is still there: `submissions.changes has 50 of 400 entries`. */
function cutsIn(value: unknown, cuts: Cuts, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const known = cuts.get(value);
  const textOf = (name: string, cut: Cut | undefined) =>
    cut === undefined ? [] : [`${name} has ${cut.left} of ${cut.whole} ${cut.unit}`];
  return [
    ...(Array.isArray(value) ? textOf(path, known?.get('length')) : []),
    ...Object.entries(value).flatMap(([place, part]) => {
      const name = path === '' || path === 'data' ? place : `${path}.${place}`;
      return [...(typeof part === 'string' ? textOf(name, known?.get(place)) : []), ...cutsIn(part, cuts, name)];
    }),
  ];
}
