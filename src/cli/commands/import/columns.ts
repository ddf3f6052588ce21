// Maps the columns of an import to fields: by flags, by a map file, and by asking for the columns of required fields that have none.
import { findMapping, type Mapping, type MappingOptions, mapColumns } from '../../../columns/mapping.ts';
import { type MapEntry, mapFileText, parseMapFile } from '../../../columns/user-mapping.ts';
import type { Context } from '../../context.ts';
import { readText } from '../../json-input.ts';
import { quoted } from '../../output/text.ts';
import type { Sink } from '../../user-files.ts';

/**
 * @param saveMap receives the resulting mapping, as a map file
 * @throws {UsageError} for a map file that cannot be read
 */
export async function columnMapper(
  context: Context,
  saveMap: Sink | undefined,
): Promise<(options: MappingOptions) => Promise<Mapping>> {
  const { mapFile: path } = context.own;
  const mapFile = await readMapFile(context);
  return async (options) => {
    const mapping = mapColumns(await withChoices(context, { ...options, mapFile }));
    if (mapping.absent.length > 0) {
      await context.notice(
        `${path} maps columns that the file does not have: ${mapping.absent.map(quoted).join(', ')}.`,
      );
    }
    await saveMap?.write(mapFileText(options.columns, mapping.mapped));
    return mapping;
  };
}

/** The entries of the map file, if one is given. @throws {UsageError} for a file that cannot be read */
export async function readMapFile({ io, own: { mapFile } }: Context): Promise<readonly MapEntry[]> {
  return typeof mapFile === 'string' ? parseMapFile(await readText(io, mapFile), mapFile) : [];
}

/** Asks for the column of one field after the other. Without a terminal or a column to choose, the missing field remains an error. */
async function withChoices(context: Context, options: MappingOptions): Promise<MappingOptions> {
  if (!context.interactive) return options;
  const questions = findMapping(options).missing.map(({ field, candidates }) => ({
    field,
    // A column without a name cannot be mapped.
    columns: candidates.filter((column) => options.columns.includes(column)),
  }));
  const question = questions.find(({ columns }) => columns.length > 0);
  if (question === undefined) return options;
  const { askChoice } = await import('../../ask.ts');
  const column = await askChoice(context, `Which column holds ${question.field}?`, question.columns);
  return withChoices(context, { ...options, map: [...options.map, `${column}=${question.field}`] });
}

/** Prints the flag that maps each unused column to the field that it resembles. */
export async function noticeSuggestions(
  context: Context,
  suggestions: readonly { readonly column: string; readonly field: string }[],
): Promise<void> {
  for (const { column, field } of suggestions) {
    await context.notice(`Did you mean --map ${quoted(`${column}=${field}`)}?`);
  }
}
