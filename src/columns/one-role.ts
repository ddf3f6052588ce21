// Chooses whose name and address the rows of a file have: those of the submitter, an author or a
// speaker, and never the name of one with the address of another. Must not know cells.
import { quoted } from '../contract/amount.ts';
import type { KnownHeader, PersonRole } from './vocabulary.ts';

/** A column that may mean a target. */
export interface PersonMatch extends KnownHeader {
  readonly index: number;
  /** The user chose it. */
  readonly isGiven: boolean;
}

interface Choice<Match> {
  readonly kept: readonly Match[];
  /** Why the others are not used, by index. */
  readonly reasons: ReadonlyMap<number, string>;
}

/**
 * Of the columns of names and addresses, those of one role: the one that has an address, else the
 * one with the best rank, as between several that have one. Columns without a role complete it.
 */
export function ofOneRole<Match extends PersonMatch>(
  matches: readonly Match[],
  columns: readonly string[],
): Choice<Match> {
  const people = matches.filter(({ target }) => isAddress(target) || isName(target));
  // Numbered people are further ones of a role, unless they are all that the file has.
  const first = people.filter(({ person = 1 }) => person === 1);
  const roles = rolesOf(first.length > 0 ? first : people);
  const chosen = chooseRoles(roles);
  const isOther = ({ target, role, isGiven }: Match) => {
    if (isGiven) return false;
    return isAddress(target) ? role !== chosen.address : isName(target) && role !== chosen.name;
  };
  const dropped = matches.filter(isOther);
  const used = people.filter((match) => !dropped.includes(match));
  const reason = reasonFor(used, columns);
  return {
    kept: matches.filter((match) => !dropped.includes(match)),
    reasons: new Map(dropped.flatMap(({ index, role }) => (role ? [[index, reason]] : []))),
  };
}

/** Of a role, or of the columns without one. */
interface RoleColumns {
  readonly role: PersonRole | undefined;
  readonly addressRank: number;
  readonly nameRank: number;
}

interface ChosenRoles {
  readonly address: PersonRole | undefined;
  readonly name: PersonRole | undefined;
}

function chooseRoles(roles: readonly RoleColumns[]): ChosenRoles {
  const addressed = roles.filter(
    ({ role, addressRank, nameRank }) =>
      addressRank < Infinity && (role !== undefined || nameRank < Infinity),
  );
  const [best] = addressed.toSorted((a, b) => a.addressRank - b.addressRank);
  const unnamed = roles.find(({ role }) => role === undefined);
  if (best !== undefined) {
    const isCompleted = best.nameRank === Infinity && unnamed?.addressRank === Infinity;
    return { address: best.role, name: isCompleted ? undefined : best.role };
  }
  const [named] = roles.toSorted((a, b) => a.nameRank - b.nameRank);
  return { address: undefined, name: named?.role };
}

function rolesOf(people: readonly PersonMatch[]): readonly RoleColumns[] {
  const rankOf = (role: PersonRole | undefined, isPart: (target: string) => boolean) => {
    const own = people.filter((match) => match.role === role && isPart(match.target));
    return Math.min(...own.map(({ rank }) => rank));
  };
  return [...new Set(people.map(({ role }) => role))].map((role) => ({
    role,
    addressRank: rankOf(role, isAddress),
    nameRank: rankOf(role, isName),
  }));
}

function reasonFor(used: readonly PersonMatch[], columns: readonly string[]): string {
  const names = used.map(({ index }) => quoted(columns[index] ?? ''));
  return `the name and the address are those of one person, from ${names.join(' and ')}`;
}

function isAddress(target: string): boolean {
  return target === 'email' || target === 'submitter_email';
}

function isName(target: string): boolean {
  return target === 'name' || /^(submitter_)?(first|last)_name$/.test(target);
}
