// Owns what a program was when its files and the service were last the same: `program.json`, which is public, and the snapshot, which is not.
import { existsSync, lstatSync, readFileSync, type Stats } from 'node:fs';
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
import { byKind, kinds, type RecordKind } from '../combined/kinds.ts';
import { InvalidInputError, JournalError } from '../errors.ts';
import type { Replacement } from '../replace-file.ts';
import { damagedLine, parseJson, readJsonLines } from '../runs/json-lines.ts';
import type { RowFile } from '../runs/row-file.ts';
import { manifestName, programFiles, snapshotFolder, snapshotName } from './files.ts';
import { createRecords, type Records, type WritableRecords } from './records.ts';

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
  refuseLinks(folder);
  const file = join(folder, manifestName);
  if (!existsSync(file)) return undefined;
  const { data } = safeParse(manifest, parseJson(readFileSync(file, 'utf8')));
  if (data !== undefined) return data;
  throw new InvalidInputError(`${file} is damaged, or not the description of a program`, {
    fix: 'restore it from version control, or remove it to pull into this folder again',
  });
}

/**
 * A link of a cloned repository could lead private files to where they are published, and a pipe never ends.
 * @throws {InvalidInputError}
 */
function refuseLinks(folder: string): void {
  const names = Object.values(programFiles).flatMap(({ name, privateName = name }) => [name, privateName]);
  const files = [...names, manifestName, '.gitignore', join(snapshotFolder, snapshotName)];
  for (const name of [snapshotFolder, ...files]) {
    const path = join(folder, name);
    const found = entryAt(path);
    if (found === undefined || (name === snapshotFolder ? found.isDirectory() : found.isFile())) continue;
    const expected = name === snapshotFolder ? 'folder' : 'file';
    throw new InvalidInputError(`${path} is ${found.isSymbolicLink() ? 'a symbolic link' : `not a ${expected}`}`, {
      fix: `remove it, or put a ${expected} in its place; what a program consists of must be in its folder`,
    });
  }
}

/** Undefined if nothing is there, or if it cannot be known: reading it says why. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether a folder has the program of an event. One that is damaged is none. */
export function isProgramOf(folder: string, { baseUrl, event }: Pick<Manifest, 'baseUrl' | 'event'>): boolean {
  const file = join(folder, manifestName);
  const { data } = safeParse(manifest, entryAt(file)?.isFile() ? parseJson(readFileSync(file, 'utf8')) : undefined);
  return data?.baseUrl === baseUrl && data.event === event;
}

export function snapshotPath(folder: string): string {
  return join(folder, snapshotFolder, snapshotName);
}

const snapshotHeader = looseObject({ schemaVersion: literal('1.0'), baseUrl: string(), event: string() });
const snapshotLine = looseObject({
  resource: literal(kinds),
  id: string(),
  fields: record(string(), string()),
  removed: optional(boolean()),
});

/** Its last line, without which a part of it is missing. */
const snapshotEnd = object({ records: count });

export interface SnapshotWriter {
  /** @param isRemoved whether the user has removed the row of the record, and knows that the record remains */
  add(resource: RecordKind, id: string, fields: Readonly<Record<string, string>>, isRemoved?: boolean): void;
  end(): void;
}

export function createSnapshotWriter(
  file: Replacement,
  { baseUrl, event }: Pick<Manifest, 'baseUrl' | 'event'>,
): SnapshotWriter {
  let records = 0;
  const write = (line: object) => file.write(`${JSON.stringify(line)}\n`);
  write({ schemaVersion: '1.0', baseUrl, event });
  return {
    add(resource, id, fields, isRemoved = false) {
      records++;
      write({ resource, id, fields, ...(isRemoved && { removed: true }) });
    },
    end: () => write({ records }),
  };
}

export type Snapshot = Readonly<Record<RecordKind, Records>>;

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
  let records = 0;
  let end: output<typeof snapshotEnd> | undefined;
  for await (const { line, value } of readJsonLines(path)) {
    if (line === 1) {
      const { data } = safeParse(snapshotHeader, value);
      if (data === undefined) throw damagedLine(path, line, 'not the header of a snapshot that this version can read');
      if (data.baseUrl !== target.baseUrl || data.event !== target.event) return undefined;
      continue;
    }
    const { data } = safeParse(snapshotLine, value);
    end = data === undefined ? safeParse(snapshotEnd, value).data : undefined;
    if (end !== undefined) continue;
    if (data === undefined) throw damagedLine(path, line, 'not a record of a snapshot');
    records++;
    stores[data.resource].add(data.id, data.fields, { isRemoved: data.removed === true });
  }
  if (end?.records !== records) throw new JournalError(`${path} is damaged: a part of it is missing`);
  return stores;
}

export function createStores(file: RowFile): Readonly<Record<RecordKind, WritableRecords>> {
  return byKind((resource) => createRecords(resource, file));
}
