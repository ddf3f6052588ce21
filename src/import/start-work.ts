// Decides from its options and its columns how an import reads, checks and matches its rows.
import type { Ledger } from '../changes/ledger.ts';
import { type Mapping, type MappingOptions, mapColumns, type Requirement, statusColumn } from '../columns/mapping.ts';
import { describeMapping } from '../columns/mapping-report.ts';
import { nothingToChange } from '../columns/missing-columns.ts';
import { statusReader } from '../columns/status-words.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type Field, fieldsOf } from '../contract/fields.ts';
import { checkPlaceholders, feedbackFiller, parseFeedbackTemplate } from './feedback-template.ts';
import type { FileWork } from './file-work.ts';
import { wordReader } from './fold-rows.ts';
import { rowPeople } from './name-columns.ts';
import type { ImportOptions } from './options.ts';
import { startWork, updateFor } from './records-work.ts';
import type { RowRules } from './row-rules.ts';
import { bodyReader } from './rows.ts';
import type { FeedbackFor, Work } from './work.ts';

type ReadColumns = Pick<MappingOptions, 'columns' | 'sample' | 'rows' | 'lines'>;

/** The columns of a file that rows of a creation, of an update, or both may have. */
function termsFor(read: ReadColumns, options: ImportOptions) {
  const { endpoint, onConflict, map, source, matching = 'key' } = options;
  const { resource } = endpoint;
  const created = fieldsOf(endpoint.body);
  const isForUpdates = matching === 'record' || onConflict === 'update';
  const updatable = isForUpdates ? fieldsOf(updateFor(endpoint).body) : [];
  const others = updatable.filter(({ name }) => created.every((field) => field.name !== name));
  const fields = matching === 'record' ? [idField, ...created.map(toOptional), ...others] : [...created, ...others];
  const requirements = matching === 'record' ? [anyIdentity(endpoint)] : undefined;
  // The template has the feedback, so no column is looked for.
  const declined = options.feedbackTemplate === undefined ? undefined : new Set(['feedback']);
  const ignoresNames = isOfTitles(options);
  return { file: source.file, ...read, kind: resource, fields, requirements, map, declined, ignoresNames };
}

export async function mapFile(read: ReadColumns, options: ImportOptions): Promise<Mapping> {
  const terms = termsFor(read, options);
  return options.mapColumns?.(terms) ?? mapColumns(terms);
}

/** The work of rows that are read from columns. */
export function withColumns(work: Work, mapping: Mapping): Work {
  return {
    ...{ ...work, mapping, wholeMapping: mapping, wordOf: wordReader(mapping) },
    ...{ mappingReport: describeMapping(mapping), statusColumn: statusColumn(mapping)?.column },
  };
}

/** The work of a file. @throws {UsageError} if its columns do not fit, or change nothing */
export async function startReading(ledger: Ledger, read: ReadColumns, options: ImportOptions): Promise<FileWork> {
  const { endpoint, matching = 'key', statusMap } = options;
  const found = await mapFile(read, options);
  const isForExisting = matching === 'record' && !options.creates;
  const mapping = {
    ...(isOfTitles(options) ? withoutNames(found) : found),
    givenAddress: options.submitterEmail,
  };
  const work = withColumns(startWork(ledger, options), mapping);
  const mapped = new Set(mapping.mapped.flatMap((column) => column.fields));
  const changeable = changeableIn(work.updatable, endpoint, mapped);
  const isWithoutChanges = changeable.every((field) => !mapped.has(field)) && options.feedbackTemplate === undefined;
  if (isForExisting && isWithoutChanges) throw nothingToChange(termsFor(read, options), mapping, changeable);
  const rules: RowRules = { ...work.rules, statusOf: statusMap && statusReader(statusMap) };
  return {
    ...work,
    ...{ rules, wholeMapping: found, columns: read.columns },
    peopleOf: matching === 'record' ? rowPeople(found) : () => [],
    readBody: bodyReader(mapping, rules),
    feedbackFor: readTemplate(options, read.columns, mapping),
  };
}

/** Whether the rows change records that have titles, and create none. */
function isOfTitles({ endpoint, matching, creates }: ImportOptions): boolean {
  return matching === 'record' && !creates && endpoint.key?.includes('title') === true;
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
  mapping: Mapping,
): FeedbackFor | undefined {
  if (feedbackTemplate === undefined) return undefined;
  const { text, file } = feedbackTemplate;
  const template = parseFeedbackTemplate(text, file, statusReader(statusMap));
  checkPlaceholders(template, columns, file);
  return feedbackFiller(template, { columns, mapping });
}
