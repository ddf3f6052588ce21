// Where the rows of an import come from when a run is resumed: the rows that the interrupted run saved.
import type { Row } from '../csv/read.ts';
import type { RowSource } from '../csv/source.ts';
import { readJsonLines } from '../runs/json-lines.ts';
import type { ImportHeader } from './header.ts';

/** The rows of a run that was begun: what it read then, whatever has become of the file since. */
export function keptSource({ file, sha256, columns, delimiter, options }: ImportHeader, rowsPath: string): RowSource {
  return {
    file,
    encoding: options.encoding,
    async open() {
      return { file, delimiter, columns, batches: readKept(rowsPath) };
    },
    sha256: () => sha256,
  };
}

const batchSize = 1000;

async function* readKept(path: string): AsyncGenerator<readonly Row[]> {
  let row = 0;
  let batch: Row[] = [];
  for await (const value of readJsonLines(path)) {
    // Notes, and rows with what was folded into them, stand in between; both are made anew.
    if (!isKept(value)) continue;
    const [line, cells, fault] = value;
    batch.push({ row: ++row, line, cells, fault: fault ?? undefined });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

type Kept = readonly [line: number, cells: readonly string[], fault?: string | null, filled?: null];

function isKept(value: unknown): value is Kept {
  return Array.isArray(value) && (value[3] ?? null) === null;
}
