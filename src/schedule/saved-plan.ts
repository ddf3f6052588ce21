// A plan that was kept in a file: read back and checked, since people and scripts may have had it in hand.

import {
  array,
  boolean,
  literal,
  minLength,
  nullable,
  number,
  object,
  optional,
  refine,
  string,
  tuple,
} from 'zod/mini';
import { readStart } from '../contract/start.ts';
import { InvalidInputError, JournalError } from '../errors.ts';
import type { ScheduleChange } from './changes.ts';
import type { SchedulePlan } from './plan.ts';

/** Where the service has had it. */
const seen = object({ room: string(), start: string() });

/** Where it is to be: what the service can be sent. */
const wanted = object({
  room: string().check(minLength(1)),
  start: string().check(refine((text) => readStart(text, undefined).ok, 'expected a date and time with an offset')),
});

const change = object({
  action: literal(['place', 'move']),
  submissionId: string().check(minLength(1)),
  title: string(),
  line: number(),
  from: nullable(seen),
  to: wanted,
});

const candidate = object({ id: string(), title: string(), status: optional(string()) });

const session = object({
  submissionId: nullable(string()),
  title: string(),
  start: string(),
  end: string(),
  endAssumed: optional(literal(true)),
  line: nullable(number()),
});

const shape = object({
  schemaVersion: literal('1.0'),
  file: string(),
  baseUrl: string(),
  event: string(),
  counts: object({ rows: number(), place: number(), move: number(), unchanged: number(), unknown: number() }),
  changes: array(change).check(
    refine(
      (changes) => new Set(changes.map(({ submissionId }) => submissionId)).size === changes.length,
      'a session twice',
    ),
  ),
  unknown: array(
    object({
      line: number(),
      title: string(),
      submissionId: optional(string()),
      reason: literal(['not_found', 'other_submitter', 'other_title', 'ambiguous']),
      candidates: array(candidate),
    }),
  ),
  clashes: array(
    object({
      kind: literal(['room', 'person', 'duplicate']),
      what: string(),
      sessions: tuple([session, session]),
      byName: boolean(),
    }),
  ),
  warnings: array(object({ code: string(), line: optional(number()), message: string() })),
});

/** @throws {InvalidInputError} for what is not a plan of `sessions plan --out` */
export function readSavedPlan(text: string, file: string): SchedulePlan {
  const value = parse(text);
  const checked = shape.safeParse(value);
  // As it was written: what a later version adds is kept.
  if (checked.success) return value as SchedulePlan;
  const [issue] = checked.error.issues;
  const where = issue?.path.join('.') || 'the whole';
  throw new InvalidInputError(`${file} is not a plan that \`sessions plan --out\` has kept`, {
    details: [{ file, message: `${where}: ${issue?.message ?? 'unreadable'}` }],
    fix: 'make the plan again; a schedule itself has to be CSV',
  });
}

/** A change that a run has kept. @throws {JournalError} for what is none */
export function readChange(value: unknown): ScheduleChange {
  if (change.safeParse(value).success) return value as ScheduleChange;
  throw new JournalError('what this run has kept of its changes cannot be read', {
    fix: 'run `plenary sessions apply` with its file again: what is done is found',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
