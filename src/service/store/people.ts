// Decides by which statuses and tracks an event's people are found: speakers and contacts, whose tracks, and some of whose
// statuses, are those of other records. Pure.

/** How many of a person's submissions have each value. */
export type Counts = ReadonlyMap<string, number>;

/** What the records of one address have that lists filter by. */
export interface StoredPerson {
  /** The number of the contact; null for a speaker with a blank address, who is no contact. */
  readonly contact: number | null;
  readonly speaker: SpeakerPart | undefined;
  readonly statuses: Counts;
  readonly tracks: Counts;
}

export interface SpeakerPart {
  readonly number: number;
  readonly speaker_status: string | null;
}

export interface SubmissionPart {
  readonly status: string;
  readonly track_id: string | null;
}

/** What one record contributes to its person. */
export type PersonPart = SpeakerPart | SubmissionPart;

/** A row of the table `matches`: the number of a record in a list of people, and a filter that finds it. */
export interface Match {
  readonly list: 'speakers' | 'contacts';
  readonly status: string;
  readonly track: string;
  readonly number: number;
}

/** The form of a filter in the table `matches`, where a filter that is left out is empty. */
export function filterKey(value: string | undefined): string {
  return value === undefined ? '' : `=${value}`;
}

/** A person without records. */
export function nobody(contact: number | null): StoredPerson {
  return { contact, speaker: undefined, statuses: new Map(), tracks: new Map() };
}

/** A person's columns in the table `contacts`. */
export interface StoredCounts {
  readonly statuses: string;
  readonly tracks: string;
}

export function storedPerson(
  contact: number,
  { statuses, tracks }: StoredCounts,
  speaker: SpeakerPart | undefined,
): StoredPerson {
  return { contact, speaker, statuses: new Map(JSON.parse(statuses)), tracks: new Map(JSON.parse(tracks)) };
}

export function storedCounts({ statuses, tracks }: StoredPerson): StoredCounts {
  return { statuses: JSON.stringify([...statuses]), tracks: JSON.stringify([...tracks]) };
}

/** What a record contributes, from its fields. @param number of the record in its list */
export function partOf(number: number, fields: object): PersonPart {
  if ('speaker_status' in fields) return { number, speaker_status: textOf(fields.speaker_status) };
  const { status, track_id } = fields as { status?: unknown; track_id?: unknown };
  return { status: textOf(status) ?? '', track_id: textOf(track_id) };
}

export function isSamePart(one: PersonPart, other: PersonPart): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function joined(person: StoredPerson, part: PersonPart): StoredPerson {
  if ('speaker_status' in part) return { ...person, speaker: part };
  return { ...person, ...counted(person, part, 1) };
}

export function left(person: StoredPerson, part: PersonPart): StoredPerson {
  if ('speaker_status' in part) return { ...person, speaker: undefined };
  return { ...person, ...counted(person, part, -1) };
}

/** Whether a person has no records. */
export function isNobody({ speaker, statuses }: StoredPerson): boolean {
  return speaker === undefined && statuses.size === 0;
}

/** The rows of `matches` that a change of a person's records removes and adds. */
export function matchChanges(
  before: StoredPerson,
  after: StoredPerson,
): { readonly gone: Match[]; readonly added: Match[] } {
  const [old, current] = [matchesOf(before), matchesOf(after)];
  return { gone: without(old, current), added: without(current, old) };
}

function without(matches: readonly Match[], others: readonly Match[]): Match[] {
  if (matches.length === 0 || others.length === 0) return [...matches];
  const keys = new Set(others.map(keyOf));
  return matches.filter((match) => !keys.has(keyOf(match)));
}

function matchesOf({ contact, speaker, statuses, tracks }: StoredPerson): Match[] {
  const own = speaker?.speaker_status ?? null;
  const ownStatuses = own === null ? [] : [own];
  const found = { speakers: ownStatuses, contacts: [...new Set([...ownStatuses, ...statuses.keys()])] };
  return [
    ...(speaker === undefined ? [] : crossed('speakers', found.speakers, tracks, speaker.number)),
    ...(contact === null ? [] : crossed('contacts', found.contacts, tracks, contact)),
  ];
}

/** Every status with every track, and each of them alone. */
function crossed(list: Match['list'], statuses: readonly string[], tracks: Counts, number: number): Match[] {
  const matches: Match[] = [];
  for (const status of [undefined, ...statuses]) {
    for (const track of [undefined, ...tracks.keys()]) {
      if (status === undefined && track === undefined) continue;
      matches.push({ list, status: filterKey(status), track: filterKey(track), number });
    }
  }
  return matches;
}

function keyOf({ list, status, track, number }: Match): string {
  return `${list} ${number} ${status.length} ${status}${track}`;
}

function counted({ statuses, tracks }: StoredPerson, { status, track_id }: SubmissionPart, by: 1 | -1) {
  return {
    statuses: withCount(statuses, status, by),
    tracks: track_id === null ? tracks : withCount(tracks, track_id, by),
  };
}

function withCount(counts: Counts, value: string, by: 1 | -1): Counts {
  const changed = new Map(counts);
  const count = (counts.get(value) ?? 0) + by;
  if (count > 0) changed.set(value, count);
  else changed.delete(value);
  return changed;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
