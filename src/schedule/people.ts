// Who is on stage, from the cells of a schedule file's row; it knows no session.
import type { Person } from './session.ts';

/** The text of the row's cell for a field; empty where there is none. */
export type Cell = (target: string) => string;

/** The list of names where there is one, else the one speaker of the row. */
export function readPeople(cell: Cell): readonly Person[] {
  const email = cell('speaker_email') || undefined;
  const listed = splitNames(cell('speakers'));
  const name = [cell('speaker_first_name'), cell('speaker_last_name')].filter(Boolean).join(' ');
  if (listed.length > 1) return listed.map((each) => ({ name: each }));
  const one = listed[0] ?? name;
  return one === '' && email === undefined ? [] : [{ name: one, email }];
}

/** Each person once. */
export function joinPeople(before: readonly Person[], after: readonly Person[]): readonly Person[] {
  const isNew = ({ name, email }: Person) => !before.some((each) => each.name === name && each.email === email);
  return [...before, ...after.filter(isNew)];
}

/** `Ada Lovelace; Grace Hopper`: by semicolons or line breaks, else by commas. */
function splitNames(text: string): readonly string[] {
  return text
    .split(/[;\r\n]/.test(text) ? /[;\r\n]+/ : ',')
    .map((name) => name.trim())
    .filter(Boolean);
}
