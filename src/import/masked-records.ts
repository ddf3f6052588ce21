// Finds rows whose record may be one whose address the service hides: it is unknown whether they exist.
import type { RecordData } from '../client/client.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { couldBeMasked, foldKey, isAddressField, isMasked, keyText, otherTextsOf } from '../contract/key.ts';
import { UsageError } from '../errors.ts';
import { bodyOf, type Work } from './work.ts';

/** A mask for each address of the key that a record shows as null or empty; undefined if it shows one. */
export function blankAddresses(
  { key = [] }: Endpoint,
  record: RecordData,
): Readonly<Record<string, string>> | undefined {
  const addresses = key.filter(isAddressField);
  if (addresses.some((field) => keyText(record[field]) !== undefined)) return undefined;
  return Object.fromEntries(addresses.map((field) => [field, '***']));
}

/** @throws {UsageError} if one of the masked records may be that of a row that is to be created or in doubt */
export function refuseCollisions(work: Work, masked: MaskedRecords): void {
  const { table, endpoint } = work;
  for (const row of table.rowsIn('create', 'doubt', 'contested')) {
    const saved = table.read(row);
    const mask = masked.find(bodyOf(work, saved));
    if (mask === undefined) continue;
    throw new UsageError(
      `the service hides e-mail addresses from this token, so existing ${endpoint.resource} cannot be recognized; nothing was sent`,
      {
        details: [{ row: saved.fileRow, line: saved.line, message: `its record may be the one shown as ${mask}` }],
        fix: 'use a token with access to e-mail addresses',
      },
    );
  }
}

export interface MaskedRecords {
  readonly size: number;
  add(record: RecordData): void;
  /** The mask of a record that could be this one. */
  find(body: Readonly<Record<string, string>>): string | undefined;
}

/** An index of records with masked addresses, because all records of an event may have them. @param key only its addresses can be masked */
export function createMaskedRecords(key: readonly string[]): MaskedRecords {
  const addresses = key.filter(isAddressField);
  const others = key.filter((field) => !addresses.includes(field));
  const byStart = new Map<string, Map<string, readonly string[]>>();
  const foldedField = (record: Readonly<Record<string, unknown>>, field: string) =>
    foldKey(otherTextsOf(record[field])[0] ?? String(record[field] ?? ''));
  // Only records that agree in the other fields and in the first character are compared.
  const startOf = (record: Readonly<Record<string, unknown>>, first: string) =>
    [first, ...others.map((field) => foldedField(record, field))].join('\0');

  return {
    get size() {
      return byStart.size;
    },
    add(record) {
      const masks = addresses.map((field) => foldedField(record, field));
      const start = startOf(record, masks[0]?.charAt(0) ?? '');
      const alike = byStart.get(start) ?? new Map<string, readonly string[]>();
      byStart.set(start, alike.set(masks.join('\0'), masks));
    },
    find(body) {
      const values = addresses.map((field) => foldedField(body, field));
      for (const first of [values[0]?.charAt(0) ?? '', '*']) {
        for (const masks of byStart.get(startOf(body, first))?.values() ?? []) {
          const isAlike = masks.every((mask, at) => couldBe(addresses[at] ?? '', mask, values[at] ?? ''));
          if (isAlike) return masks.join(' ');
        }
      }
      return undefined;
    },
  };
}

function couldBe(field: string, shown: string, value: string): boolean {
  return isMasked(field, shown) ? couldBeMasked(shown, value) : shown === value;
}
