// Maps the columns of a file to fields: by flags, by a map file, and by asking for the columns of fields that have none.
import {
  findMapping,
  type Mapping,
  type MappingOptions,
  type MissingField,
  mapColumns,
} from '../../columns/mapping.ts';
import { type MapEntry, mapFileText, parseMapFile, type Words } from '../../columns/user-mapping.ts';
import type { Context } from '../context.ts';
import { readText } from '../json-input.ts';
import { toLine } from '../output/terminal-text.ts';
import { quoted } from '../output/text.ts';
import { cutToWidth } from '../output/width.ts';
import type { Sink } from '../user-files.ts';
import { withComma } from './people.ts';

/**
 * @param mapFile of the command; it is read once, because it may be a pipe
 * @param saveMap receives the resulting mapping, as a map file
 * @param statuses what words of the column of statuses mean, for that file
 */
export function columnMapper(
  context: Context,
  mapFile: readonly MapEntry[],
  saveMap: Sink | undefined,
  statuses?: Words,
): (options: MappingOptions) => Promise<Mapping> {
  const { mapFile: path } = context.own;
  return async (options) => {
    const chosen = await withChoices(context, { ...options, mapFile });
    const mapping = await withComma(context, mapColumns(chosen), chosen);
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
export async function readMapFile({ io, own: { mapFile } }: Context): Promise<readonly MapEntry[]> {
  return typeof mapFile === 'string' ? parseMapFile(await readText(io, mapFile), mapFile) : [];
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
