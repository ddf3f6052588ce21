// Decides from its options and its columns how rows are read, checked and matched.
import { lettersOf } from '../columns/fold.ts';
import type { MappableField } from '../columns/header-match.ts';
import {
  findMapping,
  type Mapping,
  type MappingOptions,
  mapColumns,
  type Requirement,
} from '../columns/mapping.ts';
import { nothingToChange } from '../columns/missing-columns.ts';
import { mappingTerms } from '../columns/read-table.ts';
import { refuseRepeated } from '../columns/repeated-headers.ts';
import { statusReader } from '../columns/status-words.ts';
import { fieldsOfTable, type TableSpec } from '../columns/table-spec.ts';
import { withUsualMapping } from '../columns/user-mapping.ts';
import type { Endpoint, Resource } from '../contract/endpoint.ts';
import { changeSchema, type Field, fieldNames, fieldsOf } from '../contract/fields.ts';
import { updateOf } from '../contract/index.ts';
import { nameFieldOf } from '../contract/key.ts';
import { statuses } from '../contract/statuses.ts';
import type { Sheet } from '../files/table.ts';
import type { Rows } from '../runs/rows.ts';
import { type Batch, warn } from './batch.ts';
import {
  checkPlaceholders,
  type FeedbackFor,
  feedbackColumns,
  feedbackFiller,
  parseFeedbackTemplate,
} from './feedback-template.ts';
import type { ImportOptions, RecordsOptions } from './options.ts';
import { type RecordFields, recordTable, type StatusWords } from './record-table.ts';
import { submitterAddress } from './submitters.ts';
import { unnamedColumns } from './unnamed-columns.ts';

/** The table of a creation, or of an update. */
function tableFor(options: ImportOptions, words?: StatusWords): TableSpec<RecordFields> {
  const { endpoint, matching = 'key' } = options;
  const { resource } = endpoint;
  const created = fieldsOf(endpoint.body);
  const areTalks = resource === 'submissions';
  if (matching === 'record') {
    return recordTable({
      resource,
      fields: [idField, ...created.map(toOptional), ...updateOnlyFields(endpoint)],
      requirements: [anyIdentity(endpoint)],
      words,
      hasFurtherPeople: areTalks,
      hasMarks: true,
    });
  }
  return recordTable({
    resource,
    // The id of a paper shows which rows are about one talk.
    fields: areTalks ? [idField, ...created] : created,
    words,
    hasFurtherPeople: areTalks,
    hasMarks: !areTalks,
  });
}

/** The fields that a creation cannot set. */
function updateOnlyFields(endpoint: Endpoint): readonly Field[] {
  const created = fieldNames(endpoint.body);
  return fieldsOf(updateFor(endpoint).body).filter(({ name }) => !created.has(name));
}

/** The mapping of a run that is resumed. Its rows have what the file has no column for. */
export function savedMapping(columns: readonly string[], options: ImportOptions): Mapping {
  const table = tableFor(options);
  const { kind, requirements } = table;
  const { source, map } = options;
  const fields = fieldsOfTable(table);
  return findMapping({ file: source.file, columns, kind, requirements, fields, map }).mapping;
}

/**
 * The batch of a file, its table, and what finds the submitters of rows without an address.
 * @throws {UsageError} if the columns of a file do not fit, or change nothing
 */
export async function openFileBatch(rows: Rows, sheet: Sheet, options: ImportOptions) {
  const { endpoint, matching = 'key', statusMap, submitters, usualMap = {} } = options;
  const words = statusMap && statusWords(endpoint.resource, statusMap);
  const spec = tableFor(options, words);
  const usual = matching === 'key' ? withoutUpdates(usualMap, endpoint) : usualMap;
  const map = withUsualMapping(options.map, usual, { columns: sheet.columns, kind: spec.kind });
  const given: MappingOptions = { ...mappingTerms(sheet, spec), map };
  const submitterOf = await submitters?.open({ sheet, spec, terms: given });
  const fields = submitterOf === undefined ? given.fields : given.fields.map(withoutAddress);
  const readsNames = submitterOf !== undefined && submitters?.readsNames?.(sheet.columns);
  const terms = { ...given, fields, readsNames };
  const mapping = (await options.mapColumns?.(terms)) ?? mapColumns(terms);
  const batch = openBatch(rows, options);
  const mapped = new Set(mapping.mapped.flatMap((column) => column.fields));
  const changeable = changeableIn(batch.updatable, endpoint, mapped);
  const isWithoutChanges =
    changeable.every((field) => !mapped.has(field)) && options.feedbackTemplate === undefined;
  if (matching === 'record' && isWithoutChanges) throw nothingToChange(terms, changeable);
  const batchOfFile: Batch = {
    ...batch,
    statusWords: words,
    mapping,
    columns: sheet.columns,
    submitters,
    savesSpeakers: options.folder !== undefined && matching === 'key',
    feedbackFor: readTemplate(options, terms, mapping),
    findExisting: options.findExisting,
  };
  for (const warning of unnamedColumns(sheet, mapping)) warn(batchOfFile, warning);
  return { batch: batchOfFile, table: { spec, mapping, sheet }, submitterOf };
}

