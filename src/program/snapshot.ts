// Owns what a program was when its files and the service were last the same: `program.json`, which is public, and the snapshot, which is not.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  boolean,
  int,
  literal,
  looseObject,
  nonnegative,
  object,
  optional,
  type output,
  record,
  safeParse,
  string,
} from 'zod/mini';
import { InvalidInputError, JournalError } from '../errors.ts';
import { damagedLine, parseJson, readJsonLines } from '../runs/json-lines.ts';
import type { RowFile } from '../runs/row-file.ts';
import {
  byResource,
  manifestName,
  type ProgramResource,
  programResources,
  snapshotFolder,
  snapshotName,
} from './files.ts';
import { createRecords, type RecordStore, type Records } from './records.ts';

const count = int().check(nonnegative());

const manifest = object({
  schemaVersion: literal('1.0'),
  baseUrl: string(),
  event: string(),
  /** When a pull last changed a file. */
  pulledAt: string(),
  privateColumns: optional(boolean()),
  counts: object({ speakers: count, submissions: count, sessions: count }),
});

export type Manifest = output<typeof manifest>;

/** Undefined if the folder has no program yet. @throws {InvalidInputError} */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, manifestName);
  if (!existsSync(file)) return undefined;
  const { data } = safeParse(manifest, parseJson(readFileSync(file, 'utf8')));
  if (data !== undefined) return data;
  throw new InvalidInputError(`${file} is damaged, or not the description of a program`, {
    fix: 'restore it from version control, or remove it to pull into this folder again',
  });
}

/** Whether a folder has the program of an event. One that is damaged is none. */
export function isProgramOf(folder: string, { baseUrl, event }: Pick<Manifest, 'baseUrl' | 'event'>): boolean {
  const file = join(folder, manifestName);
  const { data } = safeParse(manifest, existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined);
  return data?.baseUrl === baseUrl && data.event === event;
}

export function snapshotPath(folder: string): string {
  return join(folder, snapshotFolder, snapshotName);
}

const snapshotHeader = looseObject({ schemaVersion: literal('1.0'), baseUrl: string(), event: string() });
const snapshotLine = looseObject({
  resource: literal(programResources),
  id: string(),
  fields: record(string(), string()),
  removed: optional(boolean()),
});

/** The first line of a snapshot. */
export function snapshotHeaderText({ baseUrl, event }: Pick<Manifest, 'baseUrl' | 'event'>): string {
  return `${JSON.stringify({ schemaVersion: '1.0', baseUrl, event })}\n`;
}

/** @param isRemoved whether the user has removed the row of the record, and knows that the record remains */
export function snapshotText(
  resource: ProgramResource,
  id: string,
  fields: Readonly<Record<string, string>>,
  isRemoved = false,
): string {
  return `${JSON.stringify({ resource, id, fields, ...(isRemoved && { removed: true }) })}\n`;
}

export type Snapshot = Readonly<Record<ProgramResource, Records>>;

/**
 * Undefined if there is none, or if it is that of another event.
 * @throws {JournalError} if it is damaged
 */
export async function readSnapshot(
  folder: string,
  target: Pick<Manifest, 'baseUrl' | 'event'>,
  file: RowFile,
): Promise<Snapshot | undefined> {
  const path = snapshotPath(folder);
  if (!existsSync(path)) return undefined;
  try {
    return await readRecords(path, target, file);
  } catch (cause) {
    if (!(cause instanceof JournalError)) throw cause;
    throw new JournalError(cause.message, {
      cause,
      fix: 'move this snapshot away, and pull again; without it, a pull that finds edits asks which side to use',
    });
  }
}

async function readRecords(
  path: string,
  target: Pick<Manifest, 'baseUrl' | 'event'>,
  file: RowFile,
): Promise<Snapshot | undefined> {
  const stores = createStores(file);
  for await (const { line, value } of readJsonLines(path)) {
    if (line === 1) {
      const { data } = safeParse(snapshotHeader, value);
      if (data === undefined) throw damagedLine(path, line, 'not the header of a snapshot that this version can read');
      if (data.baseUrl !== target.baseUrl || data.event !== target.event) return undefined;
      continue;
    }
    const { data } = safeParse(snapshotLine, value);
    if (data === undefined) throw damagedLine(path, line, 'not a record of a snapshot');
    stores[data.resource].add(data.id, data.fields, { isRemoved: data.removed === true });
  }
  return stores;
}

export function createStores(file: RowFile): Readonly<Record<ProgramResource, RecordStore>> {
  return byResource((resource) => createRecords(resource, file));
}
