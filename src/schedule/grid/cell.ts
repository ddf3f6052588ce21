// Finds the titles of rows, beside which may be people or an id in the cells of a grid, and in all
// files a word for sessions that do not take place.
// Must not know tables. Pure.

import { isBreakTitle } from '../../columns/breaks.ts';
import { titleOfCalledOff } from '../../columns/called-off-title.ts';
import type { PeopleProblem } from '../../columns/person-cell.ts';
import { quoteCell } from '../../columns/quote.ts';
import { withWords } from '../../columns/vocabulary/conjunctions.ts';
import { grouped } from '../../contract/grouped.ts';
import { titleKey } from '../../contract/key.ts';
import { type NameDoubt, namesBeside, readPeople } from '../../people/people.ts';
import type { OnStage, ScheduleRow } from '../read/schedule-row.ts';
import type { Person } from '../session.ts';
import type { EventSubmission } from '../submissions.ts';

/**
 * A cell without the remark at its end, and what is in that; empty without one:
 * `Title (Ada Lovelace)`, `Title [sub_1]*`. The remark may be on a line of its own.
 */
export function divideRemark(cell: string) {
  const [, before = cell, round, square] = finalRemark.exec(cell) ?? [];
  return { before, inside: round ?? square ?? '' };
}

/**
 * Reads the final remark of a cell as an id or as people, if what is before it is the title
 * of a submission or an id is in it. Of `Keynote 1: Title`, the title is what follows the colon if
 * exactly one submission has it. Without submissions, what reads as people is people. A
 * session whose title says so does not take place. Any other row stays as it is, with a problem if
 * people may be in it.
 */
export function resolveCells(
  rows: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
): readonly ScheduleRow[] {
  const ids = new Set(submissions.map(({ id }) => id));
  const titles = grouped(submissions, ({ title }) => titleKey(title));
  const titleOf = (text: string) => {
    const rest = /^[^:：]+[:：]\s*(.+)$/u.exec(text)?.[1];
    if (titles.has(titleKey(text))) return text;
    return rest !== undefined && titles.get(titleKey(rest))?.length === 1 ? rest : undefined;
  };
  return rows.map((rowOfFile) => {
    // `Canceled: a history` may be the title of a talk.
    if (titles.has(titleKey(rowOfFile.cell ?? rowOfFile.title))) return rowOfFile;
    const row = withoutCalledOff(rowOfFile);
    const { cell } = row;
    if (cell === undefined || titles.has(titleKey(cell))) return row;
    const { before, inside } = divideRemark(cell);
    const line = firstLine(before);
    const isAlone = submissions.length === 0 && inside !== '';
    const title = titleOf(line) ?? (isAlone ? line : undefined);
    if (ids.has(inside)) return { ...row, title: title ?? line, possibleId: inside };
    const onStage = peopleBeside(inside);
    const people = onStage?.people;
    const needsNobody = row.people.length > 0 || row.isCalledOff === true;
    const problems = needsNobody ? [] : problemsOf(row, cell);
    if (people === undefined && problems.length > 0) {
      return withProblems({ ...row, title: titleOf(line) ?? row.title }, problems);
    }
    if (title === undefined || people === undefined) return withProblems(row, problems);
    if (row.people.length > 0) return { ...row, title };
    const named = withProblems({ ...row, title, ...onStage }, problems);
    return isAlone && isBreakTitle(title) ? { ...named, doubts: placesMaybe(people) } : named;
  });
}

/** Without the word in its title, unless that is the whole title. */
function withoutCalledOff(row: ScheduleRow): ScheduleRow {
  const rest = titleOfCalledOff(row.cell ?? row.title);
  if (rest === undefined) return row;
  return { ...row, cell: row.cell && rest, title: firstLine(rest), isCalledOff: true };
}

/** Those of columns beside the room say enough. */
function withProblems(row: ScheduleRow, problems: readonly PeopleProblem[]): ScheduleRow {
  return problems.length > 0 && row.problems === undefined ? { ...row, problems } : row;
}

/** Beside the title of a break is where it takes place, or who takes the floor. */
function placesMaybe(people: readonly Person[]): readonly NameDoubt[] {
  return people.map(({ name }) => ({ kind: 'extent', text: name }));
}

