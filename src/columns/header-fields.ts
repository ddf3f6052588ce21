// Finds the field that each header of a file means beside the others, in any language. Must not
// know cells.

import { isCreation } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { endpointList, updateOf } from '../contract/index.ts';
import { statuses } from '../contract/statuses.ts';
import { longestHeader } from './dates/header-zone.ts';
import { lettersOf } from './fold.ts';
import { meaningOf, readHeader } from './header-meaning.ts';
import { type NumberedHeader, numberedHeaders } from './numbered-people.ts';
import { hasCalledOffWord, isDeclinedHeader, takingPlaceHeader } from './status-words.ts';
import { type FileKind, kinds } from './vocabulary/file-kinds.ts';
import { ofTalks } from './vocabulary/record-fields.ts';
import type { Meaning } from './vocabulary/terms.ts';

/** What a header means beside the others of its file. */
export interface KnownHeader {
  /** A field, or `name`. */
  readonly target: string;
  /** How certainly: 1 is the best. */
  readonly rank: number;
  /** What the header means alone. */
  readonly meaning?: Meaning | undefined;
  /** Of several numbered people of one role, whose column it is; the first is 1. */
  readonly person?: number | undefined;
  /** The role of the person whose name or address it is, if the header says it. */
  readonly role?: PersonRole | undefined;
  /** What it has of the people of a target for several columns; whole names if undefined. */
  readonly part?: NamePart | undefined;
}

export type PersonRole = 'submitter' | 'author' | 'speaker' | 'contact' | 'nominee';

export type NamePart = 'first_name' | 'last_name' | 'email';

const titles: readonly Meaning[] = ['title', 'talkTitle'];

/**
 * For each header, what it means in a file of this kind: undefined if it is not in the vocabulary,
 * and `unclear` if it is and the other columns leave its meaning open.
 */
export function readHeaders(
  headers: readonly string[],
  kind: FileKind,
): readonly (KnownHeader | 'unclear' | undefined)[] {
  const ranks = ranksOf(kind);
  const meanings = meaningsOf(headers, kind);
  const hasTitles = meanings.some((read) => titles.some((meaning) => meaning === read?.meaning));
  // Beside the columns of talks, such as `Accepted`, it is the talk that is cancelled.
  const about = [...ofTalks, 'decision'];
  const isOfTalks = meanings.some((read) => about.some((meaning) => meaning === read?.meaning));
  return headers.map((header, at) => {
    const read = meanings[at];
    const isSchedule = kind === 'sessions' || kind === 'talks';
    if (isSchedule && isBreakMark(header)) return { target: 'service_session', rank: 1 };
    const ofAll = takingPlaceHeader(header);
    if (isSchedule && ofAll !== undefined) return { target: ofAll, rank: 1 };
    if (kind === 'submissions' && ofAll === 'called_off') return { target: ofAll, rank: 1 };
    if (kind === 'speakers' && (ofAll === 'called_off' || isDeclinedHeader(header))) {
      return isOfTalks ? 'unclear' : { target: 'called_off', rank: 1 };
    }
    const isDecided = kind === 'submissions' && header.length <= longestHeader;
    if (isDecided && hasCalledOffWord(header)) return { target: 'called_off', rank: 2 };
    const letters = lettersOf(header);
    if (isSchedule && blockTitles.includes(letters)) return { target: 'parent', rank: 2 };
    if (isSchedule && hasTitles && letters === 'session') return { target: 'parent', rank: 3 };
    if (read === undefined || read.meaning === 'unclear') return read && 'unclear';
    const ranked = ranks.get(read.meaning);
    if (ranked === undefined) return undefined;
    return {
      ...ranked,
      rank: ranked.rank + (read.isRemarked ? behindPlain : 0),
      meaning: read.alone,
      person: read.person,
      role: roleOf(read.meaning),
      part: fieldsOfSeveral(kind).includes(ranked.target) ? partOf(read.meaning) : undefined,
    };
  });
}

/** The field that a header means, if its meaning is clear. */
export function fieldOf(meant: KnownHeader | 'unclear' | undefined): string | undefined {
  return meant === 'unclear' ? undefined : meant?.target;
}

/** `Title` is used before `Title (English)`. */
const behindPlain = 0.5;

/** The fields of this kind of file that several columns may fill together. */
export function fieldsOfSeveral(kind: FileKind): readonly string[] {
  return kinds[kind].several ?? [];
}

/** Of the title of the session that a paper is part of. Beside titles, `Session` is one of them. */
const blockTitles: readonly string[] = ['parentsession', 'parenttitle', 'parentsessiontitle'];

/** Whether a header is that of a column that marks breaks, as Sessionize has it. */
export function isBreakMark(header: string): boolean {
  return ['isservicesession', 'servicesession'].includes(lettersOf(header));
}

/** Whether a line may be the header of this kind of file: two of its cells mean fields. */
export function isHeaderOf(cells: readonly string[], kind: FileKind): boolean {
  return headerFields(cells, kind).size > 1;
}

/** Whether it is one, and not rather that of speakers beside submissions, or the reverse. */
export function isOwnHeaderOf(cells: readonly string[], kind: FileKind): boolean {
  const meant = headerFields(cells, kind);
  if (kind === 'submissions') {
    return meant.has('title') && meant.size > headerFields(cells, 'speakers').size;
  }
  const others = kind === 'speakers' ? headerFields(cells, 'submissions').size : 0;
  return meant.size > 1 && meant.size >= others;
}

