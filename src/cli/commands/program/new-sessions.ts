// Plans the sessions of submissions that are still to be created. Must not read from the service.
import { fullName } from '../../../columns/person-name.ts';
import type { RecordChange } from '../../../import/saved-plan.ts';
import type { SchedulePlan } from '../../../schedule/plan.ts';
import type { SessionCreation } from '../../../schedule/plan-creations.ts';
import type { MakePlan } from '../../../schedule/run.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';

/** Sessions of submissions that are still to be created are planned as well, as creations. */
export function planSessions(
  makePlan: MakePlan,
  program: readonly EventSubmission[],
  submissions: Iterable<RecordChange>,
): SchedulePlan {
  const bodies = new Map<string, Readonly<Record<string, string>>>();
  for (const { line, fields } of submissions) bodies.set(newId(line), bodyOf(fields));
  if (bodies.size === 0) return makePlan(program);
  const plan = makePlan([...program, ...[...bodies].map(([id, body]) => toSubmission(id, body))]);
  const creations = plan.changes.flatMap(({ submissionId, to, title, line }): SessionCreation[] => {
    const submission = bodies.get(submissionId);
    return submission === undefined ? [] : [{ action: 'create', title, line, to, submission }];
  });
  const changes = plan.changes.filter(({ submissionId }) => !bodies.has(submissionId));
  const counts = { ...plan.counts, place: plan.counts.place - creations.length, create: creations.length };
  return { ...plan, changes, creations, counts };
}

/** No service has an id with a space. */
function newId(line: number): string {
  return `new ${line}`;
}

/** What a schedule needs to know of a new submission: long texts would fill the memory. */
function bodyOf(fields: RecordChange['fields']): Readonly<Record<string, string>> {
  const known = Object.entries(fields).filter(([field]) => !['abstract', 'feedback'].includes(field));
  return Object.fromEntries(known.map(([field, { to }]) => [field, to ?? '']));
}

function toSubmission(id: string, body: Readonly<Record<string, string>>): EventSubmission {
  const { title = '', submitter_email: email, submitter_first_name, submitter_last_name } = body;
  const name = fullName(submitter_first_name ?? '', submitter_last_name ?? '');
  return {
    ...{ id, title, submitterEmail: email, people: [{ name, email }], isSpeakerAssumed: true },
    ...{ track: body.track_id, format: body.format_id, status: body.status, abstract: undefined },
    ...{ placement: undefined, durationMs: undefined },
  };
}
