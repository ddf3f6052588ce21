// The user's own mapping of columns to fields: entries of the command line, and a map file. Must not know the vocabulary.

import { record, refine, safeParse, string, union } from 'zod/mini';
import { UsageError } from '../errors.ts';
import { lettersOf } from './fold.ts';
import { isReportColumn } from './own-output.ts';
import { mostSimilar } from './similarity.ts';

/** One column and the target that the user gives it. */
export interface MapEntry {
  readonly column: string;
  /** A field, `name`, or the empty text for a column to leave out. */
  readonly target: string;
  /** The map file that contains the entry; undefined for one of the command line. */
  readonly mapFile?: string;
  /** What words of the column mean. */
  readonly words?: Words;
}

/** Words of a column, and the value of its field that each of them means. */
export type Words = Readonly<Record<string, string>>;

/** By a column's index: the target that the user gives it, or undefined for a column to leave out. */
export type UserMapping = ReadonlyMap<number, string | undefined>;

export interface UserMappingOptions {
  /** The CSV file, for messages. */
  readonly file: string;
  readonly columns: readonly string[];
  /** `Column=target` each, or `Column=` to leave the column out. */
  readonly map: readonly string[];
  /** The entries of the map file; those of `map` take precedence, by column and by target. */
  readonly mapFile?: readonly MapEntry[] | undefined;
}

/**
 * Applies the user's mapping to the columns of a file; each target gets at most one column.
 * @param updateOnly fields that only an update can set
 * @returns also the columns that the map file names and the file does not have
 * @throws {UsageError} for an entry that is not well-formed, an unknown column (map files may name others) or target,
 * and a column or target that is mapped twice
 */
export function applyUserMapping(
  { file, columns, map, mapFile = [] }: UserMappingOptions,
  targets: readonly string[],
  updateOnly: readonly string[] = [],
): { readonly given: UserMapping; readonly absent: readonly string[] } {
  const placed = map.map(parseEntry).map((entry): PlacedEntry => {
    const index = findColumn(entry.column, columns);
    if (index !== undefined) return { ...entry, index };
    throw new UsageError(`${entryText(entry)}: ${file} has no column "${entry.column}"`, {
      fix: `use one of its columns: ${columns.filter((name) => name !== '').join(', ')}`,
    });
  });
  const given = resolveTargets(placed, { targets, updateOnly });
  const located = mapFile.map((entry) => ({ ...entry, index: findColumn(entry.column, columns) }));
  const present = located.filter((entry): entry is PlacedEntry => entry.index !== undefined);
  const taken = new Set([...given.values()].filter((target) => target !== undefined));
  const fromFile = [...resolveTargets(present, { targets, updateOnly })].filter(
    ([index, target]) => !given.has(index) && !(target !== undefined && taken.has(target)),
  );
  return {
    given: new Map([...given, ...fromFile]),
    absent: located.flatMap(({ column, index }) => (index === undefined ? [column] : [])),
  };
}

/**
 * Parses a map file, a JSON object from column to target, or to `{"status": {"Maybe": "accept_queue"}}`: the target and what
 * words of the column mean. The columns, targets and words are not checked.
 * @param mapFile names the file in messages
 * @throws {UsageError} for anything else
 */
export function parseMapFile(text: string, mapFile: string): readonly MapEntry[] {
  const value = parseJson(text.replace(/^\uFEFF/, ''), mapFile);
  const checked = safeParse(mapFileSchema, value);
  if (checked.success) {
    return Object.entries(checked.data).map(([column, value]) => {
      const [[target, words] = ['', undefined]] =
        typeof value === 'string' ? [[value, undefined]] : Object.entries(value);
      return { column: column.trim(), target: target.trim(), mapFile, ...(words !== undefined && { words }) };
    });
  }
  const column = checked.error.issues[0]?.path[0];
  const message =
    column === undefined
      ? `${mapFile} is not a JSON object`
      : `${mapFile} "${String(column)}": must be the name of a field, in quotes, or a field with its words`;
  throw new UsageError(message, { fix: mapFileFix });
}

