// Owns what is shown of an answer that is too long for an agent: the beginning of each list, and
// how long each is. Pure.
import { isRecord } from '../../../client/response.ts';

type Parts = Readonly<Record<string, unknown>>;

export interface Summary {
  /** With a count of each list that is not whole, by its name: `data.changes`. */
  readonly parts: Parts;
  /** What to skip to read on; undefined if all lists of the data are shown to their ends. */
  readonly next: number | undefined;
  /** How long texts are at most, if longer ones are cut off. */
  readonly longestText: number | undefined;
}

/**
 * As much as fits: the same number of members of each list. If that is only a few, long texts are
 * cut off.
 * @param parts an answer, whose lists are its members, and their members
 * @param skip how many members of the lists of its data were read before
 * @param most how many members of each list are shown at most
 * @param fits whether an answer is short enough
 */
export function summaryOf(
  parts: Parts,
  skip: number,
  most: number,
  fits: (parts: Parts) => boolean,
): Summary {
  const longest = Math.min(longestList(parts), most);
  const few = Math.min(longest, fewMembers);
  const show = (members: number, longestText: number) =>
    withShortTexts(beginning(parts, skip, members), longestText);
  const longestText = textLengths.find((length) => fits(show(few, length))) ?? shortestTexts;
  let [members, tooMany] = [0, 1];
  // From below, because a list may be much longer than what fits.
  while (tooMany <= longest && fits(show(tooMany, longestText))) {
    members = tooMany;
    tooMany = Math.min(2 * tooMany, longest + 1);
  }
  while (tooMany - members > 1) {
    const middle = Math.floor((members + tooMany) / 2);
    if (fits(show(middle, longestText))) members = middle;
    else tooMany = middle;
  }
  const shown = show(members, longestText);
  return {
    // A record may have thousands of fields, and no list.
    parts: fits(shown) ? shown : { error: shown.error, data: undefined },
    next: longestList({ data: parts.data }) > skip + members ? skip + members : undefined,
    longestText: longestText === Number.POSITIVE_INFINITY ? undefined : longestText,
  };
}

/** Fewer show too little of a list. Of one that a file has whole, they are enough. */
export const fewMembers = 20;
const shortestTexts = 200;
const textLengths = [Number.POSITIVE_INFINITY, 2_000, shortestTexts];

/** @param members how many of each list */
function beginning(parts: Parts, skip: number, members: number): Parts {
  const counts: Record<string, object> = {};
  const shown = mapLists(parts, (list, name) => {
    const skipped = /^data\b/.test(name) ? Math.min(skip, list.length) : 0;
    const part = list.slice(skipped, skipped + members);
    if (part.length < list.length) counts[name] = { skipped, shown: part.length, of: list.length };
    return part;
  });
  return { shown: counts, ...shown };
}

function longestList(parts: Parts): number {
  let longest = 0;
  mapLists(parts, (list) => {
    longest = Math.max(longest, list.length);
    return list;
  });
  return longest;
}

/** What lists contain, such as the speakers of a talk, is not a list of the answer. */
function mapLists(
  parts: Parts,
  change: (list: readonly unknown[], name: string) => readonly unknown[],
): Parts {
  const changed = (value: unknown, name: string) =>
    Array.isArray(value) ? change(value, name) : value;
  return mapMembers(parts, (value, name) =>
    isRecord(value)
      ? mapMembers(value, (member, inner) => changed(member, `${name}.${inner}`))
      : changed(value, name),
  );
}

function withShortTexts(parts: Parts, longest: number): Parts {
  return longest === Number.POSITIVE_INFINITY
    ? parts
    : mapMembers(parts, (value) => withShortText(value, longest));
}

function withShortText(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return shortText(value, longest);
  if (Array.isArray(value)) return value.map((member) => withShortText(member, longest));
  return isRecord(value) ? withShortTexts(value, longest) : value;
}

/** A pair of surrogates is not divided. */
function shortText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const start = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  return `${start}… (${text.length - start.length} more characters)`;
}

function mapMembers(parts: Parts, change: (value: unknown, name: string) => unknown): Parts {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, change(value, name)]),
  );
}
