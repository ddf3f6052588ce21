// Owns the check of plans of programs that were saved on disk; their parts are plans of their own, with their own checks. Must not read files.
import {
  array,
  boolean,
  int,
  literal,
  looseObject,
  nullable,
  enum as oneOf,
  optional,
  type output,
  safeParse,
  string,
} from 'zod/mini';
import { ConflictError, type InputFault, InvalidInputError } from '../errors.ts';
import { kinds } from '../program/kinds.ts';
import { parseJson } from '../runs/json-lines.ts';
import { programFiles } from './files.ts';

const reject = looseObject({
  code: optional(string()),
  line: optional(int()),
  column: optional(string()),
  message: string(),
});
const part = nullable(
  looseObject({ schemaVersion: literal('1.0'), file: optional(string()), rejects: optional(array(reject)) }),
);
const conflict = looseObject({
  kind: string(),
  resource: oneOf(kinds),
  line: optional(int()),
  field: optional(string()),
});

const plan = looseObject({
  schemaVersion: literal('1.0'),
  baseUrl: string(),
  event: string(),
  /** Of the files, relative to the plan's own. */
  folder: string(),
  creates: boolean(),
  conflicts: optional(array(conflict)),
  speakers: part,
  submissions: part,
  sessions: part,
});

export type SavedProgramPlan = output<typeof plan>;

/**
 * @throws {InvalidInputError} for anything but a saved plan of a program, and for one with rows that cannot be applied
 * @throws {ConflictError} for one with conflicts
 */
export function readProgramPlan(text: string, file: string): SavedProgramPlan {
  const { data } = safeParse(plan, parseJson(text.replace(/^\uFEFF/, '')));
  if (data === undefined) {
    throw new InvalidInputError(`${file} is not a saved plan of a program, or is damaged`, {
      fix: 'save the plan again',
    });
  }
  const conflicts = savedConflicts(data);
  // A conflict of the files is one of the records as well.
  const rejects = rejectFaults(data).filter(({ code }) => conflicts.length === 0 || code !== 'conflict');
  if (rejects.length + conflicts.length === 0) return data;
  const Kind = rejects.every(({ code }) => code === 'conflict') ? ConflictError : InvalidInputError;
  throw new Kind(`${file} is a plan of files that cannot be applied; nothing was sent`, {
    details: [...conflicts, ...rejects],
    fix: 'fix the files, and create the plan again',
  });
}

function rejectFaults({ speakers, submissions }: SavedProgramPlan): readonly InputFault[] {
  return [speakers, submissions].flatMap((part) =>
    (part?.rejects ?? []).map(({ code, line, column, message }) => ({
      ...place({ code, file: part?.file, line, column }),
      message,
    })),
  );
}

/** The plan has the values of the service as those before the edit, so that nothing else would notice a conflict. */
function savedConflicts({ conflicts = [] }: SavedProgramPlan): readonly InputFault[] {
  return conflicts
    .filter(({ kind }) => kind !== 'removed_in_file')
    .map(({ kind, resource, line, field }) => ({
      ...place({ code: kind, file: programFiles[resource].name, line, column: field }),
      message: 'changed in the files and in the service',
    }));
}

type Place = Pick<InputFault, 'code' | 'file' | 'line' | 'column'>;

/** Without what is undefined. */
function place(fault: { readonly [Name in keyof Place]: Place[Name] | undefined }): Place {
  return Object.fromEntries(Object.entries(fault).filter(([, value]) => value !== undefined));
}
