// Writes an event into the files of a program, and merges it with what the files have become since. Must not know the terminal.
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { byKind, kinds, type RecordKind } from '../combined/kinds.ts';
import { ConflictError, OutputError } from '../errors.ts';
import { csvText } from '../files/csv-write.ts';
import { createPrivateFolder } from '../private-folder.ts';
import { createReplacements, type Replacement, type Replacements } from '../replace-file.ts';
import { compareSides, type MergedRow, type ProgramComparison, type Sides, startComparisons } from './comparison.ts';
import { ignoredPatterns, manifestName, programFiles, publicFields, snapshotFolder } from './files.ts';
import type { Side, Values } from './merge.ts';
import { type Program, type ProgramOptions, usingProgram } from './program.ts';
import { createSnapshotWriter, type Manifest, type SnapshotWriter, snapshotPath } from './snapshot.ts';
import { type TableForm, type WrittenHeader, writtenCells, writtenHeader } from './table.ts';

export interface PullOptions extends ProgramOptions {
  /** Whether addresses, phone numbers, notes and feedback are in files of their own; as before if undefined. */
  readonly privateColumns?: boolean | undefined;
  /** Whether changes of the service are merged into files that have been edited. */
  readonly merge: boolean;
  readonly prefer?: Side | undefined;
  readonly now: () => Date;
}

export interface PullResult {
  /** `refused`: the files have been edited, and nothing was written. */
  readonly outcome: 'done' | 'refused';
  readonly hasSnapshot: boolean;
  /** How many records the service has. */
  readonly counts: Manifest['counts'];
  readonly comparisons: Readonly<Record<RecordKind, ProgramComparison>>;
  /** The files that were written, because they differ from before. */
  readonly written: readonly string[];
  readonly otherFields: Program['otherFields'];
  readonly unreadableSessions: number;
}

/**
 * Reads the event, and writes what has changed. Each file is replaced as a whole; the snapshot comes last, so that after a
 * crash no value of the service looks like an edit.
 * @throws {OutputError} if a file cannot be written
 */
export async function pullProgram(options: PullOptions): Promise<PullResult> {
  return usingProgram(options, async (program) => {
    const files = createReplacements(createFolders(options.folder));
    try {
      return await pullInto(files, program, options);
    } finally {
      files.discard();
    }
  });
}

async function pullInto(files: Replacements, program: Program, options: PullOptions): Promise<PullResult> {
  const { manifest, sides, hasSnapshot, otherFields, unreadableSessions } = program;
  const { folder, baseUrl, event, timeZone, prefer } = options;
  const privateColumns = options.privateColumns ?? manifest?.privateColumns ?? false;
  const comparisons = startComparisons();
  const base = createSnapshotWriter(files.beginLast(snapshotPath(folder), 0o600), options);
  for (const resource of kinds) {
    const rows = compareSides(sides[resource], comparisons[resource], { timeZone, prefer });
    await writeResource(rows, { sides: sides[resource], files, base, privateColumns, folder });
    if (privateColumns && manifest?.privateColumns !== true) refuseNewRows(resource, comparisons[resource]);
  }
  base.end();
  const counts = byKind((resource) => sides[resource].service.size);
  const result = { hasSnapshot, counts, comparisons, otherFields, unreadableSessions };
  if (!options.merge && Object.values(comparisons).some(isEdited))
    return { ...result, outcome: 'refused', written: [] };
  addIgnored(files, folder);
  const describe = (pulledAt: string): Manifest => {
    return { schemaVersion: '1.0', baseUrl, event, pulledAt, ...(privateColumns && { privateColumns }), counts };
  };
  const isUnchanged = !files.differ() && isDeepStrictEqual(manifest, describe(manifest?.pulledAt ?? ''));
  const described = isUnchanged && manifest !== undefined ? manifest : describe(options.now().toISOString());
  files.beginLast(join(folder, manifestName)).write(`${JSON.stringify(described, null, 2)}\n`);
  return { ...result, outcome: 'done', written: files.commit() };
}

/** Whether the user has changed something that a pull could overwrite. */
export function isEdited({ counts: { files, conflicts } }: ProgramComparison): boolean {
  return files.changed + files.added + files.removed + conflicts > 0;
}

interface Writing {
  readonly sides: Sides;
  readonly files: Replacements;
  readonly base: SnapshotWriter;
  readonly privateColumns: boolean;
  readonly folder: string;
}

async function writeResource(rows: AsyncIterable<MergedRow>, { sides, files, base, privateColumns, folder }: Writing) {
  const { resource, table, privateRows } = sides;
  const { name, privateName, id, privateFields } = programFiles[resource];
  const header = writtenHeader(
    table?.header,
    id,
    publicFields(resource, privateColumns),
    privateColumns ? privateFields : [],
  );
  const writer = createTableWriter(files.begin(join(folder, name)), header, table?.form);
  const privateWriter = openPrivate();
  for await (const { id: key, row, values, base: before, isRemoved } of rows) {
    if (before !== undefined) base.add(resource, key, before, isRemoved);
    if (values === undefined) continue;
    const named = { ...values, ...(key !== '' && { [id]: key }) };
    writer.add(row?.cells, named);
    if (key !== '') privateWriter?.add(privateRows?.get(key)?.cells, named);
  }
  writer.end();
  privateWriter?.end();

  function openPrivate(): TableWriter | undefined {
    if (privateName === undefined) return undefined;
    const path = join(folder, privateName);
    if (!privateColumns) {
      files.remove(path);
      return undefined;
    }
    const written = writtenHeader(privateRows?.header, id, privateFields, []);
    return createTableWriter(files.begin(path, 0o600), written, privateRows?.form);
  }
}

interface TableWriter {
  /** @param cells of the row as it was */
  add(cells: readonly string[] | undefined, values: Values): void;
  end(): void;
}

function createTableWriter(
  file: Replacement,
  header: WrittenHeader,
  { delimiter, hasMark }: TableForm = { delimiter: ',', hasMark: false },
): TableWriter {
  let rows: (readonly string[])[] = [header.columns];
  const flush = () => {
    file.write(csvText(rows, { delimiter }));
    rows = [];
  };
  if (hasMark) file.write('\uFEFF');
  return {
    add(cells, values) {
      rows.push(writtenCells(header, cells, values));
      if (rows.length >= rowsAtOnce) flush();
    },
    end: flush,
  };
}

const rowsAtOnce = 500;

/** New rows have no id, so that a private file could not hold their addresses. */
function refuseNewRows(resource: RecordKind, { counts: { files } }: ProgramComparison): void {
  if (resource === 'sessions' || files.added === 0) return;
  throw new ConflictError(
    `${programFiles[resource].name} has ${files.added} new ${files.added === 1 ? 'row' : 'rows'}, whose private columns would be lost`,
    { fix: 'apply the new rows first, or remove them' },
  );
}

/** @returns the folder of what is private */
function createFolders(folder: string): string {
  const path = join(folder, snapshotFolder);
  try {
    mkdirSync(folder, { recursive: true });
    createPrivateFolder(path);
    chmodSync(path, 0o700);
  } catch (cause) {
    throw new OutputError(`cannot write ${folder}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  return path;
}

/** Lines of the user's own are preserved. */
function addIgnored(files: Replacements, folder: string): void {
  const path = join(folder, '.gitignore');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  const absent = ignoredPatterns.filter((pattern) => !lines.has(pattern));
  if (absent.length === 0) return;
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  files.begin(path).write(`${text}${separator}${absent.map((pattern) => `${pattern}\n`).join('')}`);
}
