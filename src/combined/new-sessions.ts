// Plans the sessions of submissions that the same run creates. Pure.
import { noteOf } from '../changes/change-set.ts';
import type { LedgerRow } from '../changes/ledger.ts';
import { fullName } from '../columns/person-name.ts';
import type { RecordsPart } from '../import/records-part.ts';
import type { SessionCreation } from '../schedule/plan-creations.ts';
import type { MakePlan } from '../schedule/run.ts';
import type { SchedulePlan } from '../schedule/schedule-plan.ts';
import type { EventSubmission } from '../schedule/submissions.ts';

/** The plan of sessions. Those of submissions that are still to be created are planned as well, as creations. */
export function planSessions(
  makePlan: MakePlan,
  program: readonly EventSubmission[],
  submissions: RecordsPart | undefined,
): SchedulePlan {
  const bodies = new Map([...newSubmissions(submissions)].map((row) => [newId(row), bodyOf(row)]));
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

/** The rows of new submissions, and those that are refused because none are to be created. */
function* newSubmissions(part: RecordsPart | undefined): IterableIterator<LedgerRow> {
  if (part === undefined) return;
  const { ledger } = part.set;
  for (const row of ledger.rowsIn('create')) yield ledger.read(row);
  for (const row of ledger.rowsIn('rejected')) {
    const saved = ledger.read(row);
    if (saved.names.id === undefined && (noteOf(part.set, row).faults ?? []).some(({ code }) => code === 'not_found'))
      yield saved;
  }
}

/** No service has an id with a space. */
function newId({ number }: LedgerRow): string {
  return `new ${number}`;
}

/** What a schedule needs to know of a new submission: long texts would fill the memory. */
function bodyOf({ fields }: LedgerRow): Readonly<Record<string, string>> {
  const known = Object.entries(fields).filter(([field]) => !['abstract', 'feedback'].includes(field));
  return Object.fromEntries(known.map(([field, value]) => [field, value ?? '']));
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
