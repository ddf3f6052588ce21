// Reports what an import did or would do: its counts, its faults, and the error that it ends with.

import type { Advice } from '../advice.ts';
import { listFaults } from '../columns/fault-list.ts';
import { statusColumn } from '../columns/mapping.ts';
import { describeMapping, type MappingReport } from '../columns/mapping-report.ts';
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
import type { RowState, RowTable } from './row-table.ts';
import type { Contradiction, RowFault } from './rows.ts';
import { noteOf, type Work } from './work.ts';

/** The numbers after `rows` add up to it. */
export interface ImportCounts {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  /** The record exists and needs no change. */
  readonly unchanged: number;
  /** The record exists and is left alone, or the row was folded into an earlier one. */
  readonly skipped: number;
  /** Found invalid before anything was sent. */
  readonly rejected: number;
  /** Refused by the service, or with an existing record if that is an error. */
  readonly failed: number;
  /** Sent, with an unknown outcome. */
  readonly unknown: number;
  /** Not sent yet; the run can be resumed. */
  readonly pending: number;
}

/** A part of the documented JSON output; later versions only add to it. */
export interface ImportReport extends MappingReport {
  readonly schemaVersion: '1.0';
  /** Undefined if nothing was sent. */
  readonly run?: string | undefined;
  readonly resource: Resource;
  /** The run that this one undoes. */
  readonly undoes?: string;
  readonly dryRun: boolean;
  /** If rows are matched with existing records. */
  readonly matching?: 'record';
  readonly counts: ImportCounts;
  /** Each fault of each row that was not done; the first thousand. */
  readonly rejects: readonly RowFault[];
  /** Where rows with the same key differ; the first thousand. */
  readonly contradictions: readonly Contradiction[];
  /** What is doubtful in the names of rows that are imported; the first thousand. */
  readonly warnings: readonly RowFault[];
  /** How many rows have titles, degrees and other text beside their names, which are not imported, and the first of them. */
  readonly additions?: { readonly rows: number; readonly line: number; readonly example: string };
  /** How many names have a last name that may begin at another word, and the first thousand as they are divided. */
  readonly unclearSplits?: Readonly<Work['unclearSplits']>;
  /** How many rows of the file name several people, each with an address, and how many rows they became. */
  readonly divided?: { readonly rows: number; readonly people: number };
  /** How many rows of submissions name people beside the submitter, and whom; the first thousand rows. */
  readonly coSpeakers?: Readonly<Work['coSpeakers']>;
  /** How many rows of submissions are breaks, which are left out, and which; the first thousand. */
  readonly breaks?: Readonly<Work['breaks']>;
  /** The column of statuses, which are not imported, and how many rows have each. */
  readonly statuses?: { readonly column: string; readonly counts: Readonly<Record<string, number>> };
  /** How many rows have an address that is none; the API accepts them. */
  readonly oddAddresses: number;
  /** How many speakers have no name in the file. */
  readonly nameless: number;
  /** Fields that differ from the existing record, and that the API cannot change. */
  readonly notUpdatable: readonly string[];
  /** For each of these fields, the number of rows. */
  readonly notUpdated: Readonly<Record<string, number>>;
}

/** What an import did, and why it ended early, if it did. */
export interface ImportResult {
  readonly report: ImportReport;
  /** A {@link PlenaryError}, or a signal's reason. */
  readonly stoppedBy: unknown;
  /** Whether the run can be resumed. */
  readonly canResume: boolean;
}

/** The counts now or, if `hopeful`, as they would be if every row that waits succeeded. */
export function countRows(table: RowTable, { hopeful }: { readonly hopeful: boolean }): ImportCounts {
  const hoped = (state: RowState) => (hopeful ? table.count(state) : 0);
  return {
    rows: table.size - table.count('left-out'),
    created: table.count('created') + hoped('create'),
    updated: table.count('updated') + hoped('update'),
    unchanged: table.count('unchanged'),
    skipped: table.count('skipped', 'folded'),
    rejected: table.count('rejected'),
    failed: table.count('failed', 'conflict'),
    unknown: table.count('doubt'),
    pending: hopeful ? 0 : table.count('create', 'update', 'contested'),
  };
}

