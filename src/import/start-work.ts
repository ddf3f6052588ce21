// Decides from its options and its columns how rows are read, checked and matched.
import { readCell } from '../columns/cell.ts';
import { findMapping, type Mapping, type MappingOptions, mapColumns, type Requirement } from '../columns/mapping.ts';
import { nothingToChange } from '../columns/missing-columns.ts';
import { statusReader } from '../columns/status-words.ts';
import type { Endpoint, Resource } from '../contract/endpoint.ts';
import { type Field, fieldsOf } from '../contract/fields.ts';
import { updateOf } from '../contract/index.ts';
import { statuses } from '../contract/statuses.ts';
import type { Sheet } from '../files/table.ts';
import type { Rows } from '../runs/rows.ts';
import { type FileWork, submittedRowReader } from './checked-row.ts';
import { checkPlaceholders, feedbackFiller, parseFeedbackTemplate } from './feedback-template.ts';
import type { ImportOptions, RecordsOptions } from './options.ts';
import { type FindSubmitter, submitterAddress } from './submitters.ts';
import type { FeedbackFor, RowRules, Work } from './work.ts';

type ReadColumns = Pick<MappingOptions, 'columns' | 'sample' | 'rows' | 'lines'>;

/** The columns that the rows of a creation, or of an update, may have. */
function termsFor(read: ReadColumns, options: ImportOptions) {
  const { endpoint, map, source, matching = 'key' } = options;
  const { resource } = endpoint;
  const created = fieldsOf(endpoint.body);
  const others = fieldsOf(updateFor(endpoint).body).filter(({ name }) => created.every((field) => field.name !== name));
  // No update changes the name of a submitter, and people write one in too many ways to compare it.
  const known = created.filter(({ name }) => !/^submitter_\w+_name$/.test(name)).map(toOptional);
  const fields = matching === 'record' ? [idField, ...known, ...others] : created;
  const requirements = matching === 'record' ? [anyIdentity(endpoint)] : undefined;
  return { file: source.file, ...read, kind: resource, fields, requirements, map };
}

/** The mapping of a run that is resumed. Its rows have what the file has no column for. */
export function savedMapping(columns: readonly string[], options: ImportOptions): Mapping {
  return findMapping(termsFor({ columns }, options)).mapping;
}

/** The work of a file. @throws {UsageError} if its columns do not fit, or change nothing */
export async function startFileWork(
  rows: Rows,
  sheet: Sheet,
  read: ReadColumns,
  options: ImportOptions,
): Promise<FileWork> {
  const { endpoint, matching = 'key', statusMap, submitters } = options;
  const given = termsFor(read, options);
  const find = await submitters?.open(sheet, given);
  const terms = find === undefined ? given : { ...given, fields: given.fields.map(withoutAddress) };
  const mapping = (await options.mapColumns?.(terms)) ?? mapColumns(terms);
  const submitterOf = find && rowsWithoutAddress(mapping, find);
  const work = startWork(rows, options);
  const mapped = new Set(mapping.mapped.flatMap((column) => column.fields));
  const changeable = changeableIn(work.updatable, endpoint, mapped);
  const isWithoutChanges = changeable.every((field) => !mapped.has(field)) && options.feedbackTemplate === undefined;
  if (matching === 'record' && isWithoutChanges) throw nothingToChange(terms, changeable);
  const rules: RowRules = { ...work.rules, words: statusMap && statusWords(endpoint.resource, statusMap) };
  return {
    ...{ ...work, mapping, rules, columns: read.columns, submitters },
    readRow: submittedRowReader(mapping, rules, submitterOf),
    feedbackFor: readTemplate(options, read.columns, mapping),
    findExisting: options.findExisting,
  };
}

function statusWords(resource: Resource, own: Readonly<Record<string, string>>) {
  if (resource !== 'speakers' && resource !== 'submissions') return undefined;
  return { field: statuses[resource].field, statusOf: statusReader(resource, own) };
}

/** The file may have no column of addresses. */
function withoutAddress(field: Field): Field {
  return field.name === submitterAddress ? toOptional(field) : field;
}

function rowsWithoutAddress({ mapped }: Mapping, find: FindSubmitter): FindSubmitter {
  const email = mapped.find(({ target }) => target === submitterAddress);
  return (cells) => (email !== undefined && readCell(email, cells) !== '' ? undefined : find(cells));
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
  mapping: Mapping,
): FeedbackFor | undefined {
  if (feedbackTemplate === undefined) return undefined;
  const { text, file } = feedbackTemplate;
  const statusOf = statusReader('submissions', statusMap);
  const template = parseFeedbackTemplate(text, file, statusOf);
  checkPlaceholders(template, columns, file);
  return feedbackFiller(template, { columns, mapping });
}

/** The work of rows that were not read from cells. */
export function startWork(rows: Rows, options: RecordsOptions): Work {
  const { endpoint, event, empty = 'keep', matching = 'key', undoes, hasBase = false } = options;
  const update = updateFor(endpoint);
  const created = fieldsOf(endpoint.body);
  const updatable = fieldsOf(update.body);
  const isForUpdates = matching === 'record';
  const others = isForUpdates ? updatable.filter(({ name }) => created.every((field) => field.name !== name)) : [];
  return {
    ...{ endpoint, resource: endpoint.resource, update, event, matching, updatable, empty, undoes, hasBase },
    ...{
      rows,
      mapping: { mapped: [], unmapped: [] },
      columns: [],
      did: 'updated' as const,
      warnings: new Map(),
      differing: 0,
    },
    rules: { ...(isForUpdates && { update }), isPartial: isForUpdates },
    checksStatuses: options.checksStatuses === true,
    allowsNewValues: options.allowsNewValues === true,
    creates: !isForUpdates || options.creates === true,
    updateOnly: others.map(({ name }) => name),
    ignoresListLimit: options.ignoresListLimit === true,
    records: 0,
    seen: new Set(),
    places: new Map(),
  };
}

/** @throws {TypeError} if nothing updates what the endpoint creates */
function updateFor(endpoint: Endpoint): Endpoint {
  const update = updateOf(endpoint);
  if (update === undefined) throw new TypeError(`nothing updates what ${endpoint.path} creates`);
  return update;
}
