// Finds rows whose record may be one that the service shows only in part: it is unknown whether they exist.
import { bodyOf } from '../changes/change-set.ts';
import type { RecordData } from '../client/client.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  beginningsOf,
  couldBeCutOff,
  couldBeMasked,
  foldKey,
  isAddressField,
  isMasked,
  keysOf,
  keyText,
  otherTextsOf,
} from '../contract/key.ts';
import { MalformedResponseError, UsageError } from '../errors.ts';
import type { Work } from './work.ts';

/** An index of records that are shown in part, because all records of an event may be. */
export interface HiddenRecords {
  readonly size: number;
  add(record: RecordData): void;
  /** What is shown of a record that could be this one. */
  find(body: Readonly<Record<string, string>>): string | undefined;
}

/** A mask for each address of the key that a record shows as null or empty; undefined if it shows one. */
export function blankAddresses(
  { key = [] }: Endpoint,
  record: RecordData,
): Readonly<Record<string, string>> | undefined {
  const addresses = key.filter(isAddressField);
  if (addresses.some((field) => keyText(record[field]) !== undefined)) return undefined;
  return Object.fromEntries(addresses.map((field) => [field, '***']));
}

/** @throws {UsageError} if a record with a masked address may be that of a row that is to be created or in doubt */
export function refuseMasked(work: Work, masked: HiddenRecords): void {
  const found = collision(work, masked);
  if (found === undefined) return;
  throw new UsageError(
    `the service hides e-mail addresses from this token, so existing ${work.endpoint.resource} cannot be recognized; nothing was sent`,
    { details: [found], fix: 'use a token with access to e-mail addresses' },
  );
}

/** @throws {MalformedResponseError} if a record with a title that is cut off may be that of such a row */
export function refuseCutOff(work: Work, cutOff: HiddenRecords): void {
  const found = collision(work, cutOff);
  if (found === undefined) return;
  throw new MalformedResponseError(
    `the service lists titles that end in an ellipsis, so existing ${work.endpoint.resource} may not be recognized; nothing was sent`,
    { details: [found], fix: 'remove the row if this is its record; otherwise, create its record separately' },
  );
}

function collision(work: Work, records: HiddenRecords) {
  if (records.size === 0) return undefined;
  for (const row of work.ledger.rowsIn('create', 'doubt', 'contested')) {
    const saved = work.ledger.read(row);
    const shown = records.find(bodyOf(saved));
    if (shown === undefined) continue;
    return { row: saved.row, line: saved.line, message: `its record may be the one shown as ${shown}` };
  }
  return undefined;
}

/** Records whose title may be cut off, by the other fields of the key. */
export function createCutTitles({ key = [] }: Pick<Endpoint, 'key'>): HiddenRecords {
  const others = { key: key.filter((field) => field !== 'title') };
  const titles = new Map<string, string[]>();

  return {
    get size() {
      return titles.size;
    },
    add(record) {
      const title = keyText(record.title);
      if (!key.includes('title') || title === undefined || beginningsOf(title).length === 0) return;
      for (const text of keysOf(others, record)) titles.set(text, [...(titles.get(text) ?? []), title]);
    },
    find(body) {
      const shown = keysOf(others, body).flatMap((text) => titles.get(text) ?? []);
      const found = shown.find((title) => couldBeCutOff(title, body.title ?? ''));
      return found === undefined ? undefined : JSON.stringify(found);
    },
  };
}

/** Records with masked addresses. @param key only its addresses can be masked */
export function createMaskedRecords(key: readonly string[]): HiddenRecords {
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
