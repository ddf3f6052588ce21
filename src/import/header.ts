// Owns the header of an import's journal: it decides whether two runs are the same, and suffices to
// resume one. Pure.
import {
  array,
  literal,
  nullable,
  object,
  enum as oneOf,
  optional,
  type output,
  record,
  safeParse,
  string,
} from 'zod/mini';
import type { Mapping } from '../columns/mapping.ts';
import { creationOf } from '../contract/index.ts';
import { JournalError } from '../errors.ts';
import type { Sheet } from '../files/table.ts';
import type { NewRun, RunHeader } from '../runs/entry.ts';
import type { Batch } from './batch.ts';
import type { ImportOptions, SavedRun } from './options.ts';

const importFields = object({
  columns: array(string()),
  delimiter: oneOf([',', ';', '\t', '|']),
  options: object({
    /** `Column=field` for each column, or `Column=` if it is not imported. */
    map: array(string()),
    empty: oneOf(['keep', 'clear']),
    /** The address for rows without one. */
    submitterEmail: optional(string()),
    /** Of the file of speakers that addresses were taken from. */
    speakersSha256: optional(string()),
    /** In another encoding, the same bytes may be different rows. */
    encoding: nullable(string()),
    matching: optional(literal('record')),
    hasBase: optional(literal(true)),
    /** The words that the user has given a status. */
    statusMap: optional(record(string(), string())),
    feedbackTemplate: optional(object({ file: string(), text: string() })),
    ignoresListLimit: optional(literal(true)),
    oneRowPer: optional(oneOf(['talk', 'speaker'])),
    /** Absolute. */
    folder: optional(string()),
  }),
});

/** The header of a run that imports a CSV file. */
export interface ImportHeader extends RunHeader, output<typeof importFields> {
  readonly options: output<typeof importFields>['options'];
}

/**
 * Undefined for a run of another kind.
 * @throws {JournalError} if it is an import that this version cannot read
 */
export function readImportHeader(header: RunHeader): ImportHeader | undefined {
  if (!('columns' in header)) return undefined;
  const { data } = safeParse(importFields, header);
  if (data !== undefined) return { ...header, ...data };
  throw new JournalError(`run ${header.run} has options or columns that this version cannot read`, {
    fix: 'run the original command again: it begins anew and looks up what exists',
  });
}

/** What decides which rows a run has, and what they want, beside the columns. */
const savedNames = [
  'submitterEmail',
  'speakersSha256',
  'matching',
  'hasBase',
  'statusMap',
  'feedbackTemplate',
  'ignoresListLimit',
  'oneRowPer',
  'folder',
] as const;

/**
 * The header of an import that is not saved yet. To be called once all rows are read: only then the
 * file's hash is known.
 */
export function createHeader(
  { resource, mapping }: Batch,
  { columns, delimiter }: Pick<Sheet, 'columns' | 'delimiter'>,
  { event, baseUrl, source, empty = 'keep', ...options }: ImportOptions,
): NewRun & output<typeof importFields> {
  const given = savedNames.flatMap((name) => (options[name] ? [[name, options[name]]] : []));
  return {
    resource,
    event,
    baseUrl,
    file: source.file,
    sha256: source.sha256(),
    columns: [...columns],
    delimiter,
    options: {
      map: mapFlagsOf(mapping, columns),
      empty,
      encoding: source.encoding,
      ...Object.fromEntries(given),
    },
  };
}

/**
 * The mapping in full, so that a resumed run names the same columns; none for changes. A column
 * without a name cannot be mapped.
 */
function mapFlagsOf({ mapped }: Mapping, columns: readonly string[]): string[] {
  if (mapped.length === 0) return [];
  const unused = columns.filter(
    (name) => name !== '' && mapped.every(({ column }) => column !== name),
  );
  return [
    ...mapped.map(({ column, target }) => `${column}=${target}`),
    ...unused.map((column) => `${column}=`),
  ];
}

/** The import that sends what is left of a run, even if its file has changed since. */
export function resumedImport(header: ImportHeader) {
  const { run, resource, event, baseUrl, file, sha256, columns, delimiter, options } = header;
  const { encoding } = options;
  const source: SavedRun = { run, file, encoding, columns, delimiter, sha256: () => sha256 };
  return {
    endpoint: creationOf(resource),
    event,
    baseUrl,
    source,
    ...options,
    // The run began without its invalid rows.
    skipInvalid: true,
  };
}
