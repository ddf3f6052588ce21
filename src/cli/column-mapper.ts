// Maps the columns of a file to fields, and decides how names are written: by flags, and by asking.
import {
  findMapping,
  type MappedColumn,
  type Mapping,
  type MappingOptions,
  mapColumns,
} from '../columns/mapping.ts';
import { hasHeader } from '../columns/missing-columns.ts';
import { nameForms, unclearCell, unclearNames } from '../columns/name-form.ts';
import { quoteCell } from '../columns/quote.ts';
import { quoted } from '../contract/amount.ts';
import { isAddressField } from '../contract/private-fields.ts';
import type { NameForm } from '../people/comma.ts';
import type { Context } from './context.ts';
import type { ColumnFlags } from './flag-sets.ts';
import type { Some } from './flags.ts';
import { toLine } from './output/terminal-text.ts';
import { cutToWidth } from './output/width.ts';

/** @returns what maps the columns of a file */
export function columnMapper(
  context: Context<Some<ColumnFlags>>,
): (options: MappingOptions) => Promise<Mapping> {
  return async (options) => {
    const chosen = await withChoices(context, options);
    return withNames(context, mapColumns(chosen), chosen);
  };
}

/**
 * Asks for the columns of required fields, and for the last names of an import that has first
 * names. Without a terminal, a header or an answer, a missing required field remains an error.
 */
async function withChoices(context: Context, options: MappingOptions): Promise<MappingOptions> {
  if (!context.interactive || !hasHeader(options)) return options;
  const { mapping, missing } = findMapping(options);
  const field = missing[0]?.field ?? lastNameBeside(mapping, options);
  // A column without a name cannot be mapped.
  const unused = mapping.unmapped.filter(
    ({ index, updateOnly }) => options.columns[index] && updateOnly === undefined,
  );
  if (field === undefined || unused.length === 0) return options;
  const { askChoice } = await import('./ask.ts');
  const choices = unused.map(({ column, sample }) => {
    const shown = sample === undefined ? '' : ` (${cutToWidth(toLine(sample), longestSample)})`;
    return { name: `${toLine(column)}${shown}`, value: `${column}=${field}` };
  });
  // The first is preselected: Enter alone must not choose a column.
  const none = { name: 'none of them', value: '' };
  const entry = await askChoice(context, `Which column holds ${field}?`, [none, ...choices]);
  return entry === ''
    ? options
    : withChoices(context, { ...options, map: [...options.map, entry] });
}

/** The field of last names that new records lack, although they have first names. */
function lastNameBeside(
  { mapped }: Mapping,
  { fields, requirements }: MappingOptions,
): string | undefined {
  const names = fields.map(({ name }) => name);
  const [first, last] = names.filter((name) => /(first|last)_name$/.test(name));
  const isMapped = (field = '') => mapped.some((column) => column.fields.includes(field));
  // Rows that update records may leave out any field.
  if (requirements !== undefined || !isMapped(first) || isMapped(last)) return undefined;
  return last;
}

const longestSample = 30;

/**
 * The mapping, with the form of the names in its columns of people.
 * @throws {InvalidInputError} if the cells of one do not agree, and nobody can be asked
 */
async function withNames(
  context: Context<Some<ColumnFlags>>,
  mapping: Mapping,
  options: MappingOptions,
): Promise<Mapping> {
  const { names } = context.flags;
  if (names !== undefined) return withForm(mapping, nameForms[names]);
  // The names of submitters are used beside their addresses, or to find these, and never updated.
  const hasAddresses =
    mapping.mapped.some(({ target }) => isAddressField(target)) ||
    options.fields.some(({ name, required }) => isAddressField(name) && required);
  const isUpdate = options.requirements !== undefined;
  const isUsed = !isUpdate && (hasAddresses || options.readsNames === true);
  if (options.kind === 'submissions' && !isUsed) return mapping;
  const mapped: MappedColumn[] = [];
  for (const column of mapping.mapped) {
    // The people of a talk beside its submitter are not imported.
    const isImported = options.kind !== 'submissions' || column.target === 'name';
    const nameForm = isImported ? await knownForm(context, column, options) : undefined;
    mapped.push(nameForm === undefined ? column : { ...column, nameForm });
  }
  return { ...mapping, mapped };
}

/** The mapping with this form of names, if there is one. */
function withForm(mapping: Mapping, nameForm: NameForm | undefined): Mapping {
  if (nameForm === undefined) return mapping;
  const mapped = mapping.mapped.map((column) =>
    column.nameForm === undefined ? column : { ...column, nameForm },
  );
  return { ...mapping, mapped };
}

async function knownForm(
  context: Context,
  { column, index, nameForm }: MappedColumn,
  { file, rows = [] }: MappingOptions,
): Promise<NameForm | undefined> {
  if (nameForm?.comma !== 'unclear') return nameForm;
  const unclear = unclearCell(rows, index);
  if (unclear === undefined) return nameForm;
  if (!context.interactive) throw unclearNames(unclear, { file, column });
  const { askChoice } = await import('./ask.ts');
  const question = `Whom does ${quoteCell(unclear.cell)} in column ${quoted(column)} name?`;
  const choices = unclear.readings.map(({ form, meaning, people }) => {
    return { name: `${people} (${meaning})`, value: form };
  });
  const answer = await askChoice(context, question, choices);
  return nameForms[answer];
}
