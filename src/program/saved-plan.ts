// Owns the check of plans of programs that were saved on disk; their parts are plans of their own, with their own checks. Must not read files.
import { boolean, literal, looseObject, nullable, type output, safeParse, string } from 'zod/mini';
import { InvalidInputError } from '../errors.ts';

const part = nullable(looseObject({ schemaVersion: literal('1.0') }));

const plan = looseObject({
  schemaVersion: literal('1.0'),
  baseUrl: string(),
  event: string(),
  creates: boolean(),
  speakers: part,
  submissions: part,
  sessions: part,
});

export type SavedProgramPlan = output<typeof plan>;

/** @throws {InvalidInputError} for anything but a saved plan of a program */
export function readProgramPlan(text: string, file: string): SavedProgramPlan {
  const { data } = safeParse(plan, parse(text.replace(/^\uFEFF/, '')));
  if (data !== undefined) return data;
  throw new InvalidInputError(`${file} is not a saved plan of a program, or is damaged`, {
    fix: 'save the plan again',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
