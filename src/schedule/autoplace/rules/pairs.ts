// Owns the rules about two talks beside each other.

import { quoted } from '../../../contract/amount.ts';
import { grouped } from '../../../contract/grouped.ts';
import { sharedPeople } from '../../clashes/clash-groups.ts';
import { nameKey } from '../../read/schedule-row.ts';
import type { Session } from '../../session.ts';
import type { Talk } from '../named-talks.ts';
import type { PairRule, TalkPair } from './rule.ts';

const personRule = {
  code: 'person',
  strength: 'must',
  kind: 'overlap',
  pairs: peopleInCommon,
  explain: (first, second, name) => `${first} and ${second}: ${name || 'a speaker'} is in both`,
  limit: {
    staying: 'busy',
    moving: 'occupied',
    explain: (title) => `while a speaker is in ${title === '' ? 'another talk' : quoted(title)}`,
  },
} as const satisfies PairRule;

const exclusiveRule = {
  code: 'exclusive',
  strength: 'must',
  kind: 'overlap',
  pairs: pairsOfExclusive,
  explain: (first, second, title) =>
    `${first} and ${second}: nothing may be beside ${quoted(title)}`,
  limit: {
    staying: 'exclusive',
    moving: 'excluded',
    explain: (title) => `while ${quoted(title)} takes place, as one of the two is exclusive`,
  },
} as const satisfies PairRule;

/** The check of clashes knows them as well, of sessions that have their places. */
export const checkedRules = [personRule, exclusiveRule] as const;

export const pairRules = [
  ...checkedRules,
  {
    code: 'after',
    strength: 'strong',
    kind: 'after',
    pairs: (talks) => namedPairs(talks, ({ after }) => after),
    explain: (first, second) => `${first} is not after ${second}`,
  },
  {
    code: 'not_with',
    strength: 'strong',
    kind: 'overlap',
    pairs: (talks) => namedPairs(talks, ({ notWith }) => notWith),
    explain: (first, second) => `${first} and ${second} are at the same time`,
  },
] as const satisfies readonly PairRule[];

/**
 * The pairs of talks that need the same person, once each. A person of one slot of a talk is also
 * in its other slots.
 */
function peopleInCommon(talks: readonly Talk[]): readonly TalkPair[] {
  const sessions = talks.map(({ session }) => session);
  const indexOf = new Map(sessions.map((session, index) => [session, index]));
  const slots = grouped(
    talks.flatMap(({ session, row }) => (row === undefined ? [] : [{ session, row }])),
    ({ row }) => nameKey(row),
  );
  const ofTalks = Array.from(slots.values(), (same) => {
    return { name: '', sessions: same.map(({ session }) => session), isApart: () => false };
  });
  const pairs = new Map<string, TalkPair>();
  for (const { name, sessions: ofPerson, isApart } of [...ofTalks, ...sharedPeople(sessions)]) {
    const indexes = ofPerson.map((session) => indexOf.get(session) ?? -1);
    for (const [at, first] of indexes.entries()) {
      for (const second of indexes.slice(at + 1)) {
        if ([first, second].every((index) => isApart(sessions[index] as Session))) continue;
        pairs.set(`${first} ${second}`, { first, second, what: name });
      }
    }
  }
  return [...pairs.values()];
}

/** Each talk that is exclusive with each other one, once. */
function pairsOfExclusive(talks: readonly Talk[]): readonly TalkPair[] {
  const isExclusive = ({ session }: Talk) => session.isExclusive === true;
  return talks.flatMap((talk, first) => {
    if (!isExclusive(talk)) return [];
    return talks.flatMap((other, second): readonly TalkPair[] => {
      const isCounted = first === second || (isExclusive(other) && second < first);
      return isCounted ? [] : [{ first, second, what: talk.session.title }];
    });
  });
}

/** The talks that rows name. */
function namedPairs(
  talks: readonly Talk[],
  namedBy: (talk: Talk) => readonly number[],
): readonly TalkPair[] {
  return talks.flatMap((talk, first) =>
    namedBy(talk).map((second) => ({ first, second, what: '' })),
  );
}