const undone = ['rejected', 'failed', 'conflict', 'doubt'] as const;

/** The faults of rows that were not done, in the file's order. */
function* faultsIn(work: Work, ...states: readonly RowState[]): IterableIterator<RowFault> {
  for (const row of work.table.rowsIn(...(states.length > 0 ? states : undone))) yield* faultsOf(work, row);
}

/** At least one fault for a row that was not imported. */
export function faultsOf(work: Work, row: number): readonly RowFault[] {
  const { faults = [], id } = noteOf(work, row);
  if (faults.length > 0) return faults;
  const { fileRow, line } = work.table.read(row);
  const state = work.table.state(row);
  if (state !== 'conflict')
    return [{ row: fileRow, line, code: 'outcome_unknown', message: 'it is unknown whether the record was created' }];
  return [
    { row: fileRow, line, code: 'conflict', message: `the record already exists${id === undefined ? '' : `: ${id}`}` },
  ];
}

export function createReport(
  work: Work,
  state: {
    readonly run?: string | undefined;
    readonly dryRun: boolean;
    readonly hopeful: boolean;
  },
): ImportReport {
  const { run, dryRun, hopeful } = state;
  return {
    schemaVersion: '1.0',
    run,
    resource: work.endpoint.resource,
    ...(work.undoes !== undefined && { undoes: work.undoes }),
    dryRun,
    ...(work.matching === 'record' && { matching: 'record' as const }),
    counts: countRows(work.table, { hopeful }),
    rejects: listFaults(faultsIn(work)).listed,
    contradictions: work.contradictions,
    warnings: work.warnings,
    ...(work.additions.rows > 0 && { additions: work.additions }),
    ...(work.unclearSplits.rows > 0 && { unclearSplits: work.unclearSplits }),
    ...(work.divided.rows > 0 && { divided: work.divided }),
    ...(work.coSpeakers.rows > 0 && { coSpeakers: work.coSpeakers }),
    ...(work.breaks.rows > 0 && { breaks: work.breaks }),
    ...([...work.statuses.keys()].some((status) => status.toLowerCase() !== 'pending') && {
      statuses: {
        column: statusColumn(work.mapping)?.column ?? '',
        counts: Object.fromEntries(work.statuses),
      },
    }),
    oddAddresses: work.oddAddresses,
    nameless: work.nameless,
    ...describeMapping(work.mapping),
    notUpdatable: [...work.fixed.keys()],
    notUpdated: Object.fromEntries(work.fixed),
  };
}

function* locatedIn(file: string, faults: Iterable<RowFault>): IterableIterator<InputFault> {
  for (const fault of faults) yield { file, ...fault };
}

