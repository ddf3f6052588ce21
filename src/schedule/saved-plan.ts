// Owns the check of plans and changes that were saved on disk, because people, scripts and failing disks may have altered them.
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
import { endpoints } from '../contract/index.ts';
import { readStart } from '../contract/start.ts';
import { validate } from '../contract/validation-error.ts';
import { InvalidInputError } from '../errors.ts';
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
  isNew: optional(literal(true)),
  line: nullable(line),
});

const submission = record(string(), string()).check(
  refine((value) => validate(endpoints.createSubmission.body, value, 'body').ok, 'not a valid submission'),
);

const creation = looseObject({
  ...cell,
  action: literal('create'),
  title: text,
  line,
  to: looseObject({ room: text, start: instant }),
  submission,
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
      reason: literal(['not_found', 'other_submitter', 'other_title', 'ambiguous']),
      candidates: array(
        looseObject({
          id: string(),
          title: string(),
          status: optional(string()),
          people: optional(array(string())),
        }),
      ),
      candidateCount: optional(count),
    }),
  ),
  creations: optional(array(creation)),
  breaks: optional(array(looseObject({ ...cell, line, title: string() }))),
  emptySlots: optional(array(looseObject({ ...cell, line, title: string() }))),
  clashes: array(
    looseObject({
      kind: literal(['room', 'person']),
      what: string(),
      sessions: tuple([session, session]),
      byName: boolean(),
      similarName: optional(string()),
    }),
  ),
  clashCounts: looseObject({ total: count, ofUnknown: count }),
  warnings: array(looseObject({ ...cell, code: string(), line: optional(line), message: string() })),
});

/** Reads a plan that `sessions plan` saved. @throws {InvalidInputError} naming the file and what is wrong with it */
export function readSavedPlan(bytes: Uint8Array, file: string): SchedulePlan {
  const value = parse(bytes, file);
  const checked = schedulePlan.safeParse(value, { error: () => 'missing or unexpected value' });
  if (checked.success) return checked.data;
  const faults = checked.error.issues.slice(0, shownFaults).map(({ path, message }) => {
    const where = path.length === 0 ? 'the top level' : path.join('.');
    return `${where}: ${message}`;
  });
  throw notAPlan(file, faults);
}

const shownFaults = 5;

function parse(bytes: Uint8Array, file: string): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notAPlan(file, ['it is not valid UTF-8; the file may be damaged']);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw notAPlan(file, ['it is not valid JSON; the file may be incomplete']);
  }
}

function notAPlan(file: string, faults: readonly string[]): InvalidInputError {
  return new InvalidInputError(`${file} is not a saved plan`, {
    details: faults.map((message) => ({ file, message })),
    advice: { kind: 'save_plan_again' },
  });
}
