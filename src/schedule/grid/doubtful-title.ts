// Decides whether a cell of a grid may hold more than a title, so that no submission can be created from it. Pure.
import { isNoSession } from '../../columns/breaks.ts';
import { isGivenName, isPlainName } from '../../columns/name-evidence.ts';
import { readPeople } from '../../columns/people.ts';

/** Whether a cell may hold speakers or a remark beside its title: in further lines, in parentheses, behind a mark, or at its end. */
export function mayHoldMore(cell: string): boolean {
  if (cell.includes('\n') || endsInName(cell)) return true;
  const inside = /^.+?\s*[([（【]([^()（）[\]【】]+)[)\]）】]$/su.exec(cell)?.[1] ?? '';
  if (looksLikePeople(inside) || isNoSession(inside)) return true;
  return [...cell.matchAll(/\s+[-–—|/•·]\s+|[:：]\s*|;\s*/gu)].some(({ 0: mark, index }) => {
    const [left, right] = [cell.slice(0, index), cell.slice(index + mark.length)];
    if ([left, right].some((part) => isNoSession(part) || (looksLikePeople(part) && holdsGivenName(part)))) return true;
    // `Testing: Best Practices` is a title; behind a dash, it is not certain to be one.
    return !/^[:：]/.test(mark) && looksLikePeople(right);
  });
}

/** Whether the last words are a common given name and a capitalized word: `Kuchen im Netz Anna Schmidt`. */
function endsInName(cell: string): boolean {
  const words = cell.split(/[\s,]+/).filter(Boolean);
  const [last = '', ...before] = words.toReversed();
  return isCapitalized(last) && before.slice(0, 2).some((word) => isCapitalized(word) && isGivenName(word));
}

function looksLikePeople(text: string): boolean {
  if (text === '' || text.length > longest) return false;
  const { people, doubts } = readPeople(text);
  if (people.length === 0 || doubts.some(({ kind }) => kind === 'extent')) return false;
  return people.every(
    ({ name, first, last, email }) =>
      email !== undefined || (isPlainName(name) && (isEastAsian(name) || (last !== '' && isCapitalized(first)))),
  );
}

const longest = 200;

function holdsGivenName(text: string): boolean {
  return text.split(/[\s,]+/).some((word) => isGivenName(word));
}

function isEastAsian(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
}

function isCapitalized(word: string): boolean {
  return /^[\p{Lu}\p{Lt}]\p{L}/u.test(word);
}
