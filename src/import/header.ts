// The header of an import's journal: all that makes two runs the same, and all that is needed to go on with one. Pure.
import type { Clock } from '../client/clock.ts';
import type { Mapping } from '../csv/headers.ts';
import type { Sheet } from '../csv/read.ts';
import type { RowRange } from './journal.ts';
import { countRows } from './report.ts';
import type { ImportHeader, Target } from './runs.ts';
import type { ImportSource } from './source.ts';
import type { Work } from './work.ts';

export interface HeaderOptions extends Target {
  readonly run: string;
  readonly source: ImportSource;
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
function mapFlagsOf({ bindings }: Mapping, columns: readonly string[]): readonly string[] {
  const unused = columns.filter((name) => name !== '' && bindings.every(({ column }) => column !== name));
  return [...bindings.map(({ column, target }) => `${column}=${target}`), ...unused.map((column) => `${column}=`)];
}
