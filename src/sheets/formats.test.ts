// Formats of files, recognized by their content.
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../errors.ts';
import { fileSource } from './source.ts';
import type { Sheet } from './table.ts';

describe('the format of a file', () => {
  it.each([
    ['an Excel workbook (XLSX)', `PK\x03\x04${'\0'.repeat(26)}[Content_Types].xml`],
    ['an ODS spreadsheet', `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`],
    ['an old Excel workbook (XLS)', '\xd0\xcf\x11\xe0\xa1\xb1'],
    ['a compressed archive', `PK\x03\x04${'\0'.repeat(26)}speakers.csv`],
    ['a compressed archive', '\x1f\x8b\x08'],
    ['a PDF document', '%PDF-1.7\n'],
    ['a web page (HTML)', '\n<!DOCTYPE html>\n<html lang="en">'],
    ['XML', '<?xml version="1.0"?><Workbook>'],
    ['JSON', '[\n  {"name": "Ada"}]'],
    ['JSON', '{ "results": [] }'],
  ])('recognizes %s, whatever encoding is requested', async (kind, text) => {
    const bytes = [...Buffer.from(text, 'latin1')];
    for (const encoding of [undefined, 'windows-1252']) {
      const error = await failure(readText(bytes, encoding));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({ message: `talks.csv is ${kind}, not CSV`, fix: expect.stringMatching(/\w/) });
    }
  });

  it.each(['PK,Name\n', '[draft] Title,Email\n', '{id},Email\n', '<b>,Email\n', '%PDF,Email\n'])(
    'reads %j as CSV',
    async (text) => {
      expect((await readText([...Buffer.from(text)])).columns[1]).toMatch(/^(Name|Email)$/);
    },
  );
});

function readText(bytes: readonly number[], encoding?: string): Promise<Sheet> {
  async function* source() {
    yield Uint8Array.from(bytes);
  }
  return fileSource('talks.csv', source, encoding).open();
}

function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
