// Writes an event into the files of a program, and merges it with what the files have become since.
// Must not know the terminal.

import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { byResource, type FileResource, fileResources } from '../contract/endpoint.ts';
import { ConflictError, OutputError, systemFault } from '../errors.ts';
import { createPrivateFolder } from '../private-folder.ts';
import { createReplacements, type Replacements, removeUnfinished } from '../replace-file.ts';
import { compareSides, type ProgramComparison, type Sides } from './comparison.ts';
import { tableText } from './csv-files.ts';
import { manifestName, programFiles, snapshotFolder } from './files.ts';
import { lineEndsOf, withLineEnds } from './line-ends.ts';
import type { Side } from './merge.ts';
import {
  openProgram,
  type Program,
  type ProgramOptions,
  type ProgramStatus,
  type SentValues,
} from './program.ts';
import { type Manifest, snapshotPath, snapshotText } from './snapshot.ts';

export interface PullOptions extends ProgramOptions {
  /**
   * Whether addresses, phone numbers, notes and feedback are in the files; as before if undefined.
   */
  readonly privateColumns?: boolean | undefined;
  /** Whether changes of the service are merged into files that have been edited. */
  readonly merge: boolean;
  readonly prefer?: Side | undefined;
  /** After a run, what it has sent. */
  readonly sent?: SentValues;
}

export interface PullResult extends ProgramStatus, Pick<Program, 'otherFields'> {
  /** `refused`: the files have been edited, and nothing was written. */
  readonly outcome: 'done' | 'refused';
  /** How many records the service has. */
  readonly counts: Readonly<Record<FileResource, number>>;
  /** The files that were written, because they differ from before. */
  readonly written: readonly string[];
  /** The resources whose private columns are new in a folder under version control. */
  readonly published: readonly FileResource[];
}

/**
 * Reads the event, and writes what has changed. Each file is replaced as a whole; the snapshot
 * comes last, so that after a crash no value of the service looks like an edit.
 * @throws {OutputError} if a file cannot be written
 */
export async function pullProgram(options: PullOptions): Promise<PullResult> {
  const program = await openProgram(options, options.sent);
  const end = options.onWrite?.();
  const files = createReplacements(createFolders(options.folder));
  try {
    return pullInto(files, program, options);
  } finally {
    files.discard();
    await end?.();
  }
}

function pullInto(files: Replacements, program: Program, options: PullOptions): PullResult {
  const { manifest, sides, ...others } = program;
  const { folder, baseUrl, event } = options;
  const privateColumns = options.privateColumns ?? manifest?.privateColumns ?? false;
  const comparisons = byResource((resource) => compareSides(sides[resource], options));
  const counts = byResource((resource) => sides[resource].service.size);
  const result = { ...others, counts, comparisons };
  if (!options.merge && Object.values(comparisons).some(isEdited))
    return { ...result, outcome: 'refused', written: [], published: [] };
  for (const resource of fileResources) {
    files
      .begin(join(folder, programFiles[resource].name))
      .write(mergedText(sides[resource], comparisons[resource], privateColumns));
  }
  addIgnored(files, folder);
  const records = byResource((resource) =>
    comparisons[resource].rows.flatMap(({ id, base, isRemoved = false }) =>
      base === undefined ? [] : [{ id, fields: base, ...(isRemoved && { removed: true }) }],
    ),
  );
  files.beginLast(snapshotPath(folder), 0o600).write(snapshotText(options, records));
  const target = { schemaVersion: '1.0', baseUrl, event } as const;
  const described: Manifest = privateColumns ? { ...target, privateColumns } : target;
  const manifestPath = join(folder, manifestName);
  const manifestEnds = lineEndsOf(readIfExists(manifestPath));
  files
    .beginLast(manifestPath)
    .write(withLineEnds(`${JSON.stringify(described, null, 2)}\n`, manifestEnds));
  const isPublished = (resource: FileResource) =>
    programFiles[resource].privateFields.length > 0 && !hasPrivateColumns(sides[resource]);
  const published =
    privateColumns && isVersioned(resolve(folder)) ? fileResources.filter(isPublished) : [];
  return { ...result, outcome: 'done', written: files.commit(), published };
}

/** Whether the user has changed something that a pull could overwrite. */
export function isEdited({ counts: { files, conflicts } }: ProgramComparison): boolean {
  return files.changed + files.added + files.removed + conflicts > 0;
}

function hasPrivateColumns({ resource, table }: Sides): boolean {
  return programFiles[resource].privateFields.some((field) => table?.positions.has(field) === true);
}

function mergedText(sides: Sides, comparison: ProgramComparison, privateColumns: boolean): string {
  const { name, id, fields, privateFields } = programFiles[sides.resource];
  const dropped = privateColumns ? [] : privateFields;
  if (!privateColumns && hasPrivateColumns(sides) && isEdited(comparison)) {
    throw new ConflictError(
      `${name} has edits, and a pull without --private-columns removes its private columns`,
      {
        fix: 'apply the edits first, or pass --private-columns',
      },
    );
  }
  const rows = comparison.rows.flatMap(({ id: key, row, values }) =>
    values === undefined
      ? []
      : [{ cells: row?.cells ?? [], values: { ...values, ...(key !== '' && { [id]: key }) } }],
  );
  return tableText(
    sides.table,
    { id, fields: fields.filter((field) => !dropped.includes(field)), dropped },
    rows,
  );
}

/** Whether a folder is in a work tree of git. */
function isVersioned(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  return dirname(folder) !== folder && isVersioned(dirname(folder));
}

/** @returns the folder of what is private, without what a pull that was killed has left there */
function createFolders(folder: string): string {
  const path = join(folder, snapshotFolder);
  try {
    mkdirSync(folder, { recursive: true });
    createPrivateFolder(path);
    chmodSync(path, 0o700);
    removeUnfinished(path);
  } catch (cause) {
    throw new OutputError(...systemFault(`cannot write ${folder}`, cause));
  }
  return path;
}

/** Lines of the user's own are preserved. */
function addIgnored(files: Replacements, folder: string): void {
  const path = join(folder, '.gitignore');
  const text = readIfExists(path);
  const pattern = `${snapshotFolder}/`;
  if (text.split('\n').some((line) => line.trim() === pattern)) return;
  const { end, isLastEnded } = lineEndsOf(text);
  const before = text === '' || isLastEnded ? text : `${text}${end}`;
  files.begin(path).write(`${before}${pattern}${end}`);
}

function readIfExists(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
