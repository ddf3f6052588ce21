// Words the errors for files whose columns do not show whose name, address or other values a row
// has. Must not know what headers mean.
import { joined, quoted } from '../contract/amount.ts';
import { InvalidInputError } from '../errors.ts';
import type { FileHeader } from './file-header.ts';
import type { PersonRole } from './header-fields.ts';
import { mapFlag } from './user-mapping.ts';

/** A column, and the field that it means. */
export interface PersonColumn {
  /** The header. */
  readonly column: string;
  readonly target: string;
  /** Of the person, if the header says it. */
  readonly role?: PersonRole | undefined;
}

/** The columns of names of a role. */
export interface NameColumns {
  readonly role: PersonRole;
  readonly columns: readonly PersonColumn[];
}

/** One address, and the names of several people. */
export function unclearAddress(
  header: FileHeader,
  address: PersonColumn,
  people: readonly NameColumns[],
): InvalidInputError {
  const named = people.map(({ columns }) => columnsText(columns)).join(', or of ');
  const whose = people.map(({ columns }) => mapFlags(usedNames(columns))).join(', or ');
  return refusal(header, address, {
    clause: `may be the address of ${named}`,
    fix: `choose the person whose address it is: ${whose}`,
  });
}

/** An address, and the columns of names of another person. */
interface OtherPerson {
  readonly address: PersonColumn;
  readonly names: readonly PersonColumn[];
}

/**
 * The address of a contact or a nominator, and the name of another person.
 * @param isShared whether several people have it, so that it is that of none of them
 */
export function contactAddress(
  header: FileHeader,
  { address, names }: OtherPerson,
  isShared: boolean,
): InvalidInputError {
  const people = columnsText(names);
  const column = `"${ownAddress[names[0]?.role ?? 'speaker']}"`;
  if (isShared) {
    return refusal(header, address, {
      clause: `has one address beside different names in ${people}`,
      fix: `add a column ${column}, with the own address of each person`,
    });
  }
  return refusal(header, address, {
    clause: `may be the address of another person than ${people}`,
    fix: [
      `if it is the address of ${people}, pass ${mapFlags([address])}`,
      `if not, add a column ${column}`,
    ].join('; '),
  });
}

/** By the role of a name, the header of the address that belongs to it. */
const ownAddress: Readonly<Record<PersonRole, string>> = {
  speaker: 'Speaker email',
  nominee: 'Nominee email',
  author: 'Author email',
  submitter: 'Submitter email',
  contact: 'Speaker email',
};

/** @param rest what else the other person has */
export function twoPeople(
  header: FileHeader,
  { address, names }: OtherPerson,
  rest: readonly PersonColumn[],
): InvalidInputError {
  const others = [...names, ...rest];
  const shown = columnsText([address]);
  const theirs = mapFlags([address, ...usedNames(names)]);
  const without = others.map(({ column }) => mapFlag(column, '')).join(' ');
  return refusal(header, address, {
    clause: `may be the address of another person than ${columnsText(others)}`,
    fix: [
      ...(names.length > 0 ? [`if ${shown} is the address of this person, pass ${theirs}`] : []),
      `to leave this person out, pass ${without}`,
    ].join('; '),
  });
}

/** @param clause what the address may be */
function refusal(
  { file, headerLine: line = 1, mustRename }: FileHeader,
  { column, target }: PersonColumn,
  { clause, fix }: { readonly clause: string; readonly fix: string },
): InvalidInputError {
  return new InvalidInputError(`${file} does not show whose address ${quoted(column)} is`, {
    details: [{ file, line, column, field: target, message: clause }],
    fix: mustRename ? 'remove the columns of the people who have another address' : fix,
  });
}

/** A whole name, or else its parts. */
function usedNames(columns: readonly PersonColumn[]): readonly PersonColumn[] {
  const whole = columns.find(({ target }) => target === 'name');
  return whole === undefined ? columns : [whole];
}

function columnsText(shown: readonly PersonColumn[]): string {
  return joined(shown.map(({ column }) => quoted(column)));
}

function mapFlags(mapped: readonly PersonColumn[]): string {
  return mapped.map(({ column, target }) => mapFlag(column, target)).join(' ');
}
