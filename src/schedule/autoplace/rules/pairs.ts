// Owns the rules about two talks beside each other.

import { quoted } from '../../../contract/amount.ts';
import { sharedPeople } from '../../clash-groups.ts';
import type { Session } from '../../session.ts';
import type { Talk } from '../named-talks.ts';
import type { PairRule, TalkPair } from './rule.ts';

/** The check of clashes knows it as well, of sessions that have their places. */
export const personRule = {
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

export const pairRules = [
  personRule,
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

/** The pairs of talks that need the same person, once each. */
function peopleInCommon(talks: readonly Talk[]): readonly TalkPair[] {
  const sessions = talks.map(({ session }) => session);
  const indexOf = new Map(sessions.map((session, index) => [session, index]));
  const pairs = new Map<string, TalkPair>();
  for (const { name, sessions: ofPerson, isApart } of sharedPeople(sessions)) {
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

/** The talks that rows name. */
function namedPairs(
  talks: readonly Talk[],
  namedBy: (talk: Talk) => readonly number[],
): readonly TalkPair[] {
  return talks.flatMap((talk, first) =>
    namedBy(talk).map((second) => ({ first, second, what: '' })),
  );
}
