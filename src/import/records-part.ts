// The part of a run that creates and updates speakers or submissions.
import type { FieldValues, Wanted } from '../changes/change.ts';
import { noteOf } from '../changes/change-set.ts';
import type { Part } from '../changes/part.ts';
import type { PlenaryError } from '../errors.ts';
import { checkChanges } from './check-changes.ts';
import { warnOfDuplicates } from './duplicates.ts';
import { conflictError, invalidRowsError } from './errors.ts';
import { matchRows } from './match.ts';
import type { ImportPlan } from './options.ts';
import { outcomeWords } from './outcome-words.ts';
import { plannedRows } from './planned-rows.ts';
import { countRows, createReport, type ImportResult } from './report.ts';
import type { Work } from './work.ts';

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
  readonly maxErrors: Part['maxErrors'];
  /** Whether the ids are reported, or needed by a later part. */
  readonly saveIds?: boolean;
}

export function recordsPart(work: Work, { file, skipInvalid, maxErrors, saveIds = false }: SendingTerms): RecordsPart {
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
    if (ledger.count('rejected') > allowed) return invalidRowsError(set, file, { canSkip: !skipInvalid });
    const isPartial = set.matching === 'record' && skipInvalid;
    return ledger.count('conflict') > 0 && !isPartial ? conflictError(set, file) : undefined;
  }
}
