// Maps the columns of a file to fields, and decides how names are written: by flags, by a map file, and by asking.
import {
  findMapping,
  type MappedColumn,
  type Mapping,
  type MappingOptions,
  type MissingField,
  mapColumns,
} from '../../columns/mapping.ts';
import { nameForms, unclearCell, unclearNames } from '../../columns/name-form.ts';
import type { NameForm } from '../../columns/people.ts';
import { quoteCell } from '../../columns/quote.ts';
import { type MapEntry, mapFileText, parseMapFile, type Words } from '../../columns/user-mapping.ts';
import type { Context } from '../context.ts';
import type { ColumnFlags } from '../flag-sets.ts';
import type { Some } from '../flags.ts';
import { readText } from '../json-input.ts';
import { toLine } from '../output/terminal-text.ts';
import { quoted } from '../output/text.ts';
import { cutToWidth } from '../output/width.ts';
import type { Sink } from '../user-files.ts';

/**
 * @param mapFile of the command; it is read once, because it may be a pipe
 * @param saveMap receives the resulting mapping, as a map file
 * @param statuses what words of the column of statuses mean, for that file
 */
export function columnMapper(
  context: Context<Some<ColumnFlags>>,
  mapFile: readonly MapEntry[],
  saveMap: Sink | undefined,
  statuses?: Words,
): (options: MappingOptions) => Promise<Mapping> {
  const { mapFile: path } = context.flags;
  return async (options) => {
    const chosen = await withChoices(context, { ...options, mapFile });
    const mapping = await withNames(context, mapColumns(chosen), chosen);
    if (mapping.absent.length > 0) {
      await context.notice(
        `${path} maps columns that the file does not have: ${mapping.absent.map(quoted).join(', ')}.`,
      );
    }
    await saveMap?.write(mapFileText(options.columns, mapping.mapped, statuses));
    return mapping;
  };
}

/** The entries of the map file, if one is given. @throws {UsageError} for a file that cannot be read */
export async function readMapFile({
  io,
  flags: { mapFile },
}: Context<Some<ColumnFlags>>): Promise<readonly MapEntry[]> {
  return mapFile === undefined ? [] : parseMapFile(await readText(io, mapFile), mapFile);
}

/**
 * Asks for the column of one field after the other: of required fields and those with an unclear column, and unless all is
 * confirmed by a flag, of others that a column may fill. Without a terminal or a column to choose, a missing field remains an
 * error.
 */
async function withChoices(context: Context, options: MappingOptions): Promise<MappingOptions> {
  if (!context.interactive) return options;
  const { mapping, missing, likely } = findMapping(options);
  const required = missing.find(({ candidates }) => candidates.length > 0);
  const [optional] = context.global.yes === true ? [] : likely;
  const question = required ?? optional;
  if (question === undefined) return options;
  const { askChoice } = await import('../ask.ts');
  const columns = choicesOf(question, mapping);
  const others = question.isOptional ? [{ name: 'none of them', value: none }] : [];
  // The first is preselected: Enter alone must not use a weak word, or send a committee's remarks to the submitters.
  const isUncertain = question === required || question.field === 'feedback';
  const choices = isUncertain ? [...others, ...columns] : [...columns, ...others];
  const entry = await askChoice(context, `Which column holds ${question.field}?`, choices);
  if (entry !== none) return withChoices(context, { ...options, map: [...options.map, entry] });
  return withChoices(context, { ...options, declined: new Set([...(options.declined ?? []), question.field]) });
}

/** The answer that no column holds the field; no entry of a map is empty. */
const none = '';

/** Each column with the beginning of a cell, and the entry that maps it. */
function choicesOf({ field, candidates }: MissingField, { unmapped }: Mapping) {
  return candidates.map((column) => {
    const sample = unmapped.find((one) => one.column === column)?.sample;
    const shown = sample === undefined ? '' : ` (${cutToWidth(toLine(sample), longestSample)})`;
    return { name: `${toLine(column)}${shown}`, value: `${column}=${field}` };
  });
}

const longestSample = 30;

/**
 * The mapping, with the form of the names in its column of people.
 * @throws {InvalidInputError} if its cells do not agree, and nobody can be asked
 */
async function withNames(
  context: Context<Some<ColumnFlags>>,
  mapping: Mapping,
  options: MappingOptions,
): Promise<Mapping> {
  const column = mapping.mapped.find(({ nameForm }) => nameForm !== undefined);
  if (column === undefined || options.ignoresNames === true) return mapping;
  const { names } = context.flags;
  return withForm(mapping, names === undefined ? await knownForm(context, column, options) : nameForms[names]);
}

/** The mapping with this form of names, if one is given. */
export function withForm(mapping: Mapping, nameForm: NameForm | undefined): Mapping {
  if (nameForm === undefined) return mapping;
  return { ...mapping, mapped: mapping.mapped.map((one) => (one.nameForm === undefined ? one : { ...one, nameForm })) };
}

async function knownForm(
  context: Context,
  { column, index, nameForm }: MappedColumn,
  { file, rows = [] }: MappingOptions,
): Promise<NameForm | undefined> {
  if (nameForm?.comma !== 'unclear') return nameForm;
  const unclear = unclearCell(rows, index);
  if (!context.interactive) throw unclearNames(unclear, { file, column });
  const { askChoice } = await import('../ask.ts');
  const answer = await askChoice(context, `Whom does ${quoteCell(unclear.cell)} in column ${quoted(column)} name?`, [
    { name: unclear.people, value: 'first last' },
    { name: `${unclear.parts} (last name first)`, value: 'last, first' },
  ]);
  return nameForms[answer];
}
