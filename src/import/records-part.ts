// The part of a run that creates and updates speakers or submissions.
import { recordId } from '../client/response.ts';
import { keysOf } from '../contract/key.ts';
import { PartlyDoneError, type PlenaryError } from '../errors.ts';
import { type OutcomeWords, type Part, rowsIn, type Scope } from '../runs/part.ts';
import type { FieldValues, RowFault, RunRow, Wanted } from '../runs/row.ts';
import { conflictError, invalidRowsError } from './errors.ts';
import { listRecords, matchRows } from './match.ts';
import type { ImportPlan } from './options.ts';
import { duplicateRecord } from './record-faults.ts';
import { countRows, createReport, type ImportResult, plannedRows } from './report.ts';
import { checkChanges } from './rows.ts';
import { locate, placeOf, type Work, warn, warningsOf } from './work.ts';

export interface RecordsPart extends Part, Work {
  readonly endpoint: Work['endpoint'];
  /** Why its rows may not be sent, as far as is known. */
  refusal(): PlenaryError | undefined;
  /** Adds rows that were not read from cells. @throws the signal's reason */
  fill(changes: Iterable<Wanted>, signal?: AbortSignal): void;
  /** The values that were written, by the id of their record. */
  written(): { get(id: string): FieldValues | undefined };
  /** What was done. @param run in which it was sent */
  result(ran: Pick<ImportResult, 'stoppedBy' | 'canResume'> & { readonly run: string | undefined }): ImportResult;
  /** What is to be done, once its rows are found. @param isResumed whether it completes an interrupted run */
  plan(isResumed: boolean): ImportPlan;
}

interface SendingTerms {
  /** The file as messages call it. */
  readonly file: string;
  /** Whether valid rows are sent although others are invalid. */
  readonly skipInvalid: boolean;
  /** Whether the command has a flag for that. */
  readonly canSkip?: boolean;
  readonly maxErrors: Part['maxErrors'];
}

export function recordsPart(work: Work, terms: SendingTerms): RecordsPart {
  let records = 0;
  const part: RecordsPart = {
    ...work,
    words: outcomeWords(work),
    maxErrors: terms.maxErrors,
    use(saved) {
      part.rows.replace(saved);
      part.feedbackFor = undefined;
    },
    async find(scope, journal) {
      const found = await matchRows(part, scope, journal);
      if (journal === undefined) records = found;
    },
    async confirm(scope) {
      if (part.rows.count('created') > 0 && part.honorsKeys !== true) await warnOfDuplicates(part, scope);
    },
    refusal: () => refusal(part, terms),
    fill: (changes, signal) => checkChanges(changes, part, signal),
    written() {
      const rows = new Map([...part.rows.in('created', 'updated')].map((row) => [row.note.id ?? row.names.id, row]));
      return {
        get(id) {
          const row = rows.get(id);
          return row && (row.note.changes ?? row.fields);
        },
      };
    },
    result: ({ run, ...ended }) => ({
      report: createReport(part, { run, dryRun: false, hopeful: run === undefined }),
      ...ended,
    }),
    plan: (isResumed) => ({
      report: createReport(part, { dryRun: true, hopeful: true }),
      done: countRows(part.rows, { hopeful: false }),
      isResumed,
      records,
      later: part.mapping.unmapped.flatMap(({ column, updateOnly }) => (updateOnly === undefined ? [] : [column])),
      refusal: refusal(part, terms),
      rows: (...only) => plannedRows(part, ...only),
    }),
  };
  return part;
}

/** More invalid rows than are allowed, or records that have changed since. */
function refusal(
  part: RecordsPart,
  { file, skipInvalid, canSkip = true, maxErrors }: SendingTerms,
): PlenaryError | undefined {
  const { rows, matching } = part;
  const allowed = skipInvalid ? maxErrors(rowsIn(part)) : 0;
  const flag = matching === 'key' ? '--skip-invalid to import the others' : '--allow-partial to apply the others';
  const otherwise = `pass ${skipInvalid ? 'a higher --max-errors' : flag}`;
  if (rows.count('rejected') > allowed) return invalidRowsError(part, file, canSkip ? otherwise : undefined);
  const isPartial = matching === 'record' && skipInvalid;
  return rows.count('conflict') > 0 && !isPartial ? conflictError(part, file, canSkip) : undefined;
}

function outcomeWords(work: Work): OutcomeWords {
  return {
    refused(row, error) {
      const place = { ...placeOf(row), code: error.code };
      if (error.details.length === 0) return [{ ...place, message: error.message }];
      return error.details.map(
        ({ field, message }): RowFault => ({ ...place, ...(field !== undefined && locate(work, field)), message }),
      );
    },
    doubtful(row, isCreation, { message: why }) {
      const message = `it is unknown whether the record was ${isCreation ? 'created' : 'updated'}: ${why}`;
      return { ...placeOf(row), code: 'outcome_unknown', message };
    },
    tooMany: (rows) =>
      new PartlyDoneError(`stopped: the number of invalid or refused rows (${rows}) is more than allowed`, {
        fix: 'fix the invalid and refused rows (--rejects writes them to a file), or pass a higher --max-errors',
      }),
  };
}

/** Reads all records of the event, and warns of each row that the run has created and that has another record. Rejects as the list does. */
async function warnOfDuplicates(work: Work, scope: Scope): Promise<void> {
  const { rows, endpoint } = work;
  const ids = new Map<RunRow, Set<string>>();
  for await (const record of listRecords(work, scope)) {
    const id = recordId(record, endpoint.resource);
    for (const key of keysOf(endpoint, record)) {
      const [row] = rows.find('key', key);
      if (id !== undefined && row !== undefined) ids.set(row, (ids.get(row) ?? new Set()).add(id));
    }
  }
  for (const row of rows.in('created')) {
    const all = [...(ids.get(row) ?? [])];
    if (all.length < 2) continue;
    const message = `the event has ${all.length} records of this row, ${all.join(' and ')}; remove all but one in the service`;
    warn(work, { ...placeOf(row), code: duplicateRecord, message });
  }
}

export function hasDuplicates(work: Work): boolean {
  return warningsOf(work).some(({ code }) => code === duplicateRecord);
}
