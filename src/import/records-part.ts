// The part of a run that creates and updates speakers or submissions.
import type { FieldValues, Wanted } from '../changes/change.ts';
import { noteOf, type RowFault } from '../changes/change-set.ts';
import type { OutcomeWords } from '../changes/outcomes.ts';
import type { Part, Scope } from '../changes/part.ts';
import { recordId } from '../client/response.ts';
import { keysOf } from '../contract/key.ts';
import { PartlyDoneError, type PlenaryError } from '../errors.ts';
import { conflictError, invalidRowsError } from './errors.ts';
import { listRecords, matchRows } from './match.ts';
import type { ImportPlan } from './options.ts';
import { duplicateRecord } from './record-faults.ts';
import { countRows, createReport, type ImportResult, plannedRows } from './report.ts';
import { checkChanges } from './rows.ts';
import { locate, placeOf, type Work, warn, warningsOf } from './work.ts';

export interface RecordsPart extends Part {
  readonly set: Work;
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
  /** Whether the ids are reported, or needed by a later part. */
  readonly saveIds?: boolean;
}

export function recordsPart(
  work: Work,
  { file, skipInvalid, canSkip = true, maxErrors, saveIds = false }: SendingTerms,
): RecordsPart {
  let set = work;
  let records = 0;

  return {
    get set() {
      return set;
    },
    get words() {
      return outcomeWords(set);
    },
    ...{ hasBase: work.hasBase, skipsExisting: work.matching === 'key', saveIds, maxErrors },
    use(ledger) {
      set = { ...set, ledger, feedbackFor: undefined };
    },
    async find(scope, journal) {
      const found = await matchRows(set, scope, journal);
      if (journal === undefined) records = found;
    },
    takeExisting(row, id) {
      set.ledger.mark(row, 'skipped');
      set.ledger.attach(row, { id });
    },
    async confirm(scope) {
      if (set.ledger.count('created') > 0 && set.honorsKeys !== true) await warnOfDuplicates(set, scope);
    },
    refusal,
    fill: (changes, signal) => checkChanges(changes, set, signal),
    written() {
      const rows = new Map<string | undefined, number>();
      for (const row of set.ledger.rowsIn('created', 'updated')) {
        rows.set(noteOf(set, row).id ?? set.ledger.read(row).names.id, row);
      }
      return {
        get(id) {
          const row = rows.get(id);
          return row === undefined ? undefined : (noteOf(set, row).changes ?? set.ledger.read(row).fields);
        },
      };
    },
    result: ({ run, ...ended }) => ({
      report: createReport(set, { run, dryRun: false, hopeful: run === undefined }),
      ...ended,
    }),
    plan: (isResumed) => ({
      report: createReport(set, { dryRun: true, hopeful: true }),
      done: countRows(set.ledger, { hopeful: false }),
      isResumed,
      records,
      later: set.mapping.unmapped.flatMap(({ column, updateOnly }) => (updateOnly === undefined ? [] : [column])),
      refusal: refusal(),
      rows: (...only) => plannedRows(set, ...only),
    }),
  };

  /** More invalid rows than are allowed, or records that have changed since. */
  function refusal(): PlenaryError | undefined {
    const { ledger } = set;
    const allowed = skipInvalid ? maxErrors(ledger.size - ledger.count('left-out')) : 0;
    const isImport = set.matching === 'key';
    const flag = isImport ? '--skip-invalid to import the others' : '--allow-partial to apply the others';
    const otherwise = `pass ${skipInvalid ? 'a higher --max-errors' : flag}`;
    if (ledger.count('rejected') > allowed) return invalidRowsError(set, file, canSkip ? otherwise : undefined);
    const isPartial = set.matching === 'record' && skipInvalid;
    return ledger.count('conflict') > 0 && !isPartial ? conflictError(set, file) : undefined;
  }
}

function outcomeWords(work: Work): OutcomeWords {
  return {
    refused(row, error) {
      const place = { ...placeOf(work, row), code: error.code };
      if (error.details.length === 0) return [{ ...place, message: error.message }];
      return error.details.map(
        ({ field, message }): RowFault => ({ ...place, ...(field !== undefined && locate(work, field)), message }),
      );
    },
    doubtful(row, did, { message: why }) {
      const message = `it is unknown whether the record was ${did}: ${why}`;
      return { ...placeOf(work, row), code: 'outcome_unknown', message };
    },
    tooMany: (rows) =>
      new PartlyDoneError(`stopped: the number of invalid or refused rows (${rows}) is more than allowed`, {
        advice: { kind: 'allow_more_errors' },
      }),
  };
}

/** Reads all records of the event, and warns of each row that the run has created and that has another record. Rejects as the list does. */
async function warnOfDuplicates(work: Work, scope: Scope): Promise<void> {
  const { ledger, endpoint } = work;
  const ids = new Map<number, Set<string>>();
  for await (const record of listRecords(work, scope)) {
    const id = recordId(record, endpoint.resource);
    for (const key of keysOf(endpoint, record)) {
      const row = ledger.find('key', key);
      if (id !== undefined && row !== undefined) ids.set(row, (ids.get(row) ?? new Set()).add(id));
    }
  }
  for (const row of ledger.rowsIn('created')) {
    const all = [...(ids.get(row) ?? [])];
    if (all.length < 2) continue;
    const message = `the event has ${all.length} records of this row, ${all.join(' and ')}; remove all but one in the service`;
    warn(work, { ...placeOf(work, row), code: duplicateRecord, message });
  }
}

export function hasDuplicates(work: Work): boolean {
  return warningsOf(work).some(({ code }) => code === duplicateRecord);
}
