// Plans the sessions of submissions that the same run creates. Pure.

import { type Body, bodyOf, type Change } from '../changes/change.ts';
import { comparedKey, type Names } from '../changes/names.ts';
import { endpoints } from '../contract/index.ts';
import { fullName } from '../people/name.ts';
import type { RunRow } from '../runs/row.ts';
import type { Rows } from '../runs/rows.ts';
import type { MakePlan, SchedulePlan } from '../schedule/plan/plan.ts';
import { type EventSubmission, isCalledOff } from '../schedule/submissions.ts';

/**
 * The plan of sessions, with the statuses that the same run gives them. Those of submissions that
 * are still to be created are planned as well: they come last, and name them as their rows do.
 */
export function planSessions(
  makePlan: MakePlan,
  listed: readonly EventSubmission[],
  rows: Rows | undefined,
): SchedulePlan {
  const submissions = withStatuses(listed, rows);
  const created = new Map(newSubmissions(rows).map((row) => [newId(row), row]));
  if (created.size === 0) return makePlan(submissions);
  const assumed = Array.from(created, ([id, row]) => toSubmission(id, bodyOf(row)));
  const plan = makePlan([...submissions, ...assumed]);
  const namesOf = (id: string): Names => created.get(id)?.names ?? { id };
  const durationsMs = new Map<string, number>();
  for (const [id, ms] of plan.durationsMs ?? []) {
    const name = namesOf(id).id ?? namesOf(id).key;
    if (name !== undefined) durationsMs.set(name, ms);
  }
  const ofNew: Change[] = [];
  const ofExisting: Change[] = [];
  for (const change of plan.changes) {
    const { id } = change.names;
    const row = id === undefined ? undefined : created.get(id);
    if (row === undefined) ofExisting.push(change);
    else ofNew.push({ ...change, names: row.names });
  }
  const ids = new Map([...(plan.ids ?? [])].filter(([, id]) => !created.has(id)));
  return { ...plan, changes: [...ofExisting, ...ofNew], durationsMs, ids };
}

function withStatuses(
  submissions: readonly EventSubmission[],
  rows: Rows | undefined,
): readonly EventSubmission[] {
  if (rows === undefined) return submissions;
  const statuses = new Map<string | undefined, string>();
  for (const { note } of rows.in('update')) {
    const status = note.changes?.status?.to;
    if (typeof status === 'string') statuses.set(note.id, status);
  }
  return submissions.map((submission) => {
    const status = statuses.get(submission.id);
    if (status === undefined) return submission;
    const isRevived = isCalledOff(submission) && !isCalledOff({ status });
    return { ...submission, status, isRevived };
  });
}

/** The rows of new submissions, and those that are refused because none are to be created. */
function newSubmissions(rows: Rows | undefined): readonly RunRow[] {
  const isNotFound = ({ names, note: { faults = [] } }: RunRow) =>
    names.id === undefined && faults.some(({ code }) => code === 'not_found');
  if (rows === undefined) return [];
  return [...rows.in('create'), ...[...rows.in('rejected')].filter(isNotFound)];
}

/** No service has an id with a space. */
function newId({ number }: RunRow): string {
  return `new ${number}`;
}

/** What a schedule needs to know of a new submission: long texts would fill the memory. */
function toSubmission(id: string, body: Body): EventSubmission {
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

/** A saved plan in which new submissions that exist now are named by their ids. */
export function placeCreated(
  plan: SchedulePlan,
  submissions: readonly EventSubmission[],
): SchedulePlan {
  const idOf = new Map<string | undefined, string>();
  for (const { id, title, submitterEmail } of submissions) {
    const fields = { title, submitter_email: submitterEmail };
    idOf.set(comparedKey(endpoints.createSubmission, fields), id);
  }
  idOf.delete(undefined);
  const durationsMs = new Map(plan.durationsMs);
  const changes = plan.changes.map((change) => {
    const { id, key } = change.names;
    const existing = id ?? idOf.get(key);
    const ownMs = key === undefined ? undefined : durationsMs.get(key);
    if (existing === undefined) return change;
    if (ownMs !== undefined) durationsMs.set(existing, ownMs);
    return { ...change, names: { id: existing } };
  });
  return { ...plan, changes, durationsMs };
}