/** A folder maps the columns of a form for its import and for later updates alike. */
function withoutUpdates(
  usualMap: Readonly<Record<string, string>>,
  endpoint: Endpoint,
): Readonly<Record<string, string>> {
  const onlyUpdates = new Set(updateOnlyFields(endpoint).map(({ name }) => lettersOf(name)));
  const entries = Object.entries(usualMap);
  return Object.fromEntries(entries.filter(([, field]) => !onlyUpdates.has(lettersOf(field))));
}

function statusWords(resource: Resource, own: Readonly<Record<string, string>>) {
  if (resource !== 'speakers' && resource !== 'submissions') return undefined;
  return { field: statuses[resource].field, statusOf: statusReader(resource, own) };
}

/** The file may have no column of addresses. */
function withoutAddress<F extends MappableField>(field: F): F {
  return field.name === submitterAddress ? { ...field, required: false } : field;
}

/** The fields that rows can change: not those by which they find their records. */
function changeableIn(
  updatable: ReadonlySet<string>,
  { key = [] }: Endpoint,
  mapped: ReadonlySet<string>,
): readonly string[] {
  const names = [...updatable].filter((name) => mapped.has('id') || !key.includes(name));
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

function anyIdentity(endpoint: Endpoint): Requirement {
  const name = nameFieldOf(endpoint);
  return { name: `id or ${name}`, anyOf: [[name], ['id']] };
}

/** @throws {UsageError} for a template that cannot be filled */
function readTemplate(
  { feedbackTemplate, statusMap }: ImportOptions,
  terms: Pick<MappingOptions, 'file' | 'columns' | 'headerLine'>,
  mapping: Mapping,
): FeedbackFor | undefined {
  if (feedbackTemplate === undefined) return undefined;
  const { text, file } = feedbackTemplate;
  const statusOf = statusReader('submissions', statusMap);
  const template = parseFeedbackTemplate(text, file, statusOf);
  const { columns } = terms;
  checkPlaceholders(template, columns, file);
  refuseRepeated(terms, feedbackColumns(template, columns));
  return feedbackFiller(template, { columns, mapping });
}

/** The batch of rows that were not read from cells. */
export function openBatch(rows: Rows, options: RecordsOptions): Batch {
  const { endpoint, event, empty = 'keep', matching = 'key', undoes, hasBase = false } = options;
  const update = updateFor(endpoint);
  const isForUpdates = matching === 'record';
  const others = isForUpdates ? updateOnlyFields(endpoint) : [];
  return {
    endpoint,
    resource: endpoint.resource,
    update,
    event,
    matching,
    updatable: fieldNames(update.body),
    schema: isForUpdates ? changeSchema(endpoint.body, update.body) : endpoint.body,
    empty,
    undoes,
    hasBase,
    rows,
    mapping: { mapped: [], unmapped: [] },
    columns: [],
    did: 'updated' as const,
    warnings: new Map(),
    differing: 0,
    submittersGiven: 0,
    checksStatuses: options.checksStatuses === true,
    allowsNewValues: options.allowsNewValues === true,
    creates: !isForUpdates || options.creates === true,
    updateOnly: others.map(({ name }) => name),
    ignoresListLimit: options.ignoresListLimit === true,
    seen: new Set(),
  };
}

/** @throws {TypeError} if nothing updates what the endpoint creates */
function updateFor(endpoint: Endpoint): Endpoint {
  const update = updateOf(endpoint);
  if (update === undefined) throw new TypeError(`nothing updates what ${endpoint.path} creates`);
  return update;
}
