// Lists the columns of a file with their fields and a sample of each, for reports. Must not know how they are shown.
import { maskAddresses } from '../contract/address.ts';
import { isAddressField, isPrivateField } from '../contract/key.ts';
import type { Mapping } from './mapping.ts';

/** A part of the documented JSON output; later versions only add to it. */
export interface MappingReport {
  /** All columns in their order, except those that the user leaves out. */
  readonly mapping: readonly MappingEntry[];
  readonly mapped: readonly { readonly column: string; readonly field: string }[];
  /** The columns that are not used. */
  readonly unmapped: readonly string[];
  /** Why a recognized column cannot be used. */
  readonly reasons: readonly { readonly column: string; readonly reason: string }[];
  /** The field that an unmapped column resembles. */
  readonly suggestions: readonly { readonly column: string; readonly field: string }[];
}

export interface MappingEntry {
  readonly column: string;
  /** The field, or `name`; null if the column is not used. */
  readonly field: string | null;
  /** The beginning of the first cell that is not empty; addresses in it are masked, and private texts hidden, because reports end up in logs. */
  readonly sample?: string | undefined;
}

export function describeMapping({ mapped, unmapped }: Mapping): MappingReport {
  return {
    mapping: [...mapped, ...unmapped]
      .sort((a, b) => a.index - b.index)
      .map((each) => ({
        column: each.column,
        field: 'target' in each ? each.target : null,
        ...(each.sample !== undefined && { sample: publicSample(each.sample, 'target' in each ? each.target : '') }),
      })),
    mapped: mapped.map(({ column, target }) => ({ column, field: target })),
    unmapped: unmapped.map(({ column }) => column),
    reasons: unmapped.flatMap(({ column, reason }) => (reason === undefined ? [] : [{ column, reason }])),
    suggestions: unmapped.flatMap(({ column, suggestion }) =>
      suggestion === undefined ? [] : [{ column, field: suggestion }],
    ),
  };
}

function publicSample(sample: string, field: string): string {
  if (isPrivateField(field) && !isAddressField(field)) return '…';
  return maskAddresses(sample).slice(0, longestSample);
}

const longestSample = 200;