/** The error for invalid rows. @param canSkip whether the user may skip them, and has not asked for it */
export function invalidRowsError(work: Work, file: string, { canSkip }: { readonly canSkip: boolean }): PlenaryError {
  const { table } = work;
  const { listed, total } = listFaults(locatedIn(file, faultsIn(work)));
  const { rows } = countRows(table, { hopeful: true });
  const rejected = table.count('rejected');
  const isImport = work.matching === 'key';
  const otherwise = !canSkip ? 'allow_more_errors' : isImport ? 'skip_invalid' : 'allow_partial';
  const what = isImport ? `${share(rejected, rows)} invalid` : `${rejected} of ${rows} rows cannot be applied`;
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
function recordAdvice(work: Work): Pick<InvalidRowsAdvice, 'words' | 'fixedColumns' | 'canCreate'> {
  const words = new Map<string, number>();
  const columns = new Set<string>();
  let isUnmatched = false;
  for (const { code, column, value } of faultsIn(work, 'rejected')) {
    if (code === 'unknown_status' && value !== undefined) words.set(value, (words.get(value) ?? 0) + 1);
    if (code === 'fixed_field' && column !== undefined) columns.add(column);
    if (code === 'not_found' && work.undoes === undefined) isUnmatched = true;
  }
  return {
    ...(words.size > 0 && { words: [...words].map(([word, count]) => ({ word, count })) }),
    ...(columns.size > 0 && { fixedColumns: [...columns] }),
    ...(isUnmatched && { canCreate: true }),
  };
}

type InvalidRowsAdvice = Extract<Advice, { kind: 'fix_invalid_rows' }>;

/** `1 of 25 rows is` */
function share(count: number, rows: number): string {
  return `${count} of ${rows} rows ${count === 1 ? 'is' : 'are'}`;
}

/** The error for a file that cannot be read to its end: its fault, after the faults of earlier rows. */
export function unreadableError(work: Work, file: string, error: InvalidInputError): PlenaryError {
  const before = listFaults(locatedIn(file, faultsIn(work))).listed;
  if (before.length === 0) return error;
  const { message, details, fix, advice, cause } = error;
  return new InvalidInputError(message, {
    details: [...before, ...details],
    ...(fix !== undefined && { fix }),
    ...(advice !== undefined && { advice }),
    cause,
  });
}

/** The error for existing records, if they are an error. */
export function conflictError(work: Work, file: string): PlenaryError {
  const { table } = work;
  const conflicts = table.count('conflict');
  const details = listFaults(locatedIn(file, faultsIn(work, 'conflict'))).listed;
  if (work.matching === 'record') {
    return new ConflictError(`${conflicts} of the records have changed in the service since; nothing was sent`, {
      details,
      advice: { kind: 'changed_since', isUndo: work.undoes !== undefined },
    });
  }
  const { rows } = countRows(table, { hopeful: true });
  const have = conflicts === 1 ? 'has an existing record' : 'have existing records';
  return new ConflictError(`${conflicts} of ${rows} rows ${have}; nothing was sent`, {
    details,
    advice: { kind: 'existing_records' },
  });
}

/** What an import throws at its end if it was stopped or rows were not imported: an error, or a signal's reason. */
export function importError({ report, stoppedBy, canResume }: ImportResult, file: string): unknown {
  const { counts, rejects, dryRun } = report;
  const { rows, rejected, failed, unknown, pending } = counts;
  if (dryRun || (stoppedBy !== undefined && !(stoppedBy instanceof PlenaryError && unknown > 0))) return stoppedBy;
  const details = rejects.map((fault) => ({ file, ...fault }));
  const run = canResume ? report.run : undefined;
  if (unknown > 0) {
    const why = stoppedBy === undefined ? 'no response confirmed them' : stoppedBy.message;
    return new OutcomeUnknownError(`the outcome of ${unknown} of ${rows} rows is unknown: ${why}`, {
      cause: stoppedBy,
      details,
      advice: { kind: 'look_up_rows', run },
    });
  }
  if (pending > 0) {
    return new NetworkError(`${pending} of ${rows} rows could not be sent: the service does not accept requests now`, {
      details,
      retryable: true,
      advice: { kind: 'resume_later', run },
    });
  }
  const undone = rejected + failed;
  if (undone === 0) return fixedError(report);
  const were = `${undone} of ${rows} rows ${undone === 1 ? 'was' : 'were'} not`;
  if (report.undoes !== undefined)
    return new PartlyDoneError(`${were} undone`, { details, advice: { kind: 'check_records' } });
  return report.matching === 'record'
    ? new PartlyDoneError(`${were} applied`, { details, advice: { kind: 'fix_and_apply' } })
    : new PartlyDoneError(`${were} imported`, { details, advice: { kind: 'fix_rejects' } });
}

/** The error for differences that an update cannot remove. */
function fixedError({ notUpdated, mapping }: ImportReport): PartlyDoneError | undefined {
  const fields = Object.entries(notUpdated);
  if (fields.length === 0) return undefined;
  const counted = fields.map(([field, count]) => `${field} (${count} ${count === 1 ? 'row' : 'rows'})`).join(', ');
  const columns = mapping.flatMap(({ column, field }) =>
    fields.some(([name]) => name === field || (field === 'name' && name.endsWith('_name'))) ? [column] : [],
  );
  return new PartlyDoneError(`existing records differ in fields that the API cannot change: ${counted}`, {
    advice: { kind: 'leave_out_columns', columns },
  });
}
