// Finds the rows of an unfinished run that create records, with what they have created so far. Must
// not know what they are for.
import { bodyOf, type FieldValues, newValues } from '../changes/change.ts';
import type { RecordResource } from '../contract/endpoint.ts';
import { fieldNames } from '../contract/fields.ts';
import { creationOf } from '../contract/index.ts';
import { partFor, type RunHeader } from './entry.ts';
import type { RunFolder } from './folder.ts';
import { mayBeSent, readHistory } from './history.ts';
import { loadRows } from './saved-rows.ts';

/** A row without an id, as it was when its run began. */
export interface NewRow {
  readonly line: number;
  /** As keys are compared. */
  readonly key: string | undefined;
  readonly fields: FieldValues;
  /** The record that the run has created; undefined if it is not known to have created one. */
  readonly record: { readonly id: string; readonly sent: FieldValues } | undefined;
  /** Whether its request may have been sent, and it is unknown whether it has created one. */
  readonly isInDoubt: boolean;
}

/**
 * The new rows of each kind.
 * @throws {JournalError} if the saved rows or the journal are damaged
 */
export async function newRowsOf(
  folder: RunFolder,
  header: RunHeader,
): Promise<Readonly<Record<RecordResource, readonly NewRow[]>>> {
  const saved = await loadRows(folder.rowsPath, header);
  const history = await readHistory(folder);
  const rowsIn = (resource: RecordResource): readonly NewRow[] => {
    const part = partFor(header, { ...header, resource });
    if (part === undefined) return [];
    const created = fieldNames(creationOf(resource).body);
    const rows = saved.filter(({ number, state }) => {
      return state === 'create' && number >= part.first && number <= part.last;
    });
    return rows.map(({ number, line, names, fields }) => {
      const { isCreated, id, outcome, fields: updated = {} } = history.rows.get(number) ?? {};
      const body = Object.entries(bodyOf({ fields })).filter(([field]) => created.has(field));
      const completed = outcome === 'updated' ? newValues(updated) : {};
      const sent = { ...Object.fromEntries(body), ...completed };
      const isKnown = isCreated === true && id !== undefined;
      const mayHave = outcome === 'unknown' || mayBeSent(history, number) !== undefined;
      const isInDoubt = mayHave && isCreated !== true;
      return {
        line,
        key: names.key,
        fields,
        record: isKnown ? { id, sent } : undefined,
        isInDoubt,
      };
    });
  };
  return { speakers: rowsIn('speakers'), submissions: rowsIn('submissions') };
}
