// Words the flags that map columns to fields, for advice. Must not know mappings.
import { flagValue } from './text.ts';

/** A flag for each field; of columns for the same field, one is to be chosen. */
export function mapFlags(entries: readonly ColumnEntry[]): string {
  const fields = [...new Set(entries.map(({ field }) => field))];
  return fields
    .map((field) => {
      const same = entries.filter((entry) => entry.field === field);
      const leftOut = same.filter(({ isOptional }) => isOptional).map((entry) => mapFlag({ ...entry, field: '' }));
      const none = leftOut.length === 0 ? [] : [`${leftOut.join(' ')} if it has none`];
      return [...same.map(mapFlag), ...none].join(' or ');
    })
    .join(' ');
}

interface ColumnEntry {
  readonly column?: string;
  readonly field: string;
  readonly isOptional?: boolean;
}

export function mapFlag({ column = 'COLUMN', field }: ColumnEntry): string {
  return `--map ${flagValue(`${column}=${field}`)}`;
}
