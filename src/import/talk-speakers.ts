// Decides who speaks in the talk of a row, by all of its columns of people: a request names the
// submitter alone. Must not know records.
import { meaningOf } from '../columns/header-meaning.ts';
import type { Mapping } from '../columns/mapping.ts';
import { type Role, roles } from '../columns/table-spec.ts';
import { foldKey } from '../contract/key.ts';
import { readPeople } from '../people/people.ts';
import type { RunRow } from '../runs/row.ts';
import type { Rows } from '../runs/rows.ts';
import type { RecordRow } from './record-table.ts';

/**
 * The names of those whom a row of talks names as its people. A submitter of a file that names
 * speakers as well is none of them; a person in no role is one.
 */
export function speakersIn({ people, cells }: RecordRow, mapping: Mapping): readonly string[] {
  const isSubmitter = mapping.mapped.some(({ column, target }) => {
    return personNames.has(target) && meaningOf(column)?.startsWith('submitter') === true;
  });
  const speakers = unreadNames(cells, mapping, 'speaker');
  const authors = speakers.length > 0 ? speakers : unreadNames(cells, mapping, 'author');
  const main = isSubmitter ? authors : [...namesOf('submitter'), ...speakers];
  const others = roles.flatMap((role) => (role === 'submitter' ? [] : namesOf(role)));
  return [...main, ...others];

  function namesOf(role: Role): readonly string[] {
    return people[role]?.people.flatMap(({ name }) => publicNames(name)) ?? [];
  }
}

const personNames: ReadonlySet<string> = new Set([
  'name',
  'submitter_first_name',
  'submitter_last_name',
]);

/** The names in columns that no field of a submission has. */
function unreadNames(
  cells: readonly string[],
  { unread }: Mapping,
  wanted: string,
): readonly string[] {
  const columns = (unread?.people ?? []).filter(([first]) => first?.role === wanted);
  return columns.flatMap((group) => {
    const named = group.filter(({ hasAddresses }) => !hasAddresses);
    const text = named.map(({ index }) => cells[index] ?? '').join(' ');
    return readPeople(text).people.flatMap(({ name }) => publicNames(name));
  });
}

/** An address in place of a name is private. */
function publicNames(name: string): readonly string[] {
  return name === '' || name.includes('@') ? [] : [name];
}

/** The speakers of the talks that a run has created, by their ids: of all of their rows. */
export function speakersOfTalks(rows: Rows): ReadonlyMap<string, readonly string[]> {
  const folded = new Map<number, RunRow[]>();
  for (const row of rows.in('folded')) {
    const { first } = row.note;
    if (first === undefined) continue;
    const others = folded.get(first);
    if (others === undefined) folded.set(first, [row]);
    else others.push(row);
  }
  const speakers = new Map<string, readonly string[]>();
  for (const row of rows.in('created')) {
    const all = [row, ...(folded.get(row.number) ?? [])];
    const names = new Map<string, string>();
    for (const name of all.flatMap((each) => each.speakers ?? [])) {
      const key = foldKey(name);
      if (!names.has(key)) names.set(key, name);
    }
    if (row.note.id !== undefined && names.size > 0) {
      speakers.set(row.note.id, [...names.values()]);
    }
  }
  return speakers;
}
