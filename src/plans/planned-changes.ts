// Turns the rows of a run into the changes of a plan document, and those of a saved plan into what
// they want. Pure.

import {
  asCreation,
  asEdit,
  bodyOf,
  type Change,
  type FieldChanges,
  newValues,
  oldValues,
} from '../changes/change.ts';
import { filePlaceOf } from '../changes/file-place.ts';
import { namesOf } from '../changes/names.ts';
import { actionOf, placeIn } from '../changes/place.ts';
import { recordName } from '../columns/record-name.ts';
import {
  byResource,
  fileResources,
  type RecordResource,
  singularOf,
} from '../contract/endpoint.ts';
import { creationOf, endpoints } from '../contract/index.ts';
import type { RunRow } from '../runs/row.ts';
import { placing } from '../schedule/plan/difference.ts';
import { checkedAgain, planOfChanges } from '../schedule/plan/known-changes.ts';
import type { MakePlan } from '../schedule/plan/plan.ts';
import type { EventRun, PlannedChanges } from './event-run.ts';
import { placeCreated } from './new-sessions.ts';
import { minuteMs, type PlanDocument, type PlannedChange } from './plan-document.ts';
import type { ChangesHeader } from './run-header.ts';

/** What is to be done with the rows that wait, one at a time: only what is read is in memory. */
export function* plannedChanges(
  run: EventRun,
  files: Readonly<ChangesHeader['options']['files']>,
): Generator<PlannedChange> {
  for (const kind of fileResources) {
    const rows = run[kind]?.rows.in('create', 'update', 'unknown') ?? [];
    const file = files[kind] ?? '';
    for (const row of rows) {
      if (kind === 'sessions') yield plannedSession(row, file, run);
      else yield plannedRecord(kind, row, file);
    }
  }
}

function plannedRecord(resource: RecordResource, row: RunRow, file: string): PlannedChange {
  const { id, name = '', changes, by } = row.note;
  const kind = singularOf(resource);
  const place = { file, ...filePlaceOf(row) };
  if (changes === undefined) {
    // Also a creation whose outcome is unknown: it is looked up, and sent again if it did not take
    // effect.
    const body = bodyOf(row);
    const values = Object.entries(body).map(([field, to]) => [field, { from: null, to }] as const);
    const fields = Object.fromEntries(values);
    return { kind, action: 'create', name: recordName(resource, body), ...place, fields };
  }
  return {
    kind,
    action: 'update',
    ...(id !== undefined && { id }),
    ...(by === 'title' && { foundBy: by }),
    name,
    ...place,
    fields: plannedFields(changes),
  };
}

/** A value that the service does not show is marked, because it is not null. */
function plannedFields(changes: FieldChanges): PlannedChange['fields'] {
  const planned: Record<string, PlannedChange['fields'][string]> = {};
  for (const [field, { from, to }] of Object.entries(changes)) {
    planned[field] = from === undefined ? { from: null, to, hidden: true } : { from, to };
  }
  return planned;
}

function plannedSession(
  row: RunRow,
  file: string,
  { submissions, sessions }: EventRun,
): PlannedChange {
  const { id, changes = {} } = row.note;
  const { title = '', names } = row;
  const planned = { kind: 'session', name: title, file, ...filePlaceOf(row) } as const;
  const fields = plannedFields(changes);
  if (id !== undefined) return { ...planned, action: actionOf(row), id, fields };
  const { key } = names;
  const [creating] = key === undefined ? [] : (submissions?.rows.find('key', key) ?? []);
  const durationMs = key === undefined ? undefined : sessions?.schedule?.durationsMs?.get(key);
  return {
    ...planned,
    action: 'place',
    submitterEmail: creating?.fields.submitter_email ?? '',
    ...(durationMs !== undefined && { minutes: durationMs / minuteMs }),
    fields,
  };
}

/** What a saved plan changes. @param timeZone of the messages */
export function changesOfPlan(plan: PlanDocument, timeZone: string | undefined): PlannedChanges {
  const ofKind = byResource((kind) =>
    plan.changes.filter((change) => change.kind === singularOf(kind)),
  );
  const records = (kind: RecordResource) =>
    ofKind[kind].map((change, at) => recordChange(kind, change, at + 1));
  return {
    speakers: records('speakers'),
    submissions: records('submissions'),
    sessions: placementsOf(plan, ofKind.sessions, timeZone),
  };
}

function recordChange(
  kind: RecordResource,
  { action, id, fields, ...place }: PlannedChange,
  row: number,
): Change {
  const endpoint = creationOf(kind);
  const planned = { row, ...filePlaceOf(place) };
  if (action === 'create') return { ...planned, ...asCreation(endpoint, id, newValues(fields)) };
  return { ...planned, ...asEdit(endpoint, id, seenFields(fields)) };
}

/** A value that the service did not show is none that was seen. */
function seenFields(fields: PlannedChange['fields']): FieldChanges {
  const seen = Object.entries(fields).map(([field, { from, to, hidden }]) => {
    return [field, hidden === true ? { to } : { from, to }] as const;
  });
  return Object.fromEntries(seen);
}

/** Undefined if the plan changes no sessions. */
function placementsOf(
  { sharedRooms = [], minutes = {} }: PlanDocument,
  planned: readonly PlannedChange[],
  timeZone: string | undefined,
): MakePlan | undefined {
  const [first] = planned;
  if (first === undefined) return undefined;
  const durationsMs = new Map(
    Object.entries(minutes).map(([id, length]) => [id, length * minuteMs]),
  );
  const changes = planned.map((change): Change => {
    const { id, name: title, submitterEmail, minutes: minutesOfNew, fields } = change;
    const names = id === undefined ? newNames(title, submitterEmail) : { id };
    if (minutesOfNew !== undefined && names.key !== undefined) {
      durationsMs.set(names.key, minutesOfNew * minuteMs);
    }
    const [from, to] = [placeIn(oldValues(fields)), placeIn(newValues(fields))];
    return placing({ names, title, from, to }, change);
  });
  const plan = { ...planOfChanges(changes, first.file), sharedRooms, durationsMs };
  return (submissions) => checkedAgain(placeCreated(plan, submissions), submissions, timeZone);
}

/** How a session names its submission, which the same plan creates. */
function newNames(title: string, submitterEmail: string | undefined): Change['names'] {
  const body = { title, submitter_email: submitterEmail };
  return namesOf(endpoints.createSubmission, undefined, body);
}
