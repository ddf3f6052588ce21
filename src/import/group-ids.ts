// Turns the names of tracks and formats into their ids: by the lists of the event, else by what its
// records show. For files and single commands alike. Must not know flags or columns.
import type { EventLists, NamedItem } from '../client/event-lists.ts';
import type { RecordData } from '../client/response.ts';
import { among, unusedText } from '../columns/named-items.ts';
import { groupFields, isIdByForm } from '../contract/id.ts';
import { keyText } from '../contract/key.ts';
import type { RowFault } from '../runs/row.ts';

export type GroupField = (typeof groupFields)[number];

/** The tracks and formats that are known, by field; a field without any is not checked. */
export interface KnownGroups extends Readonly<Partial<Record<GroupField, Groups>>> {
  /** Whether a name that no record shows is sent as it is, because the service may create it. */
  readonly allowsNew?: boolean | undefined;
}

interface Groups {
  readonly items: readonly NamedItem[];
  /** Whether the event has no others. */
  readonly isWhole: boolean;
}

/** The fields whose value is no id by its form, and may be a name. */
export function namedGroups(values: Readonly<Record<string, unknown>>): readonly GroupField[] {
  return groupFields.filter((field) => {
    const text = keyText(values[field]);
    return text !== undefined && !isIdByForm(text.trim());
  });
}

/** What records show of the tracks or formats of their event; undefined if none shows any. */
export function shownGroups(records: readonly RecordData[], field: GroupField): Groups | undefined {
  const shown = new Map<string, NamedItem>();
  for (const record of records) {
    const [id, name] = [keyText(record[field]), keyText(record[nouns[field]])];
    if (id !== undefined && name !== undefined) shown.set(id, { id, name });
  }
  return shown.size === 0 ? undefined : { items: [...shown.values()], isWhole: false };
}

/** Asks for the lists of these fields. @param shown what to use if the service has no such list */
export async function readGroups(
  lists: EventLists,
  fields: Iterable<GroupField>,
  shown: (field: GroupField) => Promise<Groups | undefined>,
): Promise<KnownGroups> {
  const known: { [Field in GroupField]?: Groups } = {};
  for (const field of fields) {
    const items = await (field === 'track_id' ? lists.tracks() : lists.formats());
    const groups = items === undefined ? await shown(field) : { items, isWhole: true };
    if (groups !== undefined) known[field] = groups;
  }
  return known;
}

/**
 * The values with ids in place of names. A name that the event does not have is a fault.
 * @returns as `named`, the fields that still have a name: no known track or format has it
 */
export function withGroupIds<V extends Readonly<Record<string, unknown>>>(
  values: V,
  known: KnownGroups,
) {
  const ids: Partial<Record<GroupField, string>> = {};
  const faults: (Pick<RowFault, 'code' | 'message'> & { readonly field: GroupField })[] = [];
  for (const field of groupFields) {
    const [text, groups] = [keyText(values[field]), known[field]];
    if (text === undefined || groups === undefined) continue;
    // What only some records show may not be all.
    if (!groups.isWhole && isIdByForm(text.trim())) continue;
    const found = among(groups.items, text, nouns[field]);
    if ('item' in found) ids[field] = found.item.id;
    else if (groups.isWhole || found.code !== 'unknown_name') faults.push({ field, ...found });
    else if (known.allowsNew !== true) faults.push({ field, ...unused(field, text, groups) });
  }
  const named = namedGroups(values).filter((field) => ids[field] === undefined);
  const withIds: V = Object.assign({}, values, ids);
  return { values: withIds, named, faults };
}

/** The event may have a track that no talk has yet, or the service may create it. */
function unused(field: GroupField, text: string, { items }: Groups) {
  return { code: newName, message: unusedText(nouns[field], text, items) };
}

/** The code of a name that no talk has, where the service does not list those of the event. */
export const newName = 'new_name';

/** What to do about it. */
export const newNameFix = '--allow-new-value sends names that no talk has yet';

const nouns = { track_id: 'track', format_id: 'format' } as const;
