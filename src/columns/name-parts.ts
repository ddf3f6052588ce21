// Finds the columns that hold a further part of a first or last name, such as `Tussenvoegsel` and `Segundo apellido`. Pure.
import type { Meaning } from './vocabulary/terms.ts';
import { meaningOf } from './vocabulary.ts';

/** A column whose cells are joined to those of the column of a name. */
export interface NamePart {
  readonly index: number;
  /** `van der` is before the last name; a second last name is after the first one. */
  readonly isBefore: boolean;
}

/** By the end of the field that they complete. */
const parts: Readonly<Record<string, Readonly<Partial<Record<Meaning, { readonly isBefore: boolean }>>>>> = {
  first_name: { middleName: { isBefore: false } },
  last_name: { infix: { isBefore: true }, secondLastName: { isBefore: false } },
};

/** The further columns of a field's name. @param isFree whether a column fills no field */
export function namePartsOf(
  target: string,
  columns: readonly string[],
  isFree: (index: number) => boolean,
): readonly NamePart[] {
  const [, known = {}] = Object.entries(parts).find(([end]) => target.endsWith(end)) ?? [];
  return columns.flatMap((column, index) => {
    const meaning = isFree(index) ? meaningOf(column) : undefined;
    const part = meaning === undefined ? undefined : known[meaning];
    return part === undefined ? [] : [{ index, ...part }];
  });
}

/** A name with its further parts, unless it has them: `van der` and `van der Berg`. */
export function withParts(
  name: string,
  found: readonly { readonly text: string; readonly isBefore: boolean }[],
): string {
  return found.reduce((whole, { text, isBefore }) => {
    if (text === '' || hasPart(whole, text)) return whole;
    if (whole === '') return isBefore ? '' : text;
    return isBefore ? `${text} ${whole}` : `${whole} ${text}`;
  }, name);
}

function hasPart(whole: string, part: string): boolean {
  return ` ${whole.toLowerCase()} `.includes(` ${part.toLowerCase()} `);
}
