// Owns the one plan document, which every dry run and `plan` prints and `--out` saves: its schema,
// and how a saved one is read. People, scripts and failing disks may have altered it.

import { isUtf8 } from 'node:buffer';
import {
  array,
  boolean,
  describe,
  exactOptional,
  literal,
  looseObject,
  nullable,
  number,
  object,
  enum as oneOf,
  optional,
  positive,
  record,
  regex,
  string,
  tuple,
  union,
  unknown,
} from 'zod/mini';
import { filePlaceFields } from '../changes/file-place.ts';
import { mappingReport } from '../columns/mapping-report.ts';
import {
  count,
  type DocumentOf,
  faultFields,
  line,
  nextStep,
  schemaVersion,
} from '../contract/document.ts';
import { type FileResource, fileResources, singularOf } from '../contract/endpoint.ts';
import { readStart } from '../contract/start.ts';
import { InvalidInputError } from '../errors.ts';
import { parseJson } from '../runs/json-lines.ts';

/** What is wrong with a row, or doubtful in it. */
export const planFault = object({
  file: exactOptional(string()),
  row: exactOptional(count),
  line: exactOptional(line),
  ...faultFields,
  code: exactOptional(string()),
});

const plannedValue = looseObject({
  from: unknown(),
  to: nullable(string()),
  hidden: exactOptional(literal(true)).check(describe('The service does not show the field')),
});

// Loose: a field that a later version adds is preserved.
const plannedChange = looseObject({
  kind: oneOf(['speaker', 'submission', 'session']),
  action: oneOf(['create', 'update', 'place', 'move', 'unplace']),
  id: exactOptional(string()).check(describe('Of the record; new ones have none')),
  foundBy: exactOptional(literal('title')).check(
    describe('The record is found by its title alone'),
  ),
  name: string().check(describe('Title, or name of the person')),
  file: string(),
  ...filePlaceFields,
  submitterEmail: exactOptional(string()).check(
    describe('Of a session whose submission the same plan creates'),
  ),
  minutes: exactOptional(number().check(positive())).check(describe('How long it is by its file')),
  fields: record(string(), plannedValue).check(
    describe('Each field with the value in the service (`from`) and the new one (`to`)'),
  ),
});

const session = looseObject({
  column: optional(string()),
  sheet: optional(string()),
  id: nullable(string()).check(describe('Of its submission')),
  title: string(),
  start: string(),
  end: string(),
  endAssumed: optional(literal(true)),
  isBreak: optional(literal(true)),
  line: nullable(line),
});

export const clash = looseObject({
  code: literal(['room', 'turnaround', 'hours', 'person', 'exclusive', 'service']).check(
    describe(
      '`turnaround`: the room stays empty for less time than that between two sessions; `hours`: ' +
        'one session is not within the hours of its room; `exclusive`: nothing may be beside one ' +
        'of the two; `service`: the service refuses to place both, by its own ends',
    ),
  ),
  what: string().check(describe('The room, the person, or the exclusive session')),
  sessions: union([tuple([session]), tuple([session, session])]).check(
    describe('Two, the earlier first; one alone for `hours`'),
  ),
  byName: boolean(),
  similarName: optional(string()),
  reason: optional(string()).check(describe('Why the service refuses it')),
  open: optional(array(object({ start: string(), end: string() }))).check(
    describe('Of `hours`: when the room is open on that day'),
  ),
});

/** Rows that a command leaves alone, in a plan and in a report. */
export const skippedCount = count.check(
  describe(
    'Existing records of an import, repeated rows, breaks, and rows without a room or a start',
  ),
);

/** In a plan and in a report. */
export const differingCount = count.check(
  describe('Of the skipped rows, those that differ from their records'),
);

/** Those after `rows` add up to it, except the last two. */
const planCounts = object({
  rows: count,
  create: count,
  update: count,
  place: count.check(describe('Sessions that are placed for the first time')),
  move: count,
  unplace: count.check(describe('Sessions that are taken out of the schedule')),
  unchanged: count,
  skipped: skippedCount,
  unknown: count.check(describe('Rows that match no record, or several')),
  conflict: count.check(describe('Records that have changed since they were seen')),
  rejected: count.check(describe('Rows that are invalid')),
  differing: differingCount,
  clashes: count,
});

