// Opens a program: its files, what they were, and the records of the service, side by side; and
// reports what has changed. Must not write.

import { comparedKey } from '../changes/names.ts';
import type { Client } from '../client/client.ts';
import { byResource, type FileResource } from '../contract/endpoint.ts';
import { grouped } from '../contract/grouped.ts';
import { comparedTitle } from '../contract/key.ts';
import { ConflictError, UsageError } from '../errors.ts';
import { realPath } from '../real-path.ts';
import {
  type CompareOptions,
  compareSides,
  hasPlace,
  type ProgramComparison,
  type Sides,
} from './comparison.ts';
import type { FileRow, ProgramTable } from './csv-files.ts';
import { programFiles } from './files.ts';
import { type RowOwners, rowsWithIds } from './identified-rows.ts';
import type { Values } from './merge.ts';
import { manifestOf, type ProgramFiles, readFolder } from './read-folder.ts';
import {
  type CreatedIds,
  isKeyShown,
  type ListedProgram,
  type Records,
  readListedProgram,
} from './records.ts';
import { type Sent, withHidden, withSent, withShown, withUnseen } from './sent-values.ts';
import { type Manifest, readSnapshot } from './snapshot.ts';

export interface ProgramOptions extends Pick<CompareOptions, 'overwrite'> {
  /** Of the files. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly event: string;
  /** Of local times in the schedule, and of the service. */
  readonly timeZone: string | undefined;
  readonly client: () => Promise<Pick<Client, 'pages'>>;
  /**
   * The ids of the submissions that this computer has created, by the mark of the key of their row.
   */
  readonly created: () => Promise<CreatedIds>;
  /** The folder as it was applied last. It replaces the snapshot. */
  readonly base?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called before files are written, and what it returns when all of them are in their places. */
  readonly onWrite?: () => () => Promise<void>;
}

export interface Program extends Pick<ListedProgram, 'otherFields'> {
  /** Undefined if the folder has no program yet. */
  readonly manifest: Manifest | undefined;
  /** Without it, it is unknown which side has changed: records that differ are conflicts. */
  readonly hasBase: boolean;
  readonly sides: Readonly<Record<FileResource, Sides>>;
}

/**
 * @param sent since the files were compared last
 * @throws {UsageError} if the folder is the program of another event, and if that of the base has
 *   none
 * @throws {InvalidInputError} for files that cannot be read
 */
export async function openProgram(options: ProgramOptions, sent?: Sent): Promise<Program> {
  const { folder } = options;
  refuseSameFolder(options);
  // Before the lists are read, which takes longer.
  manifestOf(folder, options);
  const listed = await readListedProgram({ ...options, client: await options.client() });
  const { records, otherFields } = listed;
  const owners = await ownersIn(records, options);
  // Afterwards, because somebody may save a file meanwhile.
  const files = readFolder(folder, options, listed);
  const applied = readApplied(options, listed);
  if (applied !== undefined) refuseApplied(files, applied, owners);
  const snapshot = readSnapshot(folder, options);
  const base =
    applied === undefined
      ? snapshot
      : byResource((name) => {
          const records = recordsOf(name, applied.tables[name], owners[name]);
          return withUnseen(records, snapshot?.[name]);
        });
  const sides = byResource((resource): Sides => {
    const table = files.tables[resource];
    const { service } = owners[resource];
    const side = { resource, table, base: undefined, ...owners[resource] };
    // A file that does not exist is written anew, so that its records are not those that a user has
    // removed.
    if (table === undefined || base === undefined) return side;
    const before = base[resource];
    const values = sent?.values[resource];
    if (sent === undefined || values === undefined)
      return { ...side, base: withShown(before, service) };
    return sent.isOfFiles
      ? { ...side, base: withShown(withSent(before, values, service, options.timeZone), service) }
      : { ...side, base: withShown(before, service), service: withHidden(service, values) };
  });
  refuseOtherDatabase(folder, Object.values(sides));
  return { manifest: files.manifest, otherFields, hasBase: base !== undefined, sides };
}

/**
 * The records of the service, and what is needed to find those of rows without an id. What this
 * computer has created is read only if the service hides a submitter.
 */
