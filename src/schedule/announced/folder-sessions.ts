// Owns the sessions of a program's folder: those of its schedule, with the titles and statuses of
// its submissions. Must not know files. Pure.

import { grouped } from '../../contract/grouped.ts';
import type { Session } from '../session.ts';
import { type EventSubmission, isCalledOff } from '../submissions.ts';
import { titleKeyOf, type UnplacedTalk } from './program.ts';

interface Scheduled {
  /** Those that take place by the schedule alone. */
  readonly sessions: readonly Session[];
  /** The talks of the schedule that have no place. */
  readonly unplaced: readonly UnplacedTalk[];
}

/** A row of the schedule is about the submission with its id; without an id, with its title. */
export function withSubmissions(
  { sessions, unplaced }: Scheduled,
  submissions: readonly EventSubmission[],
): Scheduled {
  const submissionOf = finderOf(submissions);
  const taking = sessions.flatMap((session): readonly Session[] => {
    const submission = session.isBreak === true ? undefined : submissionOf(session);
    if (submission === undefined) return [session];
    return isCalledOff(submission) ? [] : [sessionOf(session, submission)];
  });
  const placed = new Set(taking.map(({ submissionId }) => submissionId));
  const waiting = submissions.filter((talk) => !isCalledOff(talk) && !placed.has(talk.id));
  return {
    sessions: taking,
    unplaced: [
      ...waiting.map(({ id, title, people }) => ({ submissionId: id, title, people })),
      ...unplaced.filter((talk) => submissionOf(talk) === undefined),
    ],
  };
}

function sessionOf(session: Session, submission: EventSubmission): Session {
  const { id, title, people, track } = submission;
  return {
    ...session,
    submissionId: id,
    title: title || session.title,
    people: session.people.length > 0 ? session.people : people.filter(({ name }) => name !== ''),
    track: session.track ?? track,
  };
}

function finderOf(
  submissions: readonly EventSubmission[],
): (talk: UnplacedTalk) => EventSubmission | undefined {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const byTitle = grouped(submissions, ({ title }) => titleKeyOf(title));
  return ({ submissionId, title }) => {
    if (submissionId !== undefined) return byId.get(submissionId);
    const [submission, ...others] = byTitle.get(titleKeyOf(title)) ?? [];
    return others.length === 0 ? submission : undefined;
  };
}
