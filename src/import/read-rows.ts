// Reads and checks all rows of a file. Must not know existing records.
import { type Mapping, type MappingOptions, mapColumns, type Requirement } from '../columns/mapping.ts';
import { nothingToChange } from '../columns/missing-columns.ts';
import { baseColumn } from '../columns/own-output.ts';
import { statusReader } from '../columns/status-words.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type Field, fieldsOf } from '../contract/fields.ts';
import { updateOf } from '../contract/index.ts';
import { InvalidInputError, JournalError, UsageError } from '../errors.ts';
import type { RowRange } from '../runs/entry.ts';
import type { RowFile } from '../runs/row-file.ts';
import { sampleRows } from '../sheets/peek.ts';
import type { Sheet } from '../sheets/table.ts';
import { checkRows } from './check.ts';
import { unreadableError } from './errors.ts';
import { checkPlaceholders, type FeedbackTemplate, parseFeedbackTemplate } from './feedback-template.ts';
import { identities, identityOf } from './identity.ts';
import type { ImportOptions } from './options.ts';
import { countRows } from './report.ts';
import { rowPeople } from './rivals.ts';
import { createRowTable, type SavedRow } from './row-table.ts';
import { bodyReader, type RowRules } from './rows.ts';
import type { PreparedSheet } from './submitters.ts';
import { bodyOf, noNotes, type Work } from './work.ts';

/** Reads and checks the whole file. */
export async function readRows(file: RowFile, options: ImportOptions): Promise<{ work: Work; sheet: Sheet }> {
  const { source, rows: wanted, signal } = options;
  const opened = await source.open();
  const prepared: PreparedSheet = 'rows' in source ? opened : ((await options.complete?.(opened)) ?? opened);
  const { sample, rows: sampled, lines, sheet } = await sampleRows(prepared);
  const { columns } = sheet;
  const work = await startWork(file, { columns, sample, rows: sampled, lines }, options);
  await checkRows(sheet.batches, work, { columns, wanted, areDivided: 'rows' in source, signal }).catch((error) => {
    throw error instanceof InvalidInputError ? unreadableError(work, source.file, error) : error;
  });
  const { table } = work;
  const { rows } = countRows(table, { hopeful: true });
  if ('rows' in source && rows !== source.rows) {
    throw new JournalError(`the saved rows of ${source.file} are incomplete: ${rows} of ${source.rows}`);
  }
  if (rows > 0) return { work, sheet };
  if (table.size > 0 && wanted !== undefined) {
    throw new UsageError(
      `${source.file} has no rows ${rangeText(wanted)}; its rows are 1 to ${table.read(table.size).fileRow}`,
      {
        fix: 'specify other rows; the header is not counted, and blank rows are skipped',
      },
    );
  }
  throw new InvalidInputError(`${source.file} has a header but no rows`, {
    details: [{ file: source.file, line: (lines[0] ?? 1) + 1, message: 'at least one row is required' }],
  });
}

function rangeText([first, last]: RowRange): string {
  return last === Number.MAX_SAFE_INTEGER ? `from ${first} on` : `from ${first} to ${last}`;
}

