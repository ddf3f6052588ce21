// Decides what a comma means in a column of people, if its cells do not show it: by a flag, or by asking.
import type { MappedColumn, Mapping, MappingOptions } from '../../columns/mapping.ts';
import { type Comma, commaIn } from '../../columns/people-comma.ts';
import { quoteCell } from '../../columns/quote.ts';
import { InvalidInputError, UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { toLine } from '../output/terminal-text.ts';
import { quoted } from '../output/text.ts';

/**
 * The mapping, with the meaning of commas in its column of people.
 * @throws {InvalidInputError} with both readings of the first cell, if nothing shows the meaning
 */
export async function withComma(context: Context, mapping: Mapping, options: MappingOptions): Promise<Mapping> {
  const given = commaGiven(context);
  const column = mapping.mapped.find(({ nameForm }) => nameForm !== undefined);
  if (column?.nameForm === undefined) return mapping;
  const { nameForm } = column;
  const comma = given ?? nameForm.comma ?? (await commaOf(context, column, options));
  return {
    ...mapping,
    mapped: mapping.mapped.map((one) => (one === column ? { ...one, nameForm: { ...nameForm, comma } } : one)),
  };
}

function commaGiven({ own }: Context): Comma | undefined {
  const { peopleSeparator, nameOrder } = own;
  if (peopleSeparator !== undefined && nameOrder !== undefined) {
    throw new UsageError('--people-separator and --name-order exclude each other', { fix: 'pass one of them' });
  }
  if (peopleSeparator !== undefined) return 'people';
  return nameOrder === undefined ? undefined : 'parts';
}

/** Undefined if nothing depends on it. A speaker of an import has a row of their own. */
async function commaOf(
  context: Context,
  { column, index }: MappedColumn,
  { resource, file, rows = [] }: MappingOptions,
): Promise<Comma | undefined> {
  if (resource === 'speakers') return undefined;
  const read = rows.filter(({ fault, elements }) => fault === undefined && elements?.has(index) !== true);
  const { comma, doubt } = commaIn(read.map(({ cells }) => cells[index] ?? ''));
  const row = doubt && read[doubt.at];
  if (doubt === undefined || row === undefined) return comma;
  const { people, parts } = doubt.readings;
  const cell = quoteCell(row.cells[index] ?? '');
  if (context.interactive) {
    const { askChoice } = await import('../ask.ts');
    const answer = await askChoice(context, `Whom does ${toLine(cell)} in column ${quoted(column)} name?`, [
      { name: toLine(people), value: 'people' },
      { name: `${toLine(parts)} (last name first)`, value: 'parts' },
    ]);
    return answer === 'parts' ? 'parts' : 'people';
  }
  const message = `${cell} names ${quoteCell(people)} if a comma separates people, and ${quoteCell(parts)} if it separates the last name from the first`;
  throw new InvalidInputError(`the column ${quoted(column)} of ${file} does not show what a comma means`, {
    details: [{ file, line: row.line, column, code: 'unclear_people', message }],
    advice: { kind: 'separate_people' },
  });
}
