// Owns the check of plans and changes that were saved on disk, because people, scripts and failing disks may have altered them.
import { isUtf8 } from 'node:buffer';
import {
  array,
  boolean,
  int,
  literal,
  looseObject,
  minLength,
  nonnegative,
  nullable,
  optional,
  positive,
  record,
  refine,
  string,
  tuple,
} from 'zod/mini';
import { readStart } from '../contract/start.ts';
import { InvalidInputError } from '../errors.ts';
import { parseJson } from '../runs/json-lines.ts';
import type { SchedulePlan } from './schedule-plan.ts';

const count = int().check(nonnegative());
const line = int().check(positive());
const text = string().check(minLength(1, 'expected a text that is not empty'));
const instant = string().check(
  refine((value) => readStart(value, undefined).ok, 'expected a date and time with an offset'),
);

// A row of a grid has a column, and a sheet if several were read.
const cell = { column: optional(string()), sheet: optional(string()) };

const change = looseObject({
  ...cell,
  action: literal(['place', 'move']),
  submissionId: text,
  title: string(),
  line,
  // As the service returned it, which may be no date at all.
  from: nullable(looseObject({ room: string(), start: string() })),
  to: looseObject({ room: text, start: instant }),
});

const session = looseObject({
  ...cell,
  submissionId: nullable(string()),
  title: string(),
  start: instant,
  end: instant,
  endAssumed: optional(literal(true)),
  isBreak: optional(literal(true)),
  line: nullable(line),
});

const creation = looseObject({
  ...cell,
  action: literal('create'),
  title: text,
  line,
  to: looseObject({ room: text, start: instant }),
  submission: record(string(), string()),
});

// Loose: a field that a later version adds is preserved.
export const schedulePlan = looseObject({
  schemaVersion: literal('1.0'),
  file: text,
  baseUrl: text,
  event: text,
  counts: looseObject({
    rows: count,
    place: count,
    move: count,
    unchanged: count,
    unknown: count,
    breaks: optional(count),
    create: optional(count),
  }),
  changes: array(change).check(
    refine(
      (changes) => new Set(changes.map(({ submissionId }) => submissionId)).size === changes.length,
      'two changes of one session',
    ),
  ),
  unknown: array(
    looseObject({
      ...cell,
      line,
      title: string(),
      submissionId: optional(string()),
      code: literal(['not_found', 'other_submitter', 'other_title', 'ambiguous']),
      message: string(),
    }),
  ),
  creations: optional(array(creation)),
  breaks: optional(array(looseObject({ ...cell, line, title: string() }))),
  sharedRooms: optional(array(string())),
  clashes: array(
    looseObject({
      kind: literal(['room', 'person']),
      what: string(),
      sessions: tuple([session, session]),
      byName: boolean(),
      similarName: optional(string()),
    }),
  ),
  clashCounts: looseObject({ total: count }),
  warnings: array(looseObject({ ...cell, code: string(), line: optional(line), message: string() })),
});

/** Reads a plan that `sessions plan` saved. @throws {InvalidInputError} naming the file and what is wrong with it */
export function readSavedPlan(bytes: Uint8Array, file: string): SchedulePlan {
  // A damaged byte must not become another character.
  const value = isUtf8(bytes) ? parseJson(new TextDecoder().decode(bytes)) : undefined;
  const checked = schedulePlan.safeParse(value, { error: () => 'missing or unexpected value' });
  if (checked.success) return checked.data;
  const details = checked.error.issues.slice(0, shownFaults).map(({ path, message }) => ({
    file,
    message: `${path.length === 0 ? 'the top level' : path.join('.')}: ${message}`,
  }));
  throw new InvalidInputError(`${file} is not a saved plan, or is damaged`, {
    details,
    fix: 'save the plan again with `plenary sessions plan FILE --out plan.json`, or pass the schedule file itself',
  });
}

const shownFaults = 5;
