// Owns what is printed of records that an import leaves alone, and the command that changes them.
import { foreignIdColumns } from '../../../columns/mapping.ts';
import { amount, plural } from '../../../contract/amount.ts';
import type { RecordsPart } from '../../../import/records-part.ts';
import type { Context } from '../../context.ts';
import { nextCommand, typedFlags } from '../../output/next-command.ts';
import { fileWord } from '../../user-files.ts';
import { fileFlags } from './file-flags.ts';

/** Whether the file has more than an import sends, and an apply can. */
export function hasMore({ differing, mapping, updatable, endpoint }: RecordsPart): boolean {
  const { mapped, unmapped } = mapping;
  if (unmapped.some(({ updateOnly }) => updateOnly !== undefined)) return true;
  const isChangeable = (field: string) =>
    updatable.has(field) && endpoint.key?.includes(field) !== true;
  return differing > 0 && mapped.some(({ fields }) => fields.some(isChangeable));
}

/** What an import leaves alone. */
export async function noticeExisting(context: Context, part: RecordsPart): Promise<void> {
  const { differing, rows } = part;
  if (differing === 0) return;
  const existing = amount(rows.count('skipped'), 'existing record');
  const differ = plural(differing, 'differs from the file and is', 'differ from the file and are');
  await context.notice(`${differing} of ${existing} ${differ} left alone.`);
}

/**
 * What an apply would change. With the flags of the import that it has as well; it sets no name of
 * a submitter, and finds no record by the id of another system.
 */
export function planCommand(
  { typed, serviceFlags }: Context,
  { resource, mapping, columns }: RecordsPart,
  path: string,
): string {
  const names = /=(?:name|submitter_(?:first_|last_)?name)$/;
  const ids = foreignIdColumns(mapping, { columns, kind: resource }).map((column) => `${column}=`);
  const typedMap = [typed.get('map') ?? []].flat().map(String);
  const map = typedMap.filter((entry) => !ids.some((id) => entry.startsWith(id)));
  const applied = resource === 'submissions' ? map.map((entry) => entry.replace(names, '=')) : map;
  const flags = fileFlags.filter(
    (name) => !['speakers', 'submitterEmail', 'oneRowPer'].includes(name),
  );
  const repeated = typedFlags({ typed: new Map(typed).set('map', [...applied, ...ids]) }, flags);
  return nextCommand(`plenary ${resource} plan ${fileWord(path)}${repeated}`, serviceFlags);
}
