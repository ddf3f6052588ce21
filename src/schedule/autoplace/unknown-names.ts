// Words the faults of names in the files of autoplace that nothing else has, with the most similar one. Pure.
import { quoteCell } from '../../columns/quote.ts';
import { mostSimilar } from '../../columns/similarity.ts';
import { foldKey } from '../../contract/key.ts';
import type { InputFault } from '../../errors.ts';
import type { Session } from '../session.ts';
import type { PeopleFile, PersonRow } from './files/people.ts';
import type { RoomsFile } from './files/rooms.ts';

interface KnownTalk {
  readonly session: Session;
  readonly row?: { readonly line: number } | undefined;
  readonly needs: readonly string[];
  readonly people: readonly { readonly rows: readonly PersonRow[] }[];
}

/** `no room is named "Peer 3"; the most similar is "Pier 3"` */
export function unknownText(text: string, what: string, known: Iterable<string>): string {
  const nearest = mostSimilar(text, known);
  return `${what} ${quoteCell(text)}${nearest === undefined ? '' : `; the most similar is ${quoteCell(nearest)}`}`;
}

/** The rows about people whom no talk has. */
export function unknownPeople({ file, rows }: PeopleFile, talks: readonly KnownTalk[]): readonly InputFault[] {
  const used = new Set(talks.flatMap(({ people }) => people.flatMap((person) => person.rows)));
  const names = new Set(talks.flatMap(({ session }) => session.people.map(({ name }) => name)).filter(Boolean));
  const addresses = new Set(talks.flatMap(({ session }) => session.people.flatMap(({ email }) => email ?? [])));
  return rows.flatMap((each): readonly InputFault[] => {
    if (used.has(each)) return [];
    const { name, email = '', line, row } = each;
    const place = { file, row, line, code: 'unknown_name' };
    return name === ''
      ? [{ ...place, field: 'email', message: unknownText(email, 'no talk has a speaker with the address', addresses) }]
      : [{ ...place, field: 'name', message: unknownText(name, 'no talk has a speaker named', names) }];
  });
}

/** Equipment that no room has is unknown if it resembles some; else no room has it. */
export function unknownNeeds(
  file: string,
  talks: readonly KnownTalk[],
  { periods }: Pick<RoomsFile, 'periods'>,
): readonly InputFault[] {
  const equipment = new Map(periods.flatMap(({ has }) => has.map((each) => [foldKey(each), each])));
  return talks.flatMap(({ row, needs }) =>
    needs.flatMap((need): readonly InputFault[] => {
      if (equipment.has(foldKey(need)) || mostSimilar(need, equipment.values()) === undefined) return [];
      const place = { file, ...(row !== undefined && { line: row.line }) };
      const message = unknownText(need, 'no room has', equipment.values());
      return [{ ...place, field: 'needs', code: 'unknown_name', message }];
    }),
  );
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
