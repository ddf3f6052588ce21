// Opens a program: its files, its snapshot and the records of the service, side by side; and reports what has changed. Must not write into its folder.
import type { Client } from '../client/client.ts';
import { byKind, kinds, type RecordKind } from '../combined/kinds.ts';
import { UsageError } from '../errors.ts';
import type { Runs } from '../runs/folder.ts';
import { type RowFile, usingTemporaryRows } from '../runs/row-file.ts';
import { compareSides, type ProgramComparison, type Sides, startComparisons } from './comparison.ts';
import { programFiles } from './files.ts';
import { readEvent } from './records.ts';
import { createStores, type Manifest, readManifest, readSnapshot, type Snapshot } from './snapshot.ts';
import { openTable, readPrivateRows } from './table.ts';

export interface ProgramOptions {
  /** Of the files. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly event: string;
  /** Of local times in the schedule, and of the service. */
  readonly timeZone: string | undefined;
  readonly client: () => Promise<Pick<Client, 'pages'>>;
  /** Where records are saved while they are compared. */
  readonly runs: Pick<Runs, 'prepare'>;
  readonly signal?: AbortSignal | undefined;
}

export interface Program {
  /** Undefined if the folder has no program yet. */
  readonly manifest: Manifest | undefined;
  readonly hasSnapshot: boolean;
  readonly sides: Readonly<Record<RecordKind, Sides>>;
  /** Fields that the service returns and the files do not have. */
  readonly otherFields: ReadonlyMap<RecordKind, ReadonlySet<string>>;
  /** Sessions of the service whose room or start cannot be read. They are on no side. */
  readonly unreadableSessions: number;
}

/**
 * Reads everything, and removes the records from the disk when `use` has ended.
 * @throws {UsageError} if the folder is the program of another event
 * @throws {InvalidInputError} for files that cannot be read
 */
export async function usingProgram<T>(options: ProgramOptions, use: (program: Program) => Promise<T>): Promise<T> {
  const manifest = readManifest(options.folder);
  if (manifest !== undefined) refuseOther(manifest, options);
  return usingTemporaryRows(options.runs, async (file) => use(await openProgram(manifest, options, file)));
}

async function openProgram(manifest: Manifest | undefined, options: ProgramOptions, file: RowFile): Promise<Program> {
  const { folder, client: openClient } = options;
  const snapshot = await readSnapshot(folder, options, file);
  const files: Partial<Record<RecordKind, Pick<Sides, 'table' | 'privateRows'>>> = {};
  for (const resource of kinds) files[resource] = await openFiles(folder, resource, file);
  const service = createStores(file);
  const otherFields = new Map<RecordKind, Set<string>>();
  const unreadableSessions = await readEvent(service, { ...options, client: await openClient() }, (resource, field) => {
    const fields = otherFields.get(resource) ?? new Set();
    otherFields.set(resource, fields.add(field));
  });
  const sidesOf = (resource: RecordKind): Sides => ({
    resource,
    table: files[resource]?.table,
    privateRows: files[resource]?.privateRows,
    base: baseOf(snapshot, resource, files[resource]),
    service: service[resource],
  });
  return {
    manifest,
    hasSnapshot: snapshot !== undefined,
    sides: byKind(sidesOf),
    otherFields,
    unreadableSessions,
  };
}

async function openFiles(
  folder: string,
  resource: RecordKind,
  file: RowFile,
): Promise<Pick<Sides, 'table' | 'privateRows'>> {
  const { name, privateName } = programFiles[resource];
  const table = await openTable(folder, name, resource);
  const privateTable = privateName === undefined ? undefined : await openTable(folder, privateName, resource);
  return { table, privateRows: privateTable && (await readPrivateRows(privateTable, file)) };
}

/** A file that does not exist is written anew, so that its records are not those that a user has removed. */
function baseOf(snapshot: Snapshot | undefined, resource: RecordKind, files: Pick<Sides, 'table'> | undefined) {
  return files?.table === undefined ? undefined : snapshot?.[resource];
}

function refuseOther(manifest: Manifest, { folder, baseUrl, event }: ProgramOptions): void {
  if (manifest.baseUrl === baseUrl && manifest.event === event) return;
  throw new UsageError(
    `${folder} has the program of event ${manifest.event} of ${manifest.baseUrl}, and the settings are event ${event} of ${baseUrl}`,
    { fix: 'use the settings of that event, or another folder' },
  );
}

export interface ProgramStatus {
  /** Without a snapshot, it is unknown which side has changed: records that differ are conflicts. */
  readonly hasSnapshot: boolean;
  readonly comparisons: Readonly<Record<RecordKind, ProgramComparison>>;
}

/** @throws as `usingProgram` */
export async function programStatus(options: ProgramOptions): Promise<ProgramStatus> {
  return usingProgram(options, async ({ hasSnapshot, sides }) => {
    const comparisons = startComparisons();
    for (const resource of kinds) {
      for await (const _ of compareSides(sides[resource], comparisons[resource], options));
    }
    return { hasSnapshot, comparisons };
  });
}
