// Owns a row of a schedule file: its session with a room, a time and people. Must not know the file
// or the service.

import type { FilePlace } from '../../changes/file-place.ts';
import { isUnresolved, type PeopleProblem } from '../../columns/person-cell.ts';
import type { TableRow } from '../../columns/read-table.ts';
import type { RowPeople } from '../../columns/row-people.ts';
import { isCalledOffWord } from '../../columns/status-words.ts';
import type { ValuesOf } from '../../columns/table-spec.ts';
import { personKeys } from '../../contract/key.ts';
import { isMasked } from '../../contract/private-fields.ts';
import { isAddress } from '../../people/address.ts';
import type { NameDoubt } from '../../people/people.ts';
import { type BlockLinks, comparedName, type Person } from '../session.ts';
import type { SessionFields } from './session-table.ts';

/** One row of the file. Rows of one session that differ in people alone are merged. */
export interface ScheduleRow extends FilePlace, BlockLinks {
  readonly submissionId: string | undefined;
  /** From a column named just `id`, whose ids may be another system's. */
  readonly possibleId?: string | undefined;
  readonly title: string;
  /** The whole cell of a grid: after the title, it may have people or an id in parentheses. */
  readonly cell?: string | undefined;
  readonly submitterEmail: string | undefined;
  readonly room: string;
  /** The session also takes place in these. */
  readonly otherRooms?: readonly string[];
  /** Milliseconds since 1970; undefined if the row has no start. */
  readonly startMs: number | undefined;
  /** The same as RFC 3339 with an offset. */
  readonly start: string | undefined;
  /** From the row's end or duration. */
  readonly durationMs: number | undefined;
  readonly people: readonly Person[];
  /** They have other roles, such as moderators: the speakers of the talk are others. */
  readonly areBesideSpeakers?: true | undefined;
  /** Names among the people that may be several people, or contain more than a name. */
  readonly doubts?: readonly NameDoubt[];
  /** Why it is unknown who some of the people are. */
  readonly problems?: readonly PeopleProblem[];
  readonly track: string | undefined;
  readonly format: string | undefined;
  /** The file says that the row is a break. */
  readonly isBreak?: true;
  /** The file says that the session does not take place. */
  readonly isCalledOff?: true | undefined;
  /** Nothing takes place beside it. */
  readonly isExclusive?: true | undefined;
  /** The session that it is a part of, by its id or title. */
  readonly parent?: string | undefined;
  /** It is a part of the session above it. */
  readonly isSubSession?: true | undefined;
  /** For the timetable of the file alone. */
  readonly abstract?: string | undefined;
}

/** @param room of a row without one, if no column has rooms */
export function scheduleRow(
  { line, values, slot, people }: TableRow<SessionFields>,
  room: string | undefined,
): ScheduleRow {
  const { title = '', id, submission_id, abstract, service_session: isBreak } = values;
  const { submitter, ...byRole } = people;
  const onStage = peopleOnStage(Object.values(byRole));
  // The word may be all that a cell has.
  const isOffInRoom = isCalledOffWord(values.room ?? '');
  const isOffOnStage = onStage.people.length === 1 && onStage.people.some(isNoPerson);
  return {
    line,
    submissionId: submission_id ?? (title === '' ? id : undefined),
    title,
    submitterEmail: submitter?.people[0]?.email,
    room: isOffInRoom ? '' : (values.room ?? room ?? ''),
    startMs: slot.startMs,
    start: slot.start,
    durationMs: slot.durationMs,
    ...onStage,
    people: isOffOnStage ? [] : onStage.people,
    areBesideSpeakers: areBesideSpeakers(people),
    track: values.track,
    format: values.format,
    ...(id !== undefined && { possibleId: id }),
    ...(isBreak !== undefined && { isBreak }),
    isCalledOff: isOffInRoom || isOffOnStage || isOffBy(values) || undefined,
    isExclusive: values.exclusive === true || undefined,
    parent: values.parent,
    isSubSession: values.sub_session,
    ...(abstract !== undefined && { abstract }),
  };
}

function areBesideSpeakers({ speaker, ...others }: TableRow<SessionFields>['people']) {
  const hasOthers = Object.values(others).some(({ people }) => people.length > 0);
  return (hasOthers && (speaker?.people ?? []).length === 0) || undefined;
}

function isNoPerson({ name }: Person): boolean {
  return isCalledOffWord(name);
}

