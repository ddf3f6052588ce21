// Gives new submissions the ids of their tracks and formats, or rejects their rows. Must not decide
// which rows are new.

import type { FieldValues } from '../changes/change.ts';
import { openEventLists } from '../client/event-lists.ts';
import { foldKey } from '../contract/key.ts';
import { normalForm } from '../contract/normal-form.ts';
import type { Scope } from '../runs/part.ts';
import { type Batch, reject } from './batch.ts';
import type { EventRecords } from './event-records.ts';
import {
  type GroupField,
  namedGroups,
  readGroups,
  shownGroups,
  withGroupIds,
} from './group-ids.ts';

/** Reads the lists of the event, if a new row has a name. @throws {PlenaryError} */
export async function giveGroupIds(
  batch: Batch,
  { all }: EventRecords,
  { client }: Scope,
): Promise<void> {
  const { rows, event, allowsNewValues: allowsNew } = batch;
  const fields = new Set([...rows.in('create')].flatMap((row) => namedGroups(row.fields)));
  const lists = openEventLists(async () => client, event);
  const groups = await readGroups(lists, fields, async (field) => shownGroups(all, field));
  const known = { ...groups, allowsNew };
  const spellings = new Map<string, string>();
  for (const row of rows.in('create')) {
    const { values, named, faults } = withGroupIds(row.fields, known);
    if (faults.length > 0) reject(batch, row, faults);
    else row.fields = withOneSpelling(values, named, spellings);
  }
}

/**
 * The same with the first spelling of each new name, because services compare names letter by
 * letter: `Web  Dev` and `Web Dev` would be two tracks.
 * @param named the fields that have one: ids that differ in their case are two
 * @param spellings of the rows so far
 */
function withOneSpelling(
  values: FieldValues,
  named: readonly GroupField[],
  spellings: Map<string, string>,
): FieldValues {
  const names: Record<string, string> = {};
  for (const field of named) {
    const text = values[field] ?? '';
    const key = `${field} ${foldKey(text)}`;
    const name = spellings.get(key) ?? normalForm(text, 'NFC').replace(/\s+/g, ' ').trim();
    spellings.set(key, name);
    names[field] = name;
  }
  return { ...values, ...names };
}
