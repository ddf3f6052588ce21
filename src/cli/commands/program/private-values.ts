// Hides the values of private columns in what is printed, because logs and job summaries are often public.
import type { ImportPlan } from '../../../import/options.ts';
import type { RecordChange } from '../../../import/saved-plan.ts';
import type { ProgramResource } from '../../../program/files.ts';
import { programFiles } from '../../../program/files.ts';

type Fields = RecordChange['fields'];

/** A change as it is printed: of a private column, only whether it has a value. */
export function publicChange(resource: ProgramResource, change: RecordChange): RecordChange {
  return { ...change, fields: publicFields(resource, change.fields) };
}

/** A plan as it is printed. */
export function publicPlan(resource: ProgramResource, plan: ImportPlan): ImportPlan {
  return {
    ...plan,
    *rows(...only) {
      for (const row of plan.rows(...only)) {
        yield row.changes === undefined ? row : { ...row, changes: publicFields(resource, row.changes) };
      }
    },
  };
}

function publicFields(resource: ProgramResource, fields: Fields): Fields {
  const { privateFields } = programFiles[resource];
  return Object.fromEntries(
    Object.entries(fields).map(([field, { from, to }]) =>
      privateFields.includes(field) ? [field, { from: hide(from), to: hide(to) }] : [field, { from, to }],
    ),
  );
}

function hide<Value>(value: Value): Value | string {
  return value === null || value === '' ? value : '…';
}