async function startWork(
  file: RowFile,
  read: Pick<MappingOptions, 'columns' | 'sample' | 'rows' | 'lines'>,
  options: ImportOptions,
): Promise<Work> {
  const { endpoint, event, onConflict, empty, map, source, allowsOdd, matching = 'key', statusMap, undoes } = options;
  const update = updateOf(endpoint);
  if (update === undefined) throw new TypeError(`nothing updates what ${endpoint.path} creates`);
  const created = fieldsOf(endpoint.body);
  const updatable = fieldsOf(update.body);
  const isForUpdates = matching === 'record' || onConflict === 'update';
  const others = isForUpdates ? updatable.filter(({ name }) => created.every((field) => field.name !== name)) : [];
  const fields = matching === 'record' ? [idField, ...created.map(toOptional), ...others] : [...created, ...others];
  const requirements = matching === 'record' ? [anyIdentity(endpoint)] : undefined;
  // The template has the feedback, so no column is looked for.
  const declined = options.feedbackTemplate === undefined ? undefined : new Set(['feedback']);
  const terms = { file: source.file, ...read, resource: endpoint.resource, fields, requirements, map, declined };
  const found = await (options.mapColumns?.(terms) ?? mapColumns(terms));
  const isForExisting = matching === 'record' && !options.creates && !options.hasBase;
  const mapping = {
    ...(isForExisting && endpoint.key?.includes('title') ? withoutNames(found) : found),
    givenAddress: options.submitterEmail,
  };
  const mapped = new Set(mapping.mapped.flatMap((column) => column.fields));
  const changeable = changeableIn(updatable, endpoint, mapped);
  const isWithoutChanges = changeable.every((field) => !mapped.has(field)) && options.feedbackTemplate === undefined;
  if (isForExisting && isWithoutChanges) throw nothingToChange(terms, mapping, changeable);
  const rules: RowRules = {
    allowsOdd,
    statusOf: statusMap && statusReader(statusMap),
    ...(isForUpdates && { update }),
    isPartial: matching === 'record',
  };
  const work = {
    ...{ endpoint, update, event, mapping, matching, updatable, rules, onConflict, empty, undoes },
    ...{ wholeMapping: found, peopleOf: matching === 'record' ? rowPeople(found) : () => [] },
    readBody: bodyReader(mapping, rules),
    columns: read.columns,
    feedback: readTemplate(options, read.columns),
    creates: matching === 'key' || options.creates === true,
    // The rows of a plan have been seen, and those of a program that are new have no id.
    warnsOfSimilar: matching === 'record' && !options.hasBase && endpoint.key?.includes('title') === true,
    updateOnly: others
      .map(({ name }) => name)
      .filter((name) => mapped.has(name) || (name === 'feedback' && options.feedbackTemplate !== undefined)),
    base: options.hasBase ? baseColumns(read.columns, [...mapped]) : new Map<string, number>(),
  };
  const keysOf = identities[matching].map(
    (identity) => (row: SavedRow) => identityOf(identity, endpoint, bodyOf(work, row)),
  );
  return { ...work, table: createRowTable(file, keysOf), ...noNotes() };
}

/** No update changes the name of a submitter, and people write one in too many ways to compare it. */
function withoutNames(mapping: Mapping): Mapping {
  const isName = ({ fields }: Mapping['mapped'][number]) => fields.every((field) => field.endsWith('_name'));
  const names = mapping.mapped.filter(isName);
  const mapped = mapping.mapped.filter((column) => !isName(column));
  const unused = names.map(({ column, index, sample }) => ({
    ...{ column, index, sample, suggestion: undefined, refusedFor: undefined, updateOnly: undefined },
    reason: 'the API cannot change the name of a submitter',
  }));
  return { ...mapping, mapped, unmapped: [...mapping.unmapped, ...unused].toSorted((a, b) => a.index - b.index) };
}

/** The fields that rows can change: not those by which they find their records. */
function changeableIn(
  updatable: readonly Field[],
  { key = [] }: Endpoint,
  mapped: ReadonlySet<string>,
): readonly string[] {
  const names = updatable.map(({ name }) => name).filter((name) => mapped.has('id') || !key.includes(name));
  return names.toSorted((a, b) => Number(b === 'status') - Number(a === 'status'));
}

const idField: Field = {
  name: 'id',
  type: 'string',
  required: false,
  nullable: false,
  description: 'id of the record',
};

function toOptional(field: Field): Field {
  return { ...field, required: false };
}

function anyIdentity({ key = [] }: Endpoint): Requirement {
  const alone = key.slice(0, 1);
  return { name: ['id', ...alone].join(' or '), anyOf: [alone, ['id']] };
}

/** @throws {UsageError} for a template that cannot be filled */
function readTemplate(
  { feedbackTemplate, statusMap }: ImportOptions,
  columns: readonly string[],
): FeedbackTemplate | undefined {
  if (feedbackTemplate === undefined) return undefined;
  const { text, file } = feedbackTemplate;
  const template = parseFeedbackTemplate(text, file, statusReader(statusMap));
  checkPlaceholders(template, columns, file);
  return template;
}

function baseColumns(columns: readonly string[], fields: readonly string[]): ReadonlyMap<string, number> {
  const found = fields.map((field) => [field, columns.indexOf(baseColumn(field))] as const);
  return new Map(found.filter(([, at]) => at >= 0));
}
