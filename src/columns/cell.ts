// Reads one cell of a mapped column: without the formula guard and surrounding white space. Pure.
import { unguard } from '../csv/write.ts';
import type { Binding } from './mapping.ts';

/** What a column holds in a row, without a guard and the white space around it; of an address, the address alone. */
export function readCell({ index, fields }: Binding, cells: readonly string[]): string {
  const text = unguard(cells[index] ?? '').trim();
  return fields[0]?.endsWith('email') ? bareAddress(text) : text;
}

/** `Ada Lovelace <ada@example.org>`, as some systems write an address, is `ada@example.org` (RFC 5322 §3.4). */
function bareAddress(text: string): string {
  const [, address = text] = /<([^<>\s]+@[^<>\s]+)>$/.exec(text) ?? [];
  return address;
}
