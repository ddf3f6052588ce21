// The error that an import ends with, as data: of invalid rows, existing records, or rows that were not done.

import type { Advice } from '../advice.ts';
import type { RowFault } from '../changes/change-set.ts';

import { listFaults } from '../columns/fault-list.ts';
import { statusKey } from '../columns/status-words.ts';
import type { Resource } from '../contract/endpoint.ts';
import {
  ConflictError,
  type InputFault,
  InvalidInputError,
  NetworkError,
  OutcomeUnknownError,
  PartlyDoneError,
  PlenaryError,
} from '../errors.ts';
import { duplicateRecord } from './record-faults.ts';
import { countRows, faultsIn, type ImportResult } from './report.ts';
import { type Work, warningsOf } from './work.ts';

/** The error for invalid rows. @param canSkip whether the user may skip them, and has not asked for it */
export function invalidRowsError(work: Work, file: string, { canSkip }: { readonly canSkip: boolean }): PlenaryError {
  const { ledger } = work;
  const { listed, total } = listFaults(locatedIn(file, faultsIn(work)));
  const { rows } = countRows(ledger, { hopeful: true });
  const rejected = ledger.count('rejected');
  const isImport = work.matching === 'key';
  const otherwise = !canSkip ? 'allow_more_errors' : isImport ? 'skip_invalid' : 'allow_partial';
  const what = isImport ? `${share(rejected, rows)} invalid` : `${rejected} of ${rowsText(rows)} cannot be applied`;
  return new InvalidInputError(`${what}; nothing was sent`, {
    details: listed,
    advice: {
      kind: 'fix_invalid_rows',
      ...(rejected < rows && { otherwise }),
      ...(total > listed.length && { faults: total }),
      ...peopleAdvice(faultsIn(work), work.endpoint.resource),
      ...recordAdvice(work),
    },
  });
}

/** The error if every row of a file is one that is left out. */
export function leftOutError(work: Work, file: string): PlenaryError {
  return new InvalidInputError(`every row of ${file} is left out, so there is nothing to do`, {
    details: listFaults(locatedIn(file, warningsOf(work))).listed,
  });
}

/** The error for records that have changed since they were seen. */
export function conflictError(work: Work, file: string): PlenaryError {
  const conflicts = work.ledger.count('conflict');
  const have = conflicts === 1 ? 'record has' : 'records have';
  const since = work.undoes === undefined ? 'the plan was created' : `run ${work.undoes}`;
  return new ConflictError(`${conflicts} ${have} changed in the service since ${since}; nothing was sent`, {
    details: listFaults(locatedIn(file, faultsIn(work, 'conflict'))).listed,
    advice: { kind: 'changed_since', isUndo: work.undoes !== undefined },
  });
}

/** What an import throws at its end if it was stopped or rows were not imported: an error, or a signal's reason. */
export function importError({ report, stoppedBy, canResume }: ImportResult, file: string): unknown {
  const { counts, rejects, warnings, dryRun } = report;
  const { rows, rejected, failed, unknown, pending } = counts;
  if (dryRun || (stoppedBy !== undefined && !(stoppedBy instanceof PlenaryError && unknown > 0))) return stoppedBy;
  const duplicates = warnings.filter(({ code }) => code === duplicateRecord);
  const details = [...rejects, ...duplicates].map((fault) => ({ file, ...fault }));
  const run = canResume ? report.run : undefined;
  if (unknown > 0) {
    const why = stoppedBy === undefined ? 'no response confirmed them' : stoppedBy.message;
    return new OutcomeUnknownError(`the outcome of ${unknown} of ${rowsText(rows)} is unknown: ${why}`, {
      cause: stoppedBy,
      details,
      advice: { kind: 'look_up_rows', run },
    });
  }
  if (pending > 0) {
    return new NetworkError(
      `${pending} of ${rowsText(rows)} could not be sent: the service does not accept requests now`,
      {
        details,
        retryable: true,
        advice: { kind: 'resume_later', run },
      },
    );
  }
  const undone = rejected + failed;
  if (undone === 0 && duplicates.length > 0) {
    const count = duplicates[0]?.count ?? duplicates.length;
    const have = count === 1 ? 'has' : 'have';
    return new PartlyDoneError(`${count} of ${rowsText(rows)} ${have} more than one record in the event`, {
      details,
      fix: 'remove all records but one of each row in the service; the API cannot delete them',
    });
  }
  if (undone === 0) return undefined;
  const were = `${undone} of ${rowsText(rows)} ${undone === 1 ? 'was' : 'were'} not`;
  if (report.undoes !== undefined)
    return new PartlyDoneError(`${were} undone`, { details, advice: { kind: 'check_records' } });
  return report.matching === 'record'
    ? new PartlyDoneError(`${were} applied`, { details, advice: { kind: 'fix_and_apply' } })
    : new PartlyDoneError(`${were} imported`, { details, advice: { kind: 'fix_rejects' } });
}

