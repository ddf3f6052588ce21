// Reads JSON from a file of the user or from standard input. Must not know what the values mean.
import { isRecord } from '../client/response.ts';
import { InvalidInputError } from '../errors.ts';
import type { Io } from './io.ts';
import { readWhole, sourceName } from './source.ts';

/**
 * Reads a JSON object from a file; `-` is standard input.
 * @throws {UsageError} if the file cannot be read
 * @throws {InvalidInputError} if it does not contain one JSON object
 */
export async function readJsonObject(
  io: Io,
  file: string,
): Promise<Readonly<Record<string, unknown>>> {
  const value = await readJson(io, file);
  if (isRecord(value)) return value;
  throw new InvalidInputError(`${nameOf(file)} is not a JSON object`, {
    details: [{ file: sourceName(file), message: 'must be a JSON object such as {"email": "…"}' }],
  });
}

/** Reads any JSON value, with the same errors. */
export async function readJson(io: Io, file: string): Promise<unknown> {
  const text = await readText(io, file);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not JSON';
    throw new InvalidInputError(`${nameOf(file)} is not valid JSON`, {
      details: [{ file: sourceName(file), message }],
    });
  }
}

/** Reads a whole file; `-` is standard input. */
export async function readText(io: Io, file: string): Promise<string> {
  return (await readWhole(io, file)).toString('utf8');
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}