async function ownersIn(
  records: ListedProgram['records'],
  options: ProgramOptions,
): Promise<Readonly<Record<FileResource, RowOwners>>> {
  const isHidden = [...records.submissions.values()].some(({ values }) => {
    return !isKeyShown('submissions', values);
  });
  const created: CreatedIds = isHidden ? await options.created() : new Map();
  const sharedTitles = titlesOfSeveral(records.submissions);
  return {
    speakers: { service: records.speakers, created },
    submissions: { service: records.submissions, created },
    sessions: { service: records.sessions, created, sharedTitles },
  };
}

function refuseSameFolder({ folder, base }: ProgramOptions): void {
  if (base === undefined || realPath(base) !== realPath(folder)) return;
  throw new UsageError(`--base ${base} is the folder itself`, {
    fix: 'pass the folder as it was applied last',
  });
}

/** The folder of `--base`; undefined without the flag. */
function readApplied(options: ProgramOptions, listed: ListedProgram): ProgramFiles | undefined {
  const { base } = options;
  if (base === undefined) return undefined;
  const applied = readFolder(base, options, listed);
  if (applied.manifest !== undefined) return applied;
  throw new UsageError(`${base} has no program`, {
    fix:
      '--base is the folder of the program as it was applied last: in a repository, run `git ' +
      'fetch -f origin tag program-applied` and `git worktree add ../applied program-applied`',
  });
}

/**
 * A row without an id that was applied has a record, which has another key by now: it must not be
 * created again.
 * @throws {ConflictError}
 */
function refuseApplied(
  files: ProgramFiles,
  applied: ProgramFiles,
  owners: Readonly<Record<FileResource, RowOwners>>,
): void {
  for (const resource of ['speakers', 'submissions'] as const) {
    const table = files.tables[resource];
    const keyOfRow = ({ row }: { readonly row: FileRow }) =>
      comparedKey(programFiles[resource], row.values);
    const unknownIn = (rows: readonly FileRow[] = []) =>
      rowsWithIds(resource, rows, owners[resource]).filter(({ id }) => id === '');
    const before = new Set(unknownIn(applied.tables[resource]?.rows).map(keyOfRow));
    const again = unknownIn(table?.rows).filter((row) => before.has(keyOfRow(row)));
    if (table === undefined || again.length === 0) continue;
    const { file } = table;
    throw new ConflictError(
      `rows of ${file} were applied before, and no record matches them any more`,
      {
        details: again.map(({ row: { line } }) => ({
          file,
          line,
          message: 'has no id, and was applied before',
        })),
        fix: 'write the ids of their records, or remove the rows',
      },
    );
  }
}

/** The titles that do not say which submission a row of the schedule means. */
function titlesOfSeveral(submissions: Records): ReadonlySet<string> {
  const byTitle = grouped(submissions.values(), ({ values }) => comparedTitle(values.title) ?? '');
  return new Set([...byTitle].flatMap(([title, { length }]) => (length > 1 ? title : [])));
}

/**
 * Another database at the same address has none of the records: all would be removed from the
 * files.
 */
function refuseOtherDatabase(folder: string, sides: readonly Sides[]): void {
  const isThere = sides.flatMap(({ base, service }) =>
    [...(base?.keys() ?? [])].map((id) => service.has(id)),
  );
  if (isThere.length === 0 || isThere.includes(true)) return;
  throw new ConflictError(
    `the service has none of the records that ${folder} was pulled from; nothing was changed`,
    {
      fix:
        'check --base-url and --event; for a new database, import speakers.csv and ' +
        'submissions.csv of the folder, and pull into a new folder',
    },
  );
}

/** What a file that was applied had. Its new rows are records by now, unless they were not sent. */
function recordsOf(
  resource: FileResource,
  table: ProgramTable | undefined,
  side: RowOwners,
): Records {
  const rows = rowsWithIds(resource, table?.rows ?? [], side);
  const isRecord = (values: Values) => resource !== 'sessions' || hasPlace(values);
  const recordRows = rows.filter(
    ({ id, row, isFurther }) => id !== '' && !isFurther && isRecord(row.values),
  );
  return new Map(recordRows.map(({ id, row }) => [id, { values: row.values }]));
}

export interface ProgramStatus {
  readonly hasBase: boolean;
  readonly comparisons: Readonly<Record<FileResource, ProgramComparison>>;
}

/** @throws as `openProgram` */
export async function programStatus(options: ProgramOptions): Promise<ProgramStatus> {
  const { hasBase, sides } = await openProgram(options);
  return { hasBase, comparisons: byResource((resource) => compareSides(sides[resource], options)) };
}
