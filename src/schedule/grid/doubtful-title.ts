// Decides whether a cell of a grid may hold more than a title, so that no submission can be created from it. Pure.
import { isNoSession } from '../../columns/breaks.ts';
import { readPeople } from '../../columns/people.ts';

/** Whether a cell may hold speakers or a remark beside its title: in further lines, in parentheses or behind a mark. */
export function mayHoldMore(cell: string): boolean {
  if (cell.includes('\n')) return true;
  const inside = /^.+?\s*[([（【]([^()（）[\]【】]+)[)\]）】]$/su.exec(cell)?.[1] ?? '';
  if (looksLikePeople(inside) || isNoSession(inside)) return true;
  return [...cell.matchAll(/\s+[-–—|/•·]\s+|[:：]\s*|;\s*/gu)].some(({ 0: mark, index }) => {
    const parts = [cell.slice(0, index), cell.slice(index + mark.length)];
    return parts.some((part) => isNoSession(part) || looksLikePeople(part));
  });
}

function looksLikePeople(text: string): boolean {
  if (text === '' || text.length > longest) return false;
  const { people, doubts } = readPeople(text);
  if (people.length === 0 || doubts.some(({ kind }) => kind === 'extent')) return false;
  return people.every(
    ({ name, first, last, email }) =>
      email !== undefined || isEastAsian(name) || (isCapitalized(first) && isCapitalized(last.split(' ').at(-1) ?? '')),
  );
}

const longest = 200;

function isEastAsian(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
}

function isCapitalized(word: string): boolean {
  return /^[\p{Lu}\p{Lt}]\p{L}/u.test(word);
}
