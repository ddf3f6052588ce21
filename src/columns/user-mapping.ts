// Applies the user's own mapping of columns to fields. Must not know what headers mean, except for
// the numbers of people.
import { flagValue, pathWord } from '../contract/escape.ts';
import { UsageError } from '../errors.ts';
import type { FileHeader, UserMapping } from './file-header.ts';
import { lettersOf } from './fold.ts';
import { fieldsOfSeveral, updateOnlyFields } from './header-fields.ts';
import { numberedHeaders } from './numbered-people.ts';
import { refuseRepeated } from './repeated-headers.ts';
import { mostSimilar } from './similarity.ts';

/** One column and the target that the user gives it. */
interface MapEntry {
  readonly column: string;
  /** A field, `name`, or the empty text for a column to leave out. */
  readonly target: string;
}

/**
 * Applies the user's mapping to the columns of a file. A target gets one column, one for each
 * numbered person, or several.
 * @param targets what columns can be mapped to
 * @throws {UsageError} for an entry that is not well-formed, an unknown column or target, and a
 *   column or target that is mapped twice
 * @throws {InvalidInputError} if another column has the name of one that is mapped
 */
export function applyUserMapping(header: FileHeader, targets: readonly string[]): UserMapping {
  const { file, columns, kind, map } = header;
  const several = fieldsOfSeveral(kind);
  const updateOnly = updateOnlyFields(kind);
  const numbered = numberedHeaders(columns);
  const entries = map.map(parseEntry);
  const isForUpdate = ({ target }: MapEntry) =>
    fieldAmong(targets, target) === undefined && fieldAmong(updateOnly, target) !== undefined;
  const targetOf = new Map<number, string | undefined>();
  for (const entry of entries) {
    const index = findColumn(entry.column, columns);
    if (index === undefined) {
      throw new UsageError(`${entryText(entry)}: ${file} has no column "${entry.column}"`, {
        fix: `use one of its columns: ${columns.filter((name) => name !== '').join(', ')}`,
      });
    }
    if (targetOf.has(index))
      throw new UsageError(`${entryText(entry)}: the column is mapped twice`);
    if (isForUpdate(entry)) throw onlyByUpdate(header, entry, targets);
    const target = entry.target === '' ? undefined : findTarget(entry, targets);
    const isTaken = [...targetOf].some(
      ([other, taken]) =>
        taken === target && numbered.get(other)?.person === numbered.get(index)?.person,
    );
    if (target !== undefined && isTaken && !several.includes(target)) {
      throw new UsageError(`${entryText(entry)}: another column is already mapped to ${target}`);
    }
    if (target !== undefined) refuseRepeated(header, [index]);
    // Columns of one name are left out together.
    for (const [at, column] of columns.entries()) {
      if (column === columns[index]) targetOf.set(at, target);
    }
  }
  return targetOf;
}

/**
 * The mapping of one call, with what a usual one adds to it: entries for columns that the file has,
 * and that the call neither maps nor fills the target of.
 * @param usual the target of each column, for all files of a kind
 */
export function withUsualMapping(
  map: readonly string[],
  usual: Readonly<Record<string, string>>,
  { columns, kind }: Pick<FileHeader, 'columns' | 'kind'>,
): readonly string[] {
  const several = fieldsOfSeveral(kind);
  const given = map.map(parseEntry);
  const isGiven = ({ column, target }: MapEntry) =>
    given.some((entry) => {
      const isAlone = target !== '' && fieldAmong(several, target) === undefined;
      const isSameTarget = isAlone && lettersOf(entry.target) === lettersOf(target);
      return isSameTarget || lettersOf(entry.column) === lettersOf(column);
    });
  const added = Object.entries(usual)
    .map(([column, target]) => ({ column, target }))
    .filter((entry) => findColumn(entry.column, columns) !== undefined && !isGiven(entry));
  return [...map, ...added.map(({ column, target }) => `${column}=${target}`)];
}

/** A flag that maps a column to a field. */
export function mapFlag(column: string, field: string): string {
  return `--map ${flagValue(`${column}=${field}`)}`;
}

/** A header may contain `=`; a field's name does not. */
function parseEntry(text: string): MapEntry {
  const at = text.lastIndexOf('=');
  if (at > 0) return { column: text.slice(0, at).trim(), target: text.slice(at + 1).trim() };
  throw new UsageError(`mapping "${text}" is not of the form "Column=field"`, {
    fix: 'write --map "Column=field", for example --map "E-mail=email"',
  });
}

/**
 * The index of the column with this name, or else of the only one whose name differs in case,
 * spaces, punctuation or accents.
 */
function findColumn(wanted: string, columns: readonly string[]): number | undefined {
  const exact = columns.indexOf(wanted);
  if (exact >= 0) return exact;
  const name = lettersOf(wanted);
  const close = columns.flatMap((column, index) =>
    column !== '' && lettersOf(column) === name ? [index] : [],
  );
  return close.length === 1 ? close[0] : undefined;
}

function findTarget(entry: MapEntry, targets: readonly string[]): string {
  const field = fieldAmong(targets, entry.target);
  if (field !== undefined) return field;
  const similar = mostSimilar(entry.target, targets);
  const fix =
    similar === undefined ? 'use one of the fields' : `did you mean ${similar}? The fields are`;
  throw new UsageError(`${entryText(entry)}: unknown field "${entry.target}"`, {
    fix: `${fix}: ${targets.join(', ')}`,
  });
}

function fieldAmong(fields: readonly string[], target: string): string | undefined {
  return fields.find((field) => lettersOf(field) === lettersOf(target));
}

/**
 * The error for a field that a new record cannot have, with the command that sets it afterwards.
 */
function onlyByUpdate(
  { file, kind, map }: FileHeader,
  entry: MapEntry,
  targets: readonly string[],
): UsageError {
  // No update changes the name of a submitter.
  const isKept = ({ target }: MapEntry) => kind !== 'submissions' || !/(^|_)name$/.test(target);
  const flags = map.map(parseEntry).filter(isKept);
  const mapped = flags.map(({ column, target }) => mapFlag(column, target));
  const path = file.startsWith('<') ? 'FILE' : pathWord(file);
  const command = [`plenary ${kind} apply`, path, ...mapped].join(' ');
  const problem = `${entry.target} can only be set by an update, not for a new record`;
  return new UsageError(`${entryText(entry)}: ${problem}`, {
    fix: [
      `import the file without this mapping, and then run \`${command}\``,
      `an import can set: ${targets.join(', ')}`,
    ].join('; '),
  });
}

/** Names an entry in a message. */
function entryText({ column, target }: MapEntry): string {
  return `mapping "${column}=${target}"`;
}
