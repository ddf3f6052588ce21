// Maps the columns of a file to fields, and decides what a comma between people means: by flags, by a map file, and by asking.
import {
  findMapping,
  type MappedColumn,
  type Mapping,
  type MappingOptions,
  mapColumns,
} from '../../columns/mapping.ts';
import { hasHeader } from '../../columns/missing-columns.ts';
import { type Comma, commaIn } from '../../columns/people-comma.ts';
import { quoteCell } from '../../columns/quote.ts';
import { type MapEntry, mapFileText, parseMapFile, type Words } from '../../columns/user-mapping.ts';
import { isAddressField } from '../../contract/key.ts';
import { InvalidInputError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { ColumnFlags } from '../flag-sets.ts';
import type { Some } from '../flags.ts';
import { readText } from '../json-input.ts';
import { toLine } from '../output/terminal-text.ts';
import { amount, quoted } from '../output/text.ts';
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
export async function readMapFile({
  io,
  flags: { mapFile },
}: Context<Some<ColumnFlags>>): Promise<readonly MapEntry[]> {
  return mapFile === undefined ? [] : parseMapFile(await readText(io, mapFile), mapFile);
}

/** Asks for the columns of required fields. Without a terminal, a header or an answer, a missing field remains an error. */
async function withChoices(context: Context, options: MappingOptions): Promise<MappingOptions> {
  if (!context.interactive || !hasHeader(options)) return options;
  const { mapping, missing } = findMapping(options);
  const [question] = missing;
  // A column without a name cannot be mapped.
  const unused = mapping.unmapped.filter(({ index, updateOnly }) => options.columns[index] && updateOnly === undefined);
  if (question === undefined || unused.length === 0) return options;
  const { askChoice } = await import('../ask.ts');
  const choices = unused.map(({ column, sample }) => {
    const shown = sample === undefined ? '' : ` (${cutToWidth(toLine(sample), longestSample)})`;
    return { name: `${toLine(column)}${shown}`, value: `${column}=${question.field}` };
  });
  // The first is preselected: Enter alone must not choose a column.
  const none = { name: 'none of them', value: '' };
  const entry = await askChoice(context, `Which column holds ${question.field}?`, [none, ...choices]);
  return entry === '' ? options : withChoices(context, { ...options, map: [...options.map, entry] });
}

const longestSample = 30;

/**
 * The mapping, with the meaning of commas in its column of people.
 * @throws {InvalidInputError} with both readings of the first cell, if nothing shows the meaning
 */
async function withComma(
  context: Context<Some<ColumnFlags>>,
  mapping: Mapping,
  options: MappingOptions,
): Promise<Mapping> {
  const given = commaGiven(context);
  const column = mapping.mapped.find(({ nameForm }) => nameForm !== undefined);
  if (column?.nameForm === undefined) return mapping;
  const { nameForm } = column;
  // The names of submitters are imported beside their addresses only.
  const isImported = options.kind !== 'submissions' || mapping.mapped.some(({ target }) => isAddressField(target));
  const comma = given ?? (isImported ? await commaOf(context, column, nameForm.comma, options) : nameForm.comma);
  return {
    ...mapping,
    mapped: mapping.mapped.map((one) => (one === column ? { ...one, nameForm: { ...nameForm, comma } } : one)),
  };
}

function commaGiven({ flags: { peopleSeparator, nameOrder } }: Context<Some<ColumnFlags>>): Comma | undefined {
  if (peopleSeparator !== undefined) return 'people';
  return nameOrder === undefined ? undefined : 'parts';
}

/** Undefined if nothing depends on it. In a file of speakers, each has a row, so that a comma in all names is before the first name. */
async function commaOf(
  context: Context,
  { column, index }: MappedColumn,
  known: Comma | undefined,
  { kind, file, rows = [] }: MappingOptions,
): Promise<Comma | undefined> {
  const read = rows.filter(({ fault, elements }) => fault === undefined && elements?.has(index) !== true);
  const cells = read.map((row) => row.cells[index] ?? '');
  const isPlain = (cell: string) => cell.trim() !== '' && !cell.includes(',');
  if (kind === 'speakers' && (known !== undefined || !cells.some(isPlain))) return known;
  const shown = commaIn(cells);
  const { doubt } = shown;
  const row = doubt && read[doubt.at];
  if (doubt === undefined || row === undefined) return known ?? shown.comma;
  // The header says it, or all cells of the sample.
  const comma = known === 'parts' ? known : shown.comma;
  const { people, parts } = doubt.readings;
  const cell = quoteCell(row.cells[index] ?? '');
  if (comma !== undefined) {
    if (shown.comma !== comma) return comma;
    const [taken, other] = comma === 'people' ? [people, parts] : [parts, people];
    const others = doubt.count > 1 ? `, and ${amount(doubt.count - 1, 'other cell')}` : '';
    await context.notice(
      `Warning: ${file}:${row.line} column ${quoted(column)}: ${cell} is read as ${quoteCell(taken)}, as other cells show; it can also mean ${quoteCell(other)}${others}.`,
    );
    return comma;
  }
  if (context.interactive) {
    const { askChoice } = await import('../ask.ts');
    const answer = await askChoice(context, `Whom does ${cell} in column ${quoted(column)} name?`, [
      { name: people, value: 'people' },
      { name: `${parts} (last name first)`, value: 'parts' },
    ]);
    return answer === 'parts' ? 'parts' : 'people';
  }
  const message = `${cell} names ${quoteCell(people)} if a comma separates people, and ${quoteCell(parts)} if it separates the last name from the first`;
  throw new InvalidInputError(`the column ${quoted(column)} of ${file} does not show what a comma means`, {
    details: [{ file, line: row.line, column, code: 'unclear_people', message }],
    advice: { kind: 'separate_people' },
  });
}