/** The people of a row that its cell may name, and who are not read. */
function problemsOf({ column = '' }: ScheduleRow, cell: string): readonly PeopleProblem[] {
  return unreadPeople(cell).map((text): PeopleProblem => {
    const message = `${quoteCell(text)} beside the title is not read as people`;
    return { column, field: 'speakers', code: 'unread_people', message };
  });
}

/** The texts of a cell that may name people, but not as names alone, or not where they are read. */
export function unreadPeople(cell: string): readonly string[] {
  if (!isTalk(cell)) return [];
  const { before, inside } = divideRemark(cell);
  if (isPeople(inside)) return [];
  const others = [...firstLine(cell).matchAll(brackets)].map(([, text = '']) => text);
  const texts = new Set([inside, ...others, linesBelow(before)]);
  return [...texts].filter((text) => mayBePeople.test(text));
}

/** The title and the people of a cell, as far as it shows them without the titles of the event. */
export function divideCell(cell: string): { readonly title: string; readonly people: string } {
  const { before, inside } = divideRemark(cell);
  const hasPeople = isPeople(inside);
  const people = hasPeople ? inside.replace(withBefore, '') : '';
  return { title: firstLine(hasPeople ? before : cell), people };
}

/** The same, if the people of talks are in the lines below the titles. */
export function dividePeopleBelow(cell: string): ReturnType<typeof divideCell> {
  if (!isTalk(cell)) return divideCell(cell);
  return { title: firstLine(cell), people: linesBelow(cell).split('\n').join('; ') };
}

/** Whether the lines below the titles are people, because each talk of a grid has such lines. */
export function havePeopleBelow(cells: readonly string[]): boolean {
  const talks = new Set(cells.filter((cell) => isTalk(cell)));
  return talks.size > 1 && [...talks].every((cell) => isPeople(linesBelow(cell)));
}

function isTalk(cell: string): boolean {
  return !isBreakTitle(firstLine(cell)) && titleOfCalledOff(cell) === undefined;
}

function isPeople(text: string): boolean {
  return (peopleIn(text) ?? []).length > 0;
}

export function firstLine(cell: string): string {
  return cell.split('\n')[0] ?? '';
}

function linesBelow(cell: string): string {
  return cell.split('\n').slice(1).join('\n').trim();
}

/** Of a text beside a title; undefined if it is a part of the title, which is no person. */
export function peopleIn(text: string): readonly Person[] | undefined {
  return peopleBeside(text)?.people;
}

/** With what is left out beside their names, and may be another one. */
function peopleBeside(text: string): Pick<OnStage, 'people' | 'doubts'> | undefined {
  const read = readPeople(text.replace(withBefore, ''));
  const { people, doubts } = read;
  // In scripts with capital letters, names have them; a family name may begin with a particle.
  const areNames = people.every(({ first, last }) => beginsName.test(first) && hasName.test(last));
  const isUnclear =
    text !== '' &&
    (people.length === 0 || !areNames || doubts.some(({ kind }) => kind === 'extent'));
  if (isUnclear) return undefined;
  const beside = namesBeside(read);
  return {
    people: people.map(({ name, email }) => ({ name, email })),
    ...(beside.length > 0 && { doubts: beside }),
  };
}

/** A parenthesis may have another one in it: `Title (Ada Lovelace (ACME))`. */
const finalRemark =
  /^(.+?)(?<!\s)\s*(?:[(（]((?:[^()（）]|[(（][^()（）]*[)）])+)[)）]|\[([^[\]]+)\])[\s*★☆⭐.]*$/su;
/** Before other text, in which the people are not looked for: `Title (Ada Lovelace) [EN]` */
const brackets = /[([（]([^()[\]（）]+)[)\]）]/gu;
/** `Title (with Ada Lovelace)` */
const withBefore = new RegExp(`^(?:${withWords.join('|')})\\s+`, 'iu');
const beginsName = /^[\p{Lu}\p{Lt}\p{Lo}]/u;
const hasName = /(?<!\p{L})[\p{Lu}\p{Lt}\p{Lo}]/u;
/** Two words with capital letters. Each word is looked at once, however many signs it has. */
const mayBePeople =
  /(?<![\p{L}\p{M}.'’-])(?=[\p{L}\p{M}.'’-]+\s+\p{Lu})[\p{L}\p{M}.'’-]*?(?<!\p{L})\p{Lu}/u;