/** Whether a column says that the session does not take place. */
export function isOffBy({ status, called_off, active }: ValuesOf<SessionFields>): boolean {
  return status === true || called_off === true || active === false;
}

/** By what rows are those of one talk. */
export function nameKey({ submissionId, possibleId, title, submitterEmail }: ScheduleRow): string {
  return JSON.stringify([submissionId, possibleId, title, submitterEmail]);
}

/** The people of a row, and what is unclear about them. */
export type OnStage = Pick<ScheduleRow, 'people' | 'doubts' | 'problems'>;

/**
 * The people whom cells name, without what is no address: it would be that of all who have it.
 * @param groups of each role
 */
export function peopleOnStage(groups: readonly RowPeople[]): OnStage {
  const named = groups.flatMap((group) => group.people);
  const people = named.flatMap(({ name, email }): readonly Person[] => {
    const isKnown = email !== undefined && (isAddress(email) || isMasked('email', email));
    if (isKnown) return [{ name, email }];
    return name === '' ? [] : [{ name, email: undefined }];
  });
  const doubts = groups.flatMap((group) => group.doubts);
  const problems = groups.flatMap(unclearPeople);
  return {
    people,
    ...(doubts.length > 0 && { doubts }),
    ...(problems.length > 0 && { problems }),
  };
}

/** Beside the doubts: an import needs the address of each person, a schedule does not. */
function unclearPeople(group: RowPeople): readonly PeopleProblem[] {
  const { people, address, doubts, problems, otherProblems } = group;
  const isDoubted = doubts.some(({ kind }) => kind === 'count');
  const isWithout = address === undefined && people.length > 0;
  return [...problems, ...otherProblems].filter((problem) => {
    if (problem.code === 'unclear_people') return !isDoubted;
    if (problem.code === 'several_people') return !isWithout;
    return isUnresolved(problem);
  });
}

/**
 * One row of the rows of one session, with each person once. Any may lack the duration, or the room
 * and the start.
 */
export function mergeRows(all: readonly ScheduleRow[]): ScheduleRow {
  const [first, ...others] = all;
  if (first === undefined) throw new TypeError('a session has a row');
  const { room, startMs, start } =
    all.find((row) => row.room !== '' || row.startMs !== undefined) ?? first;
  // Names are slow to read.
  const isAlone = others.length === 0 && first.people.length < 2;
  if (isAlone) return first;
  const { people, add } = peopleCollector();
  add(first.people);
  const doubts = [...(first.doubts ?? [])];
  const problems = all.flatMap((row) => row.problems ?? []);
  for (const row of others) {
    const hasNew = add(row.people);
    const isOwn = ({ kind }: NameDoubt) => hasNew || kind === 'nobody' || kind === 'beside';
    doubts.push(...(row.doubts ?? []).filter(isOwn));
  }
  return {
    ...first,
    room,
    startMs,
    start,
    durationMs: all.find((row) => row.durationMs !== undefined)?.durationMs,
    people,
    areBesideSpeakers:
      all.every((row) => row.people.length === 0 || row.areBesideSpeakers) || undefined,
    ...(doubts.length > 0 && { doubts }),
    ...(problems.length > 0 && { problems }),
    isCalledOff: all.every(({ isCalledOff }) => isCalledOff) || undefined,
    isExclusive: all.some(({ isExclusive }) => isExclusive) || undefined,
  };
}

/**
 * Collects people, each once: one who is there gets the address of the other. Two of one name have
 * different addresses.
 */
function peopleCollector() {
  const people: Person[] = [];
  const byKey = new Map<string, Set<number>>();
  const indexOf = (person: Person, keys: readonly string[]): number | undefined => {
    const namesakes = keys.flatMap((key) => [...(byKey.get(key) ?? [])]);
    return namesakes.find((at) => !haveTwoAddresses(people[at], person));
  };
  /** @returns whether any of them is new */
  const add = (others: readonly Person[]): boolean => {
    const before = people.length;
    for (const person of others) {
      const keys = [`equal ${person.name}`, ...likeKeys(person)];
      const at = indexOf(person, keys) ?? people.length;
      const same = people[at];
      people[at] = same === undefined ? person : { ...same, email: same.email ?? person.email };
      for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(at));
    }
    return people.length > before;
  };
  return { people, add };
}

function likeKeys(person: Person): readonly string[] {
  return personKeys(comparedName(person)).map((key) => `like ${key}`);
}

function haveTwoAddresses(one: Person | undefined, { email }: Person): boolean {
  return one?.email !== undefined && email !== undefined && one.email !== email;
}
