// Compares a row with its existing record, and with what was seen of it before. Pure.

import type { FieldChange, FieldValues } from '../changes/change.ts';
import type { RecordData } from '../client/client.ts';
import { compareField, shownValue } from '../client/records.ts';
import { recordId } from '../client/response.ts';
import { canBeSamePerson } from '../columns/record-name.ts';
import type { Resource } from '../contract/endpoint.ts';
import { foldKey } from '../contract/key.ts';
import { isSameValue } from '../contract/likeness.ts';
import { fullName } from '../people/name.ts';
import type { RecordMemory } from '../runs/entry.ts';

/** A field that was changed in the service and in the file since `base` was seen. */
export interface FieldConflict extends FieldChange {
  readonly field: string;
  /**
   * The value from which the edit began, undefined if it was not shown; `from` is that of the
   * service now.
   */
  readonly base: unknown;
}

interface ComparisonTerms {
  /**
   * The fields by which the row found its record: they differ at most in case and in what is beside
   * an address.
   */
  readonly matchedBy: readonly string[];
  /** The fields that an update can change. */
  readonly updatable: ReadonlySet<string>;
  /**
   * The values of fields as they were seen before. A field that the file leaves as it was is not
   * compared, and one that both sides have changed is a conflict. A field that is absent has no
   * base.
   */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
  /**
   * What this computer has written to records, by id: a field that is not shown may have it still.
   */
  readonly memory?: ReadonlyMap<string, RecordMemory> | undefined;
  readonly resource: Resource;
}

/** What a comparison needs of a batch; without a base. */
export function termsOf(
  { updatable, memory, resource }: Pick<ComparisonTerms, 'updatable' | 'memory' | 'resource'>,
  matchedBy: readonly string[],
): ComparisonTerms {
  return { matchedBy, updatable, memory, resource };
}

/**
 * Compares a row's fields with its record.
 * @returns the changes, the fields that differ and cannot be updated (`fixed`), and with a base the
 *   conflicts
 */
export function compare(record: RecordData, wanted: FieldValues, terms: ComparisonTerms) {
  const { matchedBy, updatable, base } = terms;
  const changes: Record<string, FieldChange> = {};
  const fixed: Record<string, FieldChange> = {};
  const conflicts: FieldConflict[] = [];
  for (const [field, to] of Object.entries(wanted)) {
    // The record may show them in another form: a name beside an address, a title as a number.
    if (matchedBy.includes(field)) continue;
    if (compareField(record, field, to) === 'same') continue;
    const seen = base?.[field];
    if (seen !== undefined && isSameValue(field, seen, to)) continue;
    const shown = shownValue(record, field);
    const isUpdatable = updatable.has(field);
    if (seen !== undefined && compareField(record, field, seen) === 'differs')
      conflicts.push({ field, base: seen, from: shown, to });
    else if (isUpdatable && shown === undefined && isWritten(record, field, to, terms)) continue;
    else if (isUpdatable) changes[field] = { from: shown, to };
    // Of a field that the service does not show, only an edit is known.
    else if (shown !== undefined || seen !== undefined || base !== undefined)
      fixed[field] = { from: shown === undefined ? seen : shown, to };
  }
  return { changes, fixed, conflicts };
}

/** Whether this computer has written the value, and nobody has changed the record since. */
function isWritten(
  record: RecordData,
  field: string,
  to: string | null,
  { memory, resource }: Pick<ComparisonTerms, 'memory' | 'resource'>,
): boolean {
  const id = recordId(record, resource);
  const own = id === undefined ? undefined : memory?.get(id);
  if (own === undefined || !(field in own.fields) || own.updatedAt === undefined) return false;
  return own.updatedAt === record.updated_at && isSameValue(field, own.fields[field], to);
}

/**
 * The fields without a name that is the record's, divided otherwise: a full name in one column does
 * not show where it is. A submitter cannot be changed, so that it is enough that both names can be
 * the same person's.
 */
export function withoutSameName(wanted: FieldValues, record: RecordData): FieldValues {
  return ['', 'submitter_'].reduce((fields, prefix) => {
    const names = [`${prefix}first_name`, `${prefix}last_name`];
    const nameIn = (from: Readonly<Record<string, unknown>>) => {
      const [first = '', last = ''] = names.map((field) => String(from[field] ?? ''));
      return fullName(first, last);
    };
    const file = nameIn(fields);
    if (file === '') return fields;
    const service = nameIn(record);
    const isSame =
      foldKey(file) === foldKey(service) ||
      (prefix !== '' && service !== '' && canBeSamePerson(file, service));
    if (!isSame) return fields;
    return Object.fromEntries(Object.entries(fields).filter(([field]) => !names.includes(field)));
  }, wanted);
}
