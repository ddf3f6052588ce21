// Chooses whose name, address and other values the rows of a file have: those of the submitter, an
// author, a speaker or a contact, and never the name of one with the address of another. Must not
// know cells.
import { addressesInText } from '../contract/address.ts';
import { quoted } from '../contract/amount.ts';
import { foldKey } from '../contract/key.ts';
import type { Cells } from './cell-evidence.ts';
import type { ColumnMatch, MatchableHeader } from './file-header.ts';
import type { PersonRole } from './header-fields.ts';
import { contactAddress, type NameColumns, twoPeople, unclearAddress } from './people-refusals.ts';

type Role = PersonRole | undefined;

/**
 * Of the columns of people, those of one role: the one that has an address, else the one with the
 * best rank, as between several that have one. Columns without a role complete it.
 * @param others the columns of names that no target of the file means, and their roles
 * @returns also why the other columns are not used, by index
 * @throws {InvalidInputError} if it is unknown whose the address, or the rest, is
 */
export function ofOneRole(
  matches: readonly ColumnMatch[],
  header: MatchableHeader,
  others: readonly NameColumns[],
): { readonly kept: readonly ColumnMatch[]; readonly reasons: ReadonlyMap<number, string> } {
  // Each row is about one of its people, and not about a talk.
  const areRecords = header.kind === 'speakers';
  const people = matches.filter(({ target }) => isAddress(target) || isName(target));
  // Numbered people are further ones of a role, unless they are all that the file has.
  const firsts = people.filter(({ person = 1 }) => person === 1);
  const ofFirst = firsts.length > 0 ? firsts : people;
  const roles = rolesOf(ofFirst, header.cells);
  const isChosen = people.some(({ isGiven, target }) => isGiven && isName(target));
  if (!isChosen)
    refuseSharedAddress(namesByRole(ofFirst, others), { people: ofFirst, roles }, header);
  const chosen = chooseRoles(ofFirst, roles, areRecords);
  if (areRecords && people.every(({ isGiven }) => !isGiven)) {
    refuseContact(ofFirst, chosen, header);
    refuseMixed({ matches, people: ofFirst, chosen }, header);
  }
  const dropped = matches.filter((match) => !match.isGiven && isOther(match, chosen, roles));
  const used = people.filter((match) => !dropped.includes(match));
  const reason = reasonFor(used);
  return {
    kept: matches.filter((match) => !dropped.includes(match)),
    reasons: new Map(dropped.flatMap(({ index, role }) => (role ? [[index, reason]] : []))),
  };
}

/** Of a role, or of the columns without one. */
interface RoleColumns {
  readonly role: Role;
  readonly addressRank: number;
  readonly nameRank: number;
}

interface ChosenRoles {
  readonly address: Role;
  readonly name: Role;
}

function chooseRoles(
  people: readonly ColumnMatch[],
  roles: readonly RoleColumns[],
  areRecords: boolean,
): ChosenRoles {
  const givenName = people.find(({ isGiven, target, role }) => isGiven && role && isName(target));
  const givenAddress = people.find(({ isGiven, target }) => isGiven && isAddress(target));
  if (givenName !== undefined) {
    const { role } = givenName;
    const ofRole = roles.find((columns) => columns.role === role);
    const hasOwn = ofRole !== undefined && ofRole.addressRank < Infinity;
    return { name: role, address: hasOwn ? role : givenAddress?.role };
  }
  const [named] = roles.toSorted((a, b) => a.nameRank - b.nameRank);
  // The user has said that the contact, or the nominator, is written to on behalf of the person.
  if (areRecords && givenAddress !== undefined) {
    const { role } = givenAddress;
    const isOfAnother = role === 'contact' || (role === undefined && named?.role === 'nominee');
    if (isOfAnother) return { address: role, name: named?.role };
  }
  const addressed = addressedPeople(roles).toSorted((a, b) => a.rank - b.rank);
  const [best] = addressed;
  // The corresponding author, of whom there is only an address, is one of the authors.
  const isNamed = best !== undefined && hasName(roles, best.name);
  const author = addressed.find(
    ({ address, name }) => address === 'author' && hasName(roles, name),
  );
  if (best?.address === 'submitter' && !isNamed && author !== undefined) return author;
  return best ?? { address: undefined, name: named?.role };
}

