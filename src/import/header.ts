// The header of an import's journal: all that makes two runs the same, and all that is needed to go on with one. Pure.
import type { Clock } from '../client/clock.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { Delimiter } from '../csv/delimiter.ts';
import type { Sheet } from '../csv/read.ts';
import type { RunHeader, Target } from '../runs/folder.ts';
import type { RowRange } from '../runs/journal.ts';
import { countRows } from './report.ts';
import type { Work } from './work.ts';

/** Of a run that makes records of a CSV file's rows. */
export interface ImportHeader extends RunHeader {
  readonly columns: readonly string[];
  readonly delimiter: Delimiter;
  readonly options: ImportRunOptions;
}

export function isImport(header: RunHeader): header is ImportHeader {
  return 'columns' in header;
}

export interface ImportRunOptions {
  readonly map: readonly string[];
  readonly onConflict: 'skip' | 'update' | 'fail';
  readonly empty: 'keep' | 'clear';
  readonly rows: RowRange | null;
  /** Other bytes' meaning makes other rows. */
  readonly encoding: string | null;
}

export interface HeaderOptions extends Target {
  readonly run: string;
  /** The file that the rows come from, and its hash. */
  readonly source: { readonly file: string; readonly encoding: string | null; sha256(): string };
  readonly rows?: RowRange | undefined;
  readonly clock: Clock;
}

/** Once all rows are read, since it tells their number and the file's hash. */
export function headerOf(work: Work, { columns, delimiter }: Sheet, options: HeaderOptions): ImportHeader {
  const { run, resource, event, baseUrl, source, rows = null, clock } = options;
  const { onConflict, empty, mapping } = work;
  return {
    journal: 1,
    run,
    startedAt: new Date(clock.now()).toISOString(),
    resource,
    event,
    baseUrl,
    file: source.file,
    rows: countRows(work.table, { hopeful: true }).rows,
    sha256: source.sha256(),
    columns,
    delimiter,
    options: { map: mapFlagsOf(mapping, columns), onConflict, empty, rows, encoding: source.encoding },
  };
}

/** The mapping in full, so that any later version goes on in the same sense. A column without a name cannot be mapped. */
function mapFlagsOf({ mapped }: Mapping, columns: readonly string[]): readonly string[] {
  const unused = columns.filter((name) => name !== '' && mapped.every(({ column }) => column !== name));
  return [...mapped.map(({ column, target }) => `${column}=${target}`), ...unused.map((column) => `${column}=`)];
}
