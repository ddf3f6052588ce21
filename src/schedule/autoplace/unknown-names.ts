// Words the faults and doubts of cells in the files of autoplace that no other row or file fits. Pure.
import { quoteCell } from '../../columns/quote.ts';
import { mostSimilar } from '../../columns/similarity.ts';
import { foldKey, isSimilarPerson } from '../../contract/key.ts';
import type { InputFault } from '../../errors.ts';
import type { Session } from '../session.ts';
import type { PeopleFile, PersonRow } from './files/people.ts';
import type { RoomsFile } from './files/rooms.ts';

interface KnownTalk {
  readonly session: Session;
  readonly row?: { readonly line: number } | undefined;
  readonly needs: readonly string[];
  readonly people: readonly { readonly name: string; readonly rows: readonly PersonRow[] }[];
}

/** `no room is named "Peer 3"; the most similar is "Pier 3"` */
export function unknownText(text: string, what: string, known: Iterable<string>): string {
  const nearest = mostSimilar(text, known);
  return `${what} ${quoteCell(text)}${nearest === undefined ? '' : `; the most similar is ${quoteCell(nearest)}`}`;
}

/** The rows about people whom no talk has: misspelled if the name resembles that of a speaker, else perhaps of a deleted talk. */
export function unknownPeople(
  { file, rows }: PeopleFile,
  talks: readonly KnownTalk[],
  calledOff: readonly Pick<KnownTalk, 'people'>[],
): { readonly misspelled: readonly InputFault[]; readonly others: readonly InputFault[] } {
  const used = new Set([...talks, ...calledOff].flatMap(({ people }) => people.flatMap((person) => person.rows)));
  const names = new Set(talks.flatMap(({ session }) => session.people.map(({ name }) => name)).filter(Boolean));
  const addresses = new Set(talks.flatMap(({ session }) => session.people.flatMap(({ email }) => email ?? [])));
  const [misspelled, others]: [InputFault[], InputFault[]] = [[], []];
  for (const each of rows) {
    if (used.has(each)) continue;
    const { name, email = '', line, row } = each;
    const [field, text, what, known] =
      name === ''
        ? (['email', email, 'no talk has a speaker with the address', likeAddress(email, addresses)] as const)
        : (['name', name, 'no talk has a speaker named', names] as const);
    const message = unknownText(text, what, known);
    if (mostSimilar(text, known) !== undefined)
      misspelled.push({ file, row, line, code: 'unknown_name', field, message });
    else others.push({ file, row, line, code: 'no_such_person', field, message });
  }
  return { misspelled, others };
}

/** The rows about people whose names are written in another way in the talks; each once. */
export function similarPeople({ file }: PeopleFile, talks: readonly KnownTalk[]): readonly InputFault[] {
  const found = new Map<PersonRow, InputFault>();
  for (const { name, rows } of talks.flatMap(({ people }) => people)) {
    for (const each of rows) {
      const { row, line } = each;
      if (!isSimilarPerson(name, each.name) || found.has(each)) continue;
      const message = `${quoteCell(each.name)} is the speaker ${quoteCell(name)} (matched by similar names)`;
      found.set(each, { file, row, line, field: 'name', code: 'similar_name', message });
    }
  }
  return [...found.values()];
}

/** Without those that only have the same domain. */
function likeAddress(email: string, addresses: Iterable<string>): readonly string[] {
  const ownPart = (address: string) => address.split('@')[0] ?? '';
  return [...addresses].filter((other) => mostSimilar(ownPart(email), [ownPart(other)]) !== undefined);
}

/** Rows with a date alone as their beginning and no end: they may mean that day, or all days from then on. */
export function openEnds({ file, rows }: PeopleFile, { periods }: Pick<RoomsFile, 'periods'>): readonly InputFault[] {
  return rows.flatMap(({ line, row, openDay }): readonly InputFault[] => {
    // On the last day, both are the same.
    if (openDay === undefined || periods.every(({ endMs }) => endMs <= openDay.endMs)) return [];
    const message = `${quoteCell(openDay.text)} is read as that day and all later ones; for that day alone, write it in the column to as well`;
    return [{ file, row, line, field: 'from', code: 'open_end', message }];
  });
}

/** A time beside a time zone is on the conference's clock, which its author may not expect. One doubt for all such rows. */
export function timesOnOurClock({ file, rows }: PeopleFile, zone: string): readonly InputFault[] {
  const [first, ...others] = rows.filter(({ onOurClock }) => onOurClock !== undefined);
  if (first?.onOurClock === undefined) return [];
  const { line, row, timeZone = '' } = first;
  const { field, text } = first.onOurClock;
  const more = others.length === 0 ? '' : `, like ${others.length} more beside a time zone`;
  const other = quoteCell(`${text} (${timeZone})`);
  const message = `${quoteCell(text)} is read on the clock of the conference (${zone})${more}; for the clock of the person, write ${other}`;
  return [{ file, row, line, field, code: 'conference_clock', message }];
}

/** Equipment that no room has is misspelled if it resembles some. */
export function unknownNeeds(
  file: string,
  talks: readonly KnownTalk[],
  { periods }: Pick<RoomsFile, 'periods'>,
): { readonly misspelled: readonly InputFault[]; readonly others: readonly InputFault[] } {
  const equipment = new Map(periods.flatMap(({ has }) => has.map((each) => [foldKey(each), each])));
  const [misspelled, others]: [InputFault[], InputFault[]] = [[], []];
  for (const { row, needs } of talks) {
    const place = { file, field: 'needs', ...(row !== undefined && { line: row.line }) };
    for (const need of needs.filter((each) => !equipment.has(foldKey(each)))) {
      const nearest = mostSimilar(need, equipment.values());
      if (nearest === undefined) {
        others.push({ ...place, code: 'no_such_equipment', message: `no room has ${quoteCell(need)}` });
      } else {
        misspelled.push({ ...place, code: 'unknown_name', message: unknownText(need, 'no room has', [nearest]) });
      }
    }
  }
  return { misspelled, others };
}

/** The same for the formats and tracks for which rooms are reserved. */
export function unknownGroups(
  talks: readonly KnownTalk[],
  { file, periods }: Pick<RoomsFile, 'file' | 'periods'>,
): readonly InputFault[] {
  const groups = new Map(
    talks.flatMap(({ session: { track, format } }) =>
      [track, format].flatMap((each) => (each === undefined ? [] : [[foldKey(each), each] as const])),
    ),
  );
  return periods.flatMap(({ line, only }) =>
    only.flatMap((each): readonly InputFault[] => {
      if (groups.has(foldKey(each)) || mostSimilar(each, groups.values()) === undefined) return [];
      const message = unknownText(each, 'no talk has the format or track', groups.values());
      return [{ file, line, field: 'only', code: 'unknown_name', message }];
    }),
  );
}