function hasName(roles: readonly RoleColumns[], wanted: Role): boolean {
  return roles.some(({ role, nameRank }) => role === wanted && nameRank < Infinity);
}

/** Whose name belongs to which address; the name may be missing. */
function addressedPeople(
  roles: readonly RoleColumns[],
): readonly (ChosenRoles & { readonly rank: number })[] {
  const plain = roles.find(({ role }) => role === undefined);
  const hasPlainAddress = plain !== undefined && plain.addressRank < Infinity;
  const people = roles.flatMap(({ role, addressRank, nameRank }) => {
    if (role === undefined || addressRank === Infinity) return [];
    const isCompleted = nameRank === Infinity && plain !== undefined && !hasPlainAddress;
    return [{ address: role, name: isCompleted ? undefined : role, rank: addressRank }];
  });
  if (!hasPlainAddress) return people;
  const inPlain = { address: undefined, rank: plain.addressRank };
  if (plain.nameRank < Infinity) return [...people, { ...inPlain, name: undefined }];
  // A plain address is that of the only person who has none, and of no contact. Beside a nominee,
  // it is that of the nominator.
  const [only, other] = roles.filter(({ role, addressRank }) => {
    return role !== undefined && role !== 'nominee' && addressRank === Infinity;
  });
  const isOfNobody = people.every(({ address }) => address === 'contact');
  if (other !== undefined || (only === undefined && !isOfNobody)) return people;
  return [...people, { ...inPlain, name: only?.role }];
}

/** Whether a column is about another person. */
function isOther(match: ColumnMatch, chosen: ChosenRoles, roles: readonly RoleColumns[]): boolean {
  const { target, role } = match;
  if (isAddress(target)) return role !== chosen.address;
  if (isName(target)) return role !== chosen.name;
  return isRestOfOther(match, chosen, roles);
}

/** `Speaker bio` completes the only person of a file, whose columns have no role. */
function isRestOfOther(
  { role }: ColumnMatch,
  { name, address }: ChosenRoles,
  roles: readonly RoleColumns[],
): boolean {
  if (role === undefined || role === name) return false;
  const isPlain = name === undefined && address === undefined;
  return !isPlain || roles.some((columns) => columns.role === role);
}

/** A plain address beside the names of several roles without addresses. */
function refuseSharedAddress(
  named: readonly NameColumns[],
  {
    people,
    roles,
  }: { readonly people: readonly ColumnMatch[]; readonly roles: readonly RoleColumns[] },
  header: MatchableHeader,
): void {
  const plain = roles.find(({ role }) => role === undefined);
  const isAlone =
    plain !== undefined && plain.addressRank < Infinity && plain.nameRank === Infinity;
  const hasAddress = roles.some(({ role, addressRank }) => role && addressRank < Infinity);
  if (!isAlone || hasAddress) return;
  const address = people.find(({ target }) => isAddress(target));
  if (named.length > 1 && address !== undefined) throw unclearAddress(header, address, named);
}

/** The columns of names of each role. */
function namesByRole(
  people: readonly ColumnMatch[],
  others: readonly NameColumns[],
): readonly NameColumns[] {
  const named = new Map<PersonRole, NameColumns>();
  for (const { target, role, column } of people) {
    if (role === undefined || !isName(target)) continue;
    const columns = [...(named.get(role)?.columns ?? []), { column, target }];
    named.set(role, { role, columns });
  }
  for (const other of others) if (!named.has(other.role)) named.set(other.role, other);
  return [...named.values()];
}

