// Owns plans of records that are saved on disk: their form, their check, and their changes as rows. People, scripts and
// failing disks may have altered them.
import {
  array,
  int,
  literal,
  looseObject,
  nullable,
  enum as oneOf,
  optional,
  type output,
  positive,
  record,
  safeParse,
  string,
  unknown,
} from 'zod/mini';
import { exactCell } from '../columns/cell.ts';
import { baseColumn } from '../columns/own-output.ts';
import { InvalidInputError } from '../errors.ts';
import type { RowSource } from '../sheets/table.ts';

/** A change of a plan: the fields of a new record, or what an update changes. */
const change = looseObject({
  action: oneOf(['create', 'update']),
  id: optional(string()),
  name: string(),
  line: int().check(positive()),
  fields: record(string(), looseObject({ from: unknown(), to: nullable(string()) })),
});

// Loose: a field that a later version adds is preserved.
const plan = looseObject({
  schemaVersion: literal('1.0'),
  resource: oneOf(['speakers', 'submissions']),
  file: string(),
  baseUrl: string(),
  event: string(),
  /** Why the plan was refused when it was made: rows of its file are not in it. */
  refusal: optional(string()),
  changes: array(change),
});

export type RecordChange = output<typeof change>;

/** A plan as it is saved; bound to its base URL and event, and to the values that it saw. */
export type RecordPlan = output<typeof plan>;

/** @throws {InvalidInputError} for anything but a saved plan of records */
export function readRecordPlan(text: string, file: string): RecordPlan {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw notAPlan(file, ['it is not valid JSON; the file may be incomplete']);
  }
  const checked = safeParse(plan, value);
  if (checked.success) return checked.data;
  throw notAPlan(
    file,
    checked.error.issues
      .slice(0, shownIssues)
      .map(({ path, message }) => `${path.join('.') || 'the plan'}: ${message}`),
  );
}

const shownIssues = 10;

function notAPlan(file: string, faults: readonly string[]): InvalidInputError {
  return new InvalidInputError(`${file} is not a saved plan of speakers or submissions`, {
    details: faults.map((message) => ({ file, message })),
    advice: { kind: 'create_plan_again' },
  });
}

/** The rows of a plan, with the values that it saw as their base, and the mapping of their columns. */
export function rowsOfPlan(
  { changes, file }: Pick<RecordPlan, 'changes' | 'file'>,
  sha256: string,
): { readonly source: RowSource; readonly map: readonly string[] } {
  const fields = [...new Set(changes.flatMap((each) => Object.keys(each.fields)))];
  const columns = ['id', ...fields, ...fields.map(baseColumn)];
  async function* batches() {
    for (let at = 0; at < changes.length; at += batchSize) {
      yield changes.slice(at, at + batchSize).map((each, index) => ({
        ...{ row: at + index + 1, line: each.line, fault: undefined },
        cells: cellsOf(each, fields),
      }));
    }
  }
  return {
    source: {
      file,
      encoding: null,
      open: async () => ({ file, delimiter: ',', columns, batches: batches() }),
      sha256: () => sha256,
    },
    map: [...['id', ...fields].map((field) => `${field}=${field}`), ...fields.map((field) => `${baseColumn(field)}=`)],
  };
}

const batchSize = 1000;

function cellsOf({ id = '', action, fields }: RecordChange, names: readonly string[]): readonly string[] {
  const values = names.map((name) => {
    const to = fields[name]?.to;
    return to === undefined ? '' : exactCell(to ?? '');
  });
  const seen = names.map((name) => {
    const field = fields[name];
    return action === 'create' || field?.from === undefined ? '' : JSON.stringify(field.from);
  });
  return [id, ...values, ...seen];
}