export const planDocument = looseObject({
  schemaVersion,
  baseUrl: string().check(describe('The service that the plan is for')),
  event: string(),
  command: string(),
  files: array(string()),
  folder: exactOptional(string()).check(
    describe("Of a program; in a saved plan, relative to the plan's own"),
  ),
  undoes: exactOptional(string()).check(describe('The run that is undone')),
  counts: planCounts,
  mapping: exactOptional(mappingReport.shape.mapping),
  unmapped: exactOptional(mappingReport.shape.unmapped),
  sharedRooms: exactOptional(array(string())),
  minutes: exactOptional(record(string(), number().check(positive()))).check(
    describe('How long sessions are by the file if the service differs, by id'),
  ),
  rejects: array(planFault).check(
    describe('What cannot be applied, and conflicts; the first thousand'),
  ),
  clashes: array(clash),
  warnings: array(planFault),
  next: array(nextStep),
  changes: array(plannedChange),
});

export type PlannedChange = DocumentOf<typeof plannedChange>;
export type PlanDocument = DocumentOf<typeof planDocument>;
export type PlanCounts = DocumentOf<typeof planCounts>;

/**
 * Reads a plan that `--out` saved.
 * @throws {InvalidInputError} that names the file and what is wrong with it, or that it is of
 *   another version
 */
export function readPlan(bytes: Uint8Array, file: string): PlanDocument {
  // A damaged byte must not become another character.
  const value = isUtf8(bytes) ? parseJson(new TextDecoder().decode(bytes)) : undefined;
  refuseOtherVersion(value, file);
  const checked = planDocument.safeParse(value, { error: () => 'missing or unexpected value' });
  const faults = checked.success
    ? placementFaults(checked.data)
    : checked.error.issues.map(
        ({ path, message }) =>
          `${path.length === 0 ? 'the top level' : path.join('.')}: ${message}`,
      );
  if (checked.success && faults.length === 0) return checked.data;
  throw new InvalidInputError(`${file} is not a saved plan, or is damaged`, {
    details: faults.slice(0, shownFaults).map((message) => ({ file, message })),
    fix: 'save the plan again with --out, or pass the file itself',
  });
}

function refuseOtherVersion(value: unknown, file: string): void {
  const { success, data } = versioned.safeParse(value);
  if (!success || schemaVersion.safeParse(data.schemaVersion).success) return;
  throw new InvalidInputError(
    `${file} is a plan of another version of Plenary (schemaVersion ${data.schemaVersion})`,
    { fix: 'save the plan again with --out' },
  );
}

const versioned = object({ schemaVersion: string().check(regex(/^\d{1,3}\.\d{1,3}$/)) });

/** A plan has durations in minutes. */
export const minuteMs = 60_000;

const shownFaults = 5;

function placementFaults({ changes }: PlanDocument): readonly string[] {
  const seen = new Set<string>();
  return changes.flatMap(({ kind, action, id, fields: { room, start } }, at): readonly string[] => {
    const isPlacement = ['place', 'move', 'unplace'].includes(action);
    if (isPlacement !== (kind === 'session'))
      return [`changes.${at}: a ${kind} cannot be changed by "${action}"`];
    // No command applies a saved plan with it.
    if (kind !== 'session' || action === 'unplace') return [];
    if (!room?.to || !start?.to || !readStart(start.to, undefined).ok)
      return [`changes.${at}: a session needs a room, and a start with an offset`];
    const isTwice = id !== undefined && seen.has(id);
    if (id !== undefined) seen.add(id);
    return isTwice ? [`changes.${at}: two changes of one session`] : [];
  });
}

/** The files of a plan's changes, as its run saves them. */
export function filesOfPlan({
  changes,
}: PlanDocument): Partial<Readonly<Record<FileResource, string>>> {
  const named = fileResources.flatMap((kind) => {
    const first = changes.find((change) => change.kind === singularOf(kind));
    return first === undefined ? [] : [[kind, first.file] as const];
  });
  return Object.fromEntries(named);
}
