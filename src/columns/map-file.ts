// A map file: a JSON object from column to field, written once and used for every export of the same kind.
import { UsageError } from '../errors.ts';
import type { MapEntry } from './map-entries.ts';
import { isRejectColumn, type Mapping } from './mapping.ts';

/**
 * The entries of a map file; which columns and fields there are is not checked here.
 * @param file names the map file in messages
 * @throws {UsageError} for what is not a JSON object from text to text
 */
export function readMapFile(text: string, file: string): readonly MapEntry[] {
  return Object.entries(parseObject(text, file)).map(([column, target]) => {
    if (typeof target === 'string')
      return { column: column.trim(), target: target.trim(), source: `${file} "${column}"` };
    throw new UsageError(`${file} "${column}": must be the name of a field, not ${JSON.stringify(target)}`, { fix });
  });
}

/** A map file that says of each column what a mapping made of it. */
export function mapFileText(columns: readonly string[], { bindings }: Mapping): string {
  const named = columns.flatMap((column, at): [string, string][] => {
    if (column === '' || isRejectColumn(column)) return [];
    return [[column, bindings.find(({ index }) => index === at)?.target ?? '']];
  });
  return `${JSON.stringify(Object.fromEntries(named), null, 2)}\n`;
}

const fix = 'a map file looks like {"E-mail": "email", "Shirt size": ""}, where "" leaves a column out';

function parseObject(text: string, file: string): object {
  const value = parseJson(text.replace(/^\uFEFF/, ''), file);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`${file} is not a JSON object`, { fix });
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file} is not JSON: ${cause instanceof Error ? cause.message : cause}`, { cause, fix });
  }
}
