// Finds the titles of rows, beside which may be people or an id in the cells of a grid, and in all
// files a word for sessions that do not take place.
// Must not know tables. Pure.

import { isBreakTitle } from '../../columns/breaks.ts';
import { titleKey } from '../../contract/key.ts';
import { type Doubt, readPeople } from '../../people/people.ts';
import { withoutCalledOff } from '../called-off-title.ts';
import { grouped } from '../grouped.ts';
import type { ScheduleRow } from '../schedule-row.ts';
import type { Person } from '../session.ts';
import type { EventSubmission } from '../submissions.ts';

/** `Title (Ada Lovelace)`, `Title (sub_1)`; the parenthesis may be on a line of its own. */
export const inParentheses = /^(.+?)\s*[(（]([^()（）]+)[)）]$/su;

/**
 * Reads the final parenthesis of a cell as an id or as people, if what is before it is the title
 * of a submission or an id is in it. Of `Keynote 1: Title`, the title is what follows the colon if
 * exactly one submission has it. Without submissions, what reads as people is people. A
 * session whose title says so does not take place. Any other row stays as it is.
 */
export function resolveCells(
  rows: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
): readonly ScheduleRow[] {
  const ids = new Set(submissions.map(({ id }) => id));
  const titles = grouped(submissions, ({ title }) => titleKey(title));
  const titleOf = (text: string) => {
    const rest = /^[^:：]+[:：]\s*(.+)$/u.exec(text)?.[1] ?? '';
    if (titles.has(titleKey(text))) return text;
    return titles.get(titleKey(rest))?.length === 1 ? rest : undefined;
  };
  return rows.map((given) => {
    // `Canceled: a history` may be the title of a talk.
    if (titles.has(titleKey(given.cell ?? given.title))) return given;
    const row = withoutCalledOff(given);
    const { cell } = row;
    if (cell === undefined || titles.has(titleKey(cell))) return row;
    const [, before = cell, inside = ''] = inParentheses.exec(cell) ?? [];
    const [own = ''] = before.split('\n');
    const isAlone = submissions.length === 0 && inside !== '';
    const title = titleOf(own) ?? (isAlone ? own : undefined);
    if (ids.has(inside)) return { ...row, title: title ?? own, possibleId: inside };
    const people = peopleIn(inside);
    if (title === undefined || people === undefined) return row;
    if (row.people.length > 0) return { ...row, title };
    const named = { ...row, title, people };
    return isAlone && isBreakTitle(title) ? { ...named, doubts: placesMaybe(people) } : named;
  });
}

/** Beside the title of a break is where it takes place, or who takes the floor. */
function placesMaybe(people: readonly Person[]): readonly Doubt[] {
  return people.map(({ name }) => ({ kind: 'extent', text: name }));
}

/** The title and the people of a cell, as far as it shows them without the titles of the event. */
export function divideCell(cell: string): { readonly title: string; readonly people: string } {
  const [, before = cell, inside = ''] = inParentheses.exec(cell) ?? [];
  const hasPeople = (peopleIn(inside) ?? []).length > 0;
  const [title = ''] = (hasPeople ? before : cell).split('\n');
  return { title, people: hasPeople ? inside : '' };
}

/** Of a text in parentheses; undefined if it is a part of a title, which is no person. */
function peopleIn(text: string): readonly Person[] | undefined {
  const { people, doubts } = readPeople(text);
  // In scripts with capital letters, names have them; a family name may begin with a particle.
  const areNames = people.every(({ first, last }) => beginsName.test(first) && hasName.test(last));
  const isUnclear =
    text !== '' &&
    (people.length === 0 || !areNames || doubts.some(({ kind }) => kind === 'extent'));
  return isUnclear ? undefined : people.map(({ name, email }) => ({ name, email }));
}

const beginsName = /^[\p{Lu}\p{Lt}\p{Lo}]/u;
const hasName = /(?<!\p{L})[\p{Lu}\p{Lt}\p{Lo}]/u;
