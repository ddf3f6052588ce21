// The part of a run that creates and updates speakers or submissions.
import { recordId } from '../client/response.ts';
import { recordName } from '../columns/record-name.ts';
import { foldKey, keysOf, keyText } from '../contract/key.ts';
import { PartlyDoneError, type PlenaryError } from '../errors.ts';
import { type OutcomeWords, type Part, rowsIn, type Scope } from '../runs/part.ts';
import { bodyOf, type FieldValues, type RowFault, type RunRow, type Wanted } from '../runs/row.ts';
import { checkChanges } from './checked-row.ts';
import { conflictError, invalidRowsError } from './errors.ts';
import { listRecords, matchRows } from './match.ts';
import type { RecordChange } from './record-change.ts';
import { locate, rowPlace, type Work, warn } from './work.ts';

export interface RecordsPart extends Part, Work {
  readonly endpoint: Work['endpoint'];
  /** Why its rows may not be sent, as far as is known. */
  refusal(): PlenaryError | undefined;
  /** Adds rows that were not read from cells. @throws the signal's reason */
  fill(changes: Iterable<Wanted>, signal?: AbortSignal): void;
  /** The values that were written, by the id of their record. */
  written(): { get(id: string): FieldValues | undefined };
  /** How many records the event has, once its rows are found. */
  records: number;
  /** What is to be done with the rows that wait, one at a time: only what is read is in memory. */
  changes(): IterableIterator<RecordChange>;
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
  const part: RecordsPart = {
    ...work,
    records: 0,
    words: outcomeWords(work),
    maxErrors: terms.maxErrors,
    use(saved) {
      part.rows.replace(saved);
      part.feedbackFor = undefined;
    },
    async find(scope, journal) {
      const found = await matchRows(part, scope, journal);
      if (journal !== undefined) return;
      part.records = found;
      warnOfKeptAddresses(part);
    },
    async confirm(scope) {
      if (part.rows.count('created') > 0 && part.honorsKeys !== true)
        part.unconfirmed = await findDuplicates(part, scope);
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
    changes: () => changesOf(part),
  };
  return part;
}

/** Talks name their submitter by address. An undo brings talks and speakers together again. */
function warnOfKeptAddresses(work: Work): void {
  if (work.resource !== 'speakers' || work.undoes !== undefined) return;
  for (const row of work.rows.in('update')) {
    const [old, changed] = [keyText(row.note.before?.email), keyText(row.note.changes?.email) ?? ''];
    if (old === undefined || row.note.changes?.email === undefined || foldKey(old) === foldKey(changed)) continue;
    // Without the address: job summaries and logs store what is printed.
    const message = `the talks of this speaker keep the old address, because the API cannot change the submitter of a talk`;
    warn(work, { ...rowPlace(row), field: 'email', code: 'kept_address', message });
  }
}

function* changesOf({ rows, resource }: Pick<Work, 'rows' | 'resource'>): IterableIterator<RecordChange> {
  for (const row of rows.in('create', 'update', 'unknown')) {
    const { id, name = '', changes, before = {} } = row.note;
    const place = { line: row.line };
    if (changes !== undefined) {
      const fields = Object.entries(changes).map(([field, to]) => [field, { from: before[field] ?? null, to }]);
      yield { action: 'update', ...(id !== undefined && { id }), name, ...place, fields: Object.fromEntries(fields) };
    } else {
      // Also a creation whose outcome is unknown: it is looked up, and sent again if it did not take effect.
      const body = bodyOf(row);
      const fields = Object.entries(body).map(([field, to]) => [field, { from: null, to }]);
      yield { action: 'create', name: recordName(resource, body), ...place, fields: Object.fromEntries(fields) };
    }
  }
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
      const place = { ...rowPlace(row), code: error.code };
      if (error.details.length === 0) return [{ ...place, message: error.message }];
      return error.details.map(
        ({ field, message }): RowFault => ({ ...place, ...(field !== undefined && locate(work, field)), message }),
      );
    },
    doubtful(row, isCreation, { message: why }) {
      const message = `it is unknown whether the record was ${isCreation ? 'created' : 'updated'}: ${why}`;
      return { ...rowPlace(row), code: 'outcome_unknown', message };
    },
    tooMany: (rows) =>
      new PartlyDoneError(`stopped: the number of invalid or refused rows (${rows}) is more than allowed`, {
        fix: 'fix the invalid and refused rows (--rejects writes them to a file), or pass a higher --max-errors',
      }),
  };
}

/** Reads all records of the event, and finds the rows that the run has created and that have another record. Rejects as the list does. */
async function findDuplicates(work: Work, scope: Scope): Promise<readonly RowFault[]> {
  const { rows, endpoint } = work;
  const ids = new Map<RunRow, Set<string>>();
  for await (const record of listRecords(work, scope)) {
    const id = recordId(record, endpoint.resource);
    for (const key of keysOf(endpoint, record)) {
      const [row] = rows.find('key', key);
      if (id !== undefined && row !== undefined) ids.set(row, (ids.get(row) ?? new Set()).add(id));
    }
  }
  return [...rows.in('created')].flatMap((row): readonly RowFault[] => {
    const all = [...(ids.get(row) ?? [])];
    if (all.length < 2) return [];
    const message = `the event has ${all.length} records of this row, ${all.join(' and ')}; remove all but one in the service: the API cannot delete them`;
    return [{ ...rowPlace(row), code: 'duplicate_record', message }];
  });
}
