// Finds what talks break that never move: musts, and their own wishes. Pure.
import { findClashes, sharedPeople } from '../clashes.ts';
import { isInRooms, roomsOf, type Session } from '../session.ts';
import { overlaps } from './intervals.ts';
import type { Issue } from './issue.ts';
import { wishIssues } from './issues.ts';
import { roomLimits, timeLimits, timesOf, unwantedTimes } from './limits.ts';
import type { FixedTalk, Placing } from './placing.ts';

/** Two sessions that are not in the file are not compared. */
export function brokenMusts(placing: Placing): readonly Issue[] {
  return [
    ...timeIssues(placing),
    ...roomIssues(placing),
    ...breakIssues(placing),
    ...sameRoomIssues(placing),
    ...personIssues(placing),
  ];
}

/** The wishes that such a talk has about its room and its time. */
export function wishesOfFixed(placing: Placing): readonly Issue[] {
  const { input, clock, fixed } = placing;
  const times = timesOf(input, clock);
  return fixed.flatMap(({ index, talk, from, to }) => {
    const { room } = talk.session;
    const period = input.periods.find((each) => isInRooms(talk.session, [each.room]) && isDuring(talk.session, each));
    const unwanted = unwantedTimes(talk, times);
    return wishIssues(placing, { index, talk, unwanted }, { from, to, room, capacity: period?.capacity });
  });
}

const must = { strength: 'must', amount: 2 } as const;

function timeIssues({ input, clock, fixed }: Placing): readonly Issue[] {
  const times = timesOf(input, clock);
  return fixed.flatMap(({ index, talk, ...time }) =>
    timeLimits(talk, times)
      .filter(({ free }) => !free.some(({ from, to }) => from <= time.from && time.to <= to))
      .map(({ kind, what }): Issue => ({ ...must, kind, what, talks: [index] })),
  );
}

/** What the rooms lack, or are for, while a talk is in them. */
function roomIssues({ input: { periods }, fixed }: Placing): readonly Issue[] {
  return fixed.flatMap(({ index, talk }) => {
    const during = periods.filter((period) => isInRooms(talk.session, [period.room]) && isDuring(talk.session, period));
    const limits = during.flatMap((period) => roomLimits(talk, { period }));
    const known = new Map(limits.map((limit) => [JSON.stringify(limit), limit]));
    return [...known.values()].map((limit): Issue => ({ ...must, ...limit, talks: [index] }));
  });
}

function breakIssues({ input: { breaks }, fixed }: Placing): readonly Issue[] {
  return fixed.flatMap(({ index, talk: { session } }) =>
    breaks
      .filter((each) => isInRooms(each, roomsOf(session)) && isDuring(session, each))
      .map(({ title: what }): Issue => ({ ...must, kind: 'break', what, talks: [index] })),
  );
}

function isDuring(one: Pick<Session, 'startMs' | 'endMs'>, other: Pick<Session, 'startMs' | 'endMs'>): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs;
}

function sameRoomIssues({ fixed, options: { turnaroundMs } }: Placing): readonly Issue[] {
  // Sessions of one submission do not clash; a row without one has an empty id.
  const indexOf = new Map(
    fixed.map(({ index, talk: { session } }): [Session, number] => [
      {
        ...session,
        submissionId: session.submissionId || undefined,
        ...(session.line === undefined && { standing: 'outside' as const }),
      },
      index,
    ]),
  );
  const sessions = [...indexOf.keys()];
  return findClashes(sessions, { turnaroundMs, sharedRooms: [] }).clashes.listed.flatMap(
    ({ kind, what, sessions: pair }): readonly Issue[] => {
      const talks = pair.flatMap((session) => indexOf.get(session) ?? []);
      const isApart = !isDuring(pair[0], pair[1]);
      return kind === 'room' ? [{ ...must, kind: 'same_room', what, talks, isApart }] : [];
    },
  );
}

/** The way between their rooms counts. */
function personIssues({ fixed, walk }: Placing): readonly Issue[] {
  const fixedOf = new Map<Session, FixedTalk>(fixed.map((each) => [each.talk.session, each]));
  const issues = new Map<string, Issue>();
  for (const { name: what, sessions, isApart } of sharedPeople([...fixedOf.keys()])) {
    const theirs = sessions.flatMap((session) => fixedOf.get(session) ?? []);
    for (const [at, one] of theirs.entries()) {
      for (const other of theirs.slice(at + 1)) {
        const [a, b] = [one.talk.session, other.talk.session];
        const isSame = (a.submissionId ?? '') !== '' && a.submissionId === b.submissionId;
        if (isSame || (a.line ?? b.line) === undefined || (isApart(a) && isApart(b))) continue;
        const way = walk(a.room, b.room);
        if (!overlaps({ from: one.from - way, to: one.to + way }, other)) continue;
        const talks = [one.index, other.index];
        issues.set(talks.join(' '), { ...must, kind: 'person', what, talks });
      }
    }
  }
  return [...issues.values()];
}
