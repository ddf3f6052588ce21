// Finds the columns that hold a further part of a first or last name, such as `Tussenvoegsel` and `Segundo apellido`. Pure.
import { meaningOf } from './vocabulary.ts';

/** A column whose cells are joined to those of the column of a name. */
export interface NamePart {
  readonly index: number;
  /** `van der` is before the last name; a second last name is after the first one. */
  readonly isBefore: boolean;
}

/** By the end of the field that they complete. */
const parts: Readonly<Record<string, Readonly<Record<string, { readonly isBefore: boolean }>>>> = {
  first_name: { middleName: { isBefore: false } },
  last_name: { infix: { isBefore: true }, secondLastName: { isBefore: false } },
};

/** The further columns of a name: those of the same person. @param isFree whether a column fills no field */
export function namePartsOf(
  target: string,
  header: string,
  columns: readonly string[],
  isFree: (index: number) => boolean,
): readonly NamePart[] {
  const [, known = {}] = Object.entries(parts).find(([end]) => target.endsWith(end)) ?? [];
  const [person = ''] = /^.* /.exec(meaningOf(header) ?? '') ?? [];
  return columns.flatMap((column, index) => {
    const meaning = isFree(index) ? meaningOf(column) : undefined;
    const name = meaning?.startsWith(person) ? meaning.slice(person.length) : meaning;
    const part = known[name ?? ''];
    return part === undefined ? [] : [{ index, ...part }];
  });
}

interface Part {
  readonly text: string;
  readonly isBefore: boolean;
}

/**
 * A name with its further parts, unless it has them: `van der` and `van der Berg`. Of several people, each has the entry at
 * the same place; if a part has more or fewer entries, it is added to the list, because nobody can be chosen for it.
 */
export function withParts(name: string, found: readonly Part[]): string {
  const filled = found.filter(({ text }) => text !== '');
  if (filled.length === 0 || ![name, ...filled.map(({ text }) => text)].some(isList)) return withOne(name, filled);
  const names = listOf(name);
  const lists = filled.map(({ text }) => entriesOf(text));
  if (lists.some(({ length }) => length !== names.length)) return [name, ...filled.map(({ text }) => text)].join('; ');
  return names
    .map((one, at) =>
      withOne(
        one,
        filled.map((part, n) => ({ ...part, text: lists[n]?.[at] ?? '' })),
      ),
    )
    .join('; ');
}

function withOne(name: string, found: readonly Part[]): string {
  return found.reduce((whole, { text, isBefore }) => {
    if (text === '' || hasPart(whole, text)) return whole;
    if (whole === '') return isBefore ? '' : text;
    return isBefore ? `${text} ${whole}` : `${whole} ${text}`;
  }, name);
}

/** Whether a text has several entries. */
export function isList(text: string): boolean {
  return /[;|\n\r]/.test(text);
}

/** The entries of a text. */
export function listOf(text: string): readonly string[] {
  return entriesOf(text).filter(Boolean);
}

function entriesOf(text: string): readonly string[] {
  return text.split(/[;|\n\r]+/).map((part) => part.trim());
}

function hasPart(whole: string, part: string): boolean {
  return ` ${whole.toLowerCase()} `.includes(` ${part.toLowerCase()} `);
}
