// Compares the rows of a file with the records of the event: which exist, which need an update, and which were created although the response was lost.
import type { Client, RecordData } from '../client/client.ts';
import { createListedFields } from '../client/recognition.ts';
import { recordId, shapeOf } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { listOf } from '../contract/index.ts';
import { couldBeMasked, foldKey, isMasked, keyText } from '../contract/key.ts';
import { MalformedResponseError, UsageError } from '../errors.ts';
import type { Journal } from '../runs/journal.ts';
import { compare, stateOfExisting } from './compare.ts';
import { keysOf, maskedFields } from './rows.ts';
import { bodyOf, noteOf, type Work, wantedBy } from './work.ts';

interface MatchOptions {
  readonly client: Pick<Client, 'pages'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads all records of the event once. A row in doubt whose record exists was created, because before it was sent no record
 * had its key; a row to be created whose record exists is treated as the user has chosen. Rows in doubt without a record
 * stay in doubt.
 * @throws {UsageError} if a hidden address could be that of a row, so that it is unknown whether its record exists
 * @throws {MalformedResponseError} if records are listed without the fields of their key, or with some that cannot be compared
 * @throws the signal's reason
 */
export async function matchRows(
  work: Work,
  options: MatchOptions,
  journal?: Pick<Journal, 'recordOutcome'>,
): Promise<void> {
  const { table, endpoint, onConflict, update, fixed } = work;
  const terms = { key: endpoint.key ?? [], updatable: fieldsOf(update.body) };
  const masked = createMaskedRecords(terms.key);
  const withoutAddress = createMaskedRecords(terms.key);
  const listed = createListedFields(terms.key);
  for await (const record of listRecords(work, options)) {
    refuseUnreadable(endpoint, record, listed.add(record));
    if (maskedFields(endpoint, record).length > 0) {
      masked.add(record);
      continue;
    }
    const blank = blankAddresses(endpoint, record);
    if (blank !== undefined) withoutAddress.add({ ...record, ...blank });
    for (const row of new Set(keysOf(endpoint, record).map(table.find))) if (row !== undefined) matchRow(row, record);
  }
  if (masked.size > 0) refuseCollisions(work, masked);
  const hidden = listed.hidden();
  const withoutMask = hidden.filter((field) => !isAddress(field));
  if (withoutMask.length > 0) throw withoutKey(endpoint, `without ${withoutMask.join(' and ')}`);
  if (hidden.length > 0) refuseCollisions(work, withoutAddress);

  function matchRow(row: number, record: RecordData): void {
    const state = table.state(row);
    if (state === 'doubt') resolveDoubt(row, record);
    else if (state === 'update') confirmUpdate(row, record);
    else if (state === 'create' || state === 'contested') matchExisting(row, record);
  }

  function resolveDoubt(row: number, record: RecordData): void {
    const id = recordId(record, endpoint.resource);
    if (noteOf(work, row).mayFollow) {
      const { fileRow, line } = table.read(row);
      const message = `${id ?? 'its record'} is in the list, but one of the requests may still create another`;
      const faults = [{ row: fileRow, line, code: 'outcome_unknown', message }];
      // It stays in doubt, and is not sent again.
      table.attach(row, { faults, loss: 'confirmed', mayFollow: true });
      return;
    }
    table.mark(row, 'created');
    table.attach(row, { id });
    journal?.recordOutcome({ row, did: 'created', id });
  }

  /** A lost update took effect if the record has its values. */
  function confirmUpdate(row: number, record: RecordData): void {
    const { loss, ...note } = noteOf(work, row);
    if (loss === undefined || recordId(record, endpoint.resource) !== note.id) return;
    if (compare(record, note.changes ?? {}, terms).changes.length > 0) return;
    table.mark(row, 'updated');
    journal?.recordOutcome({ row, did: 'updated', id: note.id });
  }

  function matchExisting(row: number, record: RecordData): void {
    const id = recordId(record, endpoint.resource);
    const comparison = compare(record, onConflict === 'update' ? wantedBy(work, table.read(row)) : {}, terms);
    for (const field of comparison.fixed) fixed.add(field);
    const { changes } = comparison;
    table.mark(row, stateOfExisting(onConflict, comparison));
    table.attach(row, {
      id,
      ...(changes.length > 0 && {
        changes: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
        before: Object.fromEntries(changes.map(({ field, from }) => [field, from])),
      }),
    });
  }
}

async function* listRecords({ endpoint, event }: Work, { client, signal }: MatchOptions): AsyncGenerator<RecordData> {
  const list = listOf(endpoint);
  if (list === undefined) throw new TypeError(`nothing lists what ${endpoint.path} creates`);
  for await (const { records } of client.pages(list, { path: { event_id: event } })) {
    signal?.throwIfAborted();
    yield* records;
  }
}

/** A mask for each address of the key that a record shows as null or empty; undefined if it shows one. */
function blankAddresses({ key = [] }: Endpoint, record: RecordData): Readonly<Record<string, string>> | undefined {
  const addresses = key.filter(isAddress);
  if (addresses.some((field) => keyText(record[field]) !== undefined)) return undefined;
  return Object.fromEntries(addresses.map((field) => [field, '***']));
}

/** @param fields of the record's key that cannot be compared */
function refuseUnreadable(endpoint: Endpoint, record: RecordData, fields: readonly string[]): void {
  if (fields.length === 0) return;
  const absent = fields.filter((field) => record[field] === undefined);
  if (absent.length > 0) throw withoutKey(endpoint, `without ${absent.join(' and ')}`);
  const shapes = fields.map((field) => `${field} is ${shapeOf(record[field])}`);
  throw withoutKey(endpoint, `whose ${shapes.join(' and whose ')}`);
}

function withoutKey({ resource }: Endpoint, how: string): MalformedResponseError {
  return new MalformedResponseError(
    `the service lists ${resource} ${how}, so existing ${resource} cannot be recognized; nothing was sent`,
    { fix: 'use a service that lists these fields as text; otherwise, an import could create duplicates' },
  );
}

function isAddress(field: string): boolean {
  return field.endsWith('email');
}

/** @throws {UsageError} if one of the masked records may be that of a row that is to be created or in doubt */
function refuseCollisions(work: Work, masked: MaskedRecords): void {
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

interface MaskedRecords {
  readonly size: number;
  add(record: RecordData): void;
  /** The mask of a record that could be this one. */
  find(body: Readonly<Record<string, string>>): string | undefined;
}

/** An index of records with masked addresses, because all records of an event may have them. @param key only its addresses can be masked */
function createMaskedRecords(key: readonly string[]): MaskedRecords {
  const addresses = key.filter(isAddress);
  const others = key.filter((field) => !addresses.includes(field));
  const byStart = new Map<string, Map<string, readonly string[]>>();
  const foldedField = (record: Readonly<Record<string, unknown>>, field: string) =>
    foldKey(String(record[field] ?? ''));
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
