// Merges a record of a file with that of the service, field by field, by what both were when they
// were last the same. Pure.

import { readTime } from '../columns/dates/read-time.ts';
import { isSameValue } from '../contract/likeness.ts';

/** The values of a record's fields as text. A field that is absent is unknown, not empty. */
export type Values = Readonly<Record<string, string>>;

interface Merged {
  /** What the file will contain. */
  readonly values: Values;
  /** What the next comparison starts from. */
  readonly base: Values;
  /** The fields that only the file has changed. */
  readonly edited: readonly string[];
  /** The fields that only the service has changed. */
  readonly drifted: readonly string[];
  /** The fields that both sides have changed, each to another value. */
  readonly conflicts: readonly {
    readonly field: string;
    /** Undefined if it is unknown. */
    readonly base: string | undefined;
    readonly file: string;
    readonly service: string;
  }[];
}

export interface MergeOptions {
  /** The zone of local times in the file. */
  readonly timeZone?: string | undefined;
  /**
   * The side whose value is taken in a conflict. Without it, a conflict stays one: the file and the
   * base are left as they are.
   */
  readonly prefer?: 'file' | 'service' | undefined;
}

/**
 * Merges the fields of a record that exists on both sides. A field of the file that is absent has
 * not been edited. One that the service does not show has the value of the file.
 */
export function mergeRecord(
  sides: {
    /** Undefined if it is unknown: values that differ are then conflicts. */
    readonly base: Values | undefined;
    readonly file: Values;
    readonly service: Values;
    /** The fields that no update can change. */
    readonly onlyCreated?: ReadonlySet<string>;
  },
  options: MergeOptions = {},
): Merged {
  const { base, file, service, onlyCreated } = sides;
  const values: Record<string, string> = { ...service };
  const merged: Record<string, string> = { ...service };
  const edited: string[] = [];
  const drifted: string[] = [];
  const conflicts: Merged['conflicts'][number][] = [];
  const isSame = (field: string, a: string | undefined, b: string | undefined) =>
    a !== undefined && b !== undefined && isSameCell(field, a, b, options.timeZone);
  for (const fields of valuesIn(Object.keys(service))) {
    const differing: {
      readonly field: string;
      /** In the file. */
      readonly here: string;
      /** In the service. */
      readonly there: string;
      /** In both. */
      readonly before: string | undefined;
    }[] = [];
    for (const field of fields) {
      const [here, there, before] = [file[field], service[field] ?? '', base?.[field]];
      // What a creation has sent, and the service does not show: the file has not had it yet.
      const isNew = before === undefined && here === '' && onlyCreated?.has(field) === true;
      if (here !== undefined && !isNew && !isSame(field, here, there)) {
        differing.push({ field, here, there, before });
        continue;
      }
      if (before !== undefined && !isSame(field, before, there)) drifted.push(field);
      // The form in which a start was written is that of the user.
      if (here !== undefined && field === 'start') values[field] = here;
    }
    const isEdited = !differing.every(({ field, here, before }) => isSame(field, here, before));
    const isDrifted = !differing.every(({ field, there, before }) => isSame(field, there, before));
    for (const { field, here, there, before } of differing) {
      if (!isEdited) {
        drifted.push(field);
      } else if (!isDrifted) {
        edited.push(field);
        values[field] = here;
      } else {
        conflicts.push({ field, base: before, file: here, service: there });
        if (options.prefer === 'service') continue;
        values[field] = here;
        if (options.prefer === 'file') continue;
        if (before === undefined) delete merged[field];
        else merged[field] = before;
      }
    }
  }
  for (const [field, here] of Object.entries(file)) {
    if (field in service) continue;
    // Without a base, what the file has is what the record was created with.
    const isKept = base === undefined && onlyCreated?.has(field) === true;
    const before = isKept ? here : base?.[field];
    values[field] = here;
    if (before !== undefined) merged[field] = before;
    if (!isSameCell(field, before ?? '', here, options.timeZone)) edited.push(field);
  }
  return { values, base: merged, edited, drifted, conflicts };
}

/**
 * The fields, those of one value together: a room that one side has changed, and a start that the
 * other one has, would be a place that nobody has chosen.
 */
function valuesIn(fields: readonly string[]): readonly (readonly string[])[] {
  const place = fields.filter((field) => placeFields.includes(field));
  const others = fields.filter((field) => !placeFields.includes(field));
  return [...others.map((field) => [field]), place];
}

const placeFields: readonly string[] = ['room', 'start'];

/**
 * Whether a record of the service is no longer as it was.
 * @param timeZone of local times in the base
 */
export function hasDrifted(base: Values, service: Values, timeZone: string | undefined): boolean {
  return Object.entries(service).some(
    ([field, value]) => field in base && !isSameCell(field, base[field] ?? '', value, timeZone),
  );
}

/**
 * Whether two cells have the same value; starts in any form that a schedule may have.
 * @param timeZone of local times
 */
export function isSameCell(
  field: string,
  one: string,
  other: string,
  timeZone: string | undefined,
): boolean {
  if (one === other) return true;
  if (field !== 'start') return isSameValue(field, one, other);
  return isSameValue(field, instantText(one, timeZone), instantText(other, timeZone));
}

function instantText(cell: string, timeZone: string | undefined): string {
  const start = readTime(cell.trim(), { timeZone });
  return start.ok ? new Date(start.ms).toISOString() : cell;
}

/** A value of a record as the text of a cell; undefined if it has no such form. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  // A file cannot hold half a surrogate pair, and no reader accepts NUL.
  if (typeof value === 'string')
    return value.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