/** The fields that the cells of a line mean as headers. */
export function headerFields(cells: readonly string[], kind: FileKind): ReadonlySet<string> {
  const short = cells.filter((cell) => cell.trim() !== '' && cell.length <= longestHeader);
  return new Set(readHeaders(short, kind).flatMap((meant) => fieldOf(meant) ?? []));
}

/** The field that a header means if only an update can set it. */
export function updateOnlyField(header: string, kind: FileKind): string | undefined {
  const meaning = meaningOf(header);
  const fields = kinds[kind].fields;
  // A column of marks, such as `Withdrawn`, gives the status.
  const [read] = readHeaders([header], kind);
  if (fieldOf(read) === 'called_off' && kind === 'submissions') return statuses.submissions.field;
  return updateOnlyFields(kind).find(
    (field) =>
      lettersOf(field) === lettersOf(header) ||
      (meaning !== undefined && fields[field]?.flat().includes(meaning) === true),
  );
}

/** Whether a header means something, even if no field. */
export function isKnown(header: string): boolean {
  return meaningOf(header) !== undefined;
}

/** The fields that files of this kind may have. */
export function fieldNames(kind: FileKind): readonly string[] {
  return Object.keys(kinds[kind].fields);
}

/** The role of the person whose name a header means, whatever the file has rows of. */
export function nameRoleOf(header: string): PersonRole | undefined {
  const meaning = meaningOf(header);
  const isName = meaning !== undefined && /^\w+(?: (?:name|firstName|lastName))?$/.test(meaning);
  return isName && meaning !== 'contact' ? roleOf(meaning) : undefined;
}

/** What each header means beside the others, and alone. */
function meaningsOf(headers: readonly string[], kind: FileKind) {
  const numbered = numberedPeople(headers);
  const people = new Set([...numbered.values()].map(({ person }) => person));
  const plain = headers.map((header, at) => readHeader(numbered.get(at)?.header ?? header));
  const inFile = new Set(plain.map((read) => read?.meaning));
  const isTalk = !titlesOfTalks.some((meaning) => inFile.has(meaning));
  const meaningIn = (meaning: Meaning) =>
    meaning === 'session title' && isTalk ? 'talkTitle' : meaning;
  const present = new Set(plain.map((read) => read && meaningIn(read.meaning)));
  return plain.map((read, at) => {
    if (read === undefined) return undefined;
    const meaning = meaningIn(read.meaning);
    const ambiguity = kinds[kind].ambiguities.find(
      ({ meaning: ambiguous, beside, besidePeople, without }) =>
        ambiguous === meaning &&
        (beside === undefined || beside.some((other) => present.has(other))) &&
        (besidePeople === undefined || people.size > 1) &&
        !without?.some((other) => present.has(other)),
    );
    return {
      meaning: ambiguity?.becomes ?? meaning,
      alone: read.meaning,
      isRemarked: read.isRemarked,
      person: numbered.get(at)?.person,
    };
  });
}

/** Beside one of them, the title of a session or an event may be that of a block of talks. */
const titlesOfTalks: readonly Meaning[] = ['talkTitle', 'title', 'talk'];

/** With the first person, whose headers may have no number: `Speaker` beside `Speaker 2`. */
function numberedPeople(headers: readonly string[]): ReadonlyMap<number, NumberedHeader> {
  const numbered = numberedHeaders(headers);
  const people = [...numbered.values()];
  const repeated = new Set(people.map(({ header }) => lettersOf(header)));
  const firsts = people.filter(({ person }) => person === 1);
  const ofFirst = new Set(firsts.map(({ header }) => lettersOf(header)));
  const withFirst = new Map(numbered);
  for (const [at, header] of headers.entries()) {
    const letters = lettersOf(header);
    const isFirst = repeated.has(letters) && !ofFirst.has(letters);
    if (isFirst && !withFirst.has(at)) withFirst.set(at, { person: 1, header });
  }
  return withFirst;
}

function roleOf(meaning: Meaning): PersonRole | undefined {
  const [, role] = /^(submitter|author|speaker|contact|nominee)s?(?: |$)/.exec(meaning) ?? [];
  return role as PersonRole | undefined;
}

function partOf(meaning: Meaning): NamePart | undefined {
  const parts = { firstName: 'first_name', lastName: 'last_name', email: 'email' } as const;
  const [, part] = meaning.split(' ');
  return Object.entries(parts).find(([word]) => word === part)?.[1];
}

/** The field that each meaning fills, and how certainly. */
function ranksOf(kind: FileKind): ReadonlyMap<Meaning, Pick<KnownHeader, 'target' | 'rank'>> {
  const ranks = new Map<Meaning, Pick<KnownHeader, 'target' | 'rank'>>();
  for (const [target, order] of Object.entries(kinds[kind].fields)) {
    order.forEach((meanings, at) => {
      for (const meaning of [meanings].flat()) ranks.set(meaning, { target, rank: at + 1 });
    });
  }
  return ranks;
}

/** Every field that an update can set and a creation cannot. */
export function updateOnlyFields(kind: FileKind): readonly string[] {
  const creation = endpointList
    .map(([, row]) => row)
    .find((row) => row.resource === kind && isCreation(row));
  if (creation === undefined) return [];
  const created = new Set(fieldsOf(creation.body).map(({ name }) => name));
  return fieldsOf(updateOf(creation)?.body)
    .map(({ name }) => name)
    .filter((name) => !created.has(name));
}
