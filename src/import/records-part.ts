// The part of a run that creates and updates speakers or submissions.

import { type Change, type FieldValues, newValues } from '../changes/change.ts';
import { isKeyHidden, shownKeyFields } from '../changes/matching.ts';
import type { RecordData } from '../client/response.ts';
import { type Part, rowsIn } from '../runs/part.ts';
import type { Refusal } from '../runs/refusal.ts';
import { findDuplicates } from './duplicates.ts';
import { changedRecords, invalidRows } from './errors.ts';
import { refuseListLimit } from './hidden-records.ts';
import { lookUpRows, matchRows } from './match.ts';
import { outcomeWords } from './outcome-words.ts';
import { checkChanges } from './row-check.ts';
import type { Work } from './work.ts';

export interface RecordsPart extends Part, Work {
  readonly endpoint: Work['endpoint'];
  /** Why its rows may not be sent, as far as is known. */
  refusal(): Refusal | undefined;
  /** Adds rows that were not read from cells. @throws the signal's reason */
  fill(changes: Iterable<Change>, signal?: AbortSignal): void;
  /** The values that were written, by the id of their record. */
  written(): { get(id: string): FieldValues | undefined };
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
  let isFirst = true;
  const part: RecordsPart = {
    ...work,
    changesRecords: work.matching === 'record',
    words: outcomeWords(work),
    maxErrors: terms.maxErrors,
    use(saved) {
      part.rows.replace(saved);
      part.isPlanned = true;
      part.feedbackFor = undefined;
    },
    find: (scope) => matchRows(part, scope),
    lookUp: (scope, journal) => lookUpRows(part, scope, journal),
    created(record) {
      if (isFirst && part.listed?.all.length === 0) checkFirst(part, record);
      isFirst = false;
    },
    async confirm(scope) {
      if (part.rows.count('created') > 0 && part.honorsKeys !== true)
        part.unconfirmed = await findDuplicates(part, scope);
    },
    refusal: () => refusal(part, terms),
    fill: (changes, signal) => checkChanges(changes, part, signal),
    written() {
      const rows = new Map(
        [...part.rows.in('created', 'updated')].map((row) => [row.note.id ?? row.names.id, row]),
      );
      return {
        get(id) {
          const row = rows.get(id);
          if (row === undefined) return undefined;
          const changes = row.note.changes && newValues(row.note.changes);
          // A creation may have been completed by an update.
          return row.state === 'created' ? { ...row.fields, ...changes } : (changes ?? row.fields);
        },
      };
    },
  };
  return part;
}

/** More invalid rows than are allowed, or records that have changed since. */
function refusal(
  part: RecordsPart,
  { file, skipInvalid, canSkip = true, maxErrors }: SendingTerms,
): Refusal | undefined {
  const { rows, matching } = part;
  const allowed = skipInvalid ? maxErrors(rowsIn(part)) : 0;
  const flag =
    matching === 'key'
      ? '--skip-invalid to import the others'
      : '--allow-partial to apply the others';
  const otherwise = `pass ${skipInvalid ? 'a higher --max-errors' : flag}`;
  if (rows.count('rejected') > allowed)
    return invalidRows(part, file, canSkip ? otherwise : undefined);
  const isPartial = matching === 'record' && skipInvalid;
  return rows.count('conflict') > 0 && !isPartial ? changedRecords(part, file, canSkip) : undefined;
}

/**
 * On an empty event, only the first record that is created shows whether the service shows
 * submitters.
 * @throws {ConflictError} if the rest would make the list longer than hosts show
 */
function checkFirst(part: RecordsPart, record: RecordData): void {
  const { endpoint } = part;
  const shown = new Set(shownKeyFields(endpoint, record));
  const hidesKeys = isKeyHidden(record, { endpoint, shown });
  refuseListLimit(part, { count: 1, hidesKeys }, 'the first was created, and no other was sent');
}