const wordsOfTarget = record(string(), record(string(), string())).check(
  refine((value) => Object.keys(value).length === 1),
);

const mapFileSchema = record(string(), union([string(), wordsOfTarget]));

/**
 * The text of a map file that repeats a mapping: the target of each used column, and "" for each other column.
 * @param statuses what words of the column of statuses mean
 */
export function mapFileText(
  columns: readonly string[],
  mapped: readonly { readonly index: number; readonly target: string }[],
  statuses: Words = {},
): string {
  const hasStatuses = Object.keys(statuses).length > 0;
  const entries = columns.flatMap((column, at): [string, unknown][] => {
    if (column === '' || isReportColumn(column)) return [];
    const target = mapped.find(({ index }) => index === at)?.target ?? '';
    return [[column, hasStatuses && target === 'status' ? { status: statuses } : target]];
  });
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

const mapFileFix =
  'write a map file as {"E-mail": "email", "Shirt size": "", "Decision": {"status": {"Maybe": "accept_queue"}}}, where "" ignores a column';

function parseJson(text: string, mapFile: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${mapFile} is not JSON: ${reason}`, { cause, fix: mapFileFix });
  }
}

/** An entry with the index of its column. */
interface PlacedEntry extends MapEntry {
  readonly index: number;
}

/** A header may contain `=`; a field's name does not. */
function parseEntry(text: string): MapEntry {
  const at = text.lastIndexOf('=');
  if (at > 0) return { column: text.slice(0, at).trim(), target: text.slice(at + 1).trim() };
  throw new UsageError(`mapping "${text}" is not of the form "Column=field"`, { advice: { kind: 'write_map_entry' } });
}

/** The index of the column with this name, or else of one whose name differs in case, spaces or punctuation, then in accents. */
function findColumn(wanted: string, columns: readonly string[]): number | undefined {
  const exact = columns.indexOf(wanted);
  if (exact >= 0) return exact;
  const name = lettersOf(wanted);
  const close = columns.flatMap((column, index) => (column !== '' && lettersOf(column) === name ? [index] : []));
  if (close.length < 2) return close[0];
  const { compare } = new Intl.Collator('en', { sensitivity: 'accent', ignorePunctuation: true });
  return close.find((index) => compare(columns[index] ?? '', wanted) === 0) ?? close[0];
}

interface Targets {
  readonly targets: readonly string[];
  readonly updateOnly: readonly string[];
}

function resolveTargets(entries: readonly PlacedEntry[], known: Targets): UserMapping {
  const given = new Map<number, string | undefined>();
  for (const entry of entries) {
    if (given.has(entry.index)) throw new UsageError(`${entryText(entry)}: the column is mapped twice`);
    const target = entry.target === '' ? undefined : findTarget(entry, known);
    if (target !== undefined && [...given.values()].includes(target)) {
      throw new UsageError(`${entryText(entry)}: another column is already mapped to ${target}`);
    }
    given.set(entry.index, target);
  }
  return given;
}

function findTarget(entry: MapEntry, { targets, updateOnly }: Targets): string {
  const found = targets.find((target) => lettersOf(target) === lettersOf(entry.target));
  if (found !== undefined) return found;
  if (updateOnly.some((field) => lettersOf(field) === lettersOf(entry.target))) {
    throw new UsageError(`${entryText(entry)}: ${entry.target} can only be set by an update, not for a new record`, {
      advice: { kind: 'apply_after_import', targets },
    });
  }
  const similar = mostSimilar(entry.target, targets);
  throw new UsageError(`${entryText(entry)}: unknown field "${entry.target}"`, {
    fix: `${similar === undefined ? 'use one of the fields' : `did you mean ${similar}? The fields are`}: ${targets.join(', ')}`,
  });
}

/** Names an entry in a message. */
function entryText({ mapFile, column, target }: MapEntry): string {
  return mapFile === undefined ? `mapping "${column}=${target}"` : `${mapFile} "${column}"`;
}
