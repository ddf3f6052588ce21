// Owns what a program was when its files and the service were last the same: `program.json`, which
// is public, and the snapshot, which is not.

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  array,
  boolean,
  literal,
  object,
  optional,
  type output,
  record,
  refine,
  regex,
  safeParse,
  string,
} from 'zod/mini';
import { byResource, type FileResource, fileResources } from '../contract/endpoint.ts';
import { InvalidInputError, JournalError } from '../errors.ts';
import { parseJson } from '../runs/json-lines.ts';
import { refuseOther } from './entries.ts';
import {
  announcedName,
  ledgerName,
  manifestName,
  programFiles,
  roomsName,
  settingsName,
  snapshotFolder,
  snapshotName,
} from './files.ts';
import type { Records } from './records.ts';

/**
 * Without what changes at each pull, so that it is merged without a conflict. A file of an earlier
 * version has more members.
 */
const manifest = object({
  schemaVersion: literal('1.0'),
  baseUrl: string().check(refine(isServiceUrl)),
  event: string().check(regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u)),
  privateColumns: optional(boolean()),
});

/** A folder may come from anybody, and messages print its address. */
function isServiceUrl(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/u.test(text) && URL.canParse(text);
}

export type Manifest = output<typeof manifest>;

/** The event that a folder is the program of. */
export type ProgramEvent = Pick<Manifest, 'baseUrl' | 'event'>;

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
 * A link of a cloned repository could lead private files to where they are published, and a pipe
 * never ends.
 * @throws {InvalidInputError}
 */
function refuseLinks(folder: string): void {
  refuseOther(join(folder, snapshotFolder), 'folder');
  for (const path of programPaths(folder)) refuseOther(path, 'file');
}

/** The files that a program consists of, whether they exist or not. */
export function programPaths(folder: string): readonly string[] {
  const names = fileResources.map((name) => programFiles[name].name);
  return [snapshotPath(folder), ...[...names, ...otherNames].map((name) => join(folder, name))];
}

const otherNames = [roomsName, settingsName, announcedName, ledgerName, manifestName, '.gitignore'];

export function snapshotPath(folder: string): string {
  return join(folder, snapshotFolder, snapshotName);
}

const saved = array(
  object({
    id: string(),
    fields: record(string(), string()),
    removed: optional(boolean()),
    unseen: optional(boolean()),
  }),
);

const snapshot = object({
  schemaVersion: literal('1.0'),
  baseUrl: string(),
  event: string(),
  speakers: saved,
  submissions: saved,
  sessions: saved,
});

export function snapshotText(
  { baseUrl, event }: ProgramEvent,
  records: Readonly<Record<FileResource, Records>>,
): string {
  const kinds = byResource(
    (resource): output<typeof saved> =>
      Array.from(records[resource], ([id, { values, isRemoved = false, isUnseen = false }]) => {
        const marks = { ...(isRemoved && { removed: true }), ...(isUnseen && { unseen: true }) };
        return { id, fields: values, ...marks };
      }),
  );
  const all: output<typeof snapshot> = { schemaVersion: '1.0', baseUrl, event, ...kinds };
  return `${JSON.stringify(all)}\n`;
}

/**
 * Undefined if there is none, or if it is that of another event.
 * @throws {JournalError} if it is damaged
 */
export function readSnapshot(
  folder: string,
  { baseUrl, event }: ProgramEvent,
): Readonly<Record<FileResource, Records>> | undefined {
  const path = snapshotPath(folder);
  if (!existsSync(path)) return undefined;
  const { data } = safeParse(snapshot, parseJson(readFileSync(path, 'utf8')));
  if (data === undefined) {
    throw new JournalError(`${path} is damaged, or of another version`, {
      fix:
        'move this snapshot away, and pull again; without it, a pull that finds edits asks ' +
        'which side to use',
    });
  }
  if (data.baseUrl !== baseUrl || data.event !== event) return undefined;
  return byResource(
    (name) =>
      new Map(
        data[name].map(({ id, fields, removed: isRemoved, unseen: isUnseen }) => {
          return [id, { values: fields, isRemoved, isUnseen }];
        }),
      ),
  );
}

/**
 * The same files have the same hash, and with them what edits are compared with.
 * @param base instead of the snapshot
 */
export function hashFolder(folder: string, base: string | undefined): string {
  const filesOf = (folder: string) =>
    fileResources.map((name) => join(folder, programFiles[name].name));
  const paths = [
    ...filesOf(folder),
    ...(base === undefined ? [snapshotPath(folder)] : filesOf(base)),
  ];
  const hashes = paths.map((path) => (existsSync(path) ? hash('sha256', readFileSync(path)) : ''));
  return hash('sha256', hashes.join('\n'));
}
