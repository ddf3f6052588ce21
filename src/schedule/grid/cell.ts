// Reads what a cell of a grid may mean: a title, beside it speakers or an id. Must not know tables. Pure.
import { readPeople } from '../../columns/people.ts';
import { foldKey, isSamePerson } from '../../contract/key.ts';
import { grouped } from '../grouped.ts';
import type { ScheduleRow } from '../row.ts';
import { comparedName, type Person } from '../session.ts';
import type { EventSubmission } from '../submissions.ts';

/** One way to divide a cell. */
export interface CellReading {
  readonly title: string;
  readonly id?: string | undefined;
  /** The id is not marked as one: it is one only if a submission has it. */
  readonly isBare?: boolean;
  /** The text beside the title, which must name people. */
  readonly people?: string | undefined;
}

/**
 * Finds the title in each cell of a grid that is not a title as a whole: the one reading that means a submission. If
 * several readings mean different submissions, or none does, the row stays as it is, and matches nothing.
 */
export function resolveCells(
  rows: readonly ScheduleRow[],
  submissions: readonly EventSubmission[],
): readonly ScheduleRow[] {
  if (!rows.some(({ cell }) => cell !== undefined)) return rows;
  const ids = new Map(submissions.map((submission) => [submission.id, submission]));
  const titles = grouped(submissions, ({ title }) => foldKey(title));
  return rows.map((row) => {
    const { cell } = row;
    if (cell === undefined || isLong(cell) || titles.has(foldKey(cell))) return row;
    const fitting = cellReadings(cell).flatMap((reading) => {
      const meant = reading.id === undefined ? undefined : ids.get(reading.id);
      const named = meant === undefined ? titles.get(foldKey(reading.title)) : [meant];
      if (named === undefined || (reading.isBare === true && meant === undefined)) return [];
      // The title of another submission is no name.
      const people = titles.has(foldKey(reading.people ?? '')) ? undefined : peopleIn(reading.people, named);
      return meant === undefined && people === undefined
        ? []
        : [{ reading, people: people ?? [], key: meaningOf(named) }];
    });
    const [first] = fitting;
    if (first === undefined || fitting.some(({ key }) => key !== first.key)) return row;
    const { reading, people } = fitting.reduce((a, b) => (b.people.length > a.people.length ? b : a), first);
    return {
      ...row,
      title: reading.title,
      ...(reading.id !== undefined && ids.has(reading.id) && { possibleId: reading.id }),
      people,
    };
  });
}

/** A text of many lines has thousands of readings, and is not a title with its speakers. */
function isLong(cell: string): boolean {
  return cell.length > maxLength || cell.split('\n').length > maxLines;
}

const maxLength = 1000;
const maxLines = 20;

function meaningOf(named: readonly EventSubmission[]): string {
  return named.map(({ id }) => id).join(' ');
}

/** The people of the text beside a title; undefined if it names nobody: a part of a title is no person. */
function peopleIn(text: string | undefined, named: readonly EventSubmission[]): readonly Person[] | undefined {
  if (text === undefined) return [];
  const { people, doubts } = readPeople(text);
  const known = named.flatMap((submission) => submission.people.map(comparedName));
  const areKnown = people.some((person) => known.some((name) => isSamePerson(name, comparedName(person))));
  const areNames = people.every(({ first, last }) => beginsName.test(first) && holdsName.test(last));
  const isPlain = !doubts.some(({ kind }) => kind === 'extent');
  if (people.length === 0 || !(areKnown || (areNames && isPlain))) return undefined;
  return people.map(({ name, email }) => ({ name, email }));
}

/** In scripts with capital letters, names have them; a family name may begin with a particle. */
const beginsName = /^[\p{Lu}\p{Lt}\p{Lo}]/u;
const holdsName = /(?<!\p{L})[\p{Lu}\p{Lt}\p{Lo}]/u;

/** `sub_1`, `#123 Title`, `Title` with speakers below it, in parentheses, after a dash, or before a colon. */
function cellReadings(cell: string): readonly CellReading[] {
  const id = /^[\p{L}\d_-]{1,64}$/u.test(cell) ? [{ title: '', id: cell, isBare: true }] : [];
  return [...id, ...divisions(cell), ...afterId(cell)];
}

/** The readings of `#123 Title`, `[123] Title` and `123: Title`. */
function afterId(cell: string): readonly CellReading[] {
  const [, marked, bare, rest = ''] =
    /^(?:[#[(]\s*#?([\p{L}\d_-]{1,64})[\])]?|([\p{L}\d_-]{1,64}))\s*[:.)–—-]*\s+(.+)$/su.exec(cell) ?? [];
  const id = marked ?? bare;
  if (id === undefined) return [];
  return [{ title: rest }, ...divisions(rest)].map((reading) => ({ ...reading, id, isBare: marked === undefined }));
}

function divisions(text: string): readonly CellReading[] {
  const lines = text.split('\n');
  const cuts = lines.slice(1).flatMap((_, at): CellReading[] => {
    const [above, below] = [lines.slice(0, at + 1).join(' '), lines.slice(at + 1)];
    return [
      // Below the speakers may be more: a track, a note.
      ...below.map((_line, last) => ({ title: above, people: below.slice(0, last + 1).join('\n') })),
      { title: below.join(' '), people: lines.slice(0, at + 1).join('\n') },
    ];
  });
  const [, before, inside] = /^(.+?)\s*[([（]([^()（）[\]]+)[)\]）]$/su.exec(text) ?? [];
  const parentheses = before === undefined ? [] : [{ title: before, people: inside }];
  const marks = [...text.matchAll(/\s+[-–—|/]\s+|[:：]\s+/gu)].flatMap(({ 0: mark, index }): CellReading[] => {
    const [left, right] = [text.slice(0, index), text.slice(index + mark.length)];
    return [
      { title: left, people: right },
      { title: right, people: left },
    ];
  });
  return [...cuts, ...parentheses, ...marks];
}
