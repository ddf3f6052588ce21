// Groups the columns of people in a schedule file: those of one role and number are about the same
// people. Must not know cells.
import type { MappedColumn, Mapping } from './mapping.ts';

export type SessionRole = 'speaker' | 'co_speaker' | 'co_author' | 'moderator' | 'chair' | 'host';

/** Columns about the same people: a list of them, or one person. */
export interface PeopleGroup {
  readonly role: SessionRole;
  /** Of whole names. */
  readonly whole?: MappedColumn;
  readonly first?: MappedColumn;
  readonly last?: MappedColumn;
  readonly email?: MappedColumn;
}

/**
 * The groups of a file in the order of their columns: `Speaker 2` and `Speaker 2 Email` are one.
 * Columns without a number are those of the first person.
 */
export function peopleGroups({ mapped }: Pick<Mapping, 'mapped'>): readonly PeopleGroup[] {
  const groups: NumberedGroup[] = [];
  for (const column of mapped) {
    const place = placeOf(column);
    if (place === undefined) continue;
    const { role, part } = place;
    const { person = 1 } = column;
    const at = groups.findIndex(
      ({ group, person: other }) =>
        group.role === role && other === person && group[part] === undefined,
    );
    const group = { ...(groups[at]?.group ?? { role }), [part]: column };
    if (at < 0) groups.push({ group, person });
    else groups[at] = { group, person };
  }
  return groups.map(({ group }) => group);
}

interface NumberedGroup {
  readonly group: PeopleGroup;
  readonly person: number;
}

type Part = 'whole' | 'first' | 'last' | 'email';

function placeOf({
  target,
  part,
}: MappedColumn): { readonly role: SessionRole; readonly part: Part } | undefined {
  const speaker = partsOfSpeaker[target];
  if (speaker !== undefined) return { role: 'speaker', part: speaker };
  const role = furtherRoles[target];
  return role && { role, part: part === undefined ? 'whole' : parts[part] };
}

const parts = { first_name: 'first', last_name: 'last', email: 'email' } as const;

const partsOfSpeaker: Readonly<Record<string, Part>> = {
  speakers: 'whole',
  name: 'whole',
  speaker_first_name: 'first',
  speaker_last_name: 'last',
  speaker_email: 'email',
};

const furtherRoles: Readonly<Record<string, SessionRole>> = {
  co_speakers: 'co_speaker',
  co_authors: 'co_author',
  moderators: 'moderator',
  chairs: 'chair',
  hosts: 'host',
};
