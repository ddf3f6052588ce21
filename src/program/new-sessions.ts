// Plans the sessions of submissions that the same run creates. Pure.

import { foldKey, titleKey } from '../contract/key.ts';
import type { RecordsPart } from '../import/records-part.ts';
import { fullName } from '../people/name.ts';
import type { RunRow } from '../runs/row.ts';
import type { ScheduleChange } from '../schedule/changes.ts';
import { filePlaceOf } from '../schedule/file-place.ts';
import type { MakePlan } from '../schedule/plan-now.ts';
import type { SchedulePlan, SessionCreation } from '../schedule/schedule-plan.ts';
import { type EventSubmission, isCalledOff } from '../schedule/submissions.ts';

/**
 * The plan of sessions, with the statuses that the same run gives them. Those of submissions that
 * are still to be created are planned as well, as creations.
 */
export function planSessions(
  makePlan: MakePlan,
  listed: readonly EventSubmission[],
  submissions: RecordsPart | undefined,
): SchedulePlan {
  const program = withStatuses(listed, submissions);
  const bodies = new Map(newSubmissions(submissions).map((row) => [newId(row), bodyOf(row)]));
  if (bodies.size === 0) return makePlan(program);
  const plan = makePlan([...program, ...[...bodies].map(([id, body]) => toSubmission(id, body))]);
  const { durationsMs = new Map<string, number>() } = plan;
  const creations = plan.changes.flatMap(({ submissionId, to, title, line }): SessionCreation[] => {
    const { submitter_email = '' } = bodies.get(submissionId) ?? {};
    if (!bodies.has(submissionId) || to === null) return [];
    const creation: SessionCreation = {
      action: 'create',
      title,
      line,
      to,
      durationMs: durationsMs.get(submissionId),
      submission: { title, submitter_email },
    };
    return [creation];
  });
  const changes = plan.changes.filter(({ submissionId }) => !bodies.has(submissionId));
  const ofExisting = new Map([...durationsMs].filter(([id]) => !bodies.has(id)));
  return { ...plan, changes, creations, durationsMs: ofExisting };
}

/** An undo moves sessions before it changes statuses. */
function withStatuses(
  program: readonly EventSubmission[],
  submissions: RecordsPart | undefined,
): readonly EventSubmission[] {
  if (submissions === undefined || submissions.undoes !== undefined) return program;
  const statuses = new Map<string | undefined, string>();
  for (const { note } of submissions.rows.in('update')) {
    const status = note.changes?.status;
    if (typeof status === 'string') statuses.set(note.id, status);
  }
  return program.map((submission) => {
    const status = statuses.get(submission.id);
    if (status === undefined) return submission;
    const isRevived = isCalledOff(submission) && !isCalledOff({ status });
    return { ...submission, status, isRevived };
  });
}

/** The rows of new submissions, and those that are refused because none are to be created. */
function newSubmissions(part: RecordsPart | undefined): readonly RunRow[] {
  const isNotFound = ({ names, note: { faults = [] } }: RunRow) =>
    names.id === undefined && faults.some(({ code }) => code === 'not_found');
  return part === undefined
    ? []
    : [...part.rows.in('create'), ...[...part.rows.in('rejected')].filter(isNotFound)];
}

/** No service has an id with a space. */
function newId({ number }: RunRow): string {
  return `new ${number}`;
}

/** What a schedule needs to know of a new submission: long texts would fill the memory. */
function bodyOf({ fields }: RunRow): Readonly<Record<string, string>> {
  const known = Object.entries(fields).filter(
    ([field]) => !['abstract', 'feedback'].includes(field),
  );
  return Object.fromEntries(known.map(([field, value]) => [field, value ?? '']));
}

function toSubmission(id: string, body: Readonly<Record<string, string>>): EventSubmission {
  const { title = '', submitter_email: email, submitter_first_name, submitter_last_name } = body;
  const name = fullName(submitter_first_name ?? '', submitter_last_name ?? '');
  return {
    id,
    title,
    submitterEmail: email,
    people: [{ name, email }],
    isSpeakerAssumed: true,
    track: body.track_id,
    format: body.format_id,
    status: body.status,
    abstract: undefined,
    placement: undefined,
    durationMs: undefined,
  };
}

/**
 * A saved plan with the new submissions that exist now as placements; those that do not are left in
 * `creations`.
 */
export function placeCreated(
  plan: SchedulePlan,
  program: readonly EventSubmission[],
): SchedulePlan {
  const { creations = [] } = plan;
  if (creations.length === 0) return plan;
  const keyOf = (title = '', email = '') => JSON.stringify([titleKey(title), foldKey(email)]);
  const existing = new Map(
    program.map(({ id, title, submitterEmail }) => [keyOf(title, submitterEmail), id]),
  );
  const durationsMs = new Map(plan.durationsMs);
  const placements = creations.flatMap((creation): ScheduleChange[] => {
    const submissionId = existing.get(keyOf(creation.title, creation.submission.submitter_email));
    if (submissionId === undefined) return [];
    const { title, to, durationMs } = creation;
    if (durationMs !== undefined) durationsMs.set(submissionId, durationMs);
    return [{ action: 'place', submissionId, title, ...filePlaceOf(creation), from: null, to }];
  });
  return {
    ...plan,
    changes: [...plan.changes, ...placements],
    durationsMs,
    creations: creations.filter(
      ({ title, submission }) => !existing.has(keyOf(title, submission.submitter_email)),
    ),
  };
}
