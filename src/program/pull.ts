// Writes an event into the files of a program, and merges it with what the files have become since.
// Must not know the terminal.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { byResource, type FileResource, fileResources } from '../contract/endpoint.ts';
import { ConflictError } from '../errors.ts';
import { lineEndsOf, withLineEnds } from '../files/line-ends.ts';
import { joinPeople } from '../people/people.ts';
import { createReplacements, type Replacements } from '../replace-file.ts';
import { compareSides, type ProgramComparison, type Sides } from './comparison.ts';
import { tableText } from './csv-files.ts';
import { manifestName, programFiles, snapshotFolder, speakersColumn } from './files.ts';
import type { MergeOptions } from './merge.ts';
import { addIgnored, openPrivateFolder } from './private-files.ts';
import { openProgram, type Program, type ProgramOptions, type ProgramStatus } from './program.ts';
import type { Sent } from './sent-values.ts';
import { type Manifest, snapshotPath, snapshotText } from './snapshot.ts';

export interface PullOptions extends ProgramOptions, Pick<MergeOptions, 'prefer'> {
  /**
   * Whether addresses, phone numbers, notes and feedback are in the files; as before if undefined.
   */
  readonly privateColumns?: boolean | undefined;
  /** Whether changes of the service are merged into files that have been edited. */
  readonly merge: boolean;
  /** After a run, what it has sent. */
  readonly sent?: Sent | undefined;
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
  const files = createReplacements(openPrivateFolder(options.folder));
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
      .write(mergedText(sides[resource], comparisons[resource], { ...options, privateColumns }));
  }
  addIgnored(files, folder, [`${snapshotFolder}/`]);
  const records = byResource((resource) => {
    const known = comparisons[resource].rows.flatMap(({ id, base, isRemoved }) =>
      base === undefined ? [] : [[id, { values: base, isRemoved }] as const],
    );
    return new Map(known);
  });
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

function mergedText(
  sides: Sides,
  comparison: ProgramComparison,
  { privateColumns = false, sent }: Pick<PullOptions, 'privateColumns' | 'sent'>,
): string {
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
  const speakers = sides.resource === 'submissions' ? sent?.speakers : undefined;
  const rows = comparison.rows.flatMap(({ id: key, row, values }) => {
    if (values === undefined) return [];
    const names = speakers?.get(key);
    const ownValues = {
      ...(key !== '' && { [id]: key }),
      ...(names !== undefined && { [speakersColumn]: speakersCell(names) }),
    };
    return [{ cells: row?.cells ?? [], values: { ...values, ...ownValues } }];
  });
  const written = {
    id,
    fields: fields.filter((field) => !dropped.includes(field)),
    dropped,
    others: speakers === undefined || speakers.size === 0 ? [] : [speakersColumn],
  };
  return tableText(sides.table, written, rows);
}

/** As a timetable writes them: a comma separates no names. */
function speakersCell(names: readonly string[]): string {
  return joinPeople(names.map((name) => name.replaceAll(';', ',')));
}

/** Whether a folder is in a work tree of git. */
function isVersioned(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true;
  return dirname(folder) !== folder && isVersioned(dirname(folder));
}

function readIfExists(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
