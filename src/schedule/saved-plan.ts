// A plan that was kept in a file: read back and checked, since people and scripts may have had it in hand.
import { array, literal, nullable, number, object, optional, string } from 'zod/mini';
import { InvalidInputError } from '../errors.ts';
import type { SchedulePlan } from './schedule.ts';

const placement = object({ room: string(), start: string() });

const shape = object({
  schemaVersion: literal('1.0'),
  baseUrl: string(),
  event: string(),
  changes: array(
    object({
      action: literal(['place', 'move']),
      submissionId: string(),
      title: string(),
      line: optional(number()),
      from: nullable(placement),
      to: placement,
    }),
  ),
  unknown: array(object({ line: number(), title: string() })),
});

export type SavedPlan = Pick<SchedulePlan, 'baseUrl' | 'event' | 'changes' | 'unknown'>;

/** @throws {InvalidInputError} for what is not a plan of `sessions plan --out` */
export function readSavedPlan(text: string, file: string): SavedPlan {
  const value = parse(text);
  const checked = shape.safeParse(value);
  if (checked.success) return value as SavedPlan;
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
