// Finds the folder of a program, and reads what it sets for every command in it. Must not know
// tokens, flags or profiles.

import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { optional, type output, record, safeParse, strictObject, string } from 'zod/mini';
import { mostSimilar } from '../columns/similarity.ts';
import { plural, quoted } from '../contract/amount.ts';
import { InvalidInputError } from '../errors.ts';
import { parseJson } from '../runs/json-lines.ts';
import { announcedName, manifestName, programFile, roomsName, settingsName } from './files.ts';
import { type Manifest, readManifest } from './snapshot.ts';

const words = optional(record(string(), string()));
const statusWords = { speakers: words, submissions: words };
const columnFields = { ...statusWords, sessions: words };

const settingsMembers = {
  timezone: optional(string()),
  defaultDuration: optional(string()),
  turnaround: optional(string()),
  every: optional(string()),
  /** The field of a column, by what a file has rows of. */
  map: optional(strictObject(columnFields)),
  /** The status that a word means, likewise. */
  statusMap: optional(strictObject(statusWords)),
};

/** What people write into `plenary.json`. Texts are read as those of the flags of the same name. */
const folderSettings = strictObject(settingsMembers);

export type FolderSettings = output<typeof folderSettings>;

/** The folder of a program that a command works in. */
export interface WorkingFolder {
  /** As it was found: absolute, or as the user wrote it. */
  readonly path: string;
  readonly manifest: Manifest;
  readonly settings: FolderSettings;
  /** The name of the settings in messages. */
  readonly settingsFile: string;
  /** The files that exist, and that the user edits. */
  readonly schedule: string | undefined;
  readonly rooms: string | undefined;
  /** The name of what was announced, whether it exists or not. */
  readonly announced: string;
}

/**
 * The nearest folder from `start` upward that has a program: not above the root of a repository of
 * git, and only if the user owns it, because a folder may come from anybody.
 * @param userId undefined where files have no owner
 */
export function nearestProgram(start: string, userId: number | undefined): string | undefined {
  if (isProgram(start)) return isOwn(start, userId) ? start : undefined;
  const parent = dirname(start);
  if (parent === start || existsSync(join(start, '.git'))) return undefined;
  return nearestProgram(parent, userId);
}

/** A file of this name may be something else. One that is damaged is reported when it is read. */
function isProgram(folder: string): boolean {
  const file = join(folder, manifestName);
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const content = parseJson(readFileSync(file, 'utf8'));
  if (content === undefined) return true;
  return typeof content === 'object' && content !== null && 'baseUrl' in content;
}

function isOwn(folder: string, userId: number | undefined): boolean {
  if (userId === undefined) return true;
  const paths = [folder, join(folder, manifestName), join(folder, settingsName)];
  return paths.every((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined || stats.uid === userId;
  });
}

/**
 * Undefined if the folder has no program.
 * @throws {InvalidInputError} if a file of it is damaged or a link, or its settings are invalid
 */
export function readWorkingFolder(path: string): WorkingFolder | undefined {
  const manifest = readManifest(path);
  if (manifest === undefined) return undefined;
  const settingsFile = nameIn(path, settingsName);
  const schedule = programFile(path, 'sessions');
  const rooms = nameIn(path, roomsName);
  return {
    path,
    manifest,
    settings: readSettings(settingsFile),
    settingsFile,
    schedule: ifExists(schedule),
    rooms: ifExists(rooms),
    announced: nameIn(path, announcedName),
  };
}

function nameIn(folder: string, name: string): string {
  return join(folder, name).replaceAll('\\', '/');
}

function ifExists(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}

function readSettings(file: string): FolderSettings {
  if (!existsSync(file)) return {};
  const content = parseJson(readFileSync(file, 'utf8'));
  if (content === undefined) {
    throw new InvalidInputError(`${file} is not valid JSON`, { fix: 'correct the file' });
  }
  const { data, error } = safeParse(folderSettings, content);
  if (data !== undefined) return data;
  throw new InvalidInputError(`${file} has settings that cannot be read`, {
    details: error.issues.map((issue) => ({ file, message: settingFault(issue) })),
    fix: `use the members ${members.join(', ')}, each as its flag is written`,
  });
}

const members = Object.keys(settingsMembers);

type Issue = NonNullable<ReturnType<typeof safeParse>['error']>['issues'][number];

function settingFault(issue: Issue): string {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys')
    return `${path || 'the file'} has a value of another type`;
  const known = path === '' ? members : Object.keys(columnFields);
  const named = issue.keys.map((key) => {
    const similar = mostSimilar(key, known);
    return similar === undefined ? quoted(key) : `${quoted(key)} (did you mean ${similar}?)`;
  });
  const inside = path === '' ? '' : ` in ${path}`;
  return `unknown ${plural(named.length, 'member')} ${named.join(', ')}${inside}`;
}
