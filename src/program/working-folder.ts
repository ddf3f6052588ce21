// Finds the folder of a program, and reads what it sets for every command in it. Must not know
// tokens, flags or profiles.

import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { optional, type output, record, safeParse, strictObject, string } from 'zod/mini';
import type { $ZodIssue } from 'zod/v4/core';
import { mostSimilar } from '../columns/similarity.ts';
import { plural, quoted } from '../contract/amount.ts';
import { InvalidInputError } from '../errors.ts';
import { faultWords } from '../files/json/parse.ts';
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

/** The folder of a program that a command works in. */
export interface WorkingFolder {
  /** As it was found: absolute, or as the user wrote it. */
  readonly path: string;
  readonly manifest: Manifest;
  readonly settings: output<typeof folderSettings>;
  /** The name of the settings in messages. */
  readonly settingsFile: string;
  /** The files that exist, and that the user edits. */
  readonly schedule: string | undefined;
  readonly rooms: string | undefined;
  /** The name of what was announced, whether it exists or not. */
  readonly announced: string;
}

/**
 * The nearest folder from `start` upward that has a program, not above the root of a repository of
 * git. A folder may come from anybody: it is used only if the user owns it.
 * @param userId undefined where files have no owner
 * @returns with `refusal` if no command works in it: why, as the end of a sentence
 */
export function nearestProgram(
  start: string,
  userId: number | undefined,
): { readonly path: string; readonly refusal: string | undefined } | undefined {
  if (isProgram(start)) return { path: start, refusal: refusalOf(start, userId) };
  const parent = dirname(start);
  if (parent === start || existsSync(join(start, '.git'))) return undefined;
  return nearestProgram(parent, userId);
}

/** A file of this name may be something else. One that is damaged is reported when it is read. */
function isProgram(folder: string): boolean {
  const file = join(folder, manifestName);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const text = readable(file);
  if (text === undefined) return false;
  const content = parseJson(text);
  if (content === undefined) return true;
  return typeof content === 'object' && content !== null && 'baseUrl' in content;
}

/** Undefined for a file that only others can read. */
function readable(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function refusalOf(folder: string, userId: number | undefined): string | undefined {
  if (lstatSync(join(folder, manifestName)).isSymbolicLink()) return `${manifestName} is a link`;
  return isOwn(folder, userId) ? undefined : 'another user owns it';
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

function readSettings(file: string): WorkingFolder['settings'] {
  if (!existsSync(file)) return {};
  const content = parseFile(file);
  const { data, error } = safeParse(folderSettings, content);
  if (data !== undefined) return data;
  throw new InvalidInputError(`${file} has settings that cannot be read`, {
    details: error.issues.map((issue) => ({ file, message: settingFault(issue) })),
    fix: `use the members ${members.join(', ')}, each as its flag is written`,
  });
}

/** @throws {InvalidInputError} with the line, if it is not JSON */
function parseFile(file: string): unknown {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  const content: unknown = parse(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error === undefined) return content;
  const line = text.slice(0, error.offset).split('\n').length;
  throw new InvalidInputError(`${file} is not valid JSON`, {
    details: [{ file, line, message: faultWords(error.error) }],
    fix: 'correct the file; JSON has no comments, and no comma after the last member',
  });
}

const members = Object.keys(settingsMembers);

function settingFault(issue: $ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'invalid_type') {
    const wanted = issue.expected === 'string' ? 'text in quotation marks' : 'an object';
    return `${path || 'the file'} must be ${wanted}`;
  }
  if (issue.code !== 'unrecognized_keys') return `${path} cannot be read: ${issue.message}`;
  const known = { map: columnFields, statusMap: statusWords }[path] ?? settingsMembers;
  const named = issue.keys.map((key) => {
    const similar = mostSimilar(key, Object.keys(known));
    return similar === undefined ? quoted(key) : `${quoted(key)} (did you mean ${similar}?)`;
  });
  const inside = path === '' ? '' : ` in ${path}`;
  return `unknown ${plural(named.length, 'member')} ${named.join(', ')}${inside}`;
}
