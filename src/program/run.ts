// Owns the run of a program on disk: what it applies, saved so that it can be resumed without the files. Must not send.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { boolean, object, optional, type output, safeParse, string } from 'zod/mini';
import { JournalError } from '../errors.ts';
import { type RecordChange, readRecordChange } from '../import/saved-plan.ts';
import { isSameTarget, type RunHeader } from '../runs/entry.ts';
import { phasesOf, type RunFolder, type Runs } from '../runs/folder.ts';
import { damagedLine, readJsonLines } from '../runs/json-lines.ts';
import { type RowFile, type SavedList, savedList } from '../runs/row-file.ts';
import { unfinishedRuns } from '../runs/unfinished.ts';
import { createTextlessStore, readWritten } from '../runs/written.ts';
import type { ScheduleChange } from '../schedule/changes.ts';
import type { SessionCreation } from '../schedule/plan-creations.ts';
import { readChange, readCreation } from '../schedule/saved-plan.ts';
import { type ProgramResource, programFiles, programResources, snapshotFolder, snapshotName } from './files.ts';

/** What the header of such a run has as its resource. Its phases are runs of speakers, submissions and sessions. */
export const programResource = 'program';

const options = object({
  /** What messages call the rows of each kind. */
  files: object({ speakers: optional(string()), submissions: optional(string()), sessions: optional(string()) }),
  creates: boolean(),
  allowPartial: boolean(),
  empty: optional(string()),
  timeZone: optional(string()),
  /** Of the files; absolute. */
  folder: optional(string()),
});

export interface ProgramHeader extends RunHeader {
  readonly options: output<typeof options>;
}

/** The header of a run that is not begun yet, so that it has no name. */
export function createProgramHeader(
  {
    startedAt,
    ...target
  }: Pick<RunHeader, 'event' | 'baseUrl' | 'file' | 'sha256' | 'undoes'> & { readonly startedAt: Date },
  { files, ...given }: ProgramHeader['options'],
): ProgramHeader {
  const head = { journal: 1 as const, run: '', startedAt: startedAt.toISOString(), resource: programResource, rows: 0 };
  return { ...head, ...target, options: defined({ ...given, files: defined(files) }) };
}

/** Without what is undefined, as it is read again. */
function defined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/** Undefined for a run of another kind. @throws {JournalError} if this version cannot read its options */
export function readProgramHeader(header: RunHeader): ProgramHeader | undefined {
  if (header.resource !== programResource) return undefined;
  const { data } = safeParse(options, header.options);
  if (data !== undefined) return { ...header, options: data };
  throw new JournalError(`run ${header.run} has options that this version cannot read`);
}

/** What a run applies. */
export interface ProgramWork {
  readonly speakers: SavedList<RecordChange>;
  readonly submissions: SavedList<RecordChange>;
  /** Undefined without a schedule. */
  readonly sessions: readonly ScheduleChange[];
  /** The sessions of submissions that do not exist yet. */
  readonly creations: readonly SessionCreation[];
}

/** The work as the lines of a file. */
export function* linesOf({ speakers, submissions, sessions, creations }: ProgramWork): IterableIterator<unknown> {
  for (const change of speakers) yield { speakers: change };
  for (const change of submissions) yield { submissions: change };
  for (const change of sessions) yield { sessions: change };
  for (const creation of creations) yield { creations: creation };
}

/** Reads the work of a run. @param file where its changes are while they are used @throws {JournalError} if it is damaged */
export async function readWork(path: string, file: RowFile): Promise<ProgramWork> {
  const places = { speakers: [] as number[], submissions: [] as number[] };
  const sessions: ScheduleChange[] = [];
  const creations: SessionCreation[] = [];
  for await (const { line, value } of readJsonLines(path)) {
    const [[kind, change] = []] = Object.entries(value ?? {});
    if (kind === 'speakers' || kind === 'submissions') {
      places[kind].push(file.append(readRecordChange(change, path, line)));
    } else if (kind === 'sessions') sessions.push(readChange(change, path, line));
    else if (kind === 'creations') creations.push(readCreation(change, path, line));
    else throw damagedLine(path, line, 'not a change of a program');
  }
  return {
    speakers: savedChanges(places.speakers, file),
    submissions: savedChanges(places.submissions, file),
    sessions,
    creations,
  };
}

/** Changes in a file. @param places their offsets */
export function savedChanges(places: readonly number[], file: Pick<RowFile, 'read'>): SavedList<RecordChange> {
  return savedList(places, (place) => file.read(place) as RecordChange);
}

/** The same files have the same hash, and with them the snapshot that edits are compared with. */
export async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const names = programResources.flatMap((name) =>
    [programFiles[name].name, programFiles[name].privateName ?? []].flat(),
  );
  for (const name of [...names, join(snapshotFolder, snapshotName)]) {
    hash.update(`\n${name}\n`);
    const path = join(folder, name);
    if (existsSync(path)) for await (const chunk of createReadStream(path)) hash.update(chunk);
  }
  return hash.digest('hex');
}

/** The unfinished phase of a run that sends records: it is resumed, because only its own rows tell which of them it has created. */
export async function unfinishedPhase(
  run: string | undefined,
  resource: 'speakers' | 'submissions',
  runs: Runs,
): Promise<RunHeader | undefined> {
  const phases = (await runs.list()).filter(({ header, ended }) => header.parent === run && ended === undefined);
  return phases.findLast(({ header }) => header.resource === resource)?.header;
}

/** The unfinished runs of a program that a new one replaces: it compares all of its files with the service. */
export async function findReplacedPrograms(header: RunHeader, runs: Runs): Promise<readonly RunFolder[]> {
  return unfinishedRuns(
    runs,
    (other) => isSameTarget(other, header) && other.file === header.file && other.run !== header.run,
  );
}

/** How many records and sessions the phases of a run have written, those of its earlier processes included. */
export async function countWritten(
  header: RunHeader,
  runs: Runs,
): Promise<Readonly<Record<ProgramResource, { readonly created: number; readonly changed: number }>>> {
  const phases = await phasesOf({ header, ended: undefined }, runs);
  const count = async (resource: ProgramResource) => {
    const own = phases.filter(({ header }) => header.resource === resource);
    const journals = own.map(({ header: { run } }) => runs.folder(run).entries());
    const { created, changed, unsaved } = await readWritten(journals, createTextlessStore());
    return { created: created.length, changed: changed.length + unsaved.length };
  };
  return {
    speakers: await count('speakers'),
    submissions: await count('submissions'),
    sessions: await count('sessions'),
  };
}