/** What else to do about faults in addresses and names. */
function peopleAdvice(
  faults: Iterable<RowFault>,
  resource: Resource,
): Pick<InvalidRowsAdvice, 'oddAddresses' | 'namesIn' | 'severalAddresses' | 'hasSubmitter' | 'sharedAddress'> {
  const columns = new Map<string, string>();
  for (const { code, column = '' } of faults) if (!columns.has(code)) columns.set(code, column);
  const namesIn = columns.get('several_people') ?? columns.get('unclear_people');
  return {
    ...(columns.has('odd_address') && { oddAddresses: true }),
    ...(columns.has('several_addresses') && { severalAddresses: true }),
    ...(resource === 'submissions' && { hasSubmitter: true }),
    ...(namesIn !== undefined && { namesIn }),
    ...(columns.has('other_person') && { sharedAddress: true }),
  };
}

/** What to do about rows that match no record, words that are no status, and fields that cannot be changed. */
function recordAdvice(work: Work): Pick<InvalidRowsAdvice, 'words' | 'fixedColumns' | 'toImport' | 'tooLong'> {
  /** By the word without case and punctuation, as it is compared. */
  const words = new Map<string, { readonly word: string; readonly count: number }>();
  const columns = new Set<string>();
  const tooLong = new Map<string, number>();
  let isUnmatched = false;
  for (const { code, column, field = '', value } of faultsIn(work, 'rejected')) {
    // Without a track or a format, a submission is complete.
    if (code === 'string_too_long' && column !== undefined && ['track_id', 'format_id'].includes(field))
      tooLong.set(column, (tooLong.get(column) ?? 0) + 1);
    if (code === 'unknown_status' && value !== undefined) addWord(words, value);
    if (code === 'fixed_field' && column !== undefined) columns.add(column);
    if (code === 'not_found' && work.undoes === undefined) isUnmatched = true;
  }
  return {
    ...(words.size > 0 && { words: [...words.values()] }),
    ...(columns.size > 0 && { fixedColumns: [...columns] }),
    ...(isUnmatched && !work.creates && { toImport: work.endpoint.resource }),
    ...(tooLong.size > 0 && { tooLong: [...tooLong].map(([column, cells]) => ({ column, cells })) }),
  };
}

function addWord(words: Map<string, { readonly word: string; readonly count: number }>, value: string): void {
  const key = statusKey(value);
  const { word, count } = words.get(key) ?? { word: value, count: 0 };
  words.set(key, { word, count: count + 1 });
}

type InvalidRowsAdvice = Extract<Advice, { kind: 'fix_invalid_rows' }>;

/** `1 of 25 rows is` */
function share(count: number, rows: number): string {
  return `${count} of ${rowsText(rows)} ${count === 1 ? 'is' : 'are'}`;
}

function rowsText(rows: number): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

function* locatedIn(file: string, faults: Iterable<RowFault>): IterableIterator<InputFault> {
  for (const fault of faults) yield { file, ...fault };
}
