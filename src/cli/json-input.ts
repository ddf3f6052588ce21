// Reads JSON from a file of the user or from standard input. Must not know what the values mean.
import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { InvalidInputError } from '../errors.ts';
import type { Io } from './io.ts';
import { cannotRead } from './user-files.ts';

/**
 * Reads a JSON object from a file; `-` is standard input.
 * @throws {UsageError} if the file cannot be read
 * @throws {InvalidInputError} if it does not contain one JSON object
 */
export async function readJsonObject(io: Io, file: string): Promise<Readonly<Record<string, unknown>>> {
  const value = await readJson(io, file);
  if (isObject(value)) return value;
  throw new InvalidInputError(`${nameOf(file)} is not a JSON object`, {
    details: [{ file, message: 'must be a JSON object such as {"email": "…"}' }],
  });
}

/** Reads any JSON value, with the same errors. */
export async function readJson(io: Io, file: string): Promise<unknown> {
  const text = await readText(io, file);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not JSON';
    throw new InvalidInputError(`${nameOf(file)} is not valid JSON`, { details: [{ file, message }] });
  }
}

/** Reads a whole file; `-` is standard input. */
export async function readText(io: Io, file: string): Promise<string> {
  if (file === '-') return readAll(addAbortSignal(io.stopped, io.stdin));
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}
