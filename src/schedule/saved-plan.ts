// A plan that was kept in a file: read back and checked, since people and scripts may have had it in hand.
import { array, boolean, literal, nullable, number, object, optional, string, tuple } from 'zod/mini';
import { InvalidInputError } from '../errors.ts';
import type { SchedulePlan } from './schedule.ts';

const placement = object({ room: string(), start: string() });

const candidate = object({ id: string(), title: string(), submitterEmail: optional(string()) });

const session = object({
  submissionId: nullable(string()),
  title: string(),
  start: string(),
  end: string(),
  line: nullable(number()),
});

const shape = object({
  schemaVersion: literal('1.0'),
  file: string(),
  baseUrl: string(),
  event: string(),
  counts: object({ rows: number(), place: number(), move: number(), unchanged: number(), unknown: number() }),
  changes: array(
    object({
      action: literal(['place', 'move']),
      submissionId: string(),
      title: string(),
      line: number(),
      from: nullable(placement),
      to: placement,
    }),
  ),
  unknown: array(
    object({
      line: number(),
      title: string(),
      submissionId: optional(string()),
      reason: literal(['not_found', 'other_submitter', 'ambiguous']),
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
