// Finds the columns of people whom a file of records does not use, and the question whether the
// person of a row is the speaker. Must not know rows.
import { readPeople } from '../people/people.ts';
import { type Cells, misfitOf } from './cell-evidence.ts';
import type { ColumnMatch, MatchableHeader } from './file-header.ts';
import { meaningOf } from './header-meaning.ts';
import { isNo, isYes } from './marks.ts';
import { numberedHeaders } from './numbered-people.ts';
import { furtherRoles } from './vocabulary/terms.ts';

export interface UnreadColumn {
  readonly index: number;
  /** Whether its header is empty, so that only its cells show that it names people. */
  readonly isUnnamed: boolean;
  /** Whether its header says that it has addresses. */
  readonly hasAddresses: boolean;
  /** Whose column it is by its header: `speaker`, `author`. */
  readonly role: string | undefined;
}

export interface UnreadPeople {
  /** The columns of one person or list of people each. */
  readonly people: readonly (readonly UnreadColumn[])[];
  /** The index of `Are you the speaker?`, if the records are not those of a column of speakers. */
  readonly question: number | undefined;
}

/** @param chosen the columns that are used */
export function unreadPeople(
  chosen: readonly ColumnMatch[],
  { columns, cells, userMapping }: Pick<MatchableHeader, 'columns' | 'cells' | 'userMapping'>,
): UnreadPeople {
  const numbered = numberedHeaders(columns);
  const used = new Set(chosen.flatMap(({ role }) => role ?? []));
  const groups = new Map<string, UnreadColumn[]>();
  let question: number | undefined;
  for (const [index, header] of columns.entries()) {
    if (userMapping.has(index) || chosen.some((match) => match.index === index)) continue;
    const { header: plain = header, person = 1 } = numbered.get(index) ?? {};
    const meaning = meaningOf(plain);
    const filled = cells[index] ?? [];
    // `Speaker?` with cells of yes and no.
    const isAnswered = meaning === 'speaker' && filled.some(Boolean) && filled.every(isAnswer);
    if (meaning === 'isSpeaker' || isAnswered) question = index;
    const isOfNobody = meaning !== undefined && used.has('submitter') && ofNobody.test(meaning);
    const { role = isOfNobody ? 'nobody' : undefined } =
      (meaning && ofPeople.exec(meaning)?.groups) ?? {};
    const isUnnamed = header.trim() === '';
    const isOther = role !== undefined && ![...used].some((usedRole) => usedRole === role);
    const names = isUnnamed ? areNames(filled) : isOther && misfitOf('name', filled) === undefined;
    if (!names) continue;
    const key = isUnnamed ? `column ${index}` : `${role} ${person}`;
    const hasAddresses = meaning?.endsWith('email') === true;
    groups.set(key, [...(groups.get(key) ?? []), { index, isUnnamed, hasAddresses, role }]);
  }
  const areSpeakers = used.has('speaker') || used.has('nominee');
  return { people: [...groups.values()], question: areSpeakers ? undefined : question };
}

/** The people of a talk, by their names or addresses: not who submits it, or is written to. */
const ofPeople = new RegExp(
  `^(?<role>speaker|author|nominee|${furtherRoles.join('|')})s?` +
    '(?: (?:name|firstName|lastName|email))?$',
);

/** Beside the submitter, those of another person; beside a speaker, of who fills in a form. */
const ofNobody = /^(?:name|fullName|firstName|lastName|email)$/;

function isAnswer(cell: string): boolean {
  return cell === '' || isYes(cell) || isNo(cell);
}

/** Whether all cells below an empty header name people with a first and a last name. */
function areNames(cells: Cells): boolean {
  const filled = cells.filter(Boolean);
  return filled.length > 0 && filled.every(isNames);
}

function isNames(cell: string): boolean {
  const { people, dropped, doubts } = readPeople(cell);
  const isWhole = people.every(({ first, last, email }) => {
    return email !== undefined || [first, last].every((part) => capital.test(part));
  });
  return people.length > 0 && isWhole && dropped.length + doubts.length === 0;
}

/** Of scripts without case, any letter. */
const capital = /^[\p{Lu}\p{Lo}]/u;