/** A contact, or a nominator, is another person than the one whom the rows name. */
function refuseContact(
  people: readonly ColumnMatch[],
  chosen: ChosenRoles,
  header: MatchableHeader,
): void {
  const named = people.filter(({ target, role }) => {
    if (!isName(target) || role === 'contact') return false;
    if (chosen.address === 'contact') return role !== undefined || chosen.name === 'contact';
    return chosen.address === undefined && role === 'nominee' && chosen.name !== role;
  });
  const isOfNamed = people.some(({ target, role }) => isName(target) && role === undefined);
  const address = addressIn(people, chosen);
  if (named.length === 0 || address === undefined) return;
  if (chosen.address === undefined && isOfNamed) return;
  const isShared = sharesAddress(header.cells, address, named);
  throw contactAddress(header, { address, names: named }, isShared);
}

function addressIn(people: readonly ColumnMatch[], chosen: ChosenRoles): ColumnMatch | undefined {
  return people.find(({ target, role }) => isAddress(target) && role === chosen.address);
}

/** Whether different people have one address, which is that of none of them. */
function sharesAddress(
  cells: readonly Cells[],
  address: ColumnMatch,
  names: readonly ColumnMatch[],
): boolean {
  const people = new Map<string, string>();
  return (cells[address.index] ?? []).some((cell, at) => {
    const person = names.map(({ index }) => foldKey(cells[index]?.[at] ?? '')).join(' ');
    if (cell === '' || person.trim() === '') return false;
    const other = people.get(foldKey(cell));
    people.set(foldKey(cell), person);
    return other !== undefined && other !== person;
  });
}

/**
 * What a role has that has no address, beside the name and the address of another; and the speaker
 * or the nominee, whom the rows are about.
 * @param people the matches of names and addresses
 * @param chosen the roles whose name and address are used
 */
function refuseMixed(
  read: Readonly<Record<'matches' | 'people', readonly ColumnMatch[]>> & {
    readonly chosen: ChosenRoles;
  },
  header: MatchableHeader,
): void {
  const { matches, people, chosen } = read;
  const roles = rolesOf(people, header.cells);
  const isRest = ({ target }: ColumnMatch) => !isAddress(target) && !isName(target);
  const rest = matches.filter((match) => isRest(match) && isRestOfOther(match, chosen, roles));
  const speaker = people.find(({ target, role }) => {
    return isName(target) && role !== chosen.name && (role === 'speaker' || role === 'nominee');
  });
  const role = (rest[0] ?? speaker)?.role;
  const address = addressIn(people, chosen);
  if (role === undefined || address === undefined) return;
  const names = people.filter((match) => match.role === role && isName(match.target));
  throw twoPeople(header, { address, names }, rest);
}

function rolesOf(people: readonly ColumnMatch[], cells: readonly Cells[]): readonly RoleColumns[] {
  const hasPlainAddress = people.some(({ role, target }) => !role && isAddress(target));
  /** `Submitter` with cells such as `Ida Moen <ida@example.org>`. */
  const holdsAddresses = ({ index, role, target }: ColumnMatch) => {
    if (role !== 'submitter' || hasPlainAddress || target !== 'name') return false;
    const filled = cells[index]?.filter(Boolean) ?? [];
    return filled.length > 0 && filled.every((cell) => addressesInText(cell).length === 1);
  };
  const rankOf = (role: Role, isPart: (match: ColumnMatch) => boolean) => {
    const ofRole = people.filter((match) => match.role === role && isPart(match));
    return Math.min(...ofRole.map(({ rank }) => rank));
  };
  return [...new Set(people.map(({ role }) => role))].map((role) => ({
    role,
    addressRank: rankOf(role, (match) => isAddress(match.target) || holdsAddresses(match)),
    nameRank: rankOf(role, ({ target }) => isName(target)),
  }));
}

function reasonFor(used: readonly ColumnMatch[]): string {
  const names = used.map(({ column }) => quoted(column));
  return `the name and the address are those of one person, from ${names.join(' and ')}`;
}

function isAddress(target: string): boolean {
  return target === 'email' || target === 'submitter_email';
}

function isName(target: string): boolean {
  return target === 'name' || /^(submitter_)?(first|last)_name$/.test(target);
}
