// Opens a program: its files, what they were, and the records of the service, side by side; and
// reports what has changed. Must not write.

import { existsSync, realpathSync } from 'node:fs';
import type { FieldValues } from '../changes/change.ts';
import { comparedKey } from '../changes/names.ts';
import type { Client } from '../client/client.ts';
import { byResource, type FileResource, type RecordResource } from '../contract/endpoint.ts';
import { comparedTitle } from '../contract/key.ts';
import { ConflictError, UsageError } from '../errors.ts';
import {
  type CompareOptions,
  compareSides,
  type ProgramComparison,
  rowsWithIds,
  type Sides,
} from './comparison.ts';
import { type FileRow, type ProgramTable, readProgramTable } from './csv-files.ts';
import { programFiles } from './files.ts';
import { isSameCell } from './merge.ts';
import {
  type CreatedIds,
  isKeyShown,
  type ListedProgram,
  type ProgramRecord,
  type Records,
  readListedProgram,
} from './records.ts';
import { type Manifest, readManifest, readSnapshot } from './snapshot.ts';

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
}

/** The values that a run has sent, by the id of their record. */
export type SentValues = Readonly<
  Record<FileResource, { get(id: string): FieldValues | undefined } | undefined>
>;

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
export async function openProgram(options: ProgramOptions, sent?: SentValues): Promise<Program> {
  const { folder, base, client, created: readCreated, ...target } = options;
  if (base !== undefined && existsSync(base) && realpathSync(base) === realpathSync(folder)) {
    throw new UsageError(`--base ${base} is the folder itself`, {
      fix: 'pass the folder as it was applied last',
    });
  }
  manifestOf(folder, options);
  const { records, ...others } = await readListedProgram({ ...target, client: await client() });
  const isHidden = [...records.submissions.values()].some(
    ({ values }) => !isKeyShown('submissions', values),
  );
  const created = isHidden ? await readCreated() : new Map<string, string>();
  // Afterwards, because somebody may save a file meanwhile.
  const { manifest, tables } = readFiles(folder, options);
  const applied = base === undefined ? undefined : readFiles(base, options);
  if (applied !== undefined && applied.manifest === undefined) {
    throw new UsageError(`${base} has no program`, {
      fix:
        '--base is the folder of the program as it was applied last, such as a git worktree of ' +
        'that commit',
    });
  }
  const saved = base === undefined ? readSnapshot(folder, options) : undefined;
  if (applied !== undefined)
    for (const resource of ['speakers', 'submissions'] as const) refuseApplied(resource);
  const sharedTitles = titlesOfSeveral(records.submissions);
  const sharedBy = (resource: FileResource) => (resource === 'sessions' ? sharedTitles : undefined);
  const baseOf = (resource: FileResource): Records | undefined => {
    // A file that does not exist is written anew, so that its records are not those that a user has
    // removed.
    if (tables[resource] === undefined) return undefined;
    const service = records[resource];
    const known = { service, created, sharedTitles: sharedBy(resource) };
    const before = applied
      ? recordsOf(resource, applied.tables[resource], known)
      : saved?.[resource];
    return before && sent ? withSent(before, sent[resource], service, options) : before;
  };
  const sides = byResource((resource) => {
    return {
      resource,
      table: tables[resource],
      base: baseOf(resource),
      service: records[resource],
      created,
      sharedTitles: sharedBy(resource),
    };
  });
  refuseOtherDatabase(folder, Object.values(sides));
  return { manifest, ...others, hasBase: (applied ?? saved) !== undefined, sides };

  /**
   * A row without an id that was applied has a record, which has another key by now: it must not be
   * created again.
   */
  function refuseApplied(resource: RecordResource): void {
    const unknown = (table: ProgramTable | undefined) =>
      rowsWithIds(resource, table?.rows ?? [], { service: records[resource], created }).filter(
        ({ id }) => id === '',
      );
    const keyOfRow = ({ row }: { readonly row: FileRow }) =>
      comparedKey(programFiles[resource], row.values);
    const before = new Set(unknown(applied?.tables[resource]).map(keyOfRow));
    const again = unknown(tables[resource]).filter((each) => before.has(keyOfRow(each)));
    if (again.length === 0) return;
    const file = tables[resource]?.file ?? '';
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
  const counts = new Map<string, number>();
  for (const { values } of submissions.values()) {
    const title = comparedTitle(values.title) ?? '';
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([title, count]) => (count > 1 ? title : [])));
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

function manifestOf(folder: string, { baseUrl, event }: ProgramOptions): Manifest | undefined {
  const manifest = readManifest(folder);
  if (manifest !== undefined && (manifest.baseUrl !== baseUrl || manifest.event !== event)) {
    throw new UsageError(
      `${folder} has the program of event ${manifest.event} of ${manifest.baseUrl}, and the ` +
        `settings are event ${event} of ${baseUrl}`,
      { fix: 'use the settings of that event, or another folder' },
    );
  }
  return manifest;
}

function readFiles(folder: string, options: ProgramOptions) {
  const manifest = manifestOf(folder, options);
  return { manifest, tables: byResource((resource) => readProgramTable(folder, resource)) };
}

/**
 * What a folder that was applied had. Its new rows are records by now, unless they were not
 * applied.
 */
function recordsOf(
  resource: FileResource,
  table: ProgramTable | undefined,
  known: Pick<Sides, 'service' | 'created' | 'sharedTitles'>,
): Records {
  const rows = rowsWithIds(resource, table?.rows ?? [], known);
  const own = rows.filter(({ id, isFurther }) => id !== '' && !isFurther);
  return new Map(own.map(({ id, row }) => [id, { values: row.values }]));
}

/** What was sent and is in the service is the new base: the files may have been edited since. */
function withSent(
  base: Records,
  sent: SentValues[FileResource],
  service: Records,
  { timeZone }: ProgramOptions,
): Records {
  const found = new Map<string, ProgramRecord>(base);
  for (const [id, { values: there }] of service) {
    const entries = Object.entries(sent?.get(id) ?? {}).map(
      ([field, value]) => [field, value ?? ''] as const,
    );
    // Of what the service does not show, what was sent is what it has.
    const agreed = entries.filter(([field, value]) =>
      isSameCell(field, value, there[field] ?? value, timeZone),
    );
    const before = base.get(id);
    if (agreed.length > 0)
      found.set(id, { ...before, values: { ...before?.values, ...Object.fromEntries(agreed) } });
  }
  return found;
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
