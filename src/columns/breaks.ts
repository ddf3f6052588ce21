// Decides which rows of a schedule are breaks, such as lunch, by their cells alone. Pure.

import { isNobody } from '../people/words.ts';
import { trimmed } from './cell.ts';
import { wordsOf } from './fold.ts';
import { fieldOf, isBreakMark, readHeaders } from './header-fields.ts';
import type { MappedColumn } from './mapping.ts';
import { isYes } from './marks.ts';
import { breakModifiers, breakTitles, everyRoom as everyRoomWords } from './vocabulary/breaks.ts';
import { andWords, withWords } from './vocabulary/conjunctions.ts';
import { textsIn } from './vocabulary/text-list.ts';

/** What a row says about its session. */
export interface BreakEvidence {
  readonly title: string;
  readonly format?: string | undefined;
  /** A column of its own marks the row as a break. */
  readonly isBreak?: boolean | undefined;
  /** Those on stage. */
  readonly people?: readonly unknown[] | undefined;
  readonly submissionId?: string | undefined;
  readonly submitterEmail?: string | undefined;
  readonly abstract?: string | undefined;
}

/**
 * Whether a row is a break. One that names a person or a submission is a talk, whatever its title,
 * and so is one with an abstract, unless it is marked.
 */
export function isBreakRow({
  title,
  format = '',
  people = [],
  abstract = '',
  ...row
}: BreakEvidence): boolean {
  if (people.length > 0 || row.submissionId !== undefined || row.submitterEmail !== undefined)
    return false;
  if (row.isBreak === true) return true;
  return abstract === '' && (isBreakTitle(title) || (title !== '' && isBreakTitle(format)));
}

/**
 * Decides which rows of a file are breaks, where no schedule reads them.
 * @param mapped undefined if the headers alone decide; otherwise, a column that is not mapped shows
 *   only who is on stage
 */
export function breakRows(
  columns: readonly string[],
  mapped?: readonly Pick<MappedColumn, 'target' | 'index'>[],
): (cells: readonly string[]) => boolean {
  const byHeaders = readHeaders(columns, 'sessions').flatMap((meant, index) => {
    const target = fieldOf(meant);
    return target === undefined ? [] : [{ target, index }];
  });
  const reader = (fields: RegExp, all = mapped ?? byHeaders) => {
    const read = all.filter(({ target }) => fields.test(target));
    return (cells: readonly string[]) =>
      read.map(({ index }) => trimmed(cells[index] ?? '')).filter(Boolean);
  };
  const titles = reader(/^title$/);
  const formats = reader(/^format/);
  const abstracts = reader(/^abstract$/);
  const people = reader(/^(name|speakers?|submitter)($|_)/, [...(mapped ?? []), ...byHeaders]);
  const marks = columns.flatMap((column, index) => (isBreakMark(column) ? [index] : []));
  return (cells) =>
    isBreakRow({
      title: titles(cells).join(' '),
      format: formats(cells).join(' '),
      abstract: abstracts(cells).join(' '),
      people: people(cells).filter((text) => /\p{L}/u.test(text) && !isNobody(text)),
      isBreak: marks.some((index) => isYes(cells[index] ?? '')),
    });
}

/**
 * Whether a whole title, or a type, is that of a break: `Coffee break 2` and `Lunch & networking`,
 * but not `Break things on purpose`.
 */
export function isBreakTitle(title: string): boolean {
  return isAmong(titles, title);
}

/**
 * Whether a cell has no room, no start or no session in it: it is empty, a dash, `N/A`, `TBA` or
 * `TBD`.
 */
export function isNone(text: string): boolean {
  return /^(?:[\s\p{Pd}]*|n\/a|tb[ad])$/iu.test(text.trim());
}

/** Whether the room of a break says that it is in all of them. */
export function isEveryRoom(room: string): boolean {
  return everyRoom.has(wordsOf(room).join(' '));
}

function setOf(texts: string): ReadonlySet<string> {
  return new Set(textsIn(texts).map((text) => wordsOf(text).join(' ')));
}

/** Whether the text, or each part of it, is one of the texts. */
function isAmong(texts: ReadonlySet<string>, text: string): boolean {
  // What a break is called is short; and parentheses say where it is, or who pays for it.
  if (text === '' || text.length > longest) return false;
  const plain = text
    .replace(/[([（【][^()（）[\]【】]*[)\]）】]/gu, ' ')
    .replace(/\bsponsored by\b.*$/i, '');
  if (isOne(texts, plain)) return true;
  const parts = plain.split(separators).filter((part) => part.trim() !== '');
  return parts.length > 1 && parts.every((part) => isOne(texts, part));
}

const longest = 80;

const separators = new RegExp(
  `[/&+,;|·•・、＆／–—]|\\s-\\s|\\s(?:${[...andWords, ...withWords].join('|')})\\s`,
  'iu',
);

/** With and without its modifiers and numbers. */
function isOne(texts: ReadonlySet<string>, part: string): boolean {
  const words = wordsOf(part);
  if (texts.has(words.join(' '))) return true;
  let [from, to] = [0, words.length];
  const isLesser = (word = '') => /^\d+$/.test(word) || modifiers.has(word);
  while (to - from > 1 && isLesser(words[to - 1])) to--;
  if (texts.has(words.slice(from, to).join(' '))) return true;
  while (to - from > 1 && isLesser(words[from])) from++;
  return texts.has(words.slice(from, to).join(' '));
}

const titles = setOf(breakTitles);
const modifiers = setOf(breakModifiers);
const everyRoom = setOf(everyRoomWords);
